/**
 * MySQL and what speaks its protocol: MariaDB, also as a Galera cluster.
 *
 * - A lock is local to a node of Galera, which compares the writes of a commit. So the row that must stay is written.
 * - Columns for keys are binary: no collation compares bytes, and `utf8mb4_bin` ignores spaces at the end.
 * - A statement about tables commits by itself.
 */
import { configurationInvalid } from "../../../domain/options.js";
import type { Execute, SqlDialect } from "./dialects.js";
import { MAX_KEY_BYTES } from "./keys.js";

/** Also what a server waits at most. A cluster that loses a node stops for some seconds. */
const DEADLINE_S = 30;

/** Values of session variables, where the server has them. They hold whatever the server, a proxy or the pool has set. */
const SESSION = {
  // Fixed, so that each statement means the same everywhere. A table is of the engine that it names, or not created.
  sql_mode: "'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
  autocommit: "1",
  // A commit begins no further transaction.
  completion_type: "0",
  sql_safe_updates: "0",
  // Each statement must see what was committed while the one before it waited for a lock.
  tx_isolation: "'READ-COMMITTED'",
  transaction_isolation: "'READ-COMMITTED'",
  // Reads of a Galera node wait for what other nodes have committed.
  wsrep_sync_wait: "1",
  // A sort compares so many bytes, by default 1,024. More would need a larger sort_buffer_size than that of MySQL 8.
  max_sort_length: "8192",
  max_statement_time: String(DEADLINE_S),
  innodb_lock_wait_timeout: String(DEADLINE_S / 3),
} as const;

/** So that each select returns all of its rows. `default` would be the value of the server. */
const ALL_ROWS = "set session sql_select_limit = 18446744073709551615, session sql_big_selects = 1";

/** Variables of the encoding of texts. The driver has its own setting, so they are not set here. */
const ENCODINGS = ["character_set_client", "character_set_connection", "character_set_results"] as const;

/** Lasts as long as the settings. */
const MARK = "@vaspkit_prepared";

/**
 * Sets the session variables of a connection, or refuses it. No value is written into these statements, because before
 * them a text may mean something else. At the second use of the connection, checks that the settings were kept.
 */
async function prepare(execute: Execute, isPrepared: boolean): Promise<void> {
  if (isPrepared) return checkMark(execute);
  await execute(ALL_ROWS);
  const names = [...Object.keys(SESSION), ...ENCODINGS].map((name) => `'${name}'`).join(", ");
  const { rows } = await execute(`show session variables where variable_name in (${names})`);
  const found = new Map(rows.map(({ Variable_name: name, Value: value }) => [name, value]));
  const wrong = refusal((name) => String(found.get(name)));
  if (wrong !== undefined) throw configurationInvalid(wrong);
  const settings = Object.entries(SESSION).filter(([name]) => found.has(name));
  await execute(`set ${settings.map(([name, value]) => `session ${name} = ${value}`).join(", ")}, ${MARK} = 1`);
}

/** Returns why a connection cannot be used. Modes that change texts or values are a mistake, although they are replaced. */
function refusal(settingOf: (name: string) => string): string | undefined {
  const mode = settingOf("sql_mode");
  if (mode === "undefined") {
    return "The driver returns rows in another form. Remove rowsAsArray, nestTables and typeCast from the options of the pool.";
  }
  if (mode.includes("NO_BACKSLASH_ESCAPES")) {
    return "Remove NO_BACKSLASH_ESCAPES from sql_mode: with it, the database changes texts.";
  }
  if (!/STRICT_(?:TRANS|ALL)_TABLES/.test(mode)) {
    return "Add STRICT_TRANS_TABLES to sql_mode: without it, the database shortens values that are too long.";
  }
  if (settingOf("autocommit") !== "ON") return "Set autocommit to 1: without it, statements are not committed.";
  if (ENCODINGS.every((name) => settingOf(name) === "utf8mb4")) return undefined;
  return "Set the charset of the pool to utf8mb4, and let no setting of the server replace it.";
}

async function checkMark(execute: Execute): Promise<void> {
  const { rows } = await execute(`select ${MARK} as mark`);
  if (Number(rows.at(0)?.["mark"]) === 1) return;
  throw configurationInvalid(
    "A connection lost its session variables. Remove resetOnRelease from the options of the pool. A proxy must keep the session of a connection.",
  );
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
  bytesType: `varbinary(${MAX_KEY_BYTES})`,
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
  locksByRow: true,
  lockRows: "for update",
  maxValues: 65_535,
  search: "grams",
  syncsByPragma: false,
  // `prepare` checks it on each connection.
  encoding: "'UTF8'",
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
};
