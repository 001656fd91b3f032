/** Thresholds with their own currency, and what they add to a decision. */
import { describe, expect, it } from "vitest";
import { ExactDecimal } from "../../../src/domain/decimal.js";
import type { CountryThreshold } from "../../../src/domain/thresholds/country-threshold.js";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import { officialDisplayOf } from "../../../src/domain/thresholds/official.js";
import type { ThresholdConfig, ThresholdEntry, Transaction } from "../../../src/domain/thresholds/types.js";
import { ecbRates20240628 as rates } from "../../support/rates.js";

function decide(threshold: ThresholdEntry, given: Partial<Transaction>, config: Partial<ThresholdConfig> = { rates }) {
  const country = given.country ?? "GB";
  const engine = createThresholdEngine({ ...config, thresholds: { [country]: threshold } });
  return engine.evaluate({ transaction_id: "T-1", amount: "1000", currency: "EUR", country, ...given });
}

const euros = { amount: "1000", currency: "EUR" };

describe("a threshold with its own currency", () => {
  it("needs no rates for an amount in its currency", () => {
    expect(decide(euros, { country: "GI" }, {})).toEqual({
      status: "breach",
      comparison: "equal",
      amount: "1000",
      amount_currency: "EUR",
      country: "GI",
      currency: "EUR",
      threshold: "1000",
      converted: "1000.00",
      rate: null,
      message: "The amount reaches the travel-rule threshold of 1000 EUR in GI.",
    });
  });

  it.each([
    ["846.38", "equal", "1000.00"],
    ["846.3799999999999999999999", "below", "999.99"],
    [846.37, "below", "999.98"],
    [846.39, "above", "1000.01"],
  ] as const)("converts the official currency too: %s GBP is %s", (amount, comparison, converted) => {
    const decision = decide(euros, { amount, currency: "GBP" });
    expect(decision).toMatchObject({ comparison, converted, currency: "EUR" });
    expect(decision.rate).toMatchObject({ base: "EUR", from: "0.84638", to: "1" });
  });

  it("shows threshold and amount in the official currency, with both rates", () => {
    const { rate, official } = decide({ amount: 1000, currency: "USD" }, { amount: "2000", currency: "CHF" });
    expect(rate).toMatchObject({ from: "0.9634", to: "1.0705" });
    // 1000 × 0.84638 ÷ 1.0705 = 790.639…; 2000 × 0.84638 ÷ 0.9634 = 1757.068…
    expect(official).toEqual({
      currency: "GBP",
      threshold: "790.63",
      converted: "1757.06",
      rate: { base: "EUR", date: rates.date, source: rates.source, from: "1.0705", to: "0.84638" },
    });
  });

  it("shows an amount in the official currency as it is", () => {
    const { official } = decide(euros, { amount: "846.389", currency: "GBP" });
    expect(official).toMatchObject({ currency: "GBP", threshold: "846.38", converted: "846.38" });
  });

  it("shows an official currency without a minor unit with two decimals", () => {
    const table = { ...rates, rates: { ...rates.rates, XDR: "0.8" } };
    const config = { rates: table, officialCurrencies: { XK: "XDR" } };
    const { official } = decide(euros, { country: "XK" }, config);
    expect(official).toMatchObject({ currency: "XDR", threshold: "800.00", converted: "800.00" });
  });

  it("passes on a failure to find a rate that is none of ours", () => {
    const threshold = { official: "GBP", currency: "EUR", value: new ExactDecimal(1) };
    const fail = (): never => {
      throw new TypeError("unexpected");
    };
    // The cast: the display needs no more of a threshold.
    expect(() => officialDisplayOf(threshold as CountryThreshold, "EUR", fail)).toThrow(TypeError);
  });

  it("shows no official currency where it has no rate, and decides nevertheless", () => {
    const decision = decide(euros, { country: "GI", amount: "1070.50", currency: "USD" });
    expect(decision.comparison).toBe("equal");
    expect(decision).not.toHaveProperty("official");
  });

  it("shows no official currency where the threshold is in it", () => {
    expect(decide({ amount: "800", currency: "GBP" }, {})).not.toHaveProperty("official");
    expect(decide({ amount: "800" }, {})).toMatchObject({ currency: "GBP", rate: { from: "1", to: "0.84638" } });
  });

  it("needs no official currency of the country", () => {
    expect(decide(euros, { country: "AQ", amount: "999.99" }, {}).status).toBe("pass");
  });

  it("multiplies a crypto-asset by its price, in both currencies", () => {
    const prices = { currency: "USD", time: "2024-06-28T12:00:00Z", source: "desk", prices: { BTC: "10000" } };
    const engine = createThresholdEngine({ thresholds: { GB: euros }, rates, prices });
    const decision = engine.evaluate({ transaction_id: "T-1", amount: "0.10705", asset: "BTC", country: "GB" });
    expect(decision).toMatchObject({ comparison: "equal", amount: "1070.5", currency: "EUR", converted: "1000.00" });
    expect(decision.official).toMatchObject({ threshold: "846.38", converted: "846.38" });
  });

  it("refuses to decide without a rate of its currency", () => {
    expect(() => decide(euros, { amount: "1", currency: "USD" }, {})).toThrow(/from USD to EUR needs exchange rates/);
  });

  it("is read from a class, and not from Object.prototype", () => {
    class Entry {
      get amount() {
        return "1000";
      }
      get currency() {
        return "EUR";
      }
    }
    expect(decide(new Entry(), { country: "GI" }, {}).currency).toBe("EUR");
    Object.assign(Object.prototype, { currency: "USD" });
    try {
      expect(decide({ amount: "1000" }, { currency: "GBP" }, {}).currency).toBe("GBP");
    } finally {
      Reflect.deleteProperty(Object.prototype, "currency");
    }
  });
});

