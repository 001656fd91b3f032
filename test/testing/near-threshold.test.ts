/** `arbitraries.transactionNear`: what it draws, and how it shrinks. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ThresholdConfig } from "../../src/domain/thresholds/types.js";
import { createThresholdEngine, parseTransaction, type Transaction } from "../../src/index.js";
import { doubleStepsFrom } from "../../src/testing/rational.js";
import { arbitraries } from "../../src/testing.js";
import { thrownBy } from "../support/outcomes.js";
import { right } from "../support/wrong-thresholds/right.js";

const { thresholds, rates } = right;
const { transactionNear } = arbitraries;

function sample(config: ThresholdConfig, count: number): readonly Transaction[] {
  return fc.sample(transactionNear(config), { numRuns: count, seed: 1 });
}

/** Returns the smallest transaction found for which `fails` is true. */
function smallest(fails: (transaction: Transaction) => boolean, config: ThresholdConfig = right): Transaction {
  const { counterexample } = fc.check(
    fc.property(transactionNear(config), (each) => !fails(each)),
    { seed: 1, numRuns: 5_000 },
  );
  if (counterexample === null) throw new Error("no such transaction was drawn");
  return counterexample[0];
}

describe("transactionNear", () => {
  const drawn = sample({ thresholds, rates }, 6_000);
  const engine = createThresholdEngine({ thresholds, rates });

  it("draws only decidable transactions", () => {
    for (const each of drawn) {
      expect(parseTransaction(each)).toEqual({ ok: true, value: each });
      expect(() => engine.evaluate(each)).not.toThrow();
    }
  });

  it("draws every country in every listed currency", () => {
    const pairs = new Set(drawn.map(({ country, currency }) => `${country} ${currency}`));
    const currencies = [rates.base, ...Object.keys(rates.rates)];
    const all = Object.keys(thresholds).flatMap((country) => currencies.map((currency) => `${country} ${currency}`));
    expect([...pairs].sort()).toEqual(all.sort());
  });

  it("draws the threshold and the values beside it, as numbers and as texts of few and many digits", () => {
    const american = drawn.filter(({ country, currency }) => country === "US" && currency === "USD");
    const amounts = american.map(({ amount }) => amount);
    for (const steps of [-2, -1, 0, 1, 2]) expect(amounts).toContain(doubleStepsFrom(3_000, steps));
    for (const text of ["3000", "2999", "3001", "3000.00", "2999.99", "3000.01", `3000.${"0".repeat(17)}1`]) {
      expect(amounts).toContain(text);
    }
    expect(Math.max(...drawn.map(({ amount }) => String(amount).length))).toBe(101);
  });

  it("draws distant and extreme amounts", () => {
    const amounts = drawn.map(({ amount }) => amount);
    for (const extreme of [0, "0", Number.MIN_VALUE, Number.MAX_VALUE, "9".repeat(100)])
      expect(amounts).toContain(extreme);
    const comparisons = new Set(drawn.map((each) => engine.evaluate(each).comparison));
    expect(comparisons).toEqual(new Set(["below", "equal", "above"]));
  });

  it("shrinks to the first country, its own currency, a short text and the simplest id", () => {
    expect(smallest(() => true)).toEqual({ transaction_id: "T-1", amount: "0.00", currency: "USD", country: "US" });
    const breaching = smallest((each) => engine.evaluate(each).status === "breach");
    expect(breaching).toMatchObject({ transaction_id: "T-1", currency: "USD", country: "US" });
    const foreign = smallest(({ country, currency }) => country === "JP" && currency !== "JPY");
    expect(foreign).toEqual({ transaction_id: "T-1", amount: "0.00", currency: "EUR", country: "JP" });
  });

  it("omits undecidable pairs, and throws if there are no others", () => {
    const partly = {
      thresholds: { AQ: "1000", ID: "15000000", US: "3000" },
      rates: { ...rates, rates: { USD: "1.0705" } },
    };
    const pairs = new Set(sample(partly, 500).map(({ country, currency }) => `${country} ${currency}`));
    expect([...pairs].sort()).toEqual(["ID IDR", "US EUR", "US USD"]);
    expect(new Set(sample({ thresholds: { US: "3000" } }, 100).map(({ currency }) => currency))).toEqual(
      new Set(["USD"]),
    );
    thrownBy(() => transactionNear({ thresholds: { AQ: "1000" }, rates }), "configuration_invalid");
    thrownBy(() => transactionNear({ thresholds: {}, rates }), "configuration_invalid");
    thrownBy(() => transactionNear({ thresholds: { US: "x" }, rates }), "configuration_invalid");
    thrownBy(() => transactionNear({ thresholds, rates: { ...rates, rates: { USD: "0" } } }), "rate_invalid");
  });

  it.each([
    ["0", { thresholds: { US: 0 }, rates }],
    ["the least number", { thresholds: { US: Number.MIN_VALUE }, rates }],
    ["the greatest number", { thresholds: { US: Number.MAX_VALUE }, rates }],
    ["the longest text", { thresholds: { US: "9".repeat(100) }, rates }],
    [
      "a rate that takes it out of reach",
      {
        thresholds: { US: "9".repeat(100) },
        rates: { ...rates, rates: { USD: "9".repeat(100), JPY: `0.${"0".repeat(98)}1` } },
      },
    ],
  ])("draws valid transactions for an extreme threshold: %s", (_, config) => {
    const extreme = createThresholdEngine(config);
    for (const each of sample(config, 1_000)) {
      expect(parseTransaction(each).ok).toBe(true);
      expect(() => extreme.evaluate(each)).not.toThrow();
    }
  });
});
