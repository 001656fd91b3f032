/**
 * Converts an amount for display: amount × to ÷ from, cut (not rounded) to the minor unit of the official currency.
 *
 * Always exact, in the cheapest possible way: with integers in doubles, with a double whose error cannot matter, or with
 * decimal arithmetic. test/properties compares the results with rational numbers.
 */
import { convertedTextOf, decimalOf, type ExactDecimal, type Factors } from "../decimal.js";
import type { CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { minorUnitsOf } from "../identifiers/currency.js";

/** How amounts of one currency are converted for display in one official currency. */
export interface Display extends Factors {
  /** Decimals of the official currency by ISO 4217, or 2 where it defines none. */
  readonly decimals: number;
  /** 10 to the power of `decimals`. */
  readonly scale: number;
  /** "." and the digits of each number of minor units below one unit. */
  readonly fractions: readonly string[];
  /** Minor units for a thousandth of the transaction's currency, in lowest terms; NaN if above 1e15. */
  readonly numerator: number;
  readonly denominator: number;
  /** Minor units for one unit of the transaction's currency, as a double. */
  readonly factor: number;
  /** The threshold in minor units; NaN if it is not an integer up to 1e15. */
  readonly threshold: number;
}

/** Up to this number, integers in doubles are exact, and no two decimals of so many digits share a double. */
const MAX_EXACT = 1e15;

/**
 * Upper bound of the relative error of amount × factor. Reading the amount and both factors, scaling, dividing and multiplying
 * add half a unit in the last place (2⁻⁵³) each. That is six; this allows eight.
 */
const RELATIVE_ERROR = 2 ** -50;

/** @param threshold - in units of the official currency */
export function displayOf(currency: CurrencyCode, threshold: ExactDecimal, { from, to }: Factors): Display {
  const decimals = minorUnitsOf(currency) ?? 2;
  const scale = 10 ** decimals;
  const units = threshold.times(scale);
  return {
    decimals,
    scale,
    fractions: fractionsOf(decimals),
    ...ratioOf(to.times(scale), from.times(1000)),
    // Between 1e-298 and 1e303, with a price in `to`: texts of at most 100 digits neither overflow nor become subnormal.
    factor: (to.toNumber() * scale) / from.toNumber(),
    threshold: units.isInteger() && units.lte(MAX_EXACT) ? units.toNumber() : Number.NaN,
    from,
    to,
  };
}

/**
 * Returns the converted amount.
 *
 * @param amount - a number, which stands for its literal, or a text
 * @param double - the amount as a double
 * @param reached - whether it reaches the threshold, decided exactly
 */
export function convertedText(
  display: Display,
  amount: number | DecimalText,
  double: number,
  reached: boolean,
): DecimalText {
  if (typeof amount === "number") {
    // If the double equals a number of thousandths of at most 15 digits, the literal is that number. The quotient of
    // integers below 2⁵² cannot round up to the next integer.
    const thousandths = Math.round(double * 1000);
    const product = thousandths * display.numerator;
    if (product <= MAX_EXACT && thousandths / 1000 === double) {
      return textOf(display, Math.floor(product / display.denominator));
    }
  }
  const estimate = double * display.factor;
  if (estimate <= MAX_EXACT) {
    const nearest = Math.round(estimate);
    if (Math.abs(estimate - nearest) > estimate * RELATIVE_ERROR) return textOf(display, Math.floor(estimate));
    // The exact value is within one minor unit of the threshold, and its side is known.
    if (nearest === display.threshold) return textOf(display, reached ? nearest : nearest - 1);
  }
  return convertedTextOf(decimalOf(amount), display, display.decimals);
}

function textOf({ scale, fractions }: Display, minorUnits: number): DecimalText {
  const units = Math.floor(minorUnits / scale);
  return `${units}${fractions[minorUnits - units * scale]}`;
}

/** Returns dividend ÷ divisor as integers in lowest terms, if both are at most 1e15 without their decimal point. */
function ratioOf(dividend: ExactDecimal, divisor: ExactDecimal): Pick<Display, "numerator" | "denominator"> {
  const shift = `1e${Math.max(dividend.decimalPlaces(), divisor.decimalPlaces())}`;
  const numerator = dividend.times(shift).toNumber();
  const denominator = divisor.times(shift).toNumber();
  if (numerator > MAX_EXACT || denominator > MAX_EXACT) return { numerator: Number.NaN, denominator: 1 };
  const common = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / common, denominator: denominator / common };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

const tables = new Map<number, readonly string[]>();

// Shared by all engines: a table depends only on the number of decimals (0, 2, 3 or 4).
function fractionsOf(decimals: number): readonly string[] {
  const made = tables.get(decimals);
  if (made !== undefined) return made;
  const table = Array.from({ length: 10 ** decimals }, (_, part) => `.${String(part).padStart(decimals, "0")}`);
  const fractions = decimals === 0 ? [""] : table;
  tables.set(decimals, fractions);
  return fractions;
}
