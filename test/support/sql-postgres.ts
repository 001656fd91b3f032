/**
 * A PostgreSQL server for tests: the one on 127.0.0.1:5432, or that of VASPKIT_TEST_POSTGRES (a URL). Whoever has none
 * still can run the tests: then those on PostgreSQL do not exist, and a line says so. With CI=true they fail instead.
 */
import { describe, it } from "vitest";
import { asked, serverUrl } from "./sql-connections.js";

/** A server that answers, and whether it can be asked for the extension of trigrams. */
export interface PostgresServer {
  /** Of its database for maintenance. */
  readonly url: string;
  readonly trigrams: boolean;
}

/** Describes tests on a server, if there is one. */
export async function describePostgres(name: string, tests: (server: PostgresServer) => void): Promise<void> {
  const server = await answering(serverUrl()).catch((error: unknown) => String(error));
  if (typeof server !== "string") describe(name, () => tests(server));
  else missing(name, `no PostgreSQL server answers (${server}); VASPKIT_TEST_POSTGRES may give the URL of one`);
}

/** What stands in the place of tests that this machine cannot run. */
export function missing(name: string, reason: string): void {
  if (process.env["CI"] !== "true") process.stderr.write(`Not tried: ${name}. ${reason}.\n`);
  else {
    it(name, () => {
      throw new Error(`With CI=true this has to be tried, but ${reason}.`);
    });
  }
}

async function answering(url: string): Promise<PostgresServer> {
  const sql = "select exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams";
  const [row] = await asked<{ trigrams: boolean }>(url, sql);
  return { url, trigrams: row?.trigrams === true };
}
