/**
 * A MariaDB server for tests: 127.0.0.1:3306, or the URL in VASPKIT_TEST_MYSQL. Without a server, these tests are left out
 * and a line reports it. With CI=true they fail instead.
 */
import { sql } from "kysely";
import { describe } from "vitest";
import { mysqlAt, mysqlUrl } from "./sql-connections.js";
import { missing } from "./sql-postgres.js";

/** Describes tests on a server if there is one. */
export async function describeMysql(name: string, tests: () => void): Promise<void> {
  const kysely = mysqlAt(mysqlUrl(), { connections: 1 });
  const reason = await sql`select 1`.execute(kysely).then(() => undefined, String);
  await kysely.destroy();
  if (reason === undefined) describe(name, tests);
  else missing(name, `no MariaDB server is running (${reason}). Set VASPKIT_TEST_MYSQL to the URL of one`);
}
