import { randomBytes } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely, PostgresDialect } from "kysely";
import { PGliteDialect } from "kysely-pglite-dialect";
import pg from "pg";
import { createCompliance, unwrap } from "vaspkit";
import { migrate, sqlStorage } from "vaspkit/sql";

function serverDialect(connectionString) {
  // A signal does not interrupt the database, so limit every connection and statement, in milliseconds.
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 60_000 });
  // Without these listeners a broken connection ends the process. The second is for connections in use.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new PostgresDialect({ pool });
}

// PostgreSQL on a server, or in this process if DIRECTORY_URL is not set.
const { DIRECTORY_URL: url, DIRECTORY_KEY: keyInHex = randomBytes(32).toString("hex") } = process.env;
const dialect = url === undefined ? new PGliteDialect(new PGlite({ extensions: { pg_trgm } })) : serverDialect(url);
const kysely = new Kysely({ dialect });

// At every start, in every process. The second call finds nothing to do.
console.log(await migrate(kysely));
console.log(await migrate(kysely));

// 32 random bytes from your secret store. Without the key, the records cannot be read.
const key = Buffer.from(keyInHex, "hex");
const compliance = createCompliance({ storage: sqlStorage(kysely, { encryption: { key } }) });
const individual = { individual_name: { name_type: "LEGL", name_first: "Łucja", name_last: "Żółć" } };
const lucja = { reference_id: "C-1", account_type: "individual", customer_id: "4711", individual };
unwrap(await compliance.accounts.create(lucja));
const [found] = unwrap(await compliance.accounts.search({ search_term: "lucja zolc" }));
console.log(found?.reference_id, found?.name);

// The database contains no personal data in plain text.
const { record } = await kysely.selectFrom("vaspkit_accounts").select("record").executeTakeFirstOrThrow();
console.log(record.slice(0, 8), record.includes("Łucja"));

// Await your operations before close(). The Kysely instance stays open, because it is yours.
await compliance.close();
await kysely.destroy();
