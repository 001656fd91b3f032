/**
 * The converted amount for display: amount × to ÷ from, cut (not rounded) to the minor unit of the official currency.
 *
 * Always exact, by the cheapest way that is: whole numbers within doubles, then a double whose error is too small to
 * matter, then decimal arithmetic. Every way ends in the same text; test/properties compares them with rational numbers.
 */
import { Exact } from "../decimal.js";
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { minorUnitsOf } from "../identifiers/currency.js";
import { wholeText } from "./whole-text.js";

/** How amounts of one currency are shown in one official currency. */
export interface Display {
  /** Decimals of the official currency: ISO 4217's, or 2 where the standard gives none. */
  readonly decimals: number;
  /** 10 to the power of `decimals`. */
  readonly scale: number;
  /** "." and digits for each part of a unit. */
  readonly fractions: readonly string[];
  /** Minor units for one thousandth of the transaction's currency, in lowest terms; NaN when not small enough. */
  readonly numerator: number;
  readonly denominator: number;
  /** Minor units for one unit of the transaction's currency, as a double. */
  readonly factor: number;
  /** The threshold in minor units; NaN when that is no whole number up to 1e15. */
  readonly threshold: number;
  readonly from: Exact;
  readonly to: Exact;
}

/** Up to here whole numbers in doubles are exact with room to spare, and no two decimals of so many digits share a double. */
const LARGEST = 1e15;

/**
 * Bounds the relative error of amount × factor: a half unit in the last place (2⁻⁵³) each for reading the amount, both
 * rates, scaling, dividing and multiplying. That is six; this allows eight.
 */
const RELATIVE_ERROR = 2 ** -50;

/** @param threshold in units of the official currency; `from` and `to` as in {@link boundaryOf} */
export function displayOf(currency: CurrencyCode, threshold: Exact, from: Exact, to: Exact): Display {
  const decimals = minorUnitsOf(currency) ?? 2;
  const scale = 10 ** decimals;
  const units = threshold.times(scale);
  return {
    decimals,
    scale,
    fractions: fractionsOf(decimals),
    ...ratioOf(to.times(scale), from.times(1000)),
    // Between 1e-199 and 1e203: two rates of at most 100 digits neither overflow nor become subnormal.
    factor: (to.toNumber() * scale) / from.toNumber(),
    threshold: units.isInteger() && units.lte(LARGEST) ? units.toNumber() : Number.NaN,
    from,
    to,
  };
}

/**
 * @param amount a number to be read as its literal, or a text
 * @param double the same as a double
 * @param reached whether it reaches the threshold, decided exactly
 */
export function convertedText(
  display: Display,
  amount: number | DecimalText,
  double: number,
  reached: boolean,
): DecimalText {
  if (typeof amount === "number") {
    // A literal that shares its double with a number of thousandths of at most 15 digits is that number. Then whole numbers
    // decide: their quotient cannot round up to the next one while dividend and divisor are below 2⁵².
    const thousandths = Math.round(double * 1000);
    const product = thousandths * display.numerator;
    if (product <= LARGEST && thousandths / 1000 === double) {
      return textOf(display, Math.floor(product / display.denominator));
    }
  }
  const estimate = double * display.factor;
  if (estimate <= LARGEST) {
    const nearest = Math.round(estimate);
    if (Math.abs(estimate - nearest) > estimate * RELATIVE_ERROR) return textOf(display, Math.floor(estimate));
    // The exact value is within one of the threshold, and on which side of it is known.
    if (nearest === display.threshold) return textOf(display, reached ? nearest : nearest - 1);
  }
  return exactText(display, amount);
}

function exactText({ decimals, scale, from, to }: Display, amount: number | DecimalText): DecimalText {
  const minorUnits = new Exact(String(amount)).times(to).times(scale).divToInt(from);
  return minorUnits.div(scale).toFixed(decimals);
}

function textOf({ scale, fractions }: Display, minorUnits: number): DecimalText {
  const units = Math.floor(minorUnits / scale);
  return `${wholeText(units)}${fractions[minorUnits - units * scale]}`;
}

/** dividend ÷ divisor as whole numbers in lowest terms, if both are at most 1e15 when written without a point. */
function ratioOf(dividend: Exact, divisor: Exact): Pick<Display, "numerator" | "denominator"> {
  const shift = `1e${Math.max(dividend.decimalPlaces(), divisor.decimalPlaces())}`;
  const numerator = dividend.times(shift).toNumber();
  const denominator = divisor.times(shift).toNumber();
  if (numerator > LARGEST || denominator > LARGEST) return { numerator: Number.NaN, denominator: 1 };
  const common = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / common, denominator: denominator / common };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

const tables = new Map<number, readonly string[]>();

// Made when first needed and shared by all: it depends on nothing but the number of decimals (0, 2, 3 or 4).
function fractionsOf(decimals: number): readonly string[] {
  const made = tables.get(decimals);
  if (made !== undefined) return made;
  const table = Array.from({ length: 10 ** decimals }, (_, part) => `.${String(part).padStart(decimals, "0")}`);
  const fractions = decimals === 0 ? [""] : table;
  tables.set(decimals, fractions);
  return fractions;
}
