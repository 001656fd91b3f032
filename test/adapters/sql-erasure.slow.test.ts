/** Erasure in SQLite: after a removal and `compact`, no table has a part of the record, the search index included. */
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { migrate, sqlStorage } from "../../src/sql.js";
import { sqliteDatabase } from "../support/sql-databases.js";
import { individual, streamOf, vasp } from "../support/storage-records.js";

/** A name, and three characters of it as the index folds and keeps them. */
const [NAME, TRIGRAM] = ["Qxzqxzqxz", "qxz"];

it("keeps no trigram of a removed name", async () => {
  const { kysely, destroy } = await sqliteDatabase({ durable: false });
  onTestFinished(destroy);
  await migrate(kysely);
  const storage = sqlStorage(kysely);
  await storage.accounts.insert(individual("gone", { name_first: NAME }));
  await storage.accounts.insert(individual("kept"));
  await storage.vasps.load(streamOf([vasp("gone", { name_legal: NAME }), vasp("kept")]));
  expect(await blocks()).toContain(TRIGRAM);
  for (const table of ["vaspkit_accounts", "vaspkit_vasps"]) {
    await sql`delete from ${sql.table(table)} where record like ${`%${NAME}%`}`.execute(kysely);
  }
  await storage.compact();
  expect(await blocks()).not.toContain(TRIGRAM);
  expect(await storage.accounts.search({ term: "zzz" })).toEqual([individual("kept")]);
  expect(await storage.vasps.search("kept")).toEqual([vasp("kept")]);
  await storage.close();

  async function blocks(): Promise<string> {
    const found = await sql<{ block: Uint8Array }>`
      select block from vaspkit_accounts_trigrams_data union all select block from vaspkit_vasps_trigrams_data
    `.execute(kysely);
    return found.rows.map(({ block }) => Buffer.from(block).toString("latin1")).join("|");
  }
}, 60_000);
