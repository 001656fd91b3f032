/** Connections to test databases, for tests and their child processes. */
import { userInfo } from "node:os";
import Database from "better-sqlite3";
import { Kysely, type Logger, MysqlDialect, PostgresDialect, SqliteDialect } from "kysely";
import { createPool } from "mysql2";
import pg from "pg";

/** Tests use any table and column. */
export type AnyKysely = Kysely<Record<string, Record<string, unknown>>>;

interface Connecting {
  /** Whether to wait for the disk. */
  readonly durable?: boolean;
  /** Called with each statement. */
  readonly log?: Logger;
}

/** Returns Kysely over a pool. */
export function postgresAt(
  url: string,
  { durable = true, connections = 4, log }: Connecting & { readonly connections?: number } = {},
): AnyKysely {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    ...(!durable && { options: "-c synchronous_commit=off" }),
  });
  // A connection that breaks while it is idle is the pool's to replace; without a listener it would end the process.
  pool.on("error", () => undefined);
  // The same for one that breaks while it is in use, which Kysely does not listen to.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new Kysely({ dialect: new PostgresDialect({ pool }), ...(log && { log }) });
}

/**
 * SQLite on that file, with a write-ahead log. `timeout`: so many milliseconds a statement waits for others, and nothing
 * else in this process meanwhile; little where these others are in this process.
 */
export function sqliteAt(
  path: string,
  { durable = true, timeout = 5_000, log }: Connecting & { readonly timeout?: number } = {},
): AnyKysely {
  const database = new Database(path, { timeout });
  database.pragma("journal_mode = WAL");
  database.pragma(`synchronous = ${durable ? "FULL" : "OFF"}`);
  return new Kysely({ dialect: new SqliteDialect({ database }), ...(log && { log }) });
}

/** Returns Kysely over a pool of MySQL. */
export function mysqlAt(
  url: string,
  { connections = 4, log }: Pick<Connecting, "log"> & { readonly connections?: number } = {},
): AnyKysely {
  const pool = createPool({ uri: url, connectionLimit: connections });
  return new Kysely({ dialect: new MysqlDialect({ pool }), ...(log && { log }) });
}

/** The MariaDB server for tests: that of VASPKIT_TEST_MYSQL, or the one on this machine. */
export function mysqlUrl(): string {
  return process.env["VASPKIT_TEST_MYSQL"] ?? "mysql://root@127.0.0.1:3306/mysql";
}

/** The server for tests: that of VASPKIT_TEST_POSTGRES, or the one on this machine. */
export function serverUrl(): string {
  const given = process.env["VASPKIT_TEST_POSTGRES"];
  if (given !== undefined && given !== "") return given;
  const user = process.env["PGUSER"] ?? userInfo().username;
  return `postgres://${encodeURIComponent(user)}@127.0.0.1:5432/postgres`;
}

/** Returns the rows of one statement, on a separate connection. */
export async function asked<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // A connection that is cut while it closes has nobody to tell.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
