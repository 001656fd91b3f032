/** §4.9: the newest rates and thresholds count, also where a source changes the table that it returned. */
import { describe, expect, it } from "vitest";
import { ComplianceError, createCompliance, memoryStorage, unwrap } from "../../src/index.js";

const clock = (): Date => new Date("2026-11-21T09:30:00Z");

/** Sources that always return the same objects, and an evaluation with them. */
function sources(): {
  rates: Record<string, unknown>;
  thresholds: Record<string, unknown>;
  statusNow: () => Promise<string>;
} {
  const rates = { base: "EUR", date: "2026-11-20", source: "test", rates: { SGD: "1.5", USD: "1.1" } };
  const thresholds = { SG: "1500", US: "3000" };
  const compliance = createCompliance({
    storage: memoryStorage(),
    rates: { current: async () => rates },
    thresholds: { current: async () => thresholds },
    clock,
  });
  const transaction = { transaction_id: "T-1", amount: "1000", currency: "EUR", country: "SG" };
  const statusNow = async (): Promise<string> => {
    try {
      const evaluated = await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
      return unwrap(evaluated)
        .results.map(({ status }) => status)
        .join();
    } catch (error) {
      return error instanceof ComplianceError ? error.code : "no code";
    }
  };
  return { rates, thresholds, statusNow };
}

describe("§4.9 a table that changes after it was returned", () => {
  it.each<[string, (table: ReturnType<typeof sources>) => void, string]>([
    ["a rate", ({ rates }) => Object.assign(rates, { rates: { SGD: "1.49", USD: "1.1" } }), "pass"],
    ["a rate in place", ({ rates }) => Reflect.set(Object(rates["rates"]), "SGD", "1.49"), "pass"],
    [
      "another name for a rate",
      ({ rates }) => Object.assign(rates, { rates: { EUR: "1", SGX: "1.5" } }),
      "rate_missing",
    ],
    ["one rate fewer", ({ rates }) => Reflect.deleteProperty(Object(rates["rates"]), "SGD"), "rate_missing"],
    ["no rates", ({ rates }) => Object.assign(rates, { rates: null }), "rate_missing"],
    ["the date", ({ rates }) => Object.assign(rates, { date: "2026-01-01" }), "rate_stale"],
    ["the base", ({ rates }) => Object.assign(rates, { base: "USD" }), "rate_invalid"],
    ["a threshold", ({ thresholds }) => Object.assign(thresholds, { SG: "1500.01" }), "pass"],
    ["a threshold as a number", ({ thresholds }) => Object.assign(thresholds, { SG: 1501 }), "pass"],
    [
      "a threshold that is an object",
      ({ thresholds }) => Object.assign(thresholds, { SG: {} }),
      "configuration_invalid",
    ],
    ["no threshold", ({ thresholds }) => Reflect.deleteProperty(thresholds, "SG"), "threshold_missing"],
  ])("counts as it is: %s", async (_, change, outcome) => {
    const table = sources();
    expect(await table.statusNow()).toBe("breach");
    expect(await table.statusNow()).toBe("breach");
    change(table);
    expect(await table.statusNow()).toBe(outcome);
    expect(await table.statusNow()).toBe(outcome);
  });

  it("counts also where a threshold is an object", async () => {
    const table = sources();
    const threshold = { valueOf: () => 5 };
    Object.assign(table.thresholds, { SG: threshold });
    expect(await table.statusNow()).toBe("configuration_invalid");
    Object.assign(table.thresholds, { SG: "1500" });
    expect(await table.statusNow()).toBe("breach");
  });
});
