/** A customer that is erased as docs/production.md shows: no row is left, and a new account with the id inherits nothing. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { eraseCustomer } from "../../examples/erase-customer.js";
import { createCompliance, unwrap } from "../../src/index.js";
import { migrate, rowKey, sqlStorage } from "../../src/sql.js";
import { individual } from "../support/samples.js";
import { pgliteDatabase, postgresDatabase, type SqlDatabase, sqliteDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";

vi.setConfig({ testTimeout: 120_000 });

const ID = "customer A-1";
const KEY = "customer A-1 to B-9";
const XRP = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59";
const ETH = "0x52908400098527886E0F7030069857D2E4169EE7";
const transaction = { transaction_id: "T-1", amount: "1", currency: "EUR", country: "DE", link_key: KEY };

/** Returns every row of the database with a column that contains one of the keys, or text of the customer. */
async function rowsOf({ kysely }: SqlDatabase, keys: readonly Uint8Array[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name } of await kysely.introspection.getTables()) {
    if (!name.startsWith("vaspkit_") || name.includes("trigrams")) continue;
    for (const row of await kysely.selectFrom(name).selectAll().execute()) {
      const isOf = Object.values(row).some((value) =>
        typeof value === "string"
          ? value.includes(ID)
          : keys.some((key) => value instanceof Uint8Array && Buffer.from(key).equals(value)),
      );
      if (isOf) found.push(name);
    }
  }
  return [...new Set(found)].sort();
}

function erasureTests(open: () => Promise<SqlDatabase>): void {
  it.each([{}, { encryption: { key: new Uint8Array(32).fill(7) } }])("leaves nothing, with %o", async (options) => {
    const database = await open();
    onTestFinished(() => database.destroy());
    await migrate(database.kysely);
    const storage = sqlStorage(database.kysely, options);
    const compliance = createCompliance({ storage, thresholds: { DE: "1000" } });
    const { accounts, addresses, rules } = compliance;
    for (const reference_id of [ID, "B"]) unwrap(await accounts.create({ ...individual, reference_id }));
    const links = [
      { chain: "ripple", address: XRP, account_ref_id: ID, tag: "1" },
      { chain: "ripple", address: XRP, account_ref_id: "B", tag: "2" },
      { chain: "ethereum", address: ETH, account_ref_id: ID },
    ] as const;
    for (const link of links) unwrap(await addresses.create(link));
    unwrap(await rules.evaluate({ transaction, rule_codes: ["LINKED_TRANSACTIONS_BY_COUNTRY"] }));
    const keys = await Promise.all([
      rowKey(database.kysely, "account", ID, options),
      rowKey(database.kysely, "group", KEY, options),
      rowKey(database.kysely, "address", `ethereum ${ETH}`, options),
    ]);
    const tables = ["vaspkit_accounts", "vaspkit_addresses", "vaspkit_linked", "vaspkit_links"];
    expect(await rowsOf(database, keys)).toEqual(tables);
    await eraseCustomer(compliance, ID, [KEY]);
    expect(await rowsOf(database, keys)).toEqual([]);
    expect(await addresses.accountOf("ripple", XRP, "2")).toBe("B");
    unwrap(await accounts.create({ ...individual, reference_id: ID }));
    expect(await addresses.ofAccount(ID)).toEqual([]);
    for (const { chain, address } of links) expect(await addresses.accountOf(chain, address, "1")).toBeUndefined();
    expect(await addresses.accountOf("ethereum", ETH)).toBeUndefined();
    // What is left to erase is nothing, so that it can be repeated.
    await accounts.remove(ID);
    await eraseCustomer(compliance, ID, [KEY]);
    await compliance.close();
  });
}

describe("a customer erased from SQLite", () => erasureTests(() => sqliteDatabase({ durable: false })));

describe("a customer erased from PGlite", () => erasureTests(() => pgliteDatabase()));

await describePostgres("a customer erased from PostgreSQL", (server) => {
  erasureTests(() => postgresDatabase(server, { durable: false }));
});
