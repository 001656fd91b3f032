/** The SQL storage on PGlite, the PostgreSQL that runs in the process. It asks for no sync of the disk. */
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely } from "kysely";
import { PGliteDialect } from "kysely-pglite-dialect";
import { openPostgresLike } from "./storage-sql.js";
import type { OpenSubject, Purpose } from "./storage-subject.js";

/** PGlite in a folder. */
export async function openPglite(folder: string, purpose: Purpose): Promise<OpenSubject> {
  const client = await PGlite.create({ dataDir: join(folder, "pglite"), extensions: { pg_trgm } });
  // Destroying the dialect closes the client.
  const kysely = new Kysely({ dialect: new PGliteDialect(client) });
  return openPostgresLike(kysely, purpose, "");
}
