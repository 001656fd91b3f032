/** The SQL storage on PGlite, which needs no server and no compiler. Other databases follow in the slow tests. */
import { describe, expect, it } from "vitest";
import { encryptRecords, sqlStorage } from "../../src/sql.js";
import { failureOf } from "../support/outcomes.js";
import { pgliteDatabase } from "../support/sql-databases.js";
import { placesOn } from "../support/sql-storages.js";
import { individual } from "../support/storage-records.js";
import { storageSuite } from "../support/storage-suite.js";

describe("sqlStorage", () => {
  // One PGlite for all tests, because it takes seconds of CPU to start.
  const database = pgliteDatabase();
  const places = placesOn(() => database, { search: "scan" });
  storageSuite("on PGlite", places, { runs: 2 });

  it("encrypts records, and reads them with their key only", async () => {
    const key = new Uint8Array(32).fill(7);
    const { kysely } = await database;
    const storage = await (await places.place())();
    await storage.accounts.insert(individual("A-1"));
    expect(await encryptRecords(kysely, { key })).toEqual({ encrypted: 1 });

    const { rows } = await kysely.executeQuery<{ record: string }>(
      kysely.selectFrom("vaspkit_accounts").select("record").compile(),
    );
    expect(rows[0]?.record).toMatch(/^vaspkit:[0-9a-f]{16}:/);
    expect(await sqlStorage(kysely, { encryption: { key } }).accounts.find("A-1")).toEqual(individual("A-1"));
    await failureOf(sqlStorage(kysely).accounts.find("A-1"), "storage_key_wrong");
  }, 60_000);
});
