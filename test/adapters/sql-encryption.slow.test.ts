import { readFile } from "node:fs/promises";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect, sql } from "kysely";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { EncryptionOptions } from "../../src/adapters/storage/encryption.js";
import { searchTextsOf } from "../../src/domain/accounts/search.js";
import { addLinkedAmount } from "../../src/domain/thresholds/linked.js";
import { memoryStorage } from "../../src/index.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { encryptRecords, migrate, rowKey, sqlStorage } from "../../src/sql.js";
import { CANARY, isLeaked } from "../support/canaries.js";
import { failureOf } from "../support/outcomes.js";
import { type AnyKysely, sqliteAt } from "../support/sql-connections.js";
import { postgresDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";
import {
  addressUpdate,
  alert,
  allAlerts,
  deliver,
  individual,
  linkedEvaluation,
  linkUpdate,
  screening,
  unreviewed,
} from "../support/storage-records.js";
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

/** Ids and addresses that are data themselves. */
const REFERENCE = `C-${CANARY}`;
const ADDRESS = `tz1${CANARY}`;
const ALERT = `THRESHOLD_BY_COUNTRY:DE:EUR:70145.25:T-${CANARY}`;
/** None of these may be shown. */
const SECRETS = [CANARY, "tezos", "THRESHOLD_BY", ":DE:EUR", "70145"];

const account = individual(REFERENCE, { name_last: CANARY }, { email: `${CANARY}@example.org` });
const personalAlert = { ...alert(ALERT), transaction_id: CANARY };
const screenings = [screening(5, CANARY), screening(6)];
const linkedByCanary = linkedEvaluation(REFERENCE, ALERT);
const period = { from: "2026-01-01T00:00:00.000Z", to: "2027-01-01T00:00:00.000Z", limit: 9 };

async function fill({ accounts, alerts, addresses, linked }: ComplianceStorage): Promise<void> {
  await linked.add(linkedByCanary);
  await accounts.insert(account);
  await alerts.insert(personalAlert);
  for (const each of screenings) {
    await addresses.save(addressUpdate(ADDRESS, { account_ref_id: REFERENCE, screening: each }));
  }
  await addresses.update(linkUpdate(ADDRESS, REFERENCE));
  await deliver(alerts, ALERT);
}

async function filled(encryption?: EncryptionOptions): Promise<Place> {
  const place = await migrated();
  await fill(place.opened(encryption));
  return place;
}

/** Everything can be read, and is not stored again. */
async function expectFilled(
  { accounts, alerts, addresses, linked }: ComplianceStorage,
  { isWritable = true } = {},
): Promise<void> {
  const stored = addLinkedAmount(undefined, linkedByCanary);
  if (isWritable) {
    expect(await linked.add(linkedByCanary)).toEqual(stored);
    expect(await accounts.insert(account)).toBe("taken");
  }
  expect(await linked.within({ link_key: REFERENCE, ...period })).toEqual([stored]);
  expect(await accounts.find(REFERENCE)).toEqual(account);
  expect(await accounts.search({ term: CANARY.toLowerCase() })).toEqual([account]);
  const delivered = { ...unreviewed(personalAlert), delivered: true };
  expect(await alerts.find(ALERT)).toEqual(delivered);
  expect(await allAlerts(alerts, { delivered: true })).toEqual([delivered]);
  expect((await addresses.find("tezos", ADDRESS))?.account_ref_id).toBe(REFERENCE);
  expect(await addresses.ofAccount(REFERENCE)).toHaveLength(1);
  expect((await addresses.history("tezos", ADDRESS))?.screenings).toEqual(screenings);
}

/** Every byte of the database and of its write-ahead log, as they are. */
async function rawBytesOf({ path }: Place): Promise<string> {
  const parts = [path, `${path}-wal`].map((file) => readFile(file, "latin1").catch(() => ""));
  return (await Promise.all(parts)).join("");
}

/** Every byte of the database after it was cleaned. */
async function bytesOf(place: Place): Promise<string> {
  await sql`vacuum`.execute(place.kysely);
  await sql`pragma wal_checkpoint(truncate)`.execute(place.kysely);
  return rawBytesOf(place);
}

function secretsIn(text: string): readonly string[] {
  return SECRETS.filter((secret) => text.includes(secret) || (secret === CANARY && isLeaked(text)));
}

const readers: readonly ((storage: ComplianceStorage) => Promise<unknown>)[] = [
  ({ accounts }) => accounts.find(REFERENCE),
  ({ accounts }) => accounts.search({ term: "any" }),
  ({ accounts }) => accounts.insert(individual("r2")),
  ({ vasps }) => vasps.find("v1"),
  ({ alerts }) => allAlerts(alerts),
  ({ addresses }) => addresses.ofAccount(REFERENCE),
  ({ addresses }) => addresses.history("tezos", ADDRESS),
  ({ linked }) => linked.within({ link_key: REFERENCE, ...period }),
];

describe("an encrypted database", () => {
  it("shows no personal data and no id in any byte or in its write-ahead log, and every record for the key", async () => {
    expect(secretsIn(await rawBytesOf(await filled()))).toEqual(SECRETS);
    const encrypted = await filled({ key });
    expect(secretsIn(await rawBytesOf(encrypted))).toEqual([]);
    expect(secretsIn(await bytesOf(encrypted))).toEqual([]);
    await expectFilled(encrypted.opened({ key }));
    // Another key finds the same rows.
    await expectFilled(encrypted.opened({ key: other, previousKeys: [key] }));
    await encryptRecords(encrypted.kysely, { key: other, previousKeys: [key] });
    await expectFilled(encrypted.opened({ key: other }));
  });

  it("shows no reference id in a cursor of accounts, which another key does not read", async () => {
    const place = await migrated();
    const { accounts } = place.opened({ key });
    for (const id of [`${CANARY}-1`, `${CANARY}-2`]) await accounts.insert(individual(id));
    const page = await accounts.list({ size: 1, sort: "created" });
    const cursor = page?.next_cursor ?? "";
    expect(isLeaked(Buffer.from(cursor, "base64url").toString())).toBe(false);
    const next = { size: 1, sort: "created", cursor } as const;
    expect((await accounts.list(next))?.items).toHaveLength(1);
    await encryptRecords(place.kysely, { key: other, previousKeys: [key] });
    expect((await place.opened({ key: other, previousKeys: [key] }).accounts.list(next))?.items).toHaveLength(1);
    expect(await place.opened({ key: other }).accounts.list(next)).toBeUndefined();
  });

  it("has other keys than another database with the same key", async () => {
    const keysOf = async ({ kysely }: Place): Promise<readonly string[]> => {
      const rows = await kysely.selectFrom("vaspkit_links").select(["row_key", "account", "address"]).execute();
      return rows.flatMap((row) => Object.values(row).map((bytes) => Buffer.from(Object(bytes)).toString()));
    };
    const keys = [await keysOf(await filled({ key })), await keysOf(await filled({ key }))].flat();
    expect(new Set(keys).size).toBe(6);
    expect(keys.every((each) => /^[\w-]{43}$/.test(each))).toBe(true);
  });

  it("has the keys that rowKey returns, as a plain database", async () => {
    for (const options of [{}, { encryption: { key } }]) {
      const { kysely } = await migrated();
      const { accounts, addresses, alerts } = sqlStorage(kysely, options);
      await fill(sqlStorage(kysely, options));
      const account_key = await rowKey(kysely, "account", REFERENCE, options);
      const address_key = await rowKey(kysely, "address", `tezos ${ADDRESS}`, options);
      for (const [table, column, value] of [
        ["vaspkit_alerts", "row_key", await rowKey(kysely, "alert", ALERT, options)],
        ["vaspkit_screenings", "address", address_key],
        ["vaspkit_links", "address", address_key],
        ["vaspkit_links", "account", account_key],
        ["vaspkit_addresses", "row_key", address_key],
        ["vaspkit_accounts", "row_key", account_key],
      ] as const) {
        expect(await kysely.selectFrom(table).selectAll().where(column, "=", value).execute()).toHaveLength(1);
        if (column !== "address") await kysely.deleteFrom(table).where(column, "=", value).execute();
      }
      expect(await accounts.find(REFERENCE)).toBeUndefined();
      expect(await addresses.find("tezos", ADDRESS)).toBeUndefined();
      expect(await alerts.find(ALERT)).toBeUndefined();
    }
    const { kysely } = await migrated();
    await failureOf(rowKey(kysely, "toString" as "account", "r1"), "invalid_input");
    await failureOf(rowKey(kysely, "account", 7 as unknown as string), "invalid_input");
  });

  it("stores an id once when processes with different current keys write", async () => {
    const { opened } = await migrated();
    const storages = [opened({ key, previousKeys: [other] }), opened({ key: other, previousKeys: [key] })];
    const outcomes = await Promise.all(storages.map(({ accounts }) => accounts.insert(account)));
    expect([...outcomes].sort()).toEqual(["inserted", "taken"]);
  });

  it("is corrupt without the key of its digests, and does not create another one", async () => {
    const { kysely, opened } = await filled({ key });
    await kysely.deleteFrom("vaspkit_meta").where("name", "=", "digests").execute();
    await failureOf(opened({ key }).accounts.find(REFERENCE), "storage_corrupt");
    await failureOf(encryptRecords(kysely, { key }), "storage_corrupt");
  });

  it("is not created for a read-only user, whose digests no one else would know", async () => {
    const { path, opened } = await migrated();
    await using reading: AnyKysely = new Kysely({
      dialect: new SqliteDialect({ database: new SQLite(path, { readonly: true }) }),
    });
    const { accounts } = sqlStorage(reading, { encryption: { key } });
    await failureOf(accounts.find(REFERENCE), "storage_read_only");
    await fill(opened({ key }));
    expect(await accounts.find(REFERENCE)).toEqual(account);
    const newer = sqlStorage(reading, { encryption: { key: other, previousKeys: [key] } });
    await expectFilled(newer, { isWritable: false });
  });

  it("opens with its key only, and a plain database without a key only", async () => {
    const [encrypted, plain] = [await filled({ key }), await filled()];
    for (const [open, advice] of [
      [() => encrypted.opened({ key: other }), "previousKeys"],
      [() => encrypted.opened(), "encryption"],
      [() => plain.opened({ key }), "encryptRecords"],
    ] as const) {
      for (const read of readers) {
        expect((await failureOf(read(open()), "storage_key_wrong")).message).toContain(advice);
      }
    }
    await expectFilled(encrypted.opened({ key }));
    await expectFilled(plain.opened());
  });

  it("rejects a moved, a changed and a planted plain record", async () => {
    const place = await migrated();
    const { accounts } = place.opened({ key });
    await accounts.insert(account);
    await accounts.insert(individual("r2"));
    const rows = await place.kysely.selectFrom("vaspkit_accounts").select(["record", "row_key"]).execute();
    const [first = "", second = ""] = rows.map(({ record }) => String(record));
    const update = place.kysely.updateTable("vaspkit_accounts").where("row_key", "=", rows[0]?.["row_key"]);
    const put = (record: string) => update.set({ record }).execute();
    const bits = first.endsWith("AAAA") ? "BBBB" : "AAAA";
    for (const record of [second, first.slice(0, -4) + bits, first.slice(0, -8), "vaspkit:"]) {
      await put(record);
      await failureOf(accounts.find(REFERENCE), "storage_corrupt");
      await failureOf(accounts.search({ term: "any" }), "storage_corrupt");
    }
    await put(JSON.stringify(account));
    await failureOf(accounts.find(REFERENCE), "storage_key_wrong");
    await failureOf(encryptRecords(place.kysely, { key }), "storage_key_wrong");
    await put(first);
    expect(await accounts.find(REFERENCE)).toEqual(account);
  });

  it("rejects screenings of another address or version", async () => {
    const { kysely, opened } = await migrated();
    const { addresses } = opened({ key });
    for (const ratio of [1, 2, 3]) {
      for (const text of ["a", "b"]) await addresses.save(addressUpdate(text, { screening: screening(ratio) }));
    }
    const rows = await kysely.selectFrom("vaspkit_screenings").select("record").execute();
    expect(rows).toHaveLength(4);
    const record = String(rows[0]?.["record"]);
    await kysely.updateTable("vaspkit_screenings").set({ record }).execute();
    const histories = await Promise.allSettled(["a", "b"].map((text) => addresses.history("tezos", text)));
    for (const each of histories) expect(each).toMatchObject({ reason: { code: "storage_corrupt" } });
    expect((await addresses.find("tezos", "a"))?.screening).toEqual(screening(3));
  });

  it("rejects a link whose account column differs from its record", async () => {
    const { kysely, opened } = await migrated();
    const { accounts, addresses } = opened({ key });
    for (const id of ["r1", "r2"]) await accounts.insert(individual(id));
    await addresses.save(addressUpdate("tz1", { account_ref_id: "r1" }));
    await addresses.save(addressUpdate("tz2", { account_ref_id: "r2" }));
    await sql`update vaspkit_links set account = (select max(account) from vaspkit_links)`.execute(kysely);
    const found = await Promise.allSettled(["r1", "r2"].map((id) => addresses.ofAccount(id)));
    const [codes, rest] = [found.filter((each) => each.status === "rejected"), found.filter((each) => "value" in each)];
    expect(codes).toMatchObject([{ reason: { code: "storage_corrupt" } }]);
    expect(rest).toMatchObject([{ value: [] }]);
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

await describePostgres("an encrypted database of PostgreSQL", (server) => {
  it("shows no reference id, address or alert id in any row", async () => {
    const shownIn = async (kysely: AnyKysely): Promise<readonly string[]> => {
      const tables = (await kysely.introspection.getTables()).filter(({ name }) => name.startsWith("vaspkit_"));
      const rows = await Promise.all(tables.map(({ name }) => kysely.selectFrom(name).selectAll().execute()));
      const values = rows.flat().flatMap((row) => Object.values(row));
      return secretsIn(values.map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : value)).join("\n"));
    };
    for (const [options, shown] of [
      [{}, SECRETS],
      [{ encryption: { key } }, []],
    ] as const) {
      const { kysely, destroy } = await postgresDatabase(server, { durable: false });
      onTestFinished(destroy);
      await migrate(kysely);
      const storage = sqlStorage(kysely, options);
      await fill(storage);
      await expectFilled(storage);
      expect(await shownIn(kysely)).toEqual(shown);
      await encryptRecords(kysely, { key });
      expect(await shownIn(kysely)).toEqual([]);
      await expectFilled(sqlStorage(kysely, { encryption: { key } }));
    }
  });
});

describe("encryptRecords", () => {
  it("encrypts plain records once", async () => {
    const place = await filled();
    expect(await encryptRecords(place.kysely, { key })).toEqual({ encrypted: 6 });
    expect(await encryptRecords(place.kysely, { key })).toEqual({ encrypted: 0 });
    expect(secretsIn(await bytesOf(place))).toEqual([]);
    await expectFilled(place.opened({ key }));
    await fill(place.opened({ key }));
    await failureOf(place.opened().accounts.find(REFERENCE), "storage_key_wrong");
  });

  it("replaces ids and addresses by digests, once also after a change of the key", async () => {
    const place = await filled();
    const refuse = sql`create trigger refuse before update on vaspkit_addresses begin select raise(abort, 'no'); end`;
    await refuse.execute(place.kysely);
    await failureOf(encryptRecords(place.kysely, { key: other }), "storage_unavailable");
    await sql`drop trigger refuse`.execute(place.kysely);
    expect(await encryptRecords(place.kysely, { key, previousKeys: [other] })).toEqual({ encrypted: 6 });
    expect(secretsIn(await bytesOf(place))).toEqual([]);
    await expectFilled(place.opened({ key }));
  });

  it("continues after an interruption", async () => {
    const place = await filled();
    const refuse = sql`create trigger refuse before update on vaspkit_alerts begin select raise(abort, 'no'); end`;
    await refuse.execute(place.kysely);
    await failureOf(encryptRecords(place.kysely, { key }), "storage_unavailable");
    // Without the digests, a storage would not find the records that are encrypted already.
    const { message } = await failureOf(place.opened().accounts.find(REFERENCE), "storage_key_wrong");
    expect(message).toContain("Repeat encryptRecords");
    await failureOf(place.opened({ key }).accounts.find(REFERENCE), "storage_key_wrong");
    await sql`drop trigger refuse`.execute(place.kysely);
    expect(await encryptRecords(place.kysely, { key })).toEqual({ encrypted: 5 });
    await expectFilled(place.opened({ key }));
  });

  it("does not take a screening for an address that was deleted without its screenings", async () => {
    const place = await filled();
    await place.kysely.deleteFrom("vaspkit_addresses").execute();
    await failureOf(place.opened().addresses.history("tezos", ADDRESS), "storage_corrupt");
  });

  it("removes the trigrams of plain texts, also after an interruption", async () => {
    const place = await filled();
    const segments = async (): Promise<string> => {
      const rows = await place.kysely.selectFrom("vaspkit_accounts_trigrams_data").select("block").execute();
      return rows.map(({ block }) => Buffer.from(Object(block)).toString("latin1")).join("");
    };
    // Its first trigram, of which an index keeps the first as a whole.
    expect(await segments()).toContain(searchTextsOf(account)[0]?.slice(0, 2));
    let isDue = true;
    const database = new SQLite(place.path);
    const prepare = (text: string) => {
      if (isDue && text.includes("optimize")) throw Object.assign(new Error("…"), { code: "SQLITE_IOERR" });
      return database.prepare(text);
    };
    const dialect = new SqliteDialect({ database: { close: () => database.close(), prepare } });
    await using dying: AnyKysely = new Kysely({ dialect });
    await failureOf(encryptRecords(dying, { key }), "storage_unavailable");
    isDue = false;
    const before = (await segments()).length;
    expect(await encryptRecords(dying, { key })).toEqual({ encrypted: 0 });
    expect((await segments()).length).toBeLessThan(before);
    await expectFilled(place.opened({ key }));
  });

  it("changes the key while others write, after which the old key is not needed", async () => {
    const place = await filled({ key });
    const writing = place.opened({ key, previousKeys: [other] });
    const encrypting = encryptRecords(place.kysely, { key: other, previousKeys: [key] });
    for (let ratio = 0; ratio < 20; ratio += 1) {
      await writing.addresses.save(addressUpdate(ADDRESS, { screening: screening(ratio) }));
    }
    expect((await encrypting).encrypted).toBeGreaterThanOrEqual(2);
    await writing.close();
    await encryptRecords(place.kysely, { key: other, previousKeys: [key] });
    const after = place.opened({ key: other });
    expect(await after.accounts.find(REFERENCE)).toEqual(account);
    expect((await after.addresses.history("tezos", ADDRESS))?.screenings).toHaveLength(22);
    await failureOf(place.opened({ key }).accounts.find(REFERENCE), "storage_key_wrong");
  });

  it("needs the key of the stored records", async () => {
    const place = await filled({ key });
    await failureOf(encryptRecords(place.kysely, { key: other }), "storage_key_wrong");
    await failureOf(encryptRecords(place.kysely, { key: new Uint8Array(7) }), "configuration_invalid");
    await expectFilled(place.opened({ key }));
  });
});
