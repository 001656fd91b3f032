/** Databases of earlier versions with data: plain and encrypted alerts, and links of addresses. */
import { sql } from "kysely";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { keyringOf } from "../../src/adapters/storage/encryption.js";
import { bytesOf, databaseOf, textOf } from "../../src/adapters/storage/sql/database.js";
import { openOnce } from "../../src/adapters/storage/sql/open.js";
import type { Alert } from "../../src/index.js";
import { encryptRecords, migrate, type SqlStorageOptions, sqlStorage } from "../../src/sql.js";
import { failureOf } from "../support/outcomes.js";
import type { AnyKysely } from "../support/sql-connections.js";
import { postgresDatabase, type SqlDatabase, sqliteDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";
import { MIGRATIONS } from "../support/sql-schema.js";
import {
  ALL,
  addressLink,
  addressUpdate,
  alert,
  individual,
  leaseQuery,
  review,
  screening,
  unreviewed,
} from "../support/storage-records.js";

vi.setConfig({ testTimeout: 60_000 });

const encryption = { key: new Uint8Array(32).fill(5) };

/** What takes each step back, as if the data had been stored before it. */
const BACK: Readonly<Record<string, readonly string[]>> = {
  "0002_alert_outbox": [
    ...["unreviewed", "of_transaction", "without_transaction"].map((index) => `drop index vaspkit_alerts_${index}`),
    ...["transaction_key", "reviews", "reviewed", "lease_until", "lease"].map(
      (column) => `alter table vaspkit_alerts drop column ${column}`,
    ),
  ],
  "0003_account_times": [
    ...["created", "last_modified", "without_times"].map((index) => `drop index vaspkit_accounts_${index}`),
    ...["created", "last_modified"].map((column) => `alter table vaspkit_accounts drop column ${column}`),
  ],
  "0004_links": ["drop table vaspkit_links"],
  "0005_delivery_rounds": ["drop index vaspkit_alerts_due", "alter table vaspkit_alerts drop column delivery_round"],
  "0006_linked_transactions": ["drop table vaspkit_linked"],
};

/** Takes all steps back that come after the first ones. Returns their names. */
async function takeBack(kysely: AnyKysely, first: number): Promise<readonly string[]> {
  const steps = MIGRATIONS.slice(first);
  for (const step of steps.toReversed()) {
    for (const statement of BACK[step] ?? []) await sql.raw(statement).execute(kysely);
    await kysely.deleteFrom("vaspkit_meta").where("name", "=", `migration ${step}`).execute();
  }
  return steps;
}

/** More than one batch. */
const COUNT = 600;

function alertAt(index: number): Alert {
  return alert(`a${String(index).padStart(3, "0")}`, new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString());
}

const [first, second, third] = [alertAt(0), alertAt(1), alertAt(2)];

/** Removes the time of the link from the record of each address, which earlier versions did not store. */
async function forgetLinkTimes(kysely: AnyKysely, options: SqlStorageOptions): Promise<void> {
  const keyring = options.encryption && keyringOf(options.encryption);
  const { codec } = await openOnce(databaseOf("sqlStorage", kysely), keyring)();
  const rows = await kysely.selectFrom("vaspkit_addresses").select(["address_key", "record"]).execute();
  for (const row of rows) {
    const key = bytesOf(row, "address_key");
    const of = { table: "addresses", key } as const;
    const { linked: _, ...earlier } = JSON.parse(codec.decode(of, textOf(row, "record")));
    const changed = codec.encode(of, JSON.stringify(earlier));
    await kysely.updateTable("vaspkit_addresses").set({ record: changed }).where("address_key", "=", key).execute();
  }
}

function oldDataIn(open: () => Promise<SqlDatabase>): void {
  const migrated = async (): Promise<AnyKysely> => {
    const { kysely, destroy } = await open();
    onTestFinished(destroy);
    await migrate(kysely);
    return kysely;
  };

  describe.each([
    ["plain", {}],
    ["encrypted", { encryption }],
  ] as const)("%s", (_, options: SqlStorageOptions) => {
    it("alerts of the first version are listed, leased, reviewed and removed", async () => {
      const kysely = await migrated();
      const before = sqlStorage(kysely, options).alerts;
      for (let index = 0; index < COUNT; index += 1) await before.insert(alertAt(index));
      await before.markDelivered(first.alert_id);
      const steps = await takeBack(kysely, 1);
      await failureOf(sqlStorage(kysely, options).alerts.find(first.alert_id), "storage_not_migrated");
      expect((await migrate(kysely)).applied).toEqual(steps);

      const { alerts } = sqlStorage(kysely, options);
      expect(await alerts.find(first.alert_id)).toEqual({ ...unreviewed(first), delivered: true });
      const ofTransaction = await alerts.list({ ...ALL, transaction_id: third.transaction_id });
      expect(ofTransaction.items).toEqual([unreviewed(third)]);
      const [leased] = await alerts.lease(leaseQuery(0, { limit: 1 }));
      expect(leased?.alert).toEqual(second);
      await alerts.release(second.alert_id, leased?.lease ?? "");
      const all = await alerts.lease(leaseQuery(0, { limit: COUNT, round: leased?.round }));
      expect(all.map((each) => each.alert)).toEqual(
        Array.from({ length: COUNT - 2 }, (_each, index) => alertAt(index + 2)),
      );
      for (const { alert_id } of [first, second])
        expect((await alerts.review(alert_id, review()))?.reviews).toHaveLength(1);
      expect(await alerts.prune(third.raised_at)).toBe(1);
      expect(await alerts.prune(third.raised_at, true)).toBe(1);
      expect((await alerts.list({ page: 1, size: 1 })).pagination.total).toBe(COUNT - 2);
    });

    it("pending alerts of the version before are leased in the order of their rounds", async () => {
      const kysely = await migrated();
      for (const each of [third, second, first]) await sqlStorage(kysely, options).alerts.insert(each);
      expect(await takeBack(kysely, 4)).toEqual(["0005_delivery_rounds", "0006_linked_transactions"]);
      await migrate(kysely);
      const { alerts } = sqlStorage(kysely, options);
      const next = async (): Promise<Alert | undefined> => {
        const [leased] = await alerts.lease(leaseQuery(0, { limit: 1 }));
        if (leased !== undefined) await alerts.release(leased.alert.alert_id, leased.lease);
        return leased?.alert;
      };
      expect([await next(), await next(), await next(), await next()]).toEqual([first, second, third, first]);
    });

    it("links of addresses stay, also to accounts that were removed", async () => {
      const kysely = await migrated();
      const before = sqlStorage(kysely, options);
      for (const id of ["r1", "r2"]) {
        await before.accounts.insert(individual(id));
        await before.addresses.save(addressUpdate(`of ${id}`, { account_ref_id: id, screening: screening(5) }));
      }
      await forgetLinkTimes(kysely, options);
      // Earlier versions could link an account that was being removed.
      await kysely.deleteFrom("vaspkit_accounts").execute();
      await takeBack(kysely, 3);
      expect((await migrate(kysely)).applied).toEqual(MIGRATIONS.slice(3));

      const { accounts, addresses } = sqlStorage(kysely, options);
      const linkOf = async (id: string) => (await addresses.history("tezos", `of ${id}`))?.links;
      expect(await linkOf("r1")).toEqual([addressLink("r1", { linked: null })]);
      expect(await addresses.accountOf("tezos", "of r1")).toBe("r1");
      expect(await addresses.ofAccount("r2")).toMatchObject([{ address: "of r2", tags: [null] }]);
      const link = { account_ref_id: "r1", tag: "1" };
      expect(await addresses.save(addressUpdate("of r1", link))).toBe("unknown_account");
      expect(await accounts.remove("r2")).toBe(false);
      expect(await linkOf("r2")).toEqual([]);
      await accounts.insert(individual("r3"));
      await addresses.save(addressUpdate("of r1", { account_ref_id: "r3", relink: true }));
      const past = addressLink("r1", { linked: null, unlinked: addressUpdate("").created });
      expect(await linkOf("r1")).toEqual([past, addressLink("r3")]);
    });
  });

  it("of the first version is encrypted after it was migrated", async () => {
    const kysely = await migrated();
    const before = sqlStorage(kysely);
    for (const each of [first, second]) await before.alerts.insert(each);
    await takeBack(kysely, 1);
    await migrate(kysely);
    expect(await encryptRecords(kysely, encryption)).toEqual({ encrypted: 2 });
    const { alerts } = sqlStorage(kysely, { encryption });
    const ofTransaction = await alerts.list({ ...ALL, transaction_id: second.transaction_id });
    expect(ofTransaction.items).toEqual([unreviewed(second)]);
    expect((await alerts.lease(leaseQuery(0))).map((each) => each.alert)).toEqual([first, second]);
  });
}

describe("data of earlier versions in SQLite", () => oldDataIn(() => sqliteDatabase({ durable: false })));

await describePostgres("data of earlier versions in PostgreSQL", (server) =>
  oldDataIn(() => postgresDatabase(server, { durable: false })),
);
