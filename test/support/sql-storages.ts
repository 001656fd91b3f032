/** Empty databases for storages, cheap enough for one per case of a conformance check. */
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect } from "vitest";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { migrate, type SqlStorageOptions, sqlStorage } from "../../src/sql.js";
import type { DurableStorage } from "../../src/testing.js";
import { type AnyKysely, sqliteAt } from "./sql-connections.js";
import type { SqlDatabase } from "./sql-databases.js";

/** `search` is the expected result of migrating. "dropped" removes the index afterwards. */
export interface Making {
  readonly search: "index" | "scan" | "dropped";
  readonly options?: SqlStorageOptions;
}

/** Returns the same migrated database again and again, each time without records. */
export function placesOn(open: () => Promise<SqlDatabase>, { search, options = {} }: Making): DurableStorage {
  let database: SqlDatabase | undefined;
  let tables: readonly string[] = [];
  beforeAll(async () => {
    database = await open();
    const migrated = await migrate(database.kysely);
    expect(migrated.search).toBe(search === "dropped" ? "index" : search);
    if (search === "dropped") await sql`drop extension pg_trgm cascade`.execute(database.kysely);
    tables = await emptyTablesOf(database.kysely);
  }, 60_000);
  afterAll(() => database?.destroy());
  return {
    place: async () => {
      if (database === undefined) throw new Error("Use this within tests only.");
      const { kysely } = database;
      for (const table of tables) await kysely.deleteFrom(table).execute();
      return () => sqlStorage(kysely, options);
    },
  };
}

/** Returns the tables of records: those without a row after migrating. */
async function emptyTablesOf(kysely: AnyKysely): Promise<readonly string[]> {
  const empty: string[] = [];
  for (const { name } of await kysely.introspection.getTables()) {
    const row = await kysely.selectFrom(name).selectAll().limit(1).executeTakeFirst();
    if (name.startsWith("vaspkit_") && row === undefined) empty.push(name);
  }
  return empty;
}

/** Returns SQLite files, each a copy of a migrated one. */
export function sqlitePlaces(options: SqlStorageOptions = {}): DurableStorage {
  let folder = "";
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vaspkit-sqlite-"));
    const kysely = sqliteAt(join(folder, "migrated"), { durable: false });
    expect(await migrate(kysely)).toMatchObject({ search: "index" });
    // The last connection that closes leaves everything in the one file.
    await kysely.destroy();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    place: async () => {
      count += 1;
      const path = join(folder, String(count));
      await copyFile(join(folder, "migrated"), path);
      return () => {
        const kysely = sqliteAt(path, { durable: false });
        return closingWith(sqlStorage(kysely, options), kysely);
      };
    },
  };
}

/** Closes the Kysely instance with the storage, which leaves it open. */
function closingWith(storage: ComplianceStorage, kysely: AnyKysely): ComplianceStorage {
  return {
    ...storage,
    close: async () => {
      await storage.close();
      await kysely.destroy();
    },
  };
}
