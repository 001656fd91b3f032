/** The differences between the databases, and the two of the first ones. */

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

/** The differences between the databases. Each statement is written once and adapted by these. */
export interface SqlDialect {
  /** The marker of the n-th parameter, counted from 1. */
  readonly placeholder: (n: number) => string;
  /** The column types for keys as bytes, for other columns as bytes, for longer ones, and for texts. */
  readonly bytesType: string;
  readonly shortBytesType: string;
  readonly longBytesType: string;
  readonly textType: string;
  /** The types of `cast`, by those of the columns. */
  readonly casts: Readonly<Record<"text" | "varchar(400)" | "bytes" | "integer" | "bigint", string>>;
  /** At the end of `create table`. */
  readonly tableOptions: string;
  /** Whether each statement about tables commits by itself. Indexes are then a part of their table, and end with its key. */
  readonly ddlCommits: boolean;
  /** Comes before the columns of a table: the number by which the search index finds a row. */
  readonly rowColumn: string;
  /** The SQL function that returns the position of a part in a text, from 1, or 0 for none. */
  readonly position: string;
  /** Finds a table by its name in the schema where a new table would be created. */
  readonly findTable: string;
  /** Starts a transaction that will write. */
  readonly begin: string;
  /** Keeps other writers of a table out until the end of the transaction, but no readers. */
  readonly lockTable: ((table: string) => string) | undefined;
  /** Whether those other writers must take this lock too, because it is a row. */
  readonly locksByRow: boolean;
  /** The most parameters a statement may have. */
  readonly maxValues: number;
  /** The kind of search index: an operator class of text columns, or a table beside each searched table, kept by triggers or by statements. */
  readonly search: "pg_trgm" | "fts5" | "grams";
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
  /** At the end of an insert: what happens if a key is taken. If nothing, the statement fails. */
  readonly onTaken: string;
  /** At the end of an insert: replaces these columns of a row whose key is taken, and its writers by `writers`. */
  readonly replacing: (columns: readonly string[], writers: string) => string;
  /** The value that an insert would have stored in a column. */
  readonly inserted: (column: string) => string;
  /** Whether a statement that writes returns the rows that it wrote. */
  readonly returnsRows: boolean;
  /** Joins two texts. */
  readonly joined: (first: string, second: string) => string;
  /** The limit of an ordered select inside of another one, which may otherwise lose its order. */
  readonly unlimited: string;
  /** At the end of a select: locks its rows, and leaves out those that another transaction has locked. Undefined: an update has a limit. */
  readonly skipLocked: string | undefined;
  /** At the end of a select: keeps its rows from being deleted until the end of the transaction. Undefined: a write keeps them. */
  readonly keepRows: string | undefined;
  /** At the end of a select: keeps its rows from being changed until the end of the transaction. */
  readonly lockRows: string;
  /** Prepares a connection at its first use, and checks it at the second. */
  readonly prepare: ((execute: Execute, isPrepared: boolean) => Promise<void>) | undefined;
  /** How long a statement, and the wait for a connection, may take. Undefined: the driver's own limits count. */
  readonly deadlineMs: number | undefined;
}

/** PostgreSQL and SQLite have these in common. */
const standard = {
  tableOptions: "",
  ddlCommits: false,
  locksByRow: false,
  onTaken: "on conflict (row_key) do nothing",
  replacing: (columns, writers) =>
    `on conflict (row_key) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(", ")},
      writers = ${writers} returning writers`,
  inserted: (column) => `excluded.${column}`,
  returnsRows: true,
  joined: (first, second) => `${first} || ${second}`,
  unlimited: "",
  lockRows: "",
  prepare: undefined,
  deadlineMs: undefined,
} as const satisfies Partial<SqlDialect>;

/** PostgreSQL and databases with its protocol. */
export const postgres: SqlDialect = {
  ...standard,
  placeholder: (n) => `$${n}`,
  bytesType: "bytea",
  shortBytesType: "bytea",
  longBytesType: "bytea",
  textType: "text",
  casts: { text: "text", "varchar(400)": "varchar(400)", bytes: "bytea", integer: "integer", bigint: "bigint" },
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

export const sqlite: SqlDialect = {
  ...standard,
  placeholder: () => "?",
  bytesType: "blob",
  shortBytesType: "blob",
  longBytesType: "blob",
  textType: "text",
  casts: { text: "text", "varchar(400)": "varchar(400)", bytes: "blob", integer: "integer", bigint: "bigint" },
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
