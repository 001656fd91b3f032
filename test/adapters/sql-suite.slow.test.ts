import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { searchTextsOf } from "../../src/domain/accounts/search.js";
import { memoryStorage, unwrap } from "../../src/index.js";
import type { DurableStorage } from "../../src/testing.js";
import { decided, deciding, WITHDRAWAL } from "../support/decision-samples.js";
import { individual } from "../support/samples.js";
import { directory } from "../support/sql-accounts.js";
import { mysqlDatabase, pgliteDatabase, postgresDatabase } from "../support/sql-databases.js";
import { describeMysql } from "../support/sql-mysql.js";
import { describePostgres } from "../support/sql-postgres.js";
import { placesOn, sqlitePlaces } from "../support/sql-storages.js";
import { storageSuite } from "../support/storage-suite.js";

vi.setConfig({ testTimeout: 60_000 });

const encryption = { key: new Uint8Array(32).fill(7) };
const accounts = [...directory(1_500)];

/** Parts of stored texts in every script, and some that match nothing. */
function terms(): readonly string[] {
  const texts = accounts.flatMap(searchTextsOf);
  const parts = texts.flatMap((text, index) => {
    const [start, length] = [index % text.length, 2 + (index % 6)];
    return index % 160 === 0 ? [text.slice(start, start + length)] : [];
  });
  const others = ["%", "_", "\\", "a%", "'", '"', "*", "a b", "ab ", "zzzzzz", "gmail", "@", ".", "and sons", ""];
  return [...new Set([...parts, ...others])];
}

/** The conformance suite, and the same search results as memoryStorage. */
function describeStorage(name: string, subject: DurableStorage, { runs = 8, searched = accounts } = {}): void {
  storageSuite(name, subject, { runs });
  it(`${name} stores ids of 1,000 characters that no database can compress`, async () => {
    const idOf = (seed: number): string =>
      Array.from({ length: 1_000 }, (_, index) =>
        String.fromCodePoint(
          0x4e00 + (createHash("sha256").update(`${seed} ${index}`).digest().readUInt16BE() % 20_000),
        ),
      ).join("");
    const [reference_id, transfer_id, link_key] = [idOf(1), idOf(2), idOf(3)] as const;
    const compliance = await deciding({ storage: await (await subject.place())() });
    unwrap(await compliance.accounts.create({ ...individual, reference_id }));
    const accounts = { originator_account_reference_id: reference_id, beneficiary_account_reference_id: reference_id };
    await decided(compliance, { ...WITHDRAWAL, ...accounts, transfer_id, link_key });
    unwrap(await compliance.transfers.confirm(transfer_id, { outcome: "executed" }));
    const listed = unwrap(await compliance.transfers.list({ account_ref_id: reference_id }));
    expect(listed.items.map((each) => [each.transfer_id, each.state])).toEqual([[transfer_id, "executed"]]);
    const uses = (await compliance.addresses.history(WITHDRAWAL.chain, WITHDRAWAL.beneficiary_address))?.uses;
    expect(uses?.map((each) => each.transfer_id)).toEqual([transfer_id]);
    await compliance.close();
  });
  it(`${name} finds in ${searched.length} accounts what memoryStorage finds, in the same order`, async () => {
    const [storage, memory] = [await (await subject.place())(), memoryStorage()];
    for (const account of searched) await memory.accounts.insert(account);
    await Promise.all(searched.map((account) => storage.accounts.insert(account)));
    let found = 0;
    for (const term of terms()) {
      for (const query of [{ term }, { term, limit: 3, account_type: "entity" as const }]) {
        const expected = await memory.accounts.search(query);
        const answer = await storage.accounts.search(query);
        expect(answer.map(({ reference_id }) => reference_id)).toEqual(
          expected.map(({ reference_id }) => reference_id),
        );
        expect(JSON.stringify(answer)).toBe(JSON.stringify(expected));
        found += expected.length;
      }
    }
    expect(found).toBeGreaterThan(searched.length);
    await storage.close();
  });
}

// Each search decrypts every record.
const encrypted = { runs: 5, searched: accounts.slice(0, 100) };

describe("SQLite", () => {
  describeStorage("in a file", sqlitePlaces());
});

describe("SQLite, encrypted", () => {
  describeStorage("in a file", sqlitePlaces({ encryption }), encrypted);
});

describe("PGlite without pg_trgm", () => {
  describeStorage("in memory", placesOn(pgliteDatabase, { search: "scan" }));
});

describe("PGlite with pg_trgm", () => {
  describeStorage(
    "in memory",
    placesOn(() => pgliteDatabase({ trigrams: true }), { search: "index" }),
  );
});

await describeMysql("MariaDB", () => {
  describeStorage("plain", placesOn(mysqlDatabase, { search: "index" }));
  describeStorage("encrypted", placesOn(mysqlDatabase, { search: "index", options: { encryption } }), encrypted);
});

await describePostgres("PostgreSQL", (server) => {
  const open = () => postgresDatabase(server, { durable: false });
  const search = server.trigrams ? "index" : "scan";
  describeStorage(`with pg_trgm if the server has it: ${search}`, placesOn(open, { search }));
  describeStorage("encrypted", placesOn(open, { search, options: { encryption } }), encrypted);
  if (server.trigrams) describeStorage("without pg_trgm", placesOn(open, { search: "dropped" }));
});
