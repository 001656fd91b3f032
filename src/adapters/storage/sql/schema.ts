/**
 * The tables, and `migrate`, which creates them: one for each collection (collections.ts), with these columns.
 *
 * - `row_key`: the key of the row, see keys.ts. It does not depend on the time of the write, so a table can be sharded by
 *   hash or by range.
 * - `writers`: the last four writers of the row, 16 characters each, newest first. A writer whose connection broke
 *   recognizes its row by them.
 * - `record`: the record as JSON, or encrypted. A text, because jsonb rejects some texts and reorders properties.
 * - `texts`: the searched texts, see search-texts.ts. Null if the record is encrypted.
 * - the declared columns: what conditions and indexes look at. Texts are bytes as in keys.ts.
 *
 * There are no sequences and no foreign keys.
 */
import { randomBytes } from "node:crypto";
import { types } from "node:util";
import type { Kysely } from "kysely";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { configurationInvalid } from "../../../domain/options.js";
import { collections } from "../../../ports/collections.js";
import type { Collection, IndexShape } from "../../../ports/storage-engine.js";
import { beginAttempts } from "../repositories/attempts.js";
import { type Database, databaseOf, INSERT_META, insertMeta, type MetaRow, unlessTaken } from "./database.js";
import type { Execute, SqlDialect, SqlValue } from "./dialects.js";
import { codeOf, failureOf, faultOf } from "./failures.js";
import { createGrams } from "./grams.js";
import { numberOf, textOf } from "./results.js";
import { createSearchIndex } from "./search.js";
import { LONG_PREFIX, tableOf } from "./statements.js";

/** One step of the schema. Steps are applied in this order. A released step never changes. */
interface Migration {
  readonly name: string;
  readonly statements: (dialect: SqlDialect) => readonly string[];
  /** Rows of {@link META}. */
  readonly rows: () => readonly MetaRow[];
}

/** Holds the applied migrations, the salt of the encryption keys, and whether records are encrypted. */
const META = "vaspkit_meta";
const CREATE_META =
  "create table if not exists vaspkit_meta (name varchar(60) primary key, value varchar(400) not null)";

const migrations: readonly Migration[] = [
  {
    name: "0001_rows",
    statements: (dialect) => collections.flatMap((each) => tableStatements(each, dialect)),
    rows: () => [["salt", randomBytes(16).toString("hex")]],
  },
];

function tableStatements(collection: Collection, dialect: SqlDialect): readonly string[] {
  const { isSearched } = collection;
  const table = tableOf(collection);
  const columns = columnsOf(collection, dialect);
  const indexes = Object.entries(collection.indexes).map(([name, index]) => indexOf(collection, name, index, dialect));
  if (!dialect.ddlCommits) {
    const create = `create table ${table} (${columns.join(", ")})`;
    return [
      create,
      ...indexes.map(({ name, columns: of, where }) => `create index ${name} on ${table} (${of}) ${where}`),
    ];
  }
  // Can be repeated, and needs no further statement. An index of MySQL has no expression, and no condition.
  const keys = indexes.filter(({ where }) => where === "").map(({ name, columns: of }) => `index ${name} (${of})`);
  const create = `create table if not exists ${table} (${[...columns, ...keys].join(", ")}) ${dialect.tableOptions}`;
  const names = columns.map((column) => column.split(" ", 1));
  // Fails if there was another table of this name.
  const check = `select ${names.join(", ")} from ${table} limit 0`;
  return [create, check, ...(isSearched ? [createGrams(table, dialect)] : [])];
}

function columnsOf({ columns, isSearched }: Collection, dialect: SqlDialect): readonly string[] {
  const { bytesType, shortBytesType, longBytesType, textType, rowColumn, keepRows } = dialect;
  // The search index of SQLite refers to rows by number. The key is then a unique column beside it.
  const number = isSearched ? rowColumn : "";
  const declared = Object.entries(columns).map(([name, { type, isLong, isNullable, personal }]) => {
    // Only keys of records are long, and they are personal.
    const ofTexts = isLong ? longBytesType : personal === undefined ? shortBytesType : bytesType;
    return `${name} ${type === "integer" ? "integer" : ofTexts}${isLong || isNullable ? "" : " not null"}`;
  });
  return [
    `${number}row_key ${bytesType} not null ${number === "" ? "primary key" : "unique"}`,
    "writers varchar(64) not null",
    `record ${textType} not null`,
    ...(isSearched ? [`texts ${textType}`] : []),
    ...declared,
    ...(keepRows === undefined ? ["kept bigint not null default 0"] : []),
  ];
}

