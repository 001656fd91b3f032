/** Rules with thresholds that have their own currency. */
import { describe, expect, it } from "vitest";
import { createCompliance } from "../../src/compliance.js";
import { unwrap } from "../../src/domain/result.js";
import type { RuleCode, Threshold, Thresholds } from "../../src/domain/thresholds/types.js";
import { type ComplianceOptions, fixedRates, memoryStorage } from "../../src/index.js";

const rates = fixedRates({ base: "EUR", date: "2026-11-20", source: "test", rates: { USD: "1.1", GBP: "0.8" } });

function desk(thresholds: ComplianceOptions["thresholds"], options: Partial<ComplianceOptions> = {}) {
  const storage = memoryStorage();
  const clock = () => new Date("2026-11-20T12:00:00.000Z");
  const compliance = createCompliance({ storage, thresholds, rates, clock, ...options });
  const evaluate = async (
    given: { id?: string; amount: string; currency: string; country?: string },
    rule: RuleCode = "THRESHOLD_BY_COUNTRY",
  ) => {
    const { id: transaction_id = "T-1", country = "GI", ...rest } = given;
    const transaction = { transaction_id, country, link_key: "customer 1", ...rest };
    const [result] = unwrap(await compliance.rules.evaluate({ transaction, rule_codes: [rule] })).results;
    if (result === undefined) throw new Error("no result");
    return result;
  };
  const linked = (given: Parameters<typeof evaluate>[0]) => evaluate(given, "LINKED_TRANSACTIONS_BY_COUNTRY");
  return { compliance, evaluate, linked };
}

const euros = { amount: "1000", currency: "EUR", operator: ">", citation: "section 2" } as const;

describe("a threshold with its own currency", () => {
  it("decides in its currency, and the alert has the same decision", async () => {
    const { compliance, evaluate } = desk({ GI: euros });
    expect((await evaluate({ amount: "1099.99", currency: "USD" })).status).toBe("pass");
    const { status, message, decision } = await evaluate({ amount: "1100", currency: "USD" });
    expect(status).toBe("breach");
    expect(message).toBe("The amount reaches the travel-rule threshold of 1000 EUR in GI.");
    expect(decision).toMatchObject({ comparison: "equal", citation: "section 2", note: expect.any(String) });
    const [alert] = unwrap(await compliance.alerts.list()).items;
    expect(alert?.decision).toEqual(decision);
  });

  it("requests no rates for an amount in its currency", async () => {
    const { evaluate } = desk({ GI: euros }, { rates: undefined });
    expect((await evaluate({ amount: "999", currency: "EUR" })).decision.rate).toBeNull();
    await expect(evaluate({ amount: "999", currency: "GIP" })).rejects.toThrow(
      expect.objectContaining({ code: "not_configured" }),
    );
  });

  it("is copied: a later change of the options has no effect", async () => {
    const entry = { amount: "1000", currency: "EUR" };
    const { evaluate } = desk({ GI: entry });
    entry.amount = "2000";
    expect((await evaluate({ amount: "1000", currency: "EUR" })).status).toBe("breach");
  });
});

describe("a source of thresholds with their own currency", () => {
  it("may change an entry in place", async () => {
    const entry: { amount: string; currency: string; citation?: string | undefined } = {
      amount: "1000",
      currency: "EUR",
    };
    const { evaluate } = desk({ current: async () => ({ GI: entry, US: "3000" }) });
    expect((await evaluate({ amount: "999", currency: "EUR" })).status).toBe("pass");
    entry.amount = "900";
    expect((await evaluate({ amount: "999", currency: "EUR" })).status).toBe("breach");
    entry.currency = "GBP";
    expect((await evaluate({ amount: "999", currency: "EUR" })).decision.currency).toBe("GBP");
    Object.assign(entry, { citation: "section 3" });
    expect((await evaluate({ amount: "999", currency: "EUR" })).decision.citation).toBe("section 3");
    entry.citation = undefined;
    expect((await evaluate({ amount: "999", currency: "EUR" })).decision).not.toHaveProperty("citation");
  });

  it("may replace an amount by an entry, and remove it", async () => {
    let table: Thresholds = { GB: "1000", US: "3000" };
    const { evaluate } = desk({ current: async () => table });
    const sterling = { amount: "900", currency: "GBP", country: "GB" };
    expect((await evaluate(sterling)).status).toBe("pass");
    table = { GB: { amount: "1000", currency: "EUR" }, US: "3000" };
    expect((await evaluate(sterling)).status).toBe("breach");
    table = { US: "3000" };
    await expect(evaluate(sterling)).rejects.toThrow(expect.objectContaining({ code: "threshold_missing" }));
  });

  it.each([null, [], "x", { amount: "x" }])("may not return %j as a threshold", async (entry) => {
    const { evaluate } = desk({ current: async () => ({ GI: entry as Threshold }) });
    await expect(evaluate({ amount: "1", currency: "EUR" })).rejects.toThrow(
      expect.objectContaining({ code: "configuration_invalid" }),
    );
  });
});

describe("linked transactions and a threshold with its own currency", () => {
  it("are added up in its currency, exactly", async () => {
    const { linked } = desk({ GI: euros });
    expect((await linked({ id: "T-1", amount: "550", currency: "USD" })).status).toBe("pass");
    expect((await linked({ id: "T-2", amount: "199.999999", currency: "GBP" })).status).toBe("pass");
    const { status, message, decision } = await linked({ id: "T-3", amount: "250.00000125", currency: "EUR" });
    expect(status).toBe("breach");
    expect(message).toBe("The sum of 3 linked transactions reaches the travel-rule threshold of 1000 EUR in GI.");
    expect(decision).toMatchObject({ comparison: "equal", citation: "section 2", linked: { converted: "1000.00" } });
    expect(decision.note).toContain("would let this one pass");
  });

  it("have the note of the sum, not that of the amount alone", async () => {
    const { linked } = desk({ GI: euros });
    expect((await linked({ id: "T-1", amount: "1000", currency: "EUR" })).decision).toHaveProperty("note");
    const { decision } = await linked({ id: "T-2", amount: "1000", currency: "EUR" });
    expect(decision.comparison).toBe("above");
    expect(decision).not.toHaveProperty("note");
  });

  it("are not added up in two currencies when the source changes in between: provider_unreadable", async () => {
    let calls = 0;
    const current = async (): Promise<Thresholds> => {
      calls += 1;
      return { GI: calls % 2 === 0 ? { amount: "1000", currency: "GBP" } : euros };
    };
    const { linked } = desk({ current });
    await linked({ id: "T-1", amount: "1", currency: "USD" });
    calls = 0;
    await expect(linked({ id: "T-2", amount: "1", currency: "EUR" })).rejects.toThrow(
      expect.objectContaining({ code: "provider_unreadable" }),
    );
  });
});
