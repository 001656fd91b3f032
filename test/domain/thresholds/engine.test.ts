import { describe, expect, it } from "vitest";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import type { ThresholdConfig, Transaction } from "../../../src/domain/thresholds/types.js";
import { ecbRates20240628 as rates } from "../../support/rates.js";

const thresholds = { US: "3000", SG: "1500", DE: 1000, JP: "100000", KR: "1000000" };

function transaction(amount: number | string, currency: string, country: string): Transaction {
  return { transaction_id: "T-1", amount, currency, country };
}

function evaluate(amount: number | string, currency: string, country: string, config: Partial<ThresholdConfig> = {}) {
  return createThresholdEngine({ thresholds, rates, ...config }).evaluate(transaction(amount, currency, country));
}

describe("a configuration", () => {
  it("may be an instance of a class with getters", () => {
    class Config {
      readonly thresholds = { LI: "1000" };
      readonly rates = { base: "EUR", date: "2026-11-21", source: "s", rates: { CHF: "0.94" } };
      get officialCurrencies(): Readonly<Record<string, string>> {
        return { LI: "EUR" };
      }
    }
    const decided = createThresholdEngine(new Config()).evaluate(transaction("1020", "EUR", "LI"));
    expect(decided).toMatchObject({ status: "breach", currency: "EUR" });
  });

  it("may inherit from another one", () => {
    const config = Object.assign(Object.create({ officialCurrencies: { LI: "EUR" } }), {
      thresholds: { LI: "1000" },
      rates,
    });
    const decided = createThresholdEngine(config).evaluate(transaction("1", "EUR", "LI"));
    expect(decided).toMatchObject({ status: "pass", currency: "EUR" });
  });
});

describe("§4.9 THRESHOLD_BY_COUNTRY", () => {
  it("a threshold of 0 is reached by every amount, also by 0 and by -0", () => {
    const config = { thresholds: { US: 0 } };
    expect(evaluate(0, "USD", "US", config)).toMatchObject({
      status: "breach",
      comparison: "equal",
      converted: "0.00",
    });
    expect(evaluate(-0, "USD", "US", config)).toMatchObject({ comparison: "equal", converted: "0.00", threshold: "0" });
    expect(evaluate("0.00", "SGD", "US", config)).toMatchObject({ comparison: "equal", converted: "0.00" });
    expect(evaluate(5e-324, "SGD", "US", config)).toMatchObject({ comparison: "above", converted: "0.00" });
  });

  it("a threshold that no double reaches is reached by none", () => {
    const config = { thresholds: { ID: Number.MAX_VALUE }, rates };
    expect(evaluate(Number.MAX_VALUE, "IDR", "ID", config).comparison).toBe("equal");
    expect(evaluate("9".repeat(100), "IDR", "ID", config).comparison).toBe("below");
    const beyond = { thresholds: { DE: Number.MAX_VALUE }, rates };
    expect(evaluate(Number.MAX_VALUE, "IDR", "DE", beyond).comparison).toBe("below");
    expect(evaluate("9".repeat(100), "IDR", "DE", beyond).comparison).toBe("below");
  });

  it("keeps the threshold's text, and writes a number without an exponent", () => {
    expect(evaluate(1, "USD", "US", { thresholds: { US: "3000.00" } }).threshold).toBe("3000.00");
    expect(evaluate(1, "USD", "US", { thresholds: { US: 1e21 } }).threshold).toBe(`1${"0".repeat(21)}`);
    expect(evaluate(1, "USD", "US", { thresholds: { US: 1.5e-7 } }).threshold).toBe("0.00000015");
  });

  it("takes official currencies from the configuration first, also for XK and for countries that have none", () => {
    const officialCurrencies = { XK: "EUR", PS: "ILS", US: "XAU", CL: "CLF" };
    const config = { thresholds: { XK: "1000", PS: "3500", US: "1.5", CL: "10" }, officialCurrencies };
    expect(evaluate(1000, "EUR", "XK", config)).toMatchObject({ status: "breach", currency: "EUR", country: "XK" });
    expect(evaluate("3500", "ILS", "PS", config)).toMatchObject({ status: "breach", currency: "ILS" });
    // XAU has no minor unit, CLF four decimals
    expect(evaluate(1.499, "XAU", "US", config)).toMatchObject({ status: "pass", converted: "1.49" });
    expect(evaluate("9.99999", "CLF", "CL", config)).toMatchObject({ status: "pass", converted: "9.9999" });
  });

  it("takes the base at 1, whether the table lists it or not", () => {
    const listing = { ...rates, rates: { ...rates.rates, EUR: "1.000" } };
    expect(evaluate(1070.5, "USD", "DE", { rates: listing })).toMatchObject({
      comparison: "equal",
      rate: { from: "1.0705", to: "1.000" },
    });
  });

  it("decides alike on the first call of a pair and on every later one", () => {
    const engine = createThresholdEngine({ thresholds, rates });
    const first = engine.evaluate(transaction(2802.43, "EUR", "US"));
    expect(engine.evaluate(transaction(2802.43, "EUR", "US"))).toEqual(first);
    expect(engine.evaluate(transaction("2802.42", "EUR", "US")).status).toBe("pass");
    expect(engine.evaluate(transaction(3000, "USD", "US")).rate).toBeNull();
  });

  it("is copied from its configuration: changing that later changes nothing", () => {
    const config = {
      thresholds: { US: "3000", SG: "1500" },
      rates: { ...rates, rates: { ...rates.rates, USD: "1.0705" } },
      officialCurrencies: { SG: "SGD" },
    };
    const engine = createThresholdEngine(config);
    config.thresholds.US = "1";
    config.rates.rates.USD = "1000";
    config.rates.base = "USD";
    config.officialCurrencies.SG = "USD";
    expect(engine.evaluate(transaction(1, "EUR", "US"))).toMatchObject({ status: "pass", threshold: "3000" });
    expect(engine.evaluate(transaction(1, "EUR", "SG"))).toMatchObject({ currency: "SGD", rate: { base: "EUR" } });
  });

  it("gives plain data: a decision survives JSON, spreading and cloning, and its shared rate cannot be changed", () => {
    const decision = evaluate("1033.55", "EUR", "SG");
    expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
    expect({ ...decision }).toEqual(decision);
    expect(structuredClone(decision)).toEqual(decision);
    expect(Object.isFrozen(decision.rate)).toBe(true);
  });
});
