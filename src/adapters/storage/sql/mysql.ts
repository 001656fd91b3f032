/**
 * MySQL and what speaks its protocol: MariaDB, also as a Galera cluster.
 *
 * - A lock is local to a node of Galera, which compares the writes of a commit. So the row that must stay is written.
 * - Columns for keys are binary: no collation compares bytes, and `utf8mb4_bin` ignores spaces at the end.
 * - A statement about tables commits by itself.
 */
import type { Execute, SqlDialect } from "./dialects.js";
import { numberOf, textOf } from "./results.js";

/** Also what a server waits at most. A cluster that loses a node stops for some seconds. */
const DEADLINE_S = 30;

/** Values of session variables, where the server has them. */
const SESSION = {
  // Each statement must see what was committed while the one before it waited for a lock.
  tx_isolation: "'READ-COMMITTED'",
  transaction_isolation: "'READ-COMMITTED'",
  // Reads of a Galera node wait for what other nodes have committed.
  wsrep_sync_wait: "1",
  // The longest key. By default, a sort compares only 1,024 bytes.
  max_sort_length: "2400",
  max_statement_time: String(DEADLINE_S),
  innodb_lock_wait_timeout: String(DEADLINE_S / 3),
} as const;

async function prepare(execute: Execute): Promise<void> {
  const names = Object.keys(SESSION)
    .map((name) => `'${name}'`)
    .join(", ");
  const { rows } = await execute(`show session variables where variable_name in (${names})`);
  const found = rows.map((row) => textOf(row, "Variable_name"));
  const settings = Object.entries(SESSION).filter(([name]) => found.includes(name));
  await execute(`set ${settings.map(([name, value]) => `session ${name} = ${value}`).join(", ")}`);
}

/** Modes in which texts, which the driver writes into statements, or stored values would be others. */
const WRONG_MODES = /NO_BACKSLASH_ESCAPES|EMPTY_STRING_IS_NULL|PAD_CHAR_TO_FULL_LENGTH/;

async function refusal(run: Execute): Promise<string | undefined> {
  const { rows } = await run("select @@session.sql_mode as mode, @@session.autocommit as autocommit");
  const [row = {}] = rows;
  const mode = textOf(row, "mode");
  const [wrong] = WRONG_MODES.exec(mode) ?? [];
  if (wrong !== undefined) return `Remove ${wrong} from sql_mode: with it, the database changes texts.`;
  if (!/STRICT_(?:TRANS|ALL)_TABLES/.test(mode)) {
    return "Add STRICT_TRANS_TABLES to sql_mode: without it, the database shortens values that are too long.";
  }
  if (numberOf(row, "autocommit") !== 1) return "Set autocommit to 1: without it, statements are not committed.";
  return undefined;
}

/** Returns the assignments of an upsert. Each sees those before it, so `writers` may name only itself. */
function replacing(columns: readonly string[], writers: string): string {
  const all = [...columns.map((name) => `${name} = ${inserted(name)}`), `writers = ${writers}`];
  return `on duplicate key update ${all.join(", ")}`;
}

function inserted(column: string): string {
  return `values(${column})`;
}

export const mysql: SqlDialect = {
  placeholder: () => "?",
  // An index entry has 3,072 bytes: a key, and other columns.
  bytesType: "varbinary(2400)",
  shortBytesType: "varbinary(255)",
  longBytesType: "longblob",
  textType: "longtext",
  casts: { text: "char", "varchar(400)": "char(400)", bytes: "binary", integer: "signed", bigint: "signed" },
  rowColumn: "",
  tableOptions: "engine=InnoDB default charset=utf8mb4 collate=utf8mb4_bin",
  ddlCommits: true,
  position: "instr",
  findTable: "select 1 as found from information_schema.tables where table_schema = database() and table_name = ?",
  begin: "start transaction",
  // A lock of a table is local to a node. The row is for this only.
  lockTable: (table) => `insert into vaspkit_meta (name, value) values ('lock ${table}', '0')
    on duplicate key update value = value + 1`,
  lockRows: "for update",
  maxValues: 65_535,
  search: "grams",
  syncsByPragma: false,
  encoding: `case when @@session.character_set_client = 'utf8mb4' and @@session.character_set_connection = 'utf8mb4'
    and @@session.character_set_results = 'utf8mb4' then 'UTF8' else 'another' end`,
  hasOneConnection: false,
  nullOf: { text: "cast(null as binary)", integer: "cast(null as signed)" },
  commitsInOne: false,
  // `insert ignore` would also shorten values that are too long.
  onTaken: "",
  replacing,
  inserted,
  returnsRows: false,
  joined: (first, second) => `concat(${first}, ${second})`,
  unlimited: "limit 18446744073709551615",
  skipLocked: undefined,
  keepRows: undefined,
  prepare,
  deadlineMs: DEADLINE_S * 1_000,
  refusal,
};
