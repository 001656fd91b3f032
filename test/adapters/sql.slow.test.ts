import SQLite from "better-sqlite3";
import * as fc from "fast-check";
import { CamelCasePlugin, Kysely, SqliteDialect } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { memoryStorage } from "../../src/index.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { failureOf } from "../support/outcomes.js";
import { runs } from "../support/runs.js";
import type { AnyKysely } from "../support/sql-connections.js";
import { mysqlDatabase, pgliteDatabase, type SqlDatabase } from "../support/sql-databases.js";
import { faultySqlite } from "../support/sql-faulty.js";
import { describeMysql } from "../support/sql-mysql.js";
import {
  ALL,
  addressUpdate,
  alert,
  allAlerts,
  entity,
  individual,
  streamOf,
  unreviewed,
  vasp,
} from "../support/storage-records.js";
import { storageSuite } from "../support/storage-suite.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

async function memorySqlite(): Promise<AnyKysely> {
  const kysely: AnyKysely = new Kysely({ dialect: new SqliteDialect({ database: new SQLite(":memory:") }) });
  onTestFinished(() => kysely.destroy());
  await migrate(kysely);
  return kysely;
}

storageSuite("sqlStorage on SQLite in memory", async () => sqlStorage(await memorySqlite()), { runs: 20 });

/** Characters with a special meaning for LIKE, FTS5, JSON or the markers of the column. */
const hostile = fc
  .array(fc.constantFrom(...`ab -"'%_\\*\0\u0001\u0002\u0003\u0004\u0010é東`, "\ud83d", "\ude00", "AND "), {
    maxLength: 7,
  })
  .map((parts) => parts.join(""));

type Names = readonly (readonly [string, string])[];

async function fillWith({ accounts, vasps }: ComplianceStorage, given: Names): Promise<void> {
  for (const [index, [first, last]] of given.entries()) {
    const person = individual(`${index}`, { name_first: first, name_last: last });
    await accounts.insert(index % 2 === 0 ? person : entity(first, last));
  }
  await vasps.load(streamOf(given.map(([id, name_legal]) => vasp(id, { name_legal }))));
}

/** Each example searches for 20 terms on average, in two directories and with several limits. */
function searchesLikeMemory(open: () => Promise<ComplianceStorage>, examples: number): void {
  it("finds the same as memoryStorage, in the same order, for any texts and terms", async () => {
    const names = fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 8 });
    const terms = fc.array(hostile, { minLength: 1, maxLength: 8 });
    const limit = fc.constantFrom({}, { limit: 1 }, { limit: 3 });
    const property = fc.asyncProperty(names, terms, limit, async (given, asked, most) => {
      const [memory, storage] = [memoryStorage(), await open()];
      for (const each of [memory, storage]) await fillWith(each, given);
      const parts = given.flatMap(([first, last]) => [first.slice(0, 2), last.slice(1), `${first} ${last}`]);
      for (const term of [...asked, ...parts].map((each) => each.toLowerCase())) {
        const query = { term, ...most };
        expect(await storage.accounts.search(query)).toEqual(await memory.accounts.search(query));
        expect(await storage.vasps.search(term)).toEqual(await memory.vasps.search(term));
      }
    });
    await fc.assert(property, { numRuns: runs(examples) });
  });
}

describe("search on SQLite", () => {
  searchesLikeMemory(async () => sqlStorage(await memorySqlite()), 100);
});

/** The database is one for all examples, which begin with these tables empty. */
function searchesInOne(open: () => Promise<SqlDatabase>, tables: readonly string[]): void {
  let database: SqlDatabase;
  beforeAll(async () => {
    database = await open();
    await migrate(database.kysely);
  });
  afterAll(() => database.destroy());
  searchesLikeMemory(async () => {
    for (const table of tables) await database.kysely.deleteFrom(table).execute();
    return sqlStorage(database.kysely);
  }, 30);
}

const searched = ["vaspkit_accounts", "vaspkit_vasps"];

describe("search on PGlite", () => {
  searchesInOne(() => pgliteDatabase({ trigrams: true }), searched);
});

await describeMysql("search on MariaDB", () => {
  searchesInOne(mysqlDatabase, [...searched, ...searched.map((table) => `${table}_grams`)]);
});

