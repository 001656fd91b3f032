/** Scenarios for the threshold oracle: a threshold, two rates, and amounts crowded around the boundary that they make. */
import fc from "fast-check";
import {
  doubleNear,
  doubleStepsFrom,
  over,
  type Rational,
  readDecimal,
  times,
  withPoint,
} from "../../src/testing/rational.js";
import { ecbRates20240628, wideRates20260929 } from "./rates.js";

export interface Scenario {
  readonly country: string;
  readonly official: string;
  /** Decimals of the official currency. */
  readonly decimals: number;
  readonly currency: string;
  readonly base: string;
  readonly threshold: number | string;
  /** Units of the transaction's and of the official currency for one unit of the base. */
  readonly from: string;
  readonly to: string;
  /** Money in `currency` for one unit of an asset, if the amounts are units of an asset. */
  readonly price?: string;
  /** Amounts off the boundary, for which nothing special holds. */
  readonly others: readonly (number | string)[];
}

/** Minor units by ISO 4217; the last two by an override of the official currency. */
const officials = [
  { country: "US", official: "USD", decimals: 2 },
  { country: "SG", official: "SGD", decimals: 2 },
  { country: "DE", official: "EUR", decimals: 2 },
  { country: "ID", official: "IDR", decimals: 2 },
  { country: "JP", official: "JPY", decimals: 0 },
  { country: "KR", official: "KRW", decimals: 0 },
  { country: "KW", official: "KWD", decimals: 3 },
  { country: "BH", official: "BHD", decimals: 3 },
  { country: "CL", official: "CLF", decimals: 4 },
  { country: "XK", official: "XAU", decimals: 2 },
] as const;

const maxDigits = 100;

const digit = fc.constantFrom(..."0123456789");

function digits(maxLength: number): fc.Arbitrary<string> {
  return fc.array(digit, { maxLength }).map((all) => all.join(""));
}

/** Decimal text of at most 100 digits: short ones, and long ones. */
const decimalText = fc
  .oneof(fc.tuple(digits(6), digits(8)), fc.tuple(digits(50), digits(50)), fc.tuple(digits(1), digits(99)))
  .map(([whole, fraction]) => {
    const integer = whole.replace(/^0+/, "") || "0";
    return fraction === "" ? integer : `${integer}.${fraction.slice(0, maxDigits - integer.length)}`;
  });

const realRates = [...Object.values(ecbRates20240628.rates), ...Object.values(wideRates20260929.rates)];
const extremeRates = [
  "0.000000000001",
  "17487.21",
  "1",
  `0.${"0".repeat(98)}1`,
  "9".repeat(100),
  `3.${"3".repeat(99)}`,
];

const rate = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...realRates) },
  { weight: 2, arbitrary: fc.constantFrom(...extremeRates) },
  { weight: 2, arbitrary: decimalText.filter((text) => /[1-9]/.test(text)) },
);

const realThresholds = [1000, 3000, "3000", "1500.00", 100_000, "1000000", 0.1, "0.3", 1234.56, "999.999"];
const extremeThresholds = [0, "0.000", 5e-324, 1e21, Number.MAX_VALUE, "9".repeat(100), `0.${"0".repeat(98)}1`];

const threshold = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...realThresholds) },
  { weight: 1, arbitrary: fc.constantFrom(...extremeThresholds) },
  { weight: 1, arbitrary: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }) },
  { weight: 2, arbitrary: decimalText },
);

const anyAmount = fc.oneof(
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100),
  decimalText,
);

/** Same currency, through a base, from the base, and to the base. */
export const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    place: fc.constantFrom(...officials),
    other: fc.constantFrom("CHF", "GBP", "NZD", "PLN"),
    way: fc.constantFrom("same", "through", "through", "from", "to"),
    threshold,
    from: rate,
    to: rate,
    others: fc.array(anyAmount, { minLength: 3, maxLength: 3 }),
  })
  .map(({ place, other, way, from, to, ...rest }) => ({
    ...place,
    ...rest,
    currency: way === "same" ? place.official : other,
    base: way === "from" ? other : way === "to" ? place.official : "XYZ",
    from: way === "same" || way === "from" ? "1" : from,
    to: way === "same" || way === "to" ? "1" : to,
  }));

/** The same with the price of an asset in the transaction's currency. */
const assetScenario: fc.Arbitrary<Scenario & { readonly price: string }> = fc
  .tuple(scenario, rate)
  .map(([given, price]) => ({ ...given, price }));

/** A scenario whose threshold has a currency of its own: `official` is that currency, and `own.official` the official one. */
export interface OwnScenario extends Scenario {
  readonly operator: ">=" | ">" | undefined;
  readonly own: {
    readonly official: "NOK";
    /** Units for one unit of the base. */
    readonly rate: string;
    /** Whether the rates contain it. */
    readonly isListed: boolean;
  };
}

/** With and without the price of an asset. */
export const ownScenario: fc.Arbitrary<OwnScenario> = fc
  .record({
    given: fc.oneof(scenario, assetScenario),
    operator: fc.constantFrom(">=", ">", undefined),
    own: fc.record({ official: fc.constant("NOK" as const), rate, isListed: fc.boolean() }),
  })
  .map(({ given, operator, own }) => ({ ...given, operator, own }));

/** The threshold in the transaction's currency or asset. */
function boundary({ threshold, from, to, price = "1" }: Scenario): Rational {
  return over(times(readDecimal(threshold), readDecimal(from)), times(readDecimal(to), readDecimal(price)));
}

/** Numbers up to three doubles away from the boundary, and texts of several lengths up to one last digit away. */
export function amountsOf(scenario: Scenario): readonly (number | string)[] {
  const at = boundary(scenario);
  const near = doubleNear(at);
  const numbers = [-3, -2, -1, 0, 1, 2, 3].map((steps) => doubleStepsFrom(near, steps));
  return [...numbers.filter(Number.isFinite), ...textsAt(at), ...scenario.others];
}

function textsAt({ numerator, denominator }: Rational): readonly string[] {
  const room = maxDigits - String(numerator / denominator).length;
  return [0, 2, 8, 15, 18, 40, room].flatMap((decimals) => {
    if (decimals < 0 || decimals > room) return [];
    const last = (numerator * 10n ** BigInt(decimals)) / denominator;
    const around = [last - 1n, last, last + 1n].filter((units) => units >= 0n);
    return around
      .map((units) => withPoint(units, decimals))
      .filter((text) => text.replace(".", "").length <= maxDigits);
  });
}
