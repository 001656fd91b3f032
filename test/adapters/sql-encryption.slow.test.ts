import { readFile } from "node:fs/promises";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect, sql } from "kysely";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { EncryptionOptions } from "../../src/adapters/storage/encryption.js";
import { searchTextsOf } from "../../src/domain/accounts/search.js";
import { memoryStorage } from "../../src/index.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { encryptRecords, migrate, sqlStorage } from "../../src/sql.js";
import { CANARY, isLeaked } from "../support/canaries.js";
import { failureOf } from "../support/outcomes.js";
import { type AnyKysely, sqliteAt } from "../support/sql-connections.js";
import { ALL, addressUpdate, alert, individual, screening } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 60_000 });

const key = new Uint8Array(32).fill(1);
const other = new Uint8Array(32).fill(2);

interface Place {
  readonly path: string;
  readonly kysely: AnyKysely;
  readonly opened: (encryption?: EncryptionOptions) => ComplianceStorage;
}

async function migrated(): Promise<Place> {
  const path = join(await temporaryFolder(), "directory.sqlite");
  const kysely = sqliteAt(path, { durable: false });
  onTestFinished(() => kysely.destroy());
  await migrate(kysely);
  return { path, kysely, opened: (encryption) => sqlStorage(kysely, encryption === undefined ? {} : { encryption }) };
}

const account = individual("r1", { name_last: CANARY }, { email: `${CANARY}@example.org` });
const personalAlert = { ...alert("a1"), transaction_id: CANARY };
const address = addressUpdate("tz1", { account_ref_id: "r1", screening: screening(5) });

async function fill({ accounts, alerts, addresses }: ComplianceStorage): Promise<void> {
  await accounts.insert(account);
  await alerts.insert(personalAlert);
  await addresses.save(address);
}

/** Everything can be read. */
async function expectFilled({ accounts, alerts, addresses }: ComplianceStorage): Promise<void> {
  expect(await accounts.find("r1")).toEqual(account);
  expect(await accounts.search({ term: CANARY.toLowerCase() })).toEqual([account]);
  expect((await alerts.list(ALL)).items).toEqual([personalAlert]);
  expect((await addresses.find("tezos", "tz1"))?.screenings).toEqual([screening(5)]);
  expect(await addresses.ofAccount("r1")).toHaveLength(1);
}

/** Every byte of the database. */
async function bytesOf({ path, kysely }: Place): Promise<string> {
  await sql`vacuum`.execute(kysely);
  await sql`pragma wal_checkpoint(truncate)`.execute(kysely);
  const parts = [path, `${path}-wal`].map((file) => readFile(file, "latin1").catch(() => ""));
  return (await Promise.all(parts)).join("");
}

const readers: readonly ((storage: ComplianceStorage) => Promise<unknown>)[] = [
  ({ accounts }) => accounts.find("r1"),
  ({ accounts }) => accounts.search({ term: "any" }),
  ({ accounts }) => accounts.insert(individual("r2")),
  ({ vasps }) => vasps.find("v1"),
  ({ alerts }) => alerts.list(ALL),
  ({ addresses }) => addresses.ofAccount("r1"),
];

describe("an encrypted database", () => {
  it("contains no personal data in any byte, and every record for the key", async () => {
    const plain = await migrated();
    await fill(plain.opened());
    expect(isLeaked(await bytesOf(plain))).toBe(true);
    const encrypted = await migrated();
    await fill(encrypted.opened({ key }));
    expect(isLeaked(await bytesOf(encrypted))).toBe(false);
    await expectFilled(encrypted.opened({ key }));
    await expectFilled(encrypted.opened({ key: other, previousKeys: [key] }));
  });

  it("opens with its key only, and a plain database without a key only", async () => {
    const encrypted = await migrated();
    await fill(encrypted.opened({ key }));
    const plain = await migrated();
    await fill(plain.opened());
    for (const read of readers) {
      expect((await failureOf(read(encrypted.opened({ key: other })), "storage_key_wrong")).message).toContain(
        "previousKeys",
      );
      expect((await failureOf(read(encrypted.opened()), "storage_key_wrong")).message).toContain("encryption");
      expect((await failureOf(read(plain.opened({ key })), "storage_key_wrong")).message).toContain("encryptRecords");
    }
    await expectFilled(encrypted.opened({ key }));
    await expectFilled(plain.opened());
  });

  it("rejects a moved, a changed and a planted plain record", async () => {
    const place = await migrated();
    const { accounts } = place.opened({ key });
    await accounts.insert(account);
    await accounts.insert(individual("r2"));
    const records = await place.kysely.selectFrom("vaspkit_accounts").select("record").execute();
    const [first = "", second = ""] = records.map(({ record }) => String(record));
    const put = (record: string) =>
      place.kysely
        .updateTable("vaspkit_accounts")
        .set({ record })
        .where("account_key", "=", Buffer.from("r1"))
        .execute();
    const bits = first.endsWith("AAAA") ? "BBBB" : "AAAA";
    for (const record of [second, first.slice(0, -4) + bits, first.slice(0, -8), "vaspkit:"]) {
      await put(record);
      const expected = record === "vaspkit:" ? "storage_key_wrong" : "storage_corrupt";
      await failureOf(accounts.find("r1"), expected);
      await failureOf(accounts.search({ term: "any" }), expected);
    }
    await put(JSON.stringify(account));
    await failureOf(accounts.find("r1"), "storage_key_wrong");
    await failureOf(encryptRecords(place.kysely, { key }), "storage_key_wrong");
    await put(first);
    expect(await accounts.find("r1")).toEqual(account);
  });

  it("rejects an address whose link column differs from its record", async () => {
    const { kysely, opened } = await migrated();
    const { addresses } = opened({ key });
    await addresses.save(address);
    await kysely
      .updateTable("vaspkit_addresses")
      .set({ account_key: Buffer.from("r2") })
      .execute();
    await failureOf(addresses.ofAccount("r2"), "storage_corrupt");
  });

  it("is readable for a read-only user, also with a newer key", async () => {
    const place = await migrated();
    await fill(place.opened({ key }));
    const reading: AnyKysely = new Kysely({
      dialect: new SqliteDialect({ database: new SQLite(place.path, { readonly: true }) }),
    });
    onTestFinished(() => reading.destroy());
    await expectFilled(sqlStorage(reading, { encryption: { key: other, previousKeys: [key] } }));
  });

  it("finds the same as a search of plain records, across batches", async () => {
    const encrypted = await migrated();
    const storages = [memoryStorage(), encrypted.opened({ key })];
    for (const { accounts } of storages) {
      for (let index = 0; index < 1_100; index += 1) {
        await accounts.insert(individual(`r${index}`, { name_last: `N${index}` }));
      }
    }
    for (const query of [{ term: "n10" }, { term: "n10", limit: 7 }, { term: "zzz" }, { term: "" }]) {
      const [expected, found] = await Promise.all(storages.map(({ accounts }) => accounts.search(query)));
      expect(found).toEqual(expected);
    }
  });
});

