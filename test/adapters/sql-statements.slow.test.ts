/** How many SQL statements the calls of a decision take, without begin and commit. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createCompliance, unwrap } from "../../src/index.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { CUSTOMER, DECIDING, OWN_VASP, withdrawal } from "../support/deciding.js";
import { type AnyKysely, postgresAt, sqliteAt } from "../support/sql-connections.js";
import { postgresDatabase, type SqlDatabase, sqliteDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";
import { STAMP, streamOf, transferRecord } from "../support/storage-records.js";

vi.setConfig({ testTimeout: 60_000 });

type Connect = (place: string, log: (event: { readonly query: { readonly sql: string } }) => void) => AnyKysely;

/** Returns a storage on a new database, and a function that counts the statements of a call. */
async function counting(open: () => Promise<SqlDatabase>, connect: Connect) {
  const database = await open();
  onTestFinished(() => database.destroy());
  await migrate(database.kysely);
  const statements: string[] = [];
  const kysely = connect(database.place, ({ query }) => statements.push(query.sql));
  onTestFinished(() => kysely.destroy());
  const storage = sqlStorage(kysely);
  await storage.accounts.insert(CUSTOMER);
  await storage.vasps.load(streamOf([OWN_VASP]));
  const countOf = async (call: () => Promise<unknown>): Promise<number> => {
    statements.length = 0;
    await call();
    return statements.filter((text) => !/^(?:begin|commit)/i.test(text)).length;
  };
  return { storage, countOf };
}

/** @param inOne - whether a commit without removals is one statement */
function countTests(open: () => Promise<SqlDatabase>, connect: Connect, inOne: boolean): void {
  it("are few for each call of the repository", async () => {
    const { storage, countOf } = await counting(open, connect);
    const { transfers } = storage;
    const accounts = [CUSTOMER.reference_id];
    const record = (revision: number) => transferRecord("t", revision, { sides: [CUSTOMER.reference_id, null] });
    const addresses = [{ chain: "tezos", address: "a" } as const, { chain: "tezos", address: "b", tag: "1" } as const];
    const query = { transfer_id: "t", accounts, vasps: [OWN_VASP.vasp_id], addresses };
    expect(await countOf(() => transfers.facts(query))).toBe(1);
    // The account and the transfer.
    expect(await countOf(() => transfers.save(record(1), { accounts: [CUSTOMER] }))).toBe(inOne ? 1 : 2);
    expect(await countOf(() => transfers.save(record(2)))).toBe(1);
    // One that is refused also reads why.
    expect(await countOf(() => transfers.save(record(2)))).toBe(2);
    const unlink = ["k1"];
    expect(await countOf(() => transfers.save(record(3), { accounts: [CUSTOMER], unlink }))).toBe(3);
    expect(await countOf(() => transfers.find("t"))).toBe(1);
    expect(await countOf(() => transfers.list({ size: 10, from: STAMP }))).toBe(1);
    await storage.close();
  });

  it.each([
    ["one screening", {}, inOne ? 4 : 6],
    // Its own amount and the sum of the others. Now and then it removes expired ones.
    ["one screening and linked transactions", { link_key: "customer to wallet" }, inOne ? 7 : 8],
  ])("are few for a withdrawal with %s", async (_, more, most) => {
    const { storage, countOf } = await counting(open, connect);
    const { transfers } = createCompliance({ storage, ...DECIDING });
    // The second one knows the address.
    for (const id of ["W-1", "W-2"]) {
      let decision: string | undefined;
      const count = await countOf(async () => {
        ({ decision } = unwrap(await transfers.decide({ ...withdrawal(id), ...more })));
      });
      expect(decision).toBe("execute");
      expect(count).toBeLessThanOrEqual(most);
    }
    await storage.close();
  });
}

describe("statements on SQLite", () => {
  const connect: Connect = (place, log) => sqliteAt(place, { durable: false, log });
  countTests(() => sqliteDatabase({ durable: false }), connect, false);
});

await describePostgres("statements on PostgreSQL", (server) => {
  const connect: Connect = (place, log) => postgresAt(place, { durable: false, log });
  countTests(() => postgresDatabase(server, { durable: false }), connect, true);
});
