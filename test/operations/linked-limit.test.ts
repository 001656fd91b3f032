/** The most transactions of a link key in a sum: with more, no decision, and never a pass. */
import { describe, expect, it } from "vitest";
import {
  type ComplianceOptions,
  type ComplianceStorage,
  createCompliance,
  type LinkedTransactionOptions,
  memoryStorage,
  type RuleCode,
  unwrap,
} from "../../src/index.js";
import { failureOf } from "../support/outcomes.js";

const HOUR = 60 * 60 * 1000;
const START = Date.parse("2026-11-20T12:00:00.000Z");
const LINKED = "LINKED_TRANSACTIONS_BY_COUNTRY";

/** Evaluates transactions of one link key at any hour, of which at most three may be in a sum. */
function desk(storage: ComplianceStorage = memoryStorage(), limits: LinkedTransactionOptions = { maxTransactions: 3 }) {
  let time = START;
  const compliance = createCompliance({
    storage,
    thresholds: { DE: "1000" },
    clock: () => new Date(time),
    linkedTransactions: { windowMs: HOUR, ...limits },
  });
  const evaluate = async (
    id: string,
    { amount = "1", at = 0, rule_codes = [LINKED] }: { amount?: string; at?: number; rule_codes?: RuleCode[] } = {},
  ) => {
    time = START + at * HOUR;
    const transaction = { transaction_id: id, amount, currency: "EUR", country: "DE", link_key: "Jane Doe" };
    return unwrap(await compliance.rules.evaluate({ transaction, rule_codes })).results;
  };
  return { compliance, evaluate };
}

describe("linkedTransactions.maxTransactions", () => {
  it("is the most transactions in a decision", async () => {
    const { evaluate } = desk();
    for (const id of ["1", "2"]) await evaluate(id);
    expect((await evaluate("3"))[0]).toMatchObject({ decision: { linked: { transactions: 3 } } });
    const { message } = await failureOf(evaluate("4"), "linked_limit_exceeded");
    expect(message).toBe(
      "More than 3 transactions with this link_key are within linkedTransactions.windowMs of this one. Hold it. " +
        "Raise linkedTransactions.maxTransactions, or choose link keys with fewer transactions.",
    );
  });

  it("applies to the transactions that can be in a period with this one", async () => {
    const { evaluate } = desk();
    for (const id of ["1", "2", "3"]) await evaluate(id);
    await failureOf(evaluate("late", { at: 1 }), "linked_limit_exceeded");
    expect((await evaluate("later", { at: 1.1 }))[0]).toMatchObject({ decision: { linked: { transactions: 2 } } });
  });

  it("counts each amount of a corrected transaction", async () => {
    const { evaluate } = desk();
    for (const amount of ["1", "2", "3"]) await evaluate("1", { amount });
    expect((await evaluate("1", { amount: "3.00" }))[0]?.status).toBe("pass");
    await failureOf(evaluate("1", { amount: "4" }), "linked_limit_exceeded");
  });

  it("is no pass and no breach of a sum, also if that is above the threshold", async () => {
    const { evaluate } = desk();
    for (const id of ["1", "2", "3"]) await evaluate(id, { amount: "1000" });
    const rule_codes: RuleCode[] = [LINKED, "THRESHOLD_BY_COUNTRY"];
    const failing = evaluate("4", { amount: "1000", rule_codes });
    const { evaluation } = await failureOf(failing, "linked_limit_exceeded");
    expect(evaluation?.results).toMatchObject([{ rule_code: "THRESHOLD_BY_COUNTRY", status: "breach" }]);
  });

  it("limits what is read from the storage", async () => {
    const storage = memoryStorage();
    const limits: number[] = [];
    const within: ComplianceStorage["linked"]["within"] = (query) => {
      limits.push(query.limit);
      return storage.linked.within(query);
    };
    await desk({ ...storage, linked: { ...storage.linked, within } }).evaluate("1");
    await desk({ ...storage, linked: { ...storage.linked, within } }, {}).evaluate("1");
    expect(limits).toEqual([4, 10_001]);
  });

  it("counts the own transaction if another process has removed it", async () => {
    const storage = memoryStorage();
    const linked: ComplianceStorage["linked"] = {
      ...storage.linked,
      within: async (query) =>
        (await storage.linked.within(query)).filter(({ transaction_id }) => transaction_id !== "4"),
    };
    const { evaluate } = desk({ ...storage, linked });
    for (const id of ["1", "2", "3"]) await evaluate(id);
    await failureOf(evaluate("4"), "linked_limit_exceeded");
  });

  it.each([0, -1, 1.5, "1", Number.NaN, Number.POSITIVE_INFINITY, 1_000_001])("refuses %s", (maxTransactions) => {
    const options: unknown = { storage: memoryStorage(), linkedTransactions: { maxTransactions } };
    const create = () => createCompliance(options as ComplianceOptions);
    expect(create).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});