describe("records and ids", () => {
  it("of the maximum length are stored, found and listed", async () => {
    const long = "東京".repeat(500);
    const pglite = await pgliteDatabase({ trigrams: true });
    onTestFinished(() => pglite.destroy());
    await migrate(pglite.kysely);
    for (const kysely of [await memorySqlite(), pglite.kysely]) {
      const { accounts, vasps, alerts, addresses } = sqlStorage(kysely);
      const account = individual(long, { name_last: long });
      expect(await accounts.insert(account)).toBe("inserted");
      expect(await accounts.insert(account)).toBe("taken");
      expect(await accounts.find(long)).toEqual(account);
      expect(await accounts.search({ term: long })).toEqual([account]);
      const record = vasp(long, { name_legal: long, summary: long, website: long, supported_protocols: [long, long] });
      await vasps.load(streamOf([vasp(`${long.slice(1)}京`), record]));
      for (const field of ["summary", "supported_protocols", "vasp_id"] as const) {
        const { items } = await vasps.list({ ...ALL, sort: { field, descending: false } });
        expect(items[field === "vasp_id" ? 1 : 0]).toEqual(record);
      }
      await alerts.insert(alert(`RULE:SG:SGD:${"9".repeat(100)}:${long}`));
      expect(await allAlerts(alerts)).toHaveLength(1);
      await addresses.save(addressUpdate(long, { account_ref_id: long }));
      expect(await addresses.ofAccount(long)).toHaveLength(1);
    }
  });

  it("are listed in the order of whole texts of any length", async () => {
    const { vasps } = sqlStorage(await memorySqlite());
    const protocols = Array.from({ length: 5 }, () => "p".repeat(1_000));
    const records = ["c", "a", "b"].map((last, index) =>
      vasp(`v${index}`, { supported_protocols: [...protocols, last] }),
    );
    await vasps.load(streamOf(records));
    for (const descending of [false, true]) {
      const { items } = await vasps.list({ ...ALL, sort: { field: "supported_protocols", descending } });
      const lasts = items.map(({ supported_protocols }) => supported_protocols?.at(-1));
      expect(lasts).toEqual(descending ? ["c", "b", "a"] : ["a", "b", "c"]);
    }
  });

  it("are queried by known properties only", async () => {
    const { accounts, vasps } = sqlStorage(await memorySqlite());
    await accounts.insert(individual("r1", { name_last: "Ruiz" }));
    await vasps.load(streamOf([vasp("b"), vasp("a")]));
    const query = { term: "zzz", table: "vaspkit_meta", key: "name", conditions: ["1=1) or (1=1"] };
    expect(await accounts.search(query)).toEqual([]);
    const sort = { field: "record; drop table vaspkit_vasps" as "website", descending: false };
    expect((await vasps.list({ ...ALL, sort })).items).toEqual([vasp("a"), vasp("b")]);
  });

  it("keep their property names with plugins that rename columns", async () => {
    const kysely = (await memorySqlite()).withPlugin(new CamelCasePlugin());
    const { accounts, alerts } = sqlStorage(kysely);
    await accounts.insert(individual("r1"));
    expect(await accounts.find("r1")).toEqual(individual("r1"));
    await alerts.insert(alert("a1"));
    expect(await allAlerts(alerts)).toEqual([unreviewed(alert("a1"))]);
  });
});

describe("closing", () => {
  it("leaves the caller's instance and its other storages open", async () => {
    const kysely = await memorySqlite();
    const [one, other] = [sqlStorage(kysely), sqlStorage(kysely)];
    await one.accounts.insert(individual("r1"));
    await one.close();
    await failureOf(one.accounts.find("r1"), "storage_closed");
    expect(await other.accounts.find("r1")).toEqual(individual("r1"));
    expect(await kysely.selectFrom("vaspkit_accounts").selectAll().execute()).toHaveLength(1);
  });

  it("the instance first makes the storage fail with a clear message", async () => {
    const kysely = await memorySqlite();
    const { accounts } = sqlStorage(kysely);
    await accounts.find("r1");
    await kysely.destroy();
    expect((await failureOf(accounts.find("r1"), "storage_unavailable")).message).toContain("destroyed");
  });
});

describe("a record changed by something else", () => {
  it.each(["", "{", "7", "null", '"text"'])("is reported as corrupt: %j", async (record) => {
    const kysely = await memorySqlite();
    const { accounts } = sqlStorage(kysely);
    await accounts.insert(individual("r1"));
    await kysely.updateTable("vaspkit_accounts").set({ record }).execute();
    await failureOf(accounts.find("r1"), "storage_corrupt");
    await failureOf(accounts.search({ term: "zzz" }), "storage_corrupt");
  });
});

describe("statements", () => {
  it("contain no value and do not depend on one", async () => {
    const state = faultySqlite();
    await migrate(state.kysely);
    const use = async (mark: string): Promise<string[]> => {
      const { accounts, vasps, alerts, addresses } = sqlStorage(state.kysely);
      state.statements.length = 0;
      await accounts.insert(individual(`r-${mark}`, { name_last: mark }));
      await accounts.insert(individual(mark));
      await accounts.find(mark);
      await accounts.search({ term: mark, account_category: "customer", limit: 5 });
      await vasps.load(streamOf([vasp(mark)]));
      await vasps.search(mark);
      await vasps.list({ page: 1, size: 10, sort: { field: "website", descending: true } });
      await alerts.insert(alert(mark));
      await alerts.list({ size: 10, delivered: false });
      await addresses.save(addressUpdate(mark, { account_ref_id: mark }));
      await addresses.ofAccount(mark);
      return [...state.statements];
    };
    await sqlStorage(state.kysely).accounts.find("the first opening writes down how records are kept");
    const [first, second] = [await use("xq7kanarienvogel"), await use("another name")];
    expect(second).toEqual(first);
    expect(first.join("\n")).not.toMatch(/xq7|another|customer/i);
  });
});
