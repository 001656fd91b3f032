import { randomBytes } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely, PostgresDialect } from "kysely";
import { PGliteDialect } from "kysely-pglite-dialect";
import pg from "pg";
import { createCompliance, unwrap } from "vaspkit";
import { migrate, sqlStorage } from "vaspkit/sql";

function serverDialect(connectionString) {
  const pool = new pg.Pool({ connectionString });
  // Both listeners, or a connection that breaks ends the process: one for idle connections, one for those in use.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new PostgresDialect({ pool });
}

// PostgreSQL on a server, or else in this process: the same tables, the same statements.
const { DIRECTORY_URL: url, DIRECTORY_KEY: keyInHex = randomBytes(32).toString("hex") } = process.env;
const dialect = url === undefined ? new PGliteDialect(new PGlite({ extensions: { pg_trgm } })) : serverDialect(url);
const kysely = new Kysely({ dialect });

// At every start, in every process: where there is nothing to do it does nothing.
console.log(await migrate(kysely));
console.log(await migrate(kysely));

// 32 random bytes that you keep where you keep your secrets: what they seal, nothing else opens.
const key = Buffer.from(keyInHex, "hex");
const compliance = createCompliance({ storage: sqlStorage(kysely, { encryption: { key } }) });
const individual = { individual_name: { name_type: "LEGL", name_first: "Łucja", name_last: "Żółć" } };
const lucja = { reference_id: "C-1", account_type: "individual", customer_id: "4711", individual };
unwrap(await compliance.accounts.create(lucja));
const [found] = unwrap(await compliance.accounts.search({ search_term: "lucja zolc" }));
console.log(found?.reference_id, found?.name);

// In the database: nothing personal.
const { record } = await kysely.selectFrom("vaspkit_accounts").select("record").executeTakeFirstOrThrow();
console.log(record.slice(0, 8), record.includes("Łucja"));

// Closing waits for what is under way; the connection is the caller's.
await compliance.close();
await kysely.destroy();
