/** The caller's Kysely instance as the repositories use it: statements, rows, transactions, and the two dialects. */
import { types } from "node:util";
import { CompiledQuery, type DatabaseConnection, type Kysely, PostgresAdapter, SqliteAdapter } from "kysely";
import { type ComplianceError, readSafely } from "../../../domain/compliance-error.js";
import { configurationInvalid } from "../../../domain/options.js";
import { pacer } from "../../../runtime/turns.js";
import { corrupt, isQueryTimeout } from "./failures.js";

/** A parameter of a statement. Booleans are 0 and 1, because SQLite has no boolean type. */
export type SqlValue = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, unknown>>;

interface StatementResult {
  readonly rows: readonly Row[];
  /** How many rows the statement wrote. */
  readonly changed: number;
}

/** Runs one statement with a `?` for each value. Values are sent as parameters, never as part of the text. */
export type Execute = (statement: string, values?: readonly SqlValue[]) => Promise<StatementResult>;

type RunInTurn = <R>(task: () => Promise<R>) => Promise<R>;

export interface Database {
  readonly dialect: SqlDialect;
  /** Runs tasks in the order of the calls. If there is one connection, lets timers run in between. */
  readonly inTurn: RunInTurn;
  /** Runs one statement outside a transaction. It takes effect as a whole or not at all. */
  readonly run: Execute;
  /** Runs the statements of `work` in one transaction. Throws what `work` or the driver threw. */
  transaction<R>(work: (execute: Execute) => Promise<R>): Promise<R>;
}

/** The differences between the databases. Each statement is written once and adapted by these. */
export interface SqlDialect {
  /** The marker of the n-th parameter, counted from 1. */
  readonly placeholder: (n: number) => string;
  /** The column type for bytes. */
  readonly bytesType: string;
  /** Columns before a table's own columns, for the search index to refer to. */
  readonly rowColumn: string;
  /** The SQL function that returns the position of a part in a text, from 1, or 0 for none. */
  readonly position: string;
  /** Finds a table by its name in the schema where a new table would be created. */
  readonly findTable: string;
  /** Starts a transaction that will write. */
  readonly begin: string;
  /** Keeps other writers of a table out until the end of the transaction, but no readers. */
  readonly lockTable: ((table: string) => string) | undefined;
  /** The most parameters a statement may have. */
  readonly maxValues: number;
  /** The kind of search index: an operator class of text columns, or a table beside each searched table. */
  readonly search: "pg_trgm" | "fts5";
  /** Whether the connection decides if a commit waits for the disk (`pragma synchronous`). */
  readonly syncsByPragma: boolean;
  /** The SQL expression that returns the encoding of the database's texts. */
  readonly encoding: string;
  /** Whether Kysely has one connection. */
  readonly hasOneConnection: boolean;
  /** Null as a value of a column's type, in a union. */
  readonly nullOf: Readonly<Record<"text" | "integer", string>>;
  /** Whether one statement can change several rows of several tables, and check each. */
  readonly commitsInOne: boolean;
  /** At the end of a select: locks its rows, and leaves out those that another transaction has locked. */
  readonly skipLocked: string;
  /** At the end of a select: keeps its rows from being deleted until the end of the transaction. */
  readonly keepRows: string;
}

/** PostgreSQL and databases with its protocol. */
const postgres: SqlDialect = {
  placeholder: (n) => `$${n}`,
  bytesType: "bytea",
  rowColumn: "",
  position: "strpos",
  findTable: `select 1 as found from information_schema.tables
    where table_schema = current_schema() and table_name = ?`,
  // Each statement must see what was committed while the one before it waited for a lock, whatever the default is.
  begin: "begin isolation level read committed",
  lockTable: (table) => `lock table ${table} in share row exclusive mode`,
  maxValues: 65_535,
  search: "pg_trgm",
  syncsByPragma: false,
  encoding: "current_setting('server_encoding')",
  hasOneConnection: false,
  nullOf: { text: "cast(null as bytea)", integer: "cast(null as integer)" },
  commitsInOne: true,
  skipLocked: "for update skip locked",
  keepRows: "for key share",
};

const sqlite: SqlDialect = {
  placeholder: () => "?",
  bytesType: "blob",
  // A named column, because VACUUM may renumber an unnamed rowid.
  rowColumn: "row_number integer primary key, ",
  position: "instr",
  findTable: "select 1 as found from sqlite_master where type = 'table' and name = ?",
  // SQLite rejects a transaction that reads first and then cannot write. This one waits for the lock at its start.
  begin: "begin immediate",
  lockTable: undefined,
  maxValues: 32_766,
  search: "fts5",
  syncsByPragma: true,
  encoding: "(select encoding from pragma_encoding)",
  hasOneConnection: true,
  nullOf: { text: "null", integer: "null" },
  commitsInOne: false,
  // One writer at a time.
  skipLocked: "",
  keepRows: "",
};

/**
 * Returns the database of a Kysely instance.
 *
 * @param caller the public function, for messages
 * @throws ComplianceError `configuration_invalid` unless it is a Kysely instance for PostgreSQL or SQLite.
 */
