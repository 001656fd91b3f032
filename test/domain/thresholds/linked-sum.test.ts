/** Sums of linked transactions beside rational numbers. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideLinked, type LinkedItem, legOf } from "../../../src/domain/thresholds/linked-sum.js";
import {
  createThresholdEngine,
  type LinkedDecision,
  type RateTable,
  type ThresholdDecision,
} from "../../../src/index.js";
import { compare, cut, over, type Rational, readDecimal, times } from "../../../src/testing/rational.js";
import { runs } from "../../support/runs.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse("2026-11-20T00:00:00.000Z");
const RATES = { USD: "1.0705", SGD: "1.4523", JPY: "171.94", KWD: "0.3301", CHF: "0.9634" };
const rates: RateTable = { base: "EUR", date: "2026-11-20", source: "test", rates: RATES };
const prices = { currency: "USD", time: "2026-11-20T00:00:00Z", source: "test", prices: { BTC: "91234.57" } };
const CURRENCIES = ["EUR", "USD", "SGD", "JPY", "KWD", "BTC"] as const;
const COUNTRIES = { DE: ["EUR", 2], SG: ["SGD", 2], JP: ["JPY", 0], KW: ["KWD", 3], CH: ["XAU", 2] } as const;
const withGold: RateTable = { ...rates, rates: { ...RATES, XAU: "0.000377" } };

function rateOf(currency: string): Rational {
  const listed: Readonly<Record<string, string>> = { ...withGold.rates, EUR: "1" };
  return readDecimal(listed[currency] ?? "0");
}

const sum = (values: readonly Rational[]): Rational =>
  values.reduce(
    (a, b) => ({
      numerator: a.numerator * b.denominator + b.numerator * a.denominator,
      denominator: a.denominator * b.denominator,
    }),
    { numerator: 0n, denominator: 1n },
  );

function worthOf(amount: string, unit: string, official: string): Rational {
  const money = unit === "BTC" ? times(readDecimal(amount), readDecimal(prices.prices.BTC)) : readDecimal(amount);
  const currency = unit === "BTC" ? prices.currency : unit;
  return currency === official ? money : over(times(money, rateOf(official)), rateOf(currency));
}

interface Drawn {
  readonly minutes: number;
  readonly amounts: readonly (readonly [amount: string, unit: (typeof CURRENCIES)[number]])[];
}

const anyAmount = fc.tuple(fc.nat({ max: 999_999 }), fc.integer({ min: 0, max: 4 })).map(([digits, decimals]) =>
  String(digits)
    .padStart(decimals + 1, "0")
    .replace(new RegExp(`.{${decimals}}$`), decimals === 0 ? "$&" : ".$&"),
);
const anyItem: fc.Arbitrary<Drawn> = fc.record({
  minutes: fc.oneof(
    fc.nat({ max: 4 }).map((days) => days * 24 * 60),
    fc.nat({ max: 4 * 24 * 60 }),
  ),
  amounts: fc.array(fc.tuple(anyAmount, fc.constantFrom(...CURRENCIES)), { minLength: 1, maxLength: 3 }),
});
const anyCase = fc.record({
  country: fc.constantFrom(...(["DE", "SG", "JP", "KW", "CH"] as const)),
  items: fc.array(anyItem, { minLength: 1, maxLength: 8 }),
  evaluated: fc.nat(),
  /** In units of 10^-2 of the sum, around 100: how far the threshold is from the sum. */
  around: fc.constantFrom(-1n, 0n, 1n),
});

const timeOf = ({ minutes }: Drawn): number => START + minutes * MINUTE;
const iso = (time: number): string => new Date(time).toISOString();

/** Tries every period that begins with a transaction, and each amount of each transaction. */
function expectedSum(items: readonly Drawn[], evaluated: Drawn, official: string): Rational {
  const none = { numerator: -1n, denominator: 1n };
  let best: Rational = none;
  for (const start of items.map(timeOf)) {
    if (start > timeOf(evaluated) || start + DAY < timeOf(evaluated)) continue;
    const inside = items.filter((item) => timeOf(item) >= start && timeOf(item) <= start + DAY);
    const largest = inside.map(({ amounts }) =>
      amounts
        .map(([amount, unit]) => worthOf(amount, unit, official))
        .reduce((a, b) => (compare(a, b) === "below" ? b : a)),
    );
    const total = sum(largest);
    if (compare(best, total) === "below") best = total;
  }
  return best;
}

function decisionOf(country: string, threshold: string, items: readonly Drawn[], evaluated: Drawn): LinkedDecision {
  const officialCurrencies = { CH: "XAU" };
  const engine = createThresholdEngine({
    thresholds: { [country]: threshold },
    rates: withGold,
    prices,
    officialCurrencies,
  });
  const decide = (amount: string, unit: string): ThresholdDecision =>
    engine.evaluate({
      transaction_id: "T",
      amount,
      country,
      ...(unit === "BTC" ? { asset: unit } : { currency: unit }),
    });
  const legs = new Map(CURRENCIES.map((unit) => [unit, legOf(decide("0", unit))]));
  const sorted = [...items].sort((a, b) => a.minutes - b.minutes);
  const given = sorted.map((item): LinkedItem => {
    const amounts = item.amounts.map(([amount, unit]) => ({ amount, leg: legs.get(unit) ?? legOf(decide("0", unit)) }));
    return { time: iso(timeOf(item)), amounts };
  });
  const [amount, unit] = evaluated.amounts[0] ?? ["0", "EUR"];
  return decideLinked({ alone: decide(amount, unit), time: iso(timeOf(evaluated)), items: given, window: DAY });
}

describe("the sum of linked transactions", () => {
  it("is that of rational numbers, at the threshold and a last digit beside it", () => {
    fc.assert(
      fc.property(anyCase, ({ country, items, evaluated: pick, around }) => {
        const evaluated = items[pick % items.length] as Drawn;
        const [official, decimals] = COUNTRIES[country];
        const expected = expectedSum(items, evaluated, official);
        // The sum cut to 60 decimals, and its neighbours: the first is the exact sum if it has no more decimals.
        const units = (expected.numerator * 10n ** 60n) / expected.denominator + around;
        const digits = String(units < 0n ? 0n : units).padStart(61, "0");
        const threshold = `${digits.slice(0, -60)}.${digits.slice(-60)}`;
        const decision = decisionOf(country, threshold, items, evaluated);
        const comparison = compare(expected, readDecimal(threshold));
        expect(decision.comparison).toBe(comparison);
        expect(decision.status).toBe(comparison === "below" ? "pass" : "breach");
        expect(decision.linked.converted).toBe(cut(expected, decimals));
        const parts = decision.linked.amounts.map(({ amount, amount_currency }) =>
          worthOf(amount, amount_currency, official),
        );
        expect(compare(sum(parts), expected)).toBe("equal");
      }),
      { numRuns: runs(20_000, 1 / 100) },
    );
  });
});
