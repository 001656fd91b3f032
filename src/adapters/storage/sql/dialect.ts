/** What the databases do differently, as flags: a statement is written once, for all of them. */

/** One kind of database. */
export interface SqlDialect {
  /** What messages call it. */
  readonly name: string;
  /** How the n-th value is marked in the text that is sent, counted from 1. */
  readonly placeholder: (n: number) => string;
  /** The type of a column of bytes. */
  readonly bytesType: string;
  /** The columns that come before a table's own, for what the search index refers to. */
  readonly rowColumn: string;
  /** The function of a text and a part of it that says where the part begins, from 1; 0: nowhere. */
  readonly position: string;
  /** Asks whether there is a table of that name where a new one would be created. */
  readonly findTable: string;
  /** Opens a transaction that is going to write. */
  readonly begin: string;
  /** How many values one statement may have. */
  readonly maxValues: number;
  /** Where search finds the rows that may match: an operator class of text columns, or a table beside each. */
  readonly search: "pg_trgm" | "fts5";
  /** Whether the connection itself decides if a commit waits for the disk (`pragma synchronous`). */
  readonly syncsByPragma: boolean;
  /** Whether the server says in which encoding it keeps texts; one that does not keeps them in Unicode. */
  readonly hasEncodings: boolean;
}

/** PostgreSQL, in whatever speaks its protocol: the default of every flag. */
export const postgres: SqlDialect = {
  name: "PostgreSQL",
  placeholder: (n) => `$${n}`,
  bytesType: "bytea",
  rowColumn: "",
  position: "strpos",
  findTable: `select 1 as found from information_schema.tables
    where table_schema = current_schema() and table_name = ?`,
  begin: "begin",
  maxValues: 65_535,
  search: "pg_trgm",
  syncsByPragma: false,
  hasEncodings: true,
};

export const sqlite: SqlDialect = {
  ...postgres,
  name: "SQLite",
  placeholder: () => "?",
  bytesType: "blob",
  // A name of its own, so that VACUUM keeps it.
  rowColumn: "row_number integer primary key, ",
  position: "instr",
  findTable: "select 1 as found from sqlite_master where type = 'table' and name = ?",
  // A transaction that begins by reading and writes later can be refused for good; this one waits at its beginning.
  begin: "begin immediate",
  maxValues: 32_766,
  search: "fts5",
  syncsByPragma: true,
  hasEncodings: false,
};

/** The statement as this dialect takes it. Only values are marked by `?` in the statements here. */
export function written(dialect: SqlDialect, statement: string): string {
  let count = 0;
  return statement.replace(/\?/g, () => {
    count += 1;
    return dialect.placeholder(count);
  });
}
