/** The rule LINKED_TRANSACTIONS_BY_COUNTRY: which transactions are added up, and what is stored. */
import { describe, expect, it } from "vitest";
import {
  type Compliance,
  type ComplianceOptions,
  createCompliance,
  fixedPrices,
  fixedRates,
  type LinkedRuleResult,
  memoryStorage,
  unwrap,
} from "../../src/index.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { failureOf } from "../support/outcomes.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse("2026-11-20T12:00:00.000Z");
const linkedRule = ["LINKED_TRANSACTIONS_BY_COUNTRY"] as const;
const rates = fixedRates({ base: "EUR", date: "2026-11-20", source: "test", rates: { USD: "1.1", SGD: "1.5" } });
const prices = fixedPrices({ currency: "USD", time: "2026-11-20T12:00:00Z", source: "desk", prices: { BTC: "1000" } });

interface Given {
  readonly id?: string;
  readonly amount?: string | number;
  readonly currency?: string;
  readonly asset?: string;
  readonly country?: string;
  readonly link_key?: string;
  /** Hours after the start. */
  readonly at?: number;
}

/** Evaluates transactions at any time. */
function desk(options: Partial<ComplianceOptions> = {}) {
  let time = START;
  const storage = options.storage ?? memoryStorage();
  const compliance = createCompliance({
    storage,
    thresholds: { DE: "1000", SG: "1500" },
    rates,
    prices,
    maxPriceAgeMs: 1000 * HOUR,
    clock: () => new Date(time),
    ...options,
  });
  const evaluate = async ({ id = "T-1", amount = "400", at = 0, ...given }: Given): Promise<LinkedRuleResult> => {
    time = START + at * HOUR;
    const { currency = "EUR", asset, country = "DE", link_key = "customer 1" } = given;
    const unit = asset === undefined ? { currency } : { asset };
    const transaction = { transaction_id: id, amount, country, link_key, ...unit };
    const [result] = unwrap(await compliance.rules.evaluate({ transaction, rule_codes: linkedRule })).results;
    if (result?.rule_code !== "LINKED_TRANSACTIONS_BY_COUNTRY") throw new Error("no result");
    return result;
  };
  return { compliance, storage, evaluate };
}

async function alertsOf({ alerts }: Compliance): Promise<readonly string[]> {
  return unwrap(await alerts.list({ size: 100 })).items.map(({ alert_id }) => alert_id);
}

