/** The SQL storage on a PostgreSQL server, in a database of its own. */
import { basename } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { asked, serverUrl } from "../../test/support/sql-connections.js";
import { openPostgresLike } from "./storage-sql.js";
import type { OpenSubject, Purpose } from "./storage-subject.js";

const CONNECTIONS = 10;

/** The database that belongs to the folder. */
export async function openPostgres(folder: string, purpose: Purpose): Promise<OpenSubject> {
  const name = databaseName(folder);
  const known = await asked(serverUrl(), "select 1 from pg_database where datname = $1", [name]);
  if (known.length === 0) await asked(serverUrl(), `create database ${name} template template0 encoding 'UTF8'`);
  const pool = new pg.Pool({
    connectionString: databaseUrl(name),
    max: CONNECTIONS,
    options: `-c synchronous_commit=${purpose === "filling" ? "off" : "on"}`,
  });
  const kysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return openPostgresLike(kysely, purpose, `, pool of ${CONNECTIONS}`);
}

/** Why it cannot be measured here, if so. */
export async function postgresMissing(): Promise<string | undefined> {
  try {
    await asked(serverUrl(), "select 1");
    return undefined;
  } catch {
    return "no server answers on 127.0.0.1:5432; VASPKIT_TEST_POSTGRES may give the URL of one";
  }
}

/** Drops the database that belongs to the folder. */
export async function removePostgres(folder: string): Promise<void> {
  await asked(serverUrl(), `drop database if exists ${databaseName(folder)} with (force)`);
}

function databaseName(folder: string): string {
  return `vaspkit_bench_${basename(folder).replace(/[^a-z0-9]/g, "_")}`;
}

function databaseUrl(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}
