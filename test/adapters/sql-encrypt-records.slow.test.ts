/** The first encryption of a database with every kind of record. */
import { expect, it, onTestFinished } from "vitest";
import { unwrap } from "../../src/index.js";
import { encryptRecords, migrate, sqlStorage } from "../../src/sql.js";
import { audited, passed, reviewed } from "../support/audit-cases.js";
import { type Deciding, decided, OFFICER, OUTGOING, WITHDRAWAL } from "../support/decision-samples.js";
import { sqliteDatabase } from "../support/sql-databases.js";

/** Returns all items, in the order of their texts: digests as keys change the order of equal times. */
async function listed(items: AsyncIterable<unknown>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const item of items) all.push(JSON.stringify(item));
  return all.sort();
}

/** What the lists of a compliance return, and the records of one account. */
async function contentOf({ accounts, addresses, alerts, audit, transfers, vasps }: Deciding) {
  return {
    accounts: await listed(accounts.all()),
    addresses: await listed(addresses.all()),
    alerts: await listed(alerts.all()),
    vasps: await vasps.list(),
    transfers: await listed(transfers.all()),
    ofAccount: await listed(transfers.all({ account_ref_id: "A-1" })),
    records: await listed(audit.all({ subject: { kind: "account", id: "A-1" } })),
    holds: await listed(audit.holds()),
  };
}

it("encryptRecords keeps every kind of record as it was, with columns that are null", async () => {
  const { kysely, destroy } = await sqliteDatabase({ durable: false });
  onTestFinished(destroy);
  await migrate(kysely);
  const plain = await audited({ storage: sqlStorage(kysely) });
  const transfer_id = await reviewed(plain);
  await passed(plain);
  await decided(plain, { ...OUTGOING, transfer_id: "O-2", amount: "2000" });
  await decided(plain, { ...WITHDRAWAL, transfer_id: "W-2" });
  const hold = { reason: "An order of a court", until: "2030-01-01" };
  unwrap(await plain.audit.hold({ kind: "transfer", id: transfer_id }, hold, { actor: OFFICER }));
  const before = await contentOf(plain);
  const encryption = { key: new Uint8Array(32).fill(1) };
  await encryptRecords(kysely, encryption);
  const encrypted = await audited({ storage: sqlStorage(kysely, { encryption }) });
  expect(await contentOf(encrypted)).toEqual(before);
});