describe("LINKED_TRANSACTIONS_BY_COUNTRY", () => {
  it("breaches when the sum reaches the threshold, and stores the alert under its code", async () => {
    const { compliance, evaluate } = desk();
    expect(await evaluate({ id: "T-1" })).toMatchObject({
      rule_code: "LINKED_TRANSACTIONS_BY_COUNTRY",
      status: "pass",
      message: "The sum of 1 linked transaction is below the travel-rule threshold of 1000 EUR in DE.",
    });
    expect((await evaluate({ id: "T-2", amount: "599.99", at: 1 })).status).toBe("pass");
    const alert_id = "LINKED_TRANSACTIONS_BY_COUNTRY:DE:EUR:0.01:T-3";
    expect(await evaluate({ id: "T-3", amount: "0.01", at: 2 })).toEqual({
      rule_code: "LINKED_TRANSACTIONS_BY_COUNTRY",
      status: "breach",
      message: "The sum of 3 linked transactions reaches the travel-rule threshold of 1000 EUR in DE.",
      alert_id,
      decision: {
        status: "breach",
        comparison: "equal",
        amount: "0.01",
        amount_currency: "EUR",
        country: "DE",
        currency: "EUR",
        threshold: "1000",
        converted: "0.01",
        rate: null,
        message: "The sum of 3 linked transactions reaches the travel-rule threshold of 1000 EUR in DE.",
        linked: {
          transactions: 3,
          window: 24 * HOUR,
          first_at: "2026-11-20T12:00:00.000+00:00",
          last_at: "2026-11-20T14:00:00.000+00:00",
          converted: "1000.00",
          amounts: [{ amount: "1000", amount_currency: "EUR", rate: null }],
        },
      },
    });
    expect(await alertsOf(compliance)).toEqual([alert_id]);
    expect(JSON.stringify(await compliance.alerts.retrieve(alert_id))).not.toContain("customer");
  });

  it("adds up currencies and crypto-assets exactly", async () => {
    const { evaluate } = desk();
    await evaluate({ id: "T-1", amount: "110", currency: "USD", country: "SG" });
    await evaluate({ id: "T-2", amount: "0.33", asset: "BTC", country: "SG" });
    const { decision, status } = await evaluate({
      id: "T-3",
      amount: "899.9999999999",
      currency: "SGD",
      country: "SG",
    });
    expect(status).toBe("pass");
    expect(decision.linked).toMatchObject({ transactions: 3, converted: "1499.99" });
    const last = await evaluate({ id: "T-4", amount: "0.0000000001", currency: "SGD", country: "SG" });
    expect(last.decision).toMatchObject({ comparison: "equal", status: "breach", converted: "0.00", rate: null });
    const rate = { source: "test", date: "2026-11-20", base: "EUR", from: "1.1", to: "1.5" };
    const price = { asset: "BTC", price: "1000", currency: "USD", source: "desk", time: "2026-11-20T12:00:00Z" };
    expect(last.decision.linked.amounts).toEqual([
      { amount: "110", amount_currency: "USD", rate },
      { amount: "330", amount_currency: "USD", rate, price: { ...price, asset_amount: "0.33" } },
      { amount: "900", amount_currency: "SGD", rate: null },
    ]);
  });

  it("counts a transaction once, however often it is evaluated", async () => {
    const { compliance, evaluate } = desk();
    for (const amount of ["400", 400, "400.00"]) {
      const { decision } = await evaluate({ amount });
      expect(decision.linked).toMatchObject({ transactions: 1, converted: "400.00" });
    }
    await evaluate({ id: "T-2", amount: "600" });
    await evaluate({ id: "T-2", amount: "600" });
    expect((await evaluate({ id: "T-1" })).status).toBe("breach");
    expect(await alertsOf(compliance)).toHaveLength(2);
  });

  it("counts the largest amount of a transaction, whichever came first", async () => {
    for (const amounts of [
      ["400", "500"],
      ["500", "400"],
    ]) {
      const { evaluate } = desk();
      for (const amount of amounts) await evaluate({ id: "T-1", amount });
      const { decision } = await evaluate({ id: "T-2", amount: "100" });
      expect(decision.linked).toMatchObject({ transactions: 2, converted: "600.00" });
    }
  });

  it("keeps the time of the first evaluation for a corrected amount", async () => {
    const { evaluate } = desk();
    await evaluate({ id: "T-0", amount: "900" });
    await evaluate({ id: "T-1", amount: "1", at: 20 });
    expect((await evaluate({ id: "T-1", amount: "100", at: 40 })).status).toBe("breach");
  });

  it("does not add transactions of other link keys", async () => {
    const { evaluate } = desk();
    await evaluate({ id: "T-1", amount: "900" });
    expect((await evaluate({ id: "T-2", amount: "900", link_key: "customer 2" })).status).toBe("pass");
  });

  it.each([
    [24, "breach"],
    [24 + 1 / 3_600_000, "pass"],
  ])("two transactions %d hours apart: %s", async (at, status) => {
    const { evaluate } = desk();
    await evaluate({ id: "T-1", amount: "500" });
    expect((await evaluate({ id: "T-2", amount: "500", at })).status).toBe(status);
  });

  it("finds the period with the largest sum, before and after the transaction", async () => {
    const { evaluate } = desk();
    for (const [id, at] of [["T-0", 0] as const, ["T-20", 20] as const, ["T-40", 40] as const, ["T-44", 44] as const]) {
      await evaluate({ id, amount: "300", at });
    }
    // From 20 to 44, and not all four.
    const { decision, status } = await evaluate({ id: "T-20", amount: "300", at: 50 });
    expect([status, decision.linked.transactions, decision.linked.converted]).toEqual(["pass", 3, "900.00"]);
    // A repeated evaluation sees what came later.
    await evaluate({ id: "T-22", amount: "100", at: 44 });
    expect((await evaluate({ id: "T-20", amount: "300", at: 60 })).status).toBe("breach");
    expect((await evaluate({ id: "T-0", amount: "300", at: 60 })).decision.linked.transactions).toBe(2);
  });

  it("finds transactions of a process whose clock is ahead", async () => {
    const storage = memoryStorage();
    const [ahead, behind] = [desk({ storage }), desk({ storage })];
    await ahead.evaluate({ id: "T-1", amount: "500", at: 1 });
    expect((await behind.evaluate({ id: "T-2", amount: "500", at: 0 })).status).toBe("breach");
  });

  it("uses the window of the option", async () => {
    const { evaluate } = desk({ linkedTransactions: { windowMs: HOUR } });
    await evaluate({ id: "T-1", amount: "500" });
    expect((await evaluate({ id: "T-2", amount: "500", at: 1.5 })).decision.linked).toMatchObject({
      transactions: 1,
      window: HOUR,
    });
  });

  it("throws without the rate of another transaction, and never passes", async () => {
    const storage = memoryStorage();
    await desk({ storage }).evaluate({ id: "T-1", amount: "1", currency: "USD" });
    const other = desk({
      storage,
      rates: fixedRates({ base: "EUR", date: "2026-11-20", source: "test", rates: { SGD: "1.5" } }),
    });
    await failureOf(other.evaluate({ id: "T-2" }), "rate_missing");
    // Stored all the same, so that it counts for the next one.
    const { decision } = await desk({ storage }).evaluate({ id: "T-3" });
    expect(decision.linked.transactions).toBe(3);
  });

  it("stores no transaction that cannot be decided alone", async () => {
    const { evaluate } = desk();
    await failureOf(evaluate({ id: "T-1", currency: "GBP" }), "rate_missing");
    expect((await evaluate({ id: "T-2" })).decision.linked.transactions).toBe(1);
  });

  it("counts the own transaction even if the storage has removed it meanwhile", async () => {
    const storage = memoryStorage();
    const forgetful: ComplianceStorage = { ...storage, linked: { ...storage.linked, within: async () => [] } };
    const { decision } = await desk({ storage: forgetful }).evaluate({ amount: "1000" });
    expect(decision).toMatchObject({ status: "breach", linked: { transactions: 1 } });
  });

  it("is evaluated beside the other rule, in the order of the request", async () => {
    const { compliance } = desk();
    const transaction = { transaction_id: "T", amount: "1000", currency: "EUR", country: "DE", link_key: "k" };
    const rule_codes = [...linkedRule, "THRESHOLD_BY_COUNTRY"] as const;
    const { results } = unwrap(await compliance.rules.evaluate({ transaction, rule_codes }));
    expect(results.map(({ rule_code, status }) => [rule_code, status])).toEqual([
      ["LINKED_TRANSACTIONS_BY_COUNTRY", "breach"],
      ["THRESHOLD_BY_COUNTRY", "breach"],
    ]);
    expect(await alertsOf(compliance)).toHaveLength(2);
  });
});

