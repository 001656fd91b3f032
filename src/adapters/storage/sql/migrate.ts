/** Bringing a database's schema up to date. */
import type { Kysely } from "kysely";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { configurationInvalid } from "../../../domain/options.js";
import { type Database, databaseOf, type Execute, textOf } from "./database.js";
import { codeOf, failureOf, faultOf } from "./failures.js";
import { pause } from "./retry.js";
import { CREATE_META, META, type Migration, migrations } from "./schema.js";
import { createSearchIndex } from "./search-index.js";

/** What {@link migrate} found and did. */
export interface Migrated {
  /** The version that the schema has now. */
  readonly version: number;
  /** The names of the steps that this call applied. None: there was nothing to do, or another process did it. */
  readonly applied: readonly string[];
  /** Whether searches for three characters or more go by an index, or look at every record. */
  readonly search: "index" | "scan";
}

/** How often a step is tried when another process is at the same step: some seconds in all. */
const ATTEMPTS = 40;
const PAUSE_MS = 150;

/** Two processes create the same thing: whoever comes second sees it half there. XX000: "tuple concurrently updated". */
const COLLISIONS = /^(?:23505|42P07|42710|XX000|25P02)$/;

/**
 * Creates the tables of vaspkit, or brings those of an earlier version up to date. Call it before `sqlStorage` is used,
 * at every start: where there is nothing to do it only reads, as a standby and a user without the right to create let it,
 * and locks nothing. Safe when several processes call it at once, and
 * when one of them dies in the middle: each step is applied once, and takes effect as a whole or not. All names begin
 * with `vaspkit_`. They are created in the first schema of the connection's search_path.
 *
 * Searches go by an index where the database has one for parts of texts: on PostgreSQL the extension pg_trgm, which is
 * created when the user may, on SQLite FTS5. Without it they look at every record; calling `migrate` again, once the
 * extension is there, adds the index.
 *
 * @throws ComplianceError `storage_not_migrated` when the schema is that of a later version of vaspkit,
 * `configuration_invalid` for what is no Kysely instance for PostgreSQL (encoding UTF8) or SQLite, `storage_unavailable` and
 * `storage_read_only` when the database cannot be asked or changed.
 *
 * @example
 * const kysely = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) });
 * await migrate(kysely);
 * const compliance = createCompliance({ storage: sqlStorage(kysely) });
 */
export async function migrate<DB>(kysely: Kysely<DB>): Promise<Migrated> {
  const database = databaseOf("migrate", kysely);
  await together(async () => checkEncoding(database));
  await together(() => createMeta(database));
  const done = await together(() => appliedIn(database.run));
  if (done.length > migrations.length) throw newerSchema(done.length);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (done.includes(migration.name)) continue;
    if (await together(() => apply(database, migration))) applied.push(migration.name);
  }
  const hasIndex = await together(() => createSearchIndex(database));
  return { version: migrations.length, applied, search: hasIndex ? "index" : "scan" };
}

/** Asked first: a standby, or a user that may not create, refuses what would create nothing as well. */
async function createMeta({ dialect, run }: Database): Promise<void> {
  const { rows } = await run(dialect.findTable, [META]);
  if (rows.length === 0) await run(CREATE_META);
}

/** The names of the migrations that the database has. */
export async function appliedIn(execute: Execute): Promise<readonly string[]> {
  const { rows } = await execute("select value from vaspkit_meta where name like 'migration %' order by name");
  return rows.map((row) => textOf(row, "value"));
}

/** @param version the schema's */
export function newerSchema(version: number): ComplianceError {
  return new ComplianceError(
    "storage_not_migrated",
    `The database has version ${version} of the schema, this version of vaspkit knows ${migrations.length}: update vaspkit.`,
  );
}

/** false: another process has applied it. */
async function apply(database: Database, { name, statements }: Migration): Promise<boolean> {
  return database.transaction(async (execute) => {
    // Whoever is second waits here until the first one has committed, and then has nothing to do.
    const claim = "insert into vaspkit_meta (name, value) values (?, ?) on conflict (name) do nothing";
    const { changed } = await execute(claim, [`migration ${name}`, name]);
    if (changed === 0) return false;
    for (const { text, values } of statements(database.dialect)) await execute(text, values);
    return true;
  });
}

/** A database in another encoding cannot hold every name, or does not know where its characters end. */
async function checkEncoding({ dialect, run }: Database): Promise<void> {
  if (!dialect.hasEncodings) return;
  const { rows } = await run("show server_encoding");
  if (rows.some((row) => /^utf-?8$/i.test(textOf(row, "server_encoding")))) return;
  throw configurationInvalid("The database must have the encoding UTF8: create one with ENCODING 'UTF8'.");
}

/** Every step can be done twice, so that whatever stood in the way is no reason to give up at once. */
async function together<R>(step: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (thrown) {
      const isCollision = COLLISIONS.test(codeOf(thrown) ?? "") || faultOf(thrown).isPassing;
      if (thrown instanceof ComplianceError || !isCollision || attempt === ATTEMPTS) throw failureOf(thrown);
      await pause(Math.random() * PAUSE_MS);
    }
  }
}
