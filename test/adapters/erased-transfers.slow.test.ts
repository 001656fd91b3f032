/** Erasure with canaries: after `accounts.erase` and `compact`, no storage has anything of the customer's transfers. */
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ComplianceStorage, createCompliance, unwrap } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { CANARY } from "../support/canaries.js";
import { DECIDING, OWN_VASP, PROVING, withdrawal } from "../support/deciding.js";
import { imageOf } from "../support/folder-image.js";
import type { AnyKysely } from "../support/sql-connections.js";
import { postgresDatabase, type SqlDatabase, sqliteDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";
import { individual, streamOf } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

vi.setConfig({ testTimeout: 120_000 });

const ID = `${CANARY} customer`;
const PARTY = {
  account_type: "individual",
  customer_id: CANARY,
  individual: { individual_name: { name_type: "LEGL", name_last: CANARY } },
};
const { beneficiary_address: WALLET, originator_address: DEPOSIT, ...ROUTE } = withdrawal(`${CANARY} withdrawal`);
/** The mark, and the addresses in any case. */
const SOLANA = "7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q";
const MARKS = [CANARY, WALLET, DEPOSIT, SOLANA].map((text) => text.toLowerCase());
/** Collections with data of the customer, besides the directory of addresses. */
const PERSONAL = ["accounts", "alerts", "linked", "links", "transfers", "uses"];

function marksIn(text: string): readonly string[] {
  // A key may have two bytes for each character.
  const plain = text.replaceAll("\0", "").toLowerCase();
  return MARKS.filter((mark) => plain.includes(mark));
}

/** A withdrawal that breaches a threshold, and a deposit whose sender has a name. Both are executed. */
async function erasing(storage: ComplianceStorage, look: (isErased: boolean) => Promise<void>): Promise<void> {
  let now = new Date("2026-10-06T16:00:00Z");
  const compliance = createCompliance({ storage, ...DECIDING, ownership: PROVING, clock: () => now });
  const { accounts, addresses, transfers, ownership, compact } = compliance;
  await storage.vasps.load(streamOf([OWN_VASP]));
  await storage.accounts.insert(individual(ID, { name_first: CANARY }, { email: `${CANARY}@example.org` }));
  await storage.accounts.insert(individual("kept"));
  for (const address of [WALLET, DEPOSIT]) {
    unwrap(await addresses.create({ chain: "ethereum", address, account_ref_id: ID }));
  }
  await ownership.challenge({ account_ref_id: ID, chain: "solana", address: SOLANA, method: "message" }).then(unwrap);
  const customer = { originator_account_reference_id: ID, beneficiary_account_reference_id: ID };
  const out = { ...ROUTE, ...customer, beneficiary_country: "US", amount: "5000", link_key: `${CANARY} key` };
  const { originator_account_reference_id: _, ...into } = { ...out, transfer_id: `${CANARY} deposit` };
  const given = [
    { ...out, originator_address: DEPOSIT, beneficiary_address: WALLET },
    {
      ...into,
      ...{ originator_account: PARTY, originator_address: WALLET, beneficiary_address: DEPOSIT },
      ...{ originator_address_is_self_hosted: true, beneficiary_address_is_self_hosted: false },
    },
  ];
  for (const transfer of given) {
    unwrap(await transfers.decide<unknown>(transfer));
    unwrap(await transfers.confirm(transfer.transfer_id, { outcome: "executed", transaction_hash: CANARY }));
  }
  await look(false);
  now = new Date(now.getTime() + 1_000);
  expect(unwrap(await accounts.erase(ID))).toEqual({
    ...{
      account: true,
      links: 2,
      challenges: 1,
      linked_transactions: 2,
      alerts: 4,
      uses: 4,
      transfers: 2,
      kept_transfers: 0,
    },
  });
  // The directory of addresses belongs to no customer.
  for (const address of [WALLET, DEPOSIT]) await addresses.remove("ethereum", address);
  await compact();
  await look(true);
  expect(await accounts.retrieve("kept")).toBeDefined();
  await compliance.close();
}

const ENCRYPTION = { encryption: { key: new Uint8Array(32).fill(7) } };
const KINDS = [
  ["plain", {}],
  ["encrypted", ENCRYPTION],
] as const;

describe("a customer with transfers, erased from a JSON file", () => {
  it.each(KINDS)("leaves no byte, %s", async (_, options) => {
    const folder = await temporaryFolder();
    const look = async (isErased: boolean): Promise<void> => {
      const texts = [...(await imageOf(folder)).values()].map((bytes) => bytes.toString("latin1"));
      expect(marksIn(texts.join("\n"))).toEqual(isErased || options === ENCRYPTION ? [] : MARKS);
    };
    await erasing(jsonFileStorage(join(folder, "directory.json"), options), look);
    await look(true);
  });
});

/** Returns the values of all tables as texts, except those of the search index. */
async function textsOf(kysely: AnyKysely): Promise<readonly string[]> {
  const isRead = (name: string): boolean => name.startsWith("vaspkit_") && !name.includes("trigrams");
  const tables = (await kysely.introspection.getTables()).filter(({ name }) => isRead(name));
  const rows = await Promise.all(tables.map(({ name }) => kysely.selectFrom(name).selectAll().execute()));
  const values = rows.flat().flatMap((row) => Object.values(row));
  return values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)));
}

async function rowsIn(kysely: AnyKysely, name: string): Promise<readonly [name: string, rows: number]> {
  return [name, (await kysely.selectFrom(`vaspkit_${name}`).selectAll().execute()).length];
}

function sqlTests(open: () => Promise<SqlDatabase>): void {
  it.each(KINDS)("leaves no row, %s", async (_, options) => {
    const { kysely, destroy } = await open();
    onTestFinished(destroy);
    await migrate(kysely);
    const look = async (isErased: boolean): Promise<void> => {
      expect(marksIn((await textsOf(kysely)).join("\n"))).toEqual(isErased || options === ENCRYPTION ? [] : MARKS);
      // Also of the tables whose keys and texts are encrypted. One account stays.
      const counts = Object.fromEntries(await Promise.all(PERSONAL.map((name) => rowsIn(kysely, name))));
      if (isErased) expect(counts).toEqual({ accounts: 1, alerts: 0, linked: 0, links: 0, transfers: 0, uses: 0 });
      else expect(counts).toEqual({ accounts: 2, alerts: 4, linked: 2, links: 2, transfers: 2, uses: 4 });
    };
    await erasing(sqlStorage(kysely, options), look);
  });
}

describe("a customer with transfers, erased from SQLite", () => sqlTests(() => sqliteDatabase({ durable: false })));

await describePostgres("a customer with transfers, erased from PostgreSQL", (server) => {
  sqlTests(() => postgresDatabase(server, { durable: false }));
});
