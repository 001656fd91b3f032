/** Databases for one test each. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely, sql } from "kysely";
import { PGliteDialect } from "kysely-pglite-dialect";
import { type AnyKysely, asked, mysqlAt, mysqlUrl, postgresAt, sqliteAt } from "./sql-connections.js";

export interface SqlDatabase {
  readonly kysely: AnyKysely;
  /** The URL or path, for other processes. */
  readonly place: string;
  destroy(): Promise<void>;
}

/** SQLite in a file of a temporary folder. `durable: false` does not wait for the disk. */
export async function sqliteDatabase(options?: { durable: boolean }): Promise<SqlDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-sqlite-"));
  const place = join(folder, "directory.sqlite");
  const kysely = sqliteAt(place, options);
  return {
    kysely,
    place,
    destroy: async () => {
      await kysely.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL in this process and in memory. It starts in a second or two, so share it among the tests of a file. */
export async function pgliteDatabase({ trigrams = false } = {}): Promise<SqlDatabase> {
  const client = await PGlite.create(trigrams ? { extensions: { pg_trgm } } : {});
  const kysely: AnyKysely = new Kysely({ dialect: new PGliteDialect(client) });
  return { kysely, place: "", destroy: () => kysely.destroy() };
}

/** Creates a database with a random name on the MariaDB server. */
export async function mysqlDatabase({ connections = 4 } = {}): Promise<SqlDatabase> {
  const name = `vaspkit_test_${randomBytes(8).toString("hex")}`;
  const server = mysqlAt(mysqlUrl(), { connections: 1 });
  await sql`create database ${sql.id(name)}`.execute(server);
  const url = new URL(mysqlUrl());
  url.pathname = `/${name}`;
  const kysely = mysqlAt(url.href, { connections });
  return {
    kysely,
    place: url.href,
    destroy: async () => {
      await kysely.destroy();
      await sql`drop database if exists ${sql.id(name)}`.execute(server);
      await server.destroy();
    },
  };
}

/**
 * Creates a database with a random name on a server. It uses a language's collation if possible, because vaspkit must not
 * depend on the collation. `durable: false` does not wait for the disk.
 */
export async function postgresDatabase(
  server: { readonly url: string },
  { durable = true, connections = 4 } = {},
): Promise<SqlDatabase> {
  const name = `vaspkit_test_${randomBytes(8).toString("hex")}`;
  const create = `create database ${name} template template0 encoding 'UTF8'`;
  const ordered = `${create} locale 'C.UTF-8' locale_provider icu icu_locale 'en-US'`;
  await asked(server.url, ordered).catch(() => asked(server.url, create));
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const kysely = postgresAt(url.href, { durable, connections });
  return {
    kysely,
    place: url.href,
    destroy: async () => {
      await kysely.destroy();
      await asked(server.url, `drop database if exists ${name} with (force)`);
    },
  };
}
