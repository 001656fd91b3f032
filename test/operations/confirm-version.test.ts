/** An execution that is confirmed after the transfer was decided with other content: it is about the version that was there. */
import { describe, expect, it } from "vitest";
import {
  type ComplianceStorage,
  memoryStorage,
  type RiskEntry,
  type TransferRecord,
  type TransferToDecide,
  unwrap,
} from "../../src/index.js";
import {
  CLEAN,
  type Deciding,
  decided,
  deciding,
  HOT_WALLET,
  THIRD_WALLET,
  WALLET,
  WITHDRAWAL,
} from "../support/decision-samples.js";

const BEFORE = "2026-12-01T11:59:59.000+00:00";
const FIRST = "2026-12-01T12:00:00.500+00:00";
const SECOND = "2026-12-01T12:00:01.500+00:00";
const HASH = "0xabc";

function withdrawal(changes: Partial<TransferToDecide> = {}): TransferToDecide {
  // The cast: a change leaves it a withdrawal.
  return { ...WITHDRAWAL, link_key: "K", ...changes } as TransferToDecide;
}

const EDITED = { amount: "900", beneficiary_address: THIRD_WALLET } as const;

interface Case {
  readonly first?: Partial<TransferToDecide>;
  readonly second?: Partial<TransferToDecide>;
  readonly answer?: RiskEntry;
  readonly storage?: ComplianceStorage;
}

/** Decides both versions, a second apart, and waits another second. */
async function decidedTwice({ first, second = EDITED, answer = CLEAN, storage }: Case = {}): Promise<Deciding> {
  const compliance = await deciding(storage && { storage });
  expect(await decided(compliance, withdrawal(first))).toMatchObject({ version: 1, decision: "execute" });
  compliance.wait(1000);
  compliance.screenWith(async () => [answer]);
  expect(await decided(compliance, withdrawal(second))).toMatchObject({ version: 2 });
  compliance.screenWith(async () => [CLEAN]);
  compliance.wait(1000);
  return compliance;
}

async function executed(
  { transfers }: Deciding,
  executed_at?: string,
  transaction_hash = HASH,
): Promise<TransferRecord> {
  return unwrap(await transfers.confirm("W-1", { outcome: "executed", transaction_hash, executed_at }));
}

/** Returns the amounts under a link key. */
async function linkedUnder({ storage }: Pick<Deciding, "storage">, link_key = "K") {
  const from = "0001-01-01T00:00:00.000+00:00";
  const found = await storage.linked.within({ link_key, from, to: "9999-12-31T00:00:00.000+00:00", limit: 100 });
  return found.map(({ time, amounts }) => [time, ...amounts.map(({ amount }) => amount)]);
}

async function usesOf({ addresses }: Deciding, address: string): Promise<readonly (readonly string[])[]> {
  const history = await addresses.history("ethereum", address);
  return (history?.uses ?? []).map(({ side, at }) => [side, at]);
}

const AT_FIRST = "2026-12-01T12:00:00.000+00:00";
const AT_SECOND = "2026-12-01T12:00:01.000+00:00";
const REJECTED = { ...CLEAN, risk_ratio: 95 };

describe("the version of a confirmation", () => {
  it.each([
    [undefined, 2, false],
    [SECOND, 2, false],
    [AT_SECOND, 2, false],
    [FIRST, 1, false],
    [AT_FIRST, 1, false],
    [BEFORE, 1, true],
  ])("of an execution at %s is %i", async (executed_at, version, executed_without_permission) => {
    const { confirmations } = await executed(await decidedTwice(), executed_at);
    expect(confirmations).toMatchObject([{ version, executed_without_permission }]);
  });

  it.each(["rejected", "returned", "cancelled"] as const)("that was %s is the newest one", async (outcome) => {
    const compliance = await decidedTwice();
    const { confirmations } = unwrap(await compliance.transfers.confirm("W-1", { outcome }));
    expect(confirmations).toMatchObject([{ outcome, version: 2 }]);
    expect(await linkedUnder(compliance)).toEqual([]);
  });
});

