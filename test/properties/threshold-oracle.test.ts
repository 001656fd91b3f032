/** Compares the threshold engine with rational numbers. Naive implementations fail on the same cases. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createThresholdEngine } from "../../src/domain/thresholds/engine.js";
import type { ThresholdDecision } from "../../src/domain/thresholds/types.js";
import { compare, cut, over, readDecimal, times } from "../../src/testing/rational.js";
import { runs } from "../support/runs.js";
import { amountsOf, type Scenario, scenario } from "../support/threshold-scenarios.js";

const RUNS = runs(8_000);

/** Number of decisions, and of wrong ones by the engine and by each naive implementation. */
const count = {
  numbers: 0,
  texts: 0,
  engine: 0,
  naiveOfNumbers: 0,
  naiveOfTexts: 0,
  decimalOfNumbers: 0,
  decimalOfTexts: 0,
};

interface Facts {
  readonly comparison: ThresholdDecision["comparison"];
  readonly converted: string;
}

function oracle({ threshold, from, to, decimals }: Scenario, amount: number | string): Facts {
  const converted = over(times(readDecimal(amount), readDecimal(to)), readDecimal(from));
  return { comparison: compare(converted, readDecimal(threshold)), converted: cut(converted, decimals) };
}

function engineOf({ country, official, currency, base, threshold, from, to }: Scenario) {
  const listed = Object.entries({ [currency]: from, [official]: to }).filter(([code]) => code !== base);
  return createThresholdEngine({
    thresholds: { [country]: threshold },
    rates: { base, date: "2024-06-28", source: "generated", rates: Object.fromEntries(listed) },
    officialCurrencies: { [country]: official },
  });
}

function naiveBreaches({ threshold, from, to }: Scenario, amount: number | string): boolean {
  return Number(amount) * (Number(to) / Number(from)) >= Number(threshold);
}

function decimalJsBreaches({ threshold, from, to }: Scenario, amount: number | string): boolean {
  return new Decimal(amount).times(to).div(from).gte(threshold);
}

function tally(given: Scenario, amount: number | string, breach: boolean): void {
  const naive = Number(naiveBreaches(given, amount) !== breach);
  const decimal = Number(decimalJsBreaches(given, amount) !== breach);
  if (typeof amount === "number") {
    count.numbers += 1;
    count.naiveOfNumbers += naive;
    count.decimalOfNumbers += decimal;
  } else {
    count.texts += 1;
    count.naiveOfTexts += naive;
    count.decimalOfTexts += decimal;
  }
}

describe("design §5: the threshold decision", () => {
  it("agrees with rational arithmetic on at least 12 amounts around the boundary of each scenario", {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const engine = engineOf(given);
        const wrong: unknown[] = [];
        for (const amount of amountsOf(given)) {
          const { currency, country } = given;
          const { status, comparison, converted } = engine.evaluate({ transaction_id: "T", amount, currency, country });
          const right = oracle(given, amount);
          const breach = right.comparison !== "below";
          const agrees =
            status === (breach ? "breach" : "pass") && comparison === right.comparison && converted === right.converted;
          if (!agrees) wrong.push({ amount, right, status, comparison, converted });
          tally(given, amount, breach);
        }
        count.engine += wrong.length;
        expect(wrong).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(count.numbers + count.texts).toBeGreaterThanOrEqual(RUNS * 12.5);
    expect(Math.min(count.numbers, count.texts)).toBeGreaterThanOrEqual(RUNS * 3.75);
  });

  it("has hard cases: doubles and decimal.js with its default 20 digits decide some of them wrongly", () => {
    const { naiveOfNumbers, naiveOfTexts, decimalOfNumbers, decimalOfTexts } = count;
    expect(naiveOfNumbers).toBeGreaterThan(0);
    expect(naiveOfTexts).toBeGreaterThan(0);
    expect(decimalOfNumbers).toBeGreaterThan(0);
    expect(decimalOfTexts).toBeGreaterThan(0);
  });
});
