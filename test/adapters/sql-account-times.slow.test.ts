/** The times of accounts in a database of an earlier version: plain and encrypted, and interrupted at any point. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Account, ComplianceStorage } from "../../src/index.js";
import { encryptRecords, migrate, type SqlStorageOptions, sqlStorage } from "../../src/sql.js";
import { failureOf } from "../support/outcomes.js";
import type { AnyKysely } from "../support/sql-connections.js";
import { postgresDatabase, type SqlDatabase, sqliteDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";
import { individual } from "../support/storage-records.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const STEP = "0003_account_times";
/** More than one batch. */
const COUNT = 1_100;
const encryption = { key: new Uint8Array(32).fill(3) };

/** Times that differ from the order of ids. */
function accountAt(index: number): Account {
  const time = new Date(Date.UTC(2026, 0, 1) + ((index * 7_919) % COUNT) * 1_000).toISOString().replace("Z", "+00:00");
  return { ...individual(`r${index}`), created: time, last_modified: time };
}

const all = Array.from({ length: COUNT }, (_, index) => accountAt(index));
const inOrder = [...all].sort((a, b) => (a.created < b.created ? -1 : 1)).map(({ reference_id }) => reference_id);

/** Takes the step back, as if the accounts had been stored before it. */
async function takeBack(kysely: AnyKysely): Promise<void> {
  for (const index of ["created", "last_modified", "without_times"]) {
    await sql.raw(`drop index vaspkit_accounts_${index}`).execute(kysely);
  }
  for (const column of ["created", "last_modified"]) {
    await sql.raw(`alter table vaspkit_accounts drop column ${column}`).execute(kysely);
  }
  await kysely.deleteFrom("vaspkit_meta").where("name", "=", `migration ${STEP}`).execute();
}

async function idsOf({ accounts }: ComplianceStorage, size = 400): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await accounts.list({ size, sort: "created", ...(cursor !== undefined && { cursor }) });
    ids.push(...(page?.items ?? []).map(({ reference_id }) => reference_id));
    cursor = page?.next_cursor ?? null;
  }
  return ids;
}

async function unfilled(kysely: AnyKysely): Promise<number> {
  const rows = await kysely.selectFrom("vaspkit_accounts").select("token").where("created", "is", null).execute();
  return rows.length;
}

function timesOf(open: () => Promise<SqlDatabase>): void {
  let database: SqlDatabase;
  const opened = (options?: SqlStorageOptions): ComplianceStorage => sqlStorage(database.kysely, options);

  beforeAll(async () => {
    database = await open();
    await migrate(database.kysely);
    const storage = opened();
    await Promise.all(all.map((account) => storage.accounts.insert(account)));
  });
  afterAll(() => database.destroy());

  it("are filled in by migrate, and a storage is refused before", async () => {
    const { kysely } = database;
    await takeBack(kysely);
    await failureOf(opened().accounts.find("r1"), "storage_not_migrated");
    expect((await migrate(kysely)).applied).toEqual([STEP]);
    expect(await unfilled(kysely)).toBe(0);
    expect(await idsOf(opened())).toEqual(inOrder);
    expect((await migrate(kysely)).applied).toEqual([]);
  });

  it("are filled in after an interruption, beside processes that list and put", async () => {
    const { kysely } = database;
    await takeBack(kysely);
    await migrate(kysely);
    // As if only some batches were done, or a process of the earlier version went on storing.
    await sql.raw("update vaspkit_accounts set created = null, last_modified = null").execute(kysely);
    const first = accountAt(0);
    const [, , ids, put] = await Promise.all([
      migrate(kysely),
      idsOf(opened()),
      idsOf(opened()),
      opened().accounts.put({ ...first, last_modified: "2026-06-01T00:00:00.000+00:00" }),
    ]);
    expect([...ids].sort()).toEqual([...inOrder].sort());
    expect(put).toMatchObject({ created: false });
    expect(await unfilled(kysely)).toBe(0);
    expect(await idsOf(opened())).toEqual(inOrder);
    const newest = await opened().accounts.list({ size: 1, sort: "-last_modified" });
    expect(newest?.items.map(({ reference_id }) => reference_id)).toEqual([first.reference_id]);
  });

  it("are filled in by the first list of an encrypted database, and not without its key", async () => {
    const { kysely } = database;
    await encryptRecords(kysely, encryption);
    await takeBack(kysely);
    expect((await migrate(kysely)).applied).toEqual([STEP]);
    expect(await unfilled(kysely)).toBe(COUNT);
    await failureOf(opened().accounts.list({ size: 1, sort: "created" }), "storage_key_wrong");
    const wrong = opened({ encryption: { key: new Uint8Array(32).fill(4) } });
    await failureOf(wrong.accounts.list({ size: 1, sort: "created" }), "storage_key_wrong");
    expect(await unfilled(kysely)).toBe(COUNT);
    expect(await idsOf(opened({ encryption }))).toEqual(inOrder);
    expect(await unfilled(kysely)).toBe(0);
  });

  it("and cursors of an encrypted database hold no id", async () => {
    const page = await opened({ encryption }).accounts.list({ size: 1, sort: "created" });
    const cursor = Buffer.from(page?.next_cursor ?? "", "base64url").toString();
    expect(cursor).toMatch(/^\["accounts created","[0-9a-f]+","[0-9a-f]{64}"\]$/);
    expect(cursor).not.toContain(Buffer.from("r0").toString("hex").repeat(2));
  });

  it("let one of two processes store over the same version", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { last_modified = "" } = (await opened({ encryption }).accounts.find("r1")) ?? {};
      const rivals = [opened({ encryption }), opened({ encryption })];
      const outcomes = await Promise.all(rivals.map(({ accounts }) => accounts.put(accountAt(1), last_modified)));
      expect(outcomes.filter((outcome) => outcome === "changed_meanwhile")).toHaveLength(1);
    }
  });
}

describe("times of accounts on SQLite", () => {
  timesOf(() => sqliteDatabase({ durable: false }));
});

await describePostgres("times of accounts on PostgreSQL", ({ url, trigrams }) => {
  expect(trigrams).toBeTypeOf("boolean");
  timesOf(() => postgresDatabase({ url }, { durable: false }));
});