function indexOf(
  collection: Collection,
  name: string,
  { group = [], by, tiesAscend }: IndexShape,
  dialect: SqlDialect,
) {
  const [long] = by.filter((column) => collection.columns[column]?.isLong);
  const of = `${tableOf(collection)}_by_${name}`;
  if (long !== undefined) {
    return { name: of, columns: `substr(${long}, 1, ${LONG_PREFIX})`, where: `where ${long} is not null` };
  }
  // Keys ascend while the order descends.
  const order = by.map((column) => (tiesAscend ? `${column} desc` : column));
  const key = dialect.ddlCommits ? [] : ["row_key"];
  return { name: of, columns: [...group, ...order, ...key].join(", "), where: "" };
}

/** The result of {@link migrate}. */
export interface Migrated {
  /** The version of the schema after the call. */
  readonly version: number;
  /** The names of the steps that this call applied. Empty if the schema was up to date or another process applied them. */
  readonly applied: readonly string[];
  /** Whether searches for three or more characters use an index, or scan every record. */
  readonly search: "index" | "scan";
}

/** Codes of the second of two processes that create the same thing. XX000: "tuple concurrently updated". */
const COLLISIONS = /^(?:23505|42P07|42710|XX000|25P02|1050|1061|1684)$/;

/**
 * Creates the tables of vaspkit, or updates those of an earlier version. Call it at every start, before `sqlStorage` is used.
 *
 * If the schema is up to date, it only reads and locks nothing, so it works on a standby and for a user without the
 * privilege to create tables. Several processes may call it at once, and may end at any point: each step is applied once,
 * as a whole or not at all. All names begin with `vaspkit_`. Tables are created in the first schema of the search_path.
 *
 * Searches use an index if the database supports one for parts of texts. On PostgreSQL this is the extension pg_trgm, which
 * is created if the user may; on SQLite FTS5; on MySQL tables of grams. Otherwise they scan every record. Call `migrate`
 * again after installing the extension.
 *
 * @param kysely an instance for PostgreSQL, SQLite or MySQL, with the encoding UTF-8.
 * @returns the version, the applied steps and how searches work.
 * @throws ComplianceError `storage_not_migrated` if another version of vaspkit created the schema; `configuration_invalid`
 * for anything but such an instance, and if its driver changes values; `storage_unavailable` or `storage_read_only` if the
 * database is unreachable or cannot be changed.
 *
 * @example
 * const kysely = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) });
 * await migrate(kysely);
 * const compliance = createCompliance({ storage: sqlStorage(kysely) });
 */
export async function migrate<DB>(kysely: Kysely<DB>): Promise<Migrated> {
  const database = databaseOf("migrate", kysely);
  await retryOnCollision(() => checkValues(database));
  await retryOnCollision(() => createMeta(database));
  const done = await retryOnCollision(() => orForeign(() => appliedIn(database.run)));
  const applied: string[] = [];
  for (const migration of migrations) {
    if (done.includes(migration.name)) continue;
    if (await retryOnCollision(() => apply(database, migration))) applied.push(migration.name);
  }
  const hasIndex = await retryOnCollision(() => createSearchIndex(database));
  return { version: migrations.length, applied, search: hasIndex ? "index" : "scan" };
}

/**
 * Checks the values of the driver, and that the schema has the version of this code.
 *
 * @throws ComplianceError `configuration_invalid`, `storage_not_migrated`.
 */
export async function checkSchema(database: Database): Promise<void> {
  await checkValues(database);
  const { length } = await appliedIn(database.run);
  if (length < migrations.length) {
    throw new ComplianceError(
      "storage_not_migrated",
      `The database has version ${length} of the schema, but version ${migrations.length} is needed. Call migrate(kysely) first.`,
    );
  }
}

/** Looks for the table first, because a standby and a user without the privilege reject even `if not exists`. */
async function createMeta({ dialect, run }: Database): Promise<void> {
  const { rows } = await run(dialect.findTable, [META]);
  if (rows.length === 0) await run(`${CREATE_META} ${dialect.tableOptions}`);
}

