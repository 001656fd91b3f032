/**
 * A PostgreSQL server for tests: 127.0.0.1:5432, or the URL in VASPKIT_TEST_POSTGRES. Without a server, these tests are
 * left out and a line reports it. With CI=true they fail instead.
 */
import { describe, it } from "vitest";
import { asked, serverUrl } from "./sql-connections.js";

/** A running server. */
export interface PostgresServer {
  /** The URL of its maintenance database. */
  readonly url: string;
  readonly trigrams: boolean;
}

/** Describes tests on a server if there is one. */
export async function describePostgres(name: string, tests: (server: PostgresServer) => void): Promise<void> {
  const server = await answering(serverUrl()).catch((error: unknown) => String(error));
  if (typeof server !== "string") describe(name, () => tests(server));
  else missing(name, `no PostgreSQL server is running (${server}). Set VASPKIT_TEST_POSTGRES to the URL of one`);
}

/** Reports tests that this machine cannot run. With CI=true they fail. */
export function missing(name: string, reason: string): void {
  if (process.env["CI"] !== "true") process.stderr.write(`Not run: ${name}. ${reason}.\n`);
  else {
    it(name, () => {
      throw new Error(`This test is required with CI=true, but ${reason}.`);
    });
  }
}

async function answering(url: string): Promise<PostgresServer> {
  const sql = "select exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams";
  const [row] = await asked<{ trigrams: boolean }>(url, sql);
  return { url, trigrams: row?.trigrams === true };
}
