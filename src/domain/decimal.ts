/** Exact arithmetic with decimal numbers, for all amounts, rates, prices and thresholds. */
import { Decimal } from "decimal.js";
import { isDecimalText, MAX_DIGITS } from "./decimal-text.js";
import type { DecimalText } from "./identifiers/codes.js";
import { bare } from "./own.js";

/** A text of this length has at most 15 digits. Such a decimal equals the shortest literal of its double. */
const LITERAL_LENGTH = 15;

/** Returns the decimal as a number if the literal of that number equals it; otherwise the text. */
export function numberIfExact(text: DecimalText): number | DecimalText {
  return text.length > LITERAL_LENGTH ? text : Number(text);
}

/** The highest precision of decimal.js. No memory holds a number of so many digits. */
const PRECISION = 1e9;

/**
 * Decimal arithmetic that never rounds: sums and products have all their digits. Do not use `div`, `mod` or `minus`; see
 * {@link quotientOf}. `defaults` ignores settings that the process made on its own decimal.js.
 */
export const ExactDecimal: typeof Decimal = /* @__PURE__ */ exactDecimal();

/** decimal.js assigns the fields of a number and reads them again, so an accessor of `Object.prototype` could replace them. */
function exactDecimal(): typeof Decimal {
  const Exact = Decimal.clone(bare({ defaults: true, precision: PRECISION, rounding: Decimal.ROUND_DOWN }));
  const field = bare({ writable: true, value: undefined });
  const value = Object.create(Decimal.prototype, bare({ d: field, e: field, s: field, constructor: field }));
  Object.defineProperty(Exact, "prototype", bare({ value }));
  return Exact;
}

export type ExactDecimal = Decimal;

/** Returns a number as its shortest literal, or a decimal text, as a decimal. */
export function decimalOf(value: number | DecimalText): ExactDecimal {
  return new ExactDecimal(String(value));
}

/**
 * Returns the decimal as text of at most 100 digits. One with more decimals is rounded up, so that it never falls below a
 * threshold. Undefined for more than 100 digits before the point.
 *
 * @param decimal - 0 or more
 */
export function roundedUpText(decimal: ExactDecimal): DecimalText | undefined {
  const exact = decimal.toFixed();
  if (isDecimalText(exact)) return exact;
  const decimals = MAX_DIGITS - decimal.trunc().toFixed().length;
  if (decimals < 0) return undefined;
  // The text has no zeros at its end, so what is cut is above 0.
  const cut = new ExactDecimal(exact.slice(0, MAX_DIGITS + ".".length));
  const text = cut.plus(`1e-${decimals}`).toFixed();
  return isDecimalText(text) ? text : undefined;
}

/**
 * Divides a number of 0 or more by one above 0, and cuts the quotient to decimal places. Not with `Decimal.div`: it reads
 * beyond the ends of arrays, and would find a numeric property of `Object.prototype`.
 */
export function quotientOf(dividend: ExactDecimal, divisor: ExactDecimal, places: number): ExactDecimal {
  const decimals = Math.max(dividend.decimalPlaces(), divisor.decimalPlaces());
  const integer = (value: ExactDecimal, shift: number): bigint => BigInt(value.times(`1e${shift}`).toFixed());
  return new ExactDecimal(`${integer(dividend, decimals + places) / integer(divisor, decimals)}e-${places}`);
}

/** How amounts are converted: converted = amount × to ÷ from. */
export interface Factors {
  /** Units of the amount's currency for one unit of the base, above 0. */
  readonly from: ExactDecimal;
  /** Units of the other currency for one unit of the base, above 0; for a crypto-asset times its price. */
  readonly to: ExactDecimal;
}

/** Returns the converted amount for display, cut (not rounded) to so many decimals. */
export function convertedTextOf(amount: ExactDecimal, { from, to }: Factors, decimals: number): DecimalText {
  return quotientOf(amount.times(to), from, decimals).toFixed(decimals);
}

/** How an amount compares with a threshold. */
export type Comparison = "below" | "equal" | "above";

/** @param order - below, equal to or above 0, as `comparedTo` returns it */
export function comparisonOf(order: number): Comparison {
  if (order === 0) return "equal";
  return order < 0 ? "below" : "above";
}