/**
 * Returns the names of the applied migrations.
 *
 * @throws ComplianceError `storage_not_migrated` if one of them is unknown
 */
async function appliedIn(execute: Execute): Promise<readonly string[]> {
  const { rows } = await execute("select value from vaspkit_meta where name like 'migration %' order by name");
  const names = rows.map((row) => textOf(row, "value"));
  if (names.every((name) => migrations.some((migration) => migration.name === name))) return names;
  throw new ComplianceError(
    "storage_not_migrated",
    `The schema of the database is of another version: this vaspkit has ${migrations.length} steps, and the database has ` +
      "one that is not among them. Update vaspkit. If vaspkit before its first release created it, use a new database.",
  );
}

/** Returns false if another process has applied it. */
async function apply(database: Database, { name, statements, rows }: Migration): Promise<boolean> {
  const { dialect, run, transaction } = database;
  const claim: MetaRow = [`migration ${name}`, name];
  if (dialect.ddlCommits) {
    // Each step can be repeated, and the claim comes last.
    for (const text of statements(dialect)) await orForeign(() => run(text));
    for (const row of rows()) await insertMeta(run, row);
    return insertMeta(run, claim);
  }
  return unlessTaken(() =>
    transaction(async (execute) => {
      // The second process waits here until the first has committed, and then has nothing to do.
      await execute(INSERT_META, claim);
      for (const text of statements(dialect)) await execute(text);
      for (const row of rows()) await execute(INSERT_META, row);
    }),
  );
}

/** Replaces the failure of a statement that does not find its column. */
async function orForeign<R>(step: () => Promise<R>): Promise<R> {
  try {
    return await step();
  } catch (thrown) {
    if (codeOf(thrown) !== "1054") throw thrown;
    throw configurationInvalid(
      "The database has a table whose name begins with vaspkit_ and that vaspkit did not create. Rename it, or use another database.",
    );
  }
}

/** A value of each type that the statements use. The text is JSON, because a parser for it would return no text. */
const TEXT = ' {"Text":"vaspkit"}';
const SAMPLES = {
  text: TEXT,
  "varchar(400)": TEXT,
  bytes: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  integer: 1,
  bigint: Number.MAX_SAFE_INTEGER,
} as const;

/**
 * Checks that the database and its driver return every value as it was sent.
 *
 * @throws ComplianceError `configuration_invalid`.
 */
async function checkValues({ dialect, run }: Database): Promise<void> {
  const samples = Object.entries(SAMPLES);
  const casts = Object.values({ ...SAMPLES, ...dialect.casts });
  const columns = samples.map((_, index) => `cast(? as ${casts[index]}) as value_${index}`);
  const isUtf8 = `case when ${dialect.encoding} in ('UTF8', 'UTF-8') then 1 else 0 end as is_utf8`;
  const { rows } = await run(`select ${isUtf8}, ${columns.join(", ")}`, Object.values(SAMPLES));
  const row = rows.at(0) ?? {};
  const changed = samples.findIndex(([, value], index) => !isSame(value, row[`value_${index}`]));
  if (changed !== -1) {
    throw configurationInvalid(
      `The driver does not return values of the type ${casts[changed]} as they were stored. Remove its parser for this type and the option binary.`,
    );
  }
  // Another encoding cannot store every text, or does not know where characters end.
  if (numberOf(row, "is_utf8") === 1) return;
  throw configurationInvalid(
    "The database must have the encoding UTF-8. Create a new one: PostgreSQL with ENCODING 'UTF8', SQLite without pragma encoding.",
  );
}

function isSame(sent: SqlValue, returned: unknown): boolean {
  if (sent instanceof Buffer) return types.isUint8Array(returned) && sent.equals(returned);
  return typeof sent === "number" ? Number(returned) === sent : returned === sent;
}

/** Every step is idempotent, so a collision with another process or a transient failure is retried for some seconds. */
async function retryOnCollision<R>(step: () => Promise<R>): Promise<R> {
  const next = beginAttempts();
  for (;;) {
    try {
      return await step();
    } catch (thrown) {
      const isCollision = COLLISIONS.test(codeOf(thrown) ?? "") || faultOf(thrown).isTransient;
      if (thrown instanceof ComplianceError || !isCollision || !(await next(false))) throw failureOf(thrown);
    }
  }
}
