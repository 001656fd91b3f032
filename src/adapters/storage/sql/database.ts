/** The caller's Kysely instance, as the repositories use it: statements in, rows out, transactions. */
import { types } from "node:util";
import { CompiledQuery, type Kysely, PostgresAdapter, SqliteAdapter } from "kysely";
import { configurationInvalid } from "../../../domain/options.js";
import { postgres, type SqlDialect, sqlite, written } from "./dialect.js";
import { corrupt, isNotAwaited } from "./failures.js";

/** What a statement may be given. Booleans are 0 and 1, for SQLite has none. */
export type SqlValue = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, unknown>>;

/** What a statement answered: its rows, and how many it wrote. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly changed: number;
}

/** Runs one statement, with `?` for each value. Values travel beside the text, never in it. */
export type Execute = (statement: string, values?: readonly SqlValue[]) => Promise<Answer>;

export interface Database {
  readonly dialect: SqlDialect;
  /** A statement by itself: it takes effect as a whole, or not. */
  readonly run: Execute;
  /** Statements that take effect together, or not. Throws what `work` or the driver threw. */
  transaction<R>(work: (execute: Execute) => Promise<R>): Promise<R>;
}

/**
 * The database of this instance.
 *
 * @param user the function that was called, for messages
 * @throws ComplianceError `configuration_invalid` for what is no instance of Kysely that can serve.
 */
export function databaseOf<DB>(user: string, kysely: Kysely<DB>): Database {
  const adapter = checkedAdapter(user, kysely);
  const dialect = dialectOf(adapter);
  if (dialect === undefined) {
    throw configurationInvalid(
      `${user} takes a Kysely instance for PostgreSQL or SQLite; this one has the dialect of another database.`,
    );
  }
  const texts = new Map<string, string>();
  const executing =
    (on: Pick<Kysely<DB>, "executeQuery">): Execute =>
    async (statement, values = []) => {
      const query = CompiledQuery.raw(compiled(dialect, statement, texts), [...values]);
      const { rows, numAffectedRows } = await on.executeQuery<Row>(query);
      return { rows, changed: Number(numAffectedRows ?? 0n) };
    };
  // Plugins may rename columns; the names in the statements here are what they are.
  const plain = kysely.withoutPlugins();
  return {
    dialect,
    run: executing(plain),
    transaction: (work) =>
      new Promise((resolve, reject) => {
        const using = plain.connection().execute(async (connection) => {
          const execute = executing(connection);
          try {
            await execute(dialect.begin);
            const answer = await work(execute);
            await execute("commit");
            resolve(answer);
          } catch (thrown) {
            let isOver = await isTransactionOver(execute);
            reject(thrown);
            // Given back before, it would carry the statements of others into a transaction that nobody commits.
            while (!isOver) isOver = await isTransactionOver(execute);
          }
        });
        using.catch(reject);
      }),
  };
}

/** A connection that cannot roll back is broken, and with it the transaction is over: unless it has not answered yet. */
async function isTransactionOver(execute: Execute): Promise<boolean> {
  try {
    await execute("rollback");
    return true;
  } catch (thrown) {
    return !isNotAwaited(thrown);
  }
}

/** Statements of many rows differ by how many: keeping the text of each would keep much. */
const LONGEST_KEPT = 4_000;

function compiled(dialect: SqlDialect, statement: string, texts: Map<string, string>): string {
  const known = texts.get(statement);
  if (known !== undefined) return known;
  const text = written(dialect, statement);
  if (statement.length <= LONGEST_KEPT) texts.set(statement, text);
  return text;
}

function checkedAdapter<DB>(user: string, kysely: Kysely<DB>): object {
  if (typeof kysely?.getExecutor !== "function" || typeof kysely.withoutPlugins !== "function") {
    throw configurationInvalid(`${user} takes a Kysely instance: new Kysely({ dialect }).`);
  }
  if (kysely.isTransaction) {
    throw configurationInvalid(
      `${user} takes a Kysely instance, not a transaction of one: what it acknowledges must be stored for good.`,
    );
  }
  const { adapter, plugins } = kysely.getExecutor();
  if (plugins.some((plugin) => plugin.constructor.name === "WithSchemaPlugin")) {
    throw configurationInvalid(
      `${user} does not take an instance withSchema(…): set the search_path of its connections to that schema.`,
    );
  }
  return adapter;
}

function dialectOf(adapter: object): SqlDialect | undefined {
  if (adapter instanceof PostgresAdapter) return postgres;
  if (adapter instanceof SqliteAdapter) return sqlite;
  // An instance from the package's other format (ESM, CommonJS) has classes of the same names.
  for (let proto = Object.getPrototypeOf(adapter); proto !== null; proto = Object.getPrototypeOf(proto)) {
    if (proto.constructor.name === "PostgresAdapter") return postgres;
    if (proto.constructor.name === "SqliteAdapter") return sqlite;
  }
  return undefined;
}

/** The text in that column. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw corrupt(`The column ${column} holds no text`);
  return value;
}

/** The number in that column; counts come as texts from some drivers. */
export function numberOf(row: Row | undefined, column: string): number {
  const value = Number(row?.[column] ?? Number.NaN);
  if (!Number.isSafeInteger(value)) throw corrupt(`The column ${column} holds no number`);
  return value;
}

/** The bytes in that column. */
export function bytesOf(row: Row, column: string): Buffer {
  const value = row[column];
  // Not `instanceof`: it may come from another realm, such as a test runner's.
  if (!types.isUint8Array(value)) throw corrupt(`The column ${column} holds no bytes`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
