/**
 * Compares decisions with rational numbers: by thresholds with their own currency and without, in money and in
 * crypto-assets, of which the amount × price × rate is never rounded.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createThresholdEngine } from "../../src/domain/thresholds/engine.js";
import type { ThresholdDecision } from "../../src/domain/thresholds/types.js";
import { compare, cut, over, type Rational, readDecimal, times } from "../../src/testing/rational.js";
import { runs } from "../support/runs.js";
import { amountsOf, type OwnScenario, ownScenario } from "../support/threshold-scenarios.js";

// At least 12 cases each, so that `npm run test:all` decides more than 100,000 in money and in assets. Fewer scenarios
// may have no hard case.
const RUNS = Math.max(200, runs(18_000));

const count = {
  cases: 0,
  assets: 0,
  equal: 0,
  noted: 0,
  official: 0,
  wrong: 0,
  wrongByDoubles: 0,
  wrongAssetsByDoubles: 0,
  wrongInOfficial: 0,
};

/** A threshold without a currency of its own is an amount in the official one. */
const isPlain = ({ operator, own }: OwnScenario): boolean => operator === undefined && !own.isListed;

function engineOf(given: OwnScenario) {
  const { country, official: unit, currency, base, threshold, from, to, operator, own, price } = given;
  const all = { [currency]: from, [unit]: to, ...(own.isListed ? { [own.official]: own.rate } : {}) };
  const listed = Object.entries(all).filter(([code]) => code !== base);
  return createThresholdEngine({
    thresholds: { [country]: isPlain(given) ? threshold : { amount: threshold, currency: unit, operator } },
    rates: { base, date: "2024-06-28", source: "generated", rates: Object.fromEntries(listed) },
    prices: { currency, time: "2024-06-28T12:00:00Z", source: "generated", prices: { BTC: price ?? "1" } },
    officialCurrencies: { [country]: isPlain(given) ? unit : own.official },
  });
}

function decide(given: OwnScenario, engine: ReturnType<typeof engineOf>, amount: number | string): ThresholdDecision {
  const { country, currency, price } = given;
  const unit = price === undefined ? { currency } : { asset: "BTC" };
  return engine.evaluate({ transaction_id: "T", amount, country, ...unit });
}

function convert(amount: Rational, from: string, to: string): Rational {
  return over(times(amount, readDecimal(to)), readDecimal(from));
}

function oracle({ threshold, from, to, decimals, operator, own, price = "1" }: OwnScenario, amount: number | string) {
  const value = times(readDecimal(amount), readDecimal(price));
  const converted = convert(value, from, to);
  const comparison = compare(converted, readDecimal(threshold));
  return {
    value,
    status: comparison === "below" ? "pass" : "breach",
    comparison,
    converted: cut(converted, decimals),
    isNoted: comparison === "equal" && operator === ">",
    official: own.isListed
      ? {
          threshold: cut(convert(readDecimal(threshold), to, own.rate), 2),
          converted: cut(convert(value, from, own.rate), 2),
        }
      : undefined,
  };
}

/** Whether the text is exactly the value, whatever its length. */
function isExact(text: string, value: Rational): boolean {
  return /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text) && compare(readDecimal(text), value) === "equal";
}

function agrees(
  right: ReturnType<typeof oracle>,
  decision: ThresholdDecision,
  { official: unit, currency: paid, price }: OwnScenario,
): boolean {
  const { status, comparison, converted, currency, note, official } = decision;
  return (
    status === right.status &&
    comparison === right.comparison &&
    converted === right.converted &&
    currency === unit &&
    (price === undefined || isExact(String(decision.amount), right.value)) &&
    decision.amount_currency === paid &&
    decision.price?.price === price &&
    (note !== undefined) === right.isNoted &&
    official?.threshold === right.official?.threshold &&
    official?.converted === right.official?.converted
  );
}

function breachesByDoubles({ threshold, from, to, price = "1" }: OwnScenario, amount: number | string): boolean {
  return (Number(amount) * Number(price) * Number(to)) / Number(from) >= Number(threshold);
}

describe("the decision by a threshold", () => {
  it("agrees with rational arithmetic on at least 12 amounts around the boundary of each scenario", {
    timeout: 300_000,
  }, () => {
    fc.assert(
      fc.property(ownScenario, (given) => {
        const engine = engineOf(given);
        const wrong: unknown[] = [];
        for (const amount of amountsOf(given)) {
          const decision = decide(given, engine, amount);
          const right = oracle(given, amount);
          if (!agrees(right, decision, given)) wrong.push({ amount, right, decision });
          count.cases += 1;
          count.equal += Number(right.comparison === "equal");
          count.noted += Number(right.isNoted);
          count.official += Number(right.official !== undefined);
          const isWrongByDoubles = breachesByDoubles(given, amount) !== (right.status === "breach");
          count.assets += Number(given.price !== undefined);
          count.wrongByDoubles += Number(isWrongByDoubles);
          count.wrongAssetsByDoubles += Number(isWrongByDoubles && given.price !== undefined);
          // The amount is compared as if the threshold were in the official currency.
          const naive = { ...given, to: given.own.rate };
          count.wrongInOfficial += Number(breachesByDoubles(naive, amount) !== (right.status === "breach"));
        }
        count.wrong += wrong.length;
        expect(wrong).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(count.cases).toBeGreaterThanOrEqual(RUNS * 12);
    expect(count.wrong).toBe(0);
  });

  it("has hard cases: equal amounts, notes, and those that doubles or the official currency decide wrongly", () => {
    const { wrong: _, ...hard } = count;
    for (const [name, cases] of Object.entries(hard)) expect([name, cases > 0]).toEqual([name, true]);
    expect(count.official).toBeLessThan(count.cases);
  });
});