describe("a link_key", () => {
  it.each([undefined, ""])("%s is an issue of a request with the rule", async (link_key) => {
    const { compliance } = desk();
    const transaction = { transaction_id: "T", amount: "1", currency: "EUR", country: "DE", link_key };
    const result = await compliance.rules.evaluate({ transaction, rule_codes: linkedRule });
    const code = link_key === undefined ? "link_key_missing" : "text_blank";
    const expected = { code, path: "/transaction/link_key", clause: "4.9" };
    expect(result).toMatchObject({ ok: false, issues: [expected] });
  });

  it("is missing beside every other issue", async () => {
    const { compliance } = desk();
    const input: unknown = { transaction: { amount: -1, currency: "EUR", country: "XX" }, rule_codes: linkedRule };
    const result = await compliance.rules.evaluate(input);
    const codes = result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`);
    expect(codes.sort()).toEqual([
      "amount_negative /transaction/amount",
      "link_key_missing /transaction/link_key",
      "not_a_country /transaction/country",
      "required /transaction/transaction_id",
    ]);
  });

  it.each([
    [{ rule_codes: linkedRule }, ["required /transaction"]],
    [{ transaction: "T", rule_codes: linkedRule }, ["wrong_type /transaction"]],
    [{ transaction: {}, rule_codes: "LINKED_TRANSACTIONS_BY_COUNTRY" }, undefined],
    [{ transaction: {}, rule_codes: 5 }, undefined],
  ])("is no further issue where the rules cannot be read, or the transaction: %j", async (input: unknown, expected) => {
    const { compliance } = desk();
    const result = await compliance.rules.evaluate(input);
    const codes = result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`);
    if (expected !== undefined) expect(codes).toEqual(expected);
    expect(codes.some((code) => code.startsWith("link_key"))).toBe(false);
  });

  it("needs no rule", async () => {
    const { compliance, storage } = desk();
    const transaction = { transaction_id: "T", amount: "1", currency: "EUR", country: "DE", link_key: "k" };
    const { results } = unwrap(await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
    expect(results[0]?.decision).not.toHaveProperty("linked");
    expect(await storage.linked.prune("2030-01-01T00:00:00.000Z")).toBe(0);
  });
});