describe("encryptRecords", () => {
  it("encrypts plain records once", async () => {
    const place = await migrated();
    await fill(place.opened());
    expect(await encryptRecords(place.kysely, { key })).toEqual({ encrypted: 3 });
    expect(await encryptRecords(place.kysely, { key })).toEqual({ encrypted: 0 });
    expect(isLeaked(await bytesOf(place))).toBe(false);
    await expectFilled(place.opened({ key }));
    await failureOf(place.opened().accounts.find("r1"), "storage_key_wrong");
  });

  it("continues after an interruption", async () => {
    const place = await migrated();
    await fill(place.opened());
    const refuse = sql`create trigger refuse before update on vaspkit_alerts begin select raise(abort, 'no'); end`;
    await refuse.execute(place.kysely);
    await failureOf(encryptRecords(place.kysely, { key }), "storage_unavailable");
    await sql`drop trigger refuse`.execute(place.kysely);
    expect(await encryptRecords(place.kysely, { key })).toEqual({ encrypted: 2 });
    await expectFilled(place.opened({ key }));
  });

  it("removes the trigrams of plain texts, also after an interruption", async () => {
    const place = await migrated();
    await fill(place.opened());
    const segments = async (): Promise<string> => {
      const rows = await place.kysely.selectFrom("vaspkit_accounts_trigrams_data").select("block").execute();
      return rows.map(({ block }) => Buffer.from(Object(block)).toString("latin1")).join("");
    };
    // Its first trigram, of which an index keeps the first as a whole.
    expect(await segments()).toContain(searchTextsOf(account)[0]?.slice(0, 2));
    let isDue = true;
    const database = new SQLite(place.path);
    const dying: AnyKysely = new Kysely({
      dialect: new SqliteDialect({
        database: {
          close: () => database.close(),
          prepare: (text) => {
            if (isDue && text.includes("optimize")) throw Object.assign(new Error("…"), { code: "SQLITE_IOERR" });
            return database.prepare(text);
          },
        },
      }),
    });
    onTestFinished(() => dying.destroy());
    await failureOf(encryptRecords(dying, { key }), "storage_unavailable");
    isDue = false;
    const before = (await segments()).length;
    expect(await encryptRecords(dying, { key })).toEqual({ encrypted: 0 });
    expect((await segments()).length).toBeLessThan(before);
    await expectFilled(place.opened({ key }));
  });

  it("changes the key while others write, after which the old key is not needed", async () => {
    const place = await migrated();
    await fill(place.opened({ key }));
    const writing = place.opened({ key, previousKeys: [other] });
    const encrypting = encryptRecords(place.kysely, { key: other, previousKeys: [key] });
    for (let ratio = 0; ratio < 20; ratio += 1) {
      await writing.addresses.save(addressUpdate("tz1", { screening: screening(ratio) }));
    }
    expect((await encrypting).encrypted).toBeGreaterThanOrEqual(2);
    await writing.close();
    await encryptRecords(place.kysely, { key: other, previousKeys: [key] });
    const after = place.opened({ key: other });
    expect(await after.accounts.find("r1")).toEqual(account);
    expect((await after.addresses.find("tezos", "tz1"))?.screenings).toHaveLength(21);
    await failureOf(place.opened({ key }).accounts.find("r1"), "storage_key_wrong");
  });

  it("needs the key of the stored records", async () => {
    const place = await migrated();
    await fill(place.opened({ key }));
    await failureOf(encryptRecords(place.kysely, { key: other }), "storage_key_wrong");
    await failureOf(encryptRecords(place.kysely, { key: new Uint8Array(7) }), "configuration_invalid");
    await expectFilled(place.opened({ key }));
  });
});
