/** Compares decisions about amounts of crypto-assets with rational numbers: amount × price × rate, never rounded. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createThresholdEngine } from "../../src/domain/thresholds/engine.js";
import { compare, cut, exactText, over, type Rational, readDecimal, times } from "../../src/testing/rational.js";
import { runs } from "../support/runs.js";
import { amountsOf, assetScenario, type Scenario } from "../support/threshold-scenarios.js";

// At least 12 cases each, so that `npm run test:all` decides more than 100,000. Fewer scenarios may have no hard case.
const RUNS = Math.max(100, runs(9_000));

const count = { cases: 0, breaches: 0, equal: 0, wrong: 0, wrongByDoubles: 0 };

type AssetScenario = Scenario & { readonly price: string };

function oracle({ threshold, from, to, price, decimals }: AssetScenario, amount: number | string) {
  const value = times(readDecimal(amount), readDecimal(price));
  const converted = over(times(value, readDecimal(to)), readDecimal(from));
  return { value, comparison: compare(converted, readDecimal(threshold)), converted: cut(converted, decimals) };
}

function engineOf({ country, official, currency, base, threshold, from, to, price }: AssetScenario) {
  const listed = Object.entries({ [currency]: from, [official]: to }).filter(([code]) => code !== base);
  return createThresholdEngine({
    thresholds: { [country]: threshold },
    rates: { base, date: "2024-06-28", source: "generated", rates: Object.fromEntries(listed) },
    prices: { currency, time: "2024-06-28T12:00:00Z", source: "generated", prices: { BTC: price } },
    officialCurrencies: { [country]: official },
  });
}

function breachesByDoubles({ threshold, from, to, price }: AssetScenario, amount: number | string): boolean {
  return (Number(amount) * Number(price) * Number(to)) / Number(from) >= Number(threshold);
}

/** Whether the text is exactly the value, whatever its length. */
function isExact(text: string, value: Rational): boolean {
  return /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text) && compare(readDecimal(text), value) === "equal";
}

describe("the threshold decision about an amount of a crypto-asset", () => {
  it("agrees with rational arithmetic on at least 12 amounts around the boundary of each scenario", {
    timeout: 300_000,
  }, () => {
    fc.assert(
      fc.property(assetScenario, (given) => {
        const engine = engineOf(given);
        const wrong: unknown[] = [];
        for (const amount of amountsOf(given)) {
          const { country, currency, price } = given;
          const decision = engine.evaluate({ transaction_id: "T", amount, asset: "BTC", country });
          const right = oracle(given, amount);
          const breach = right.comparison !== "below";
          const agrees =
            decision.status === (breach ? "breach" : "pass") &&
            decision.comparison === right.comparison &&
            decision.converted === right.converted &&
            isExact(String(decision.amount), right.value) &&
            decision.amount_currency === currency &&
            decision.price?.price === price;
          if (!agrees) wrong.push({ amount, right, decision });
          count.cases += 1;
          count.breaches += Number(breach);
          count.equal += Number(right.comparison === "equal");
          count.wrongByDoubles += Number(breachesByDoubles(given, amount) !== breach);
        }
        count.wrong += wrong.length;
        expect(wrong).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(count.cases).toBeGreaterThanOrEqual(RUNS * 12);
  });

  it("has hard cases: amounts that equal the threshold, and those that doubles decide wrongly", () => {
    expect(count.equal).toBeGreaterThan(0);
    expect(count.breaches).toBeLessThan(count.cases);
    expect(count.wrongByDoubles).toBeGreaterThan(0);
  });

  it("agrees with a transaction in the currency of the price, wherever the product is a decimal text", {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(assetScenario, (given) => {
        const engine = engineOf(given);
        const { country, currency } = given;
        for (const amount of amountsOf(given)) {
          const product = exactText(oracle(given, amount).value);
          if (product === undefined) continue;
          const { price: _, ...ofAsset } = engine.evaluate({ transaction_id: "T", amount, asset: "BTC", country });
          expect(ofAsset).toEqual(engine.evaluate({ transaction_id: "T", amount: product, currency, country }));
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