describe("linkedTransactions", () => {
  const stored = async ({ storage }: ReturnType<typeof desk>): Promise<number> => {
    const period = { from: "2000-01-01T00:00:00.000Z", to: "2030-01-01T00:00:00.000Z", limit: 9 };
    return (await storage.linked.within({ link_key: "customer 1", ...period })).length;
  };

  it("removes expired transactions at the first evaluation, after an hour, and after a hundred evaluations", async () => {
    const options = { linkedTransactions: { windowMs: HOUR, retentionMs: 2 * HOUR } };
    const subject = desk(options);
    await subject.evaluate({ id: "T-0" });
    await subject.evaluate({ id: "T-1", at: 3 });
    expect(await stored(subject)).toBe(1);
    for (let count = 0; count < 99; count += 1) await subject.evaluate({ id: "T-2", at: 3.9 });
    expect(await stored(subject)).toBe(2);
    const other = desk({ ...options, storage: subject.storage });
    await other.evaluate({ id: "T-3", at: 5.5 });
    expect(await stored(other)).toBe(2);
  });

  it("adds up in order what another process has removed meanwhile", async () => {
    const storage = memoryStorage();
    let isRemoved = false;
    const within: ComplianceStorage["linked"]["within"] = async (query) =>
      (await storage.linked.within(query)).filter(({ transaction_id }) => !isRemoved || transaction_id !== "T-2");
    const { evaluate } = desk({ storage: { ...storage, linked: { ...storage.linked, within } } });
    await evaluate({ id: "T-1", amount: "100" });
    await evaluate({ id: "T-2", amount: "700", at: 23 });
    await evaluate({ id: "T-3", amount: "400", at: 25 });
    isRemoved = true;
    const { status, decision } = await evaluate({ id: "T-2", amount: "700", at: 26 });
    expect([status, decision.linked.converted]).toEqual(["breach", "1100.00"]);
  });

  it("decides even if expired transactions cannot be removed", async () => {
    const storage = memoryStorage();
    const failing = { ...storage.linked, prune: async () => Promise.reject(new Error("The disk is full.")) };
    const { evaluate } = desk({ storage: { ...storage, linked: failing } });
    expect((await evaluate({ amount: "1000" })).status).toBe("breach");
  });

  it("keeps transactions for a week, or twice a longer window", async () => {
    for (const [linkedTransactions, days] of [
      [undefined, 7],
      [{}, 7],
      [{ windowMs: 24 * 5 * HOUR }, 10],
      [{ retentionMs: 24 * 3 * HOUR }, 3],
    ] as const) {
      const subject = desk({ linkedTransactions });
      await subject.evaluate({ id: "T-0" });
      await subject.evaluate({ id: "T-1", at: days * 24 });
      expect(await stored(subject)).toBe(2);
      await subject.evaluate({ id: "T-2", at: days * 24 + 1 });
      expect(await stored(subject)).toBe(2);
    }
  });

  it.each([
    { windowMs: 0 },
    { windowMs: -1 },
    { windowMs: 1.5 },
    { windowMs: Number.NaN },
    { windowMs: "1" },
    { windowMs: 6 * 366 * 24 * HOUR },
    { retentionMs: HOUR },
    { retentionMs: Number.POSITIVE_INFINITY },
    { retentionMs: 11 * 366 * 24 * HOUR },
    { windowMs: HOUR, retentionMs: 2 * HOUR - 1 },
    { windw: HOUR },
    5,
    null,
  ])("refuses %j", (linkedTransactions: unknown) => {
    const options = { storage: memoryStorage(), linkedTransactions };
    const create = () => createCompliance(options as ComplianceOptions);
    expect(create).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});