describe("the uses of an execution", () => {
  it.each([
    [FIRST, CLEAN, WALLET, THIRD_WALLET],
    [FIRST, REJECTED, WALLET, THIRD_WALLET],
    [SECOND, CLEAN, THIRD_WALLET, WALLET],
  ])("at %s are those of its version", async (executed_at, answer, used, unused) => {
    const compliance = await decidedTwice({ answer });
    for (const address of [HOT_WALLET, WALLET, THIRD_WALLET]) {
      unwrap(await compliance.addresses.create({ chain: "ethereum", address }));
    }
    await executed(compliance, executed_at);
    expect(await usesOf(compliance, HOT_WALLET)).toEqual([["originator", executed_at]]);
    expect(await usesOf(compliance, used)).toEqual([["beneficiary", executed_at]]);
    expect(await usesOf(compliance, unused)).toEqual([]);
  });

  it("are also those of a second execution, of another version", async () => {
    const compliance = await decidedTwice();
    for (const address of [HOT_WALLET, WALLET, THIRD_WALLET]) {
      unwrap(await compliance.addresses.create({ chain: "ethereum", address }));
    }
    await executed(compliance, FIRST);
    const { confirmations } = await executed(compliance, SECOND, "0xdef");
    expect(confirmations.map((each) => [each.version, each.executed_without_permission])).toEqual([
      [1, false],
      [2, true],
    ]);
    await executed(compliance, SECOND, "0xfff");
    expect(await usesOf(compliance, HOT_WALLET)).toEqual([["originator", FIRST]]);
    expect(await usesOf(compliance, WALLET)).toEqual([["beneficiary", FIRST]]);
    expect(await usesOf(compliance, THIRD_WALLET)).toEqual([["beneficiary", SECOND]]);
  });

  it("are none of a version without a chain", async () => {
    const { chain: _, ...rest } = withdrawal();
    const compliance = await deciding();
    unwrap(await compliance.addresses.create({ chain: "ethereum", address: WALLET }));
    // The cast: only the chain is missing.
    await decided(compliance, rest as TransferToDecide);
    compliance.wait(1000);
    await decided(compliance, withdrawal());
    await executed(compliance, FIRST);
    expect(await usesOf(compliance, WALLET)).toEqual([]);
  });

  it.each(["prune", "erase"] as const)("are removed by %s", async (how) => {
    const compliance = await decidedTwice();
    unwrap(await compliance.addresses.create({ chain: "ethereum", address: WALLET }));
    await executed(compliance, FIRST);
    expect(await usesOf(compliance, WALLET)).toHaveLength(1);
    compliance.wait(40 * 86_400_000);
    if (how === "prune")
      expect(await compliance.transfers.prune({ before: "2026-12-02" })).toEqual({ removed: 1, held: 0 });
    else expect(unwrap(await compliance.accounts.erase("A-1"))).toMatchObject({ transfers: 1, uses: 2 });
    expect(await usesOf(compliance, WALLET)).toEqual([]);
  });
});

describe("the linked sum after an execution of an earlier version", () => {
  it.each([
    ["10", "900"],
    ["900", "10"],
  ])("has %s, not %s", async (amount, later) => {
    const compliance = await decidedTwice({ first: { amount }, second: { amount: later } });
    expect(await linkedUnder(compliance)).toEqual([[AT_SECOND, later]]);
    await executed(compliance, FIRST);
    expect(await linkedUnder(compliance)).toEqual([[AT_SECOND, amount]]);
  });

  it.each([
    ["10", "900"],
    ["900", "10"],
  ])("has %s after %s was rejected", async (amount, later) => {
    const compliance = await decidedTwice({ first: { amount }, second: { amount: later }, answer: REJECTED });
    expect(await linkedUnder(compliance)).toEqual([]);
    await executed(compliance, FIRST);
    expect(await linkedUnder(compliance)).toEqual([[AT_SECOND, amount]]);
  });

  it.each([CLEAN, REJECTED])("is that of the link key of its version", async (answer) => {
    const compliance = await decidedTwice({ second: { ...EDITED, link_key: "L" }, answer });
    await executed(compliance, FIRST);
    expect(await linkedUnder(compliance)).toEqual([[FIRST, "10"]]);
    expect(await linkedUnder(compliance, "L")).toEqual([]);
  });

  it("has the time of the execution", async () => {
    const compliance = await decidedTwice({ first: { link_key: "L" } });
    await decided(compliance, withdrawal({ link_key: "M" }));
    compliance.wait(1000);
    await executed(compliance, SECOND);
    expect(await linkedUnder(compliance)).toEqual([[SECOND, "900"]]);
    expect([await linkedUnder(compliance, "L"), await linkedUnder(compliance, "M")]).toEqual([[], []]);
  });

  it("loses the newest version if the executed one has no link key", async () => {
    const compliance = await decidedTwice({ first: { link_key: undefined } });
    await executed(compliance, FIRST);
    expect(await linkedUnder(compliance)).toEqual([]);
  });

  it("has it after it was cancelled", async () => {
    const compliance = await decidedTwice();
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    await executed(compliance, FIRST);
    expect(await linkedUnder(compliance)).toEqual([[AT_SECOND, "10"]]);
  });

  it("has the amount of each version that was executed, of which the largest counts", async () => {
    const compliance = await decidedTwice();
    await executed(compliance, FIRST);
    await executed(compliance, SECOND, "0xdef");
    expect(await linkedUnder(compliance)).toEqual([[SECOND, "10", "900"]]);
  });

  it("has those of two link keys", async () => {
    const compliance = await decidedTwice({ second: { ...EDITED, link_key: "L" } });
    await executed(compliance, FIRST);
    await executed(compliance, SECOND, "0xdef");
    expect(await linkedUnder(compliance)).toEqual([[FIRST, "10"]]);
    expect(await linkedUnder(compliance, "L")).toEqual([[SECOND, "900"]]);
  });

  it("stays as it is if the confirmation is not stored", async () => {
    const storage = memoryStorage();
    const { save } = storage.transfers;
    let isDown = false;
    const failing: ComplianceStorage = {
      ...storage,
      transfers: {
        ...storage.transfers,
        save: (...given) => (isDown ? Promise.reject(new Error("down")) : save(...given)),
      },
    };
    const compliance = await decidedTwice({ first: { amount: "900" }, second: { amount: "950" }, storage: failing });
    isDown = true;
    await expect(executed(compliance, FIRST)).rejects.toThrow("down");
    expect(await linkedUnder(compliance)).toEqual([[AT_SECOND, "950"]]);
    isDown = false;
    await executed(compliance, FIRST);
    expect(await linkedUnder(compliance)).toEqual([[AT_SECOND, "900"]]);
  });
});