describe("the regulation behind a threshold", () => {
  const above = { ...euros, operator: ">", citation: "Article 16(2)" } as const;

  it("is noted where it would let an equal amount pass, which is a breach nevertheless", () => {
    const decision = decide(above, {});
    expect(decision).toMatchObject({ status: "breach", comparison: "equal", operator: ">", citation: "Article 16(2)" });
    expect(decision.note).toBe(
      "The regulation behind the threshold of GB covers only larger amounts and would let this one pass. The rule counts it (§4.9).",
    );
  });

  it.each([
    ["a larger amount", above, "1000.01"],
    ["a smaller amount", above, "999.99"],
    ["a regulation that covers equal amounts", { ...euros, operator: ">=" as const }, "1000"],
    ["a law without an operator", euros, "1000"],
  ])("is not noted for %s", (_, threshold, amount) => {
    expect(decide(threshold, { amount })).not.toHaveProperty("note");
  });

  it("may have the official currency", () => {
    const decision = decide({ amount: 800, operator: ">" }, { amount: 800, currency: "GBP" });
    expect(decision).toMatchObject({ status: "breach", threshold: "800", note: expect.stringContaining("GB") });
  });
});

describe("an invalid entry", () => {
  it.each([null, [], ["1000"], new Map([["amount", "1"]]), true, { amount: { amount: "1" } }, { amount: -1 }])(
    "is refused: %j",
    (threshold) => {
      // The cast: the entry lies about its type on purpose.
      const config = { thresholds: { GB: threshold } } as unknown as ThresholdConfig;
      expect(() => createThresholdEngine(config)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
    },
  );

  it.each(["eur", "", "BTC", null, 978])("is refused with the currency %j", (currency) => {
    const config = { thresholds: { GB: { amount: "1", currency } } } as unknown as ThresholdConfig;
    expect(() => createThresholdEngine(config)).toThrow(/thresholds\.GB\.currency/);
  });
});