export function databaseOf<DB>(caller: string, kysely: Kysely<DB>): Database {
  const dialect = readSafely(
    () => dialectOf(caller, kysely),
    () => notKysely(caller),
  );
  const cache = new Map<string, CompiledQuery<Row>>();
  // Without plugins, because a plugin may rename the columns of these statements.
  const executor = kysely.withoutPlugins().getExecutor();
  const executing =
    (connection: DatabaseConnection): Execute =>
    async (statement, values = []) => {
      const query = { ...compiled(dialect, statement, cache), parameters: values };
      const { rows, numAffectedRows } = await connection.executeQuery<Row>(query);
      return { rows, changed: Number(numAffectedRows ?? 0n) };
    };
  const newQueue = dialect.hasOneConnection ? createQueue : (): RunInTurn => (task) => task();
  const statements = newQueue();
  /** Rejects before the connection is returned to the pool, which may be much later. */
  const onConnection = <R>(work: (execute: Execute) => Promise<R>, isTransaction: boolean): Promise<R> =>
    new Promise((resolve, reject) => {
      const use = async (connection: DatabaseConnection): Promise<void> => {
        const execute = executing(connection);
        try {
          resolve(await work(execute));
        } catch (thrown) {
          let isFree = isTransaction ? await isTransactionOver(execute) : !isQueryTimeout(thrown);
          reject(thrown);
          // In the pool, it would add other statements to the transaction, or delay them until they time out too.
          while (!isFree) isFree = await isTransactionOver(execute);
        }
      };
      statements(() => executor.provideConnection(use)).catch(reject);
    });
  return {
    dialect,
    inTurn: newQueue(),
    run: (statement, values) => onConnection((execute) => execute(statement, values), false),
    transaction: (work) =>
      onConnection(async (execute) => {
        await execute(dialect.begin);
        const result = await work(execute);
        await execute("commit");
        return result;
      }, true),
  };
}

/**
 * Returns a function that runs tasks one after the other, in the order of the calls, and lets timers run in between.
 * Without it, Kysely would wake all waiting statements whenever one ends.
 */
function createQueue(): RunInTurn {
  let waiting = 0;
  let last = Promise.resolve();
  const pace = pacer();
  const end = (): void => {
    waiting -= 1;
  };
  return (task) => {
    const run = () => pace()?.then(task) ?? task();
    waiting += 1;
    const result = waiting === 1 ? run() : last.then(run);
    last = result.then(end, end);
    return result;
  };
}

/** A failed rollback means a broken connection, which ends the transaction, except after a query time-out. */
async function isTransactionOver(execute: Execute): Promise<boolean> {
  try {
    await execute("rollback");
    return true;
  } catch (thrown) {
    return !isQueryTimeout(thrown);
  }
}

/** Longer statements depend on a number of rows, and are not cached. */
const LONGEST_CACHED = 4_000;

/** Replaces each `?` by the dialect's marker. The statements of vaspkit contain no other `?`. */
function compiled(dialect: SqlDialect, statement: string, cache: Map<string, CompiledQuery<Row>>): CompiledQuery<Row> {
  const cached = cache.get(statement);
  if (cached !== undefined) return cached;
  let count = 0;
  const text = statement.replace(/\?/g, () => {
    count += 1;
    return dialect.placeholder(count);
  });
  // Its node and id serve plugins, and there are none.
  const query = CompiledQuery.raw(text) as CompiledQuery<Row>;
  if (statement.length <= LONGEST_CACHED) cache.set(statement, query);
  return query;
}

function notKysely(caller: string): ComplianceError {
  return configurationInvalid(`${caller} takes a Kysely instance: new Kysely({ dialect }).`);
}

function dialectOf<DB>(caller: string, kysely: Kysely<DB>): SqlDialect {
  if (typeof kysely?.getExecutor !== "function" || typeof kysely.withoutPlugins !== "function") {
    throw notKysely(caller);
  }
  if (kysely.isTransaction) {
    throw configurationInvalid(
      `${caller} takes a Kysely instance, not a transaction, because a rollback would undo acknowledged changes.`,
    );
  }
  const { adapter, plugins } = kysely.getExecutor();
  if (plugins.some((plugin) => plugin.constructor.name === "WithSchemaPlugin")) {
    throw configurationInvalid(
      `${caller} does not take an instance withSchema(…). Set the search_path of its connections to that schema.`,
    );
  }
  if (isAdapter(adapter, PostgresAdapter)) return postgres;
  if (isAdapter(adapter, SqliteAdapter)) return sqlite;
  throw configurationInvalid(
    `${caller} takes a Kysely instance for PostgreSQL or SQLite. This one has another dialect.`,
  );
}

/** Compares names as well: an instance from Kysely's other build (ESM or CommonJS) has other classes of the same name. */
function isAdapter(adapter: object, wanted: { readonly name: string }): boolean {
  for (let proto = Object.getPrototypeOf(adapter); proto !== null; proto = Object.getPrototypeOf(proto)) {
    if (proto.constructor.name === wanted.name) return true;
  }
  return false;
}

/** Returns the text of a column. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw corrupt(`The column ${column} holds no text`);
  return value;
}

/** Returns the number of a column. Some drivers return counts as text. */
export function numberOf(row: Row | undefined, column: string): number {
  const value = Number(row?.[column] ?? Number.NaN);
  if (!Number.isSafeInteger(value)) throw corrupt(`The column ${column} holds no number`);
  return value;
}

/** Returns the bytes of a column. */
export function bytesOf(row: Row, column: string): Buffer {
  const value = row[column];
  // Not `instanceof`, because the bytes may come from another realm, such as a test runner's.
  if (!types.isUint8Array(value)) throw corrupt(`The column ${column} holds no bytes`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
