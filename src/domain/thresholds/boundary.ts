/**
 * Compares an amount with a threshold: exactly, with one comparison of doubles or of texts.
 *
 * Let t = threshold × from ÷ to: the threshold in units of the transaction's currency, a rational number. A double stands
 * for its shortest decimal literal (ECMA-262, Number::toString). The literal rounds back to that double only, so literals
 * are ordered like their doubles. The critical double is the smallest whose literal is at or above t. A number reaches the
 * threshold exactly when it is not below the critical double. Infinity is the critical double of a t above every literal.
 *
 * A text has at most 100 digits, of which 99 are decimals, and no leading zero. So it is compared with t cut to 99
 * decimals: what is cut off is less than the last decimal of a text. Between texts with as many digits before the point,
 * the order of code units is the order of numbers.
 */
import { type Comparison, decimalOf, type ExactDecimal, type Factors, quotientOf } from "../decimal.js";
import { MAX_DIGITS } from "../decimal-text.js";
import type { DecimalText } from "../identifiers/codes.js";

/** Where amounts of one currency reach the threshold of one country. */
export interface Boundary {
  /** The smallest double whose literal is at or above t, or Infinity. */
  readonly critical: number;
  /** Whether the critical double's literal equals t. */
  readonly isExact: boolean;
  /** t with 99 decimals, cut. */
  readonly digits: string;
  /** Length of the shortest text that equals t; NaN if t has more than 99 decimals. */
  readonly exactLength: number;
}

/** More decimals than a text of 100 digits can have. */
const DECIMALS = MAX_DIGITS - 1;

/** Doubles are at least 5e-324, so that a quotient near one has 20 digits. */
const QUOTIENT_DECIMALS = 345;

/**
 * Returns the boundary of a threshold.
 *
 * @param threshold - in units of the official currency
 * @param factors - above 0
 */
export function boundaryOf(threshold: ExactDecimal, { from, to }: Factors): Boundary {
  const bound = threshold.times(from);
  const quotient = quotientOf(bound, to, QUOTIENT_DECIMALS);
  // Cut to 20 digits, which every engine reads alike: at or below t, so its double is not above the critical one.
  let critical = Number(quotient.toSignificantDigits(20).toString());
  let order = compareExactly(decimalOf(critical), bound, to);
  while (order < 0) {
    critical = nextUp(critical);
    order = compareExactly(decimalOf(critical), bound, to);
  }
  const cut = quotient.toDecimalPlaces(DECIMALS);
  const exactLength = compareExactly(cut, bound, to) === 0 ? cut.toFixed().length : Number.NaN;
  return { critical, isExact: order === 0, digits: cut.toFixed(DECIMALS), exactLength };
}

/** @param amount - a finite number of 0 or more */
export function compareNumber({ critical, isExact }: Boundary, amount: number): Comparison {
  if (amount < critical) return "below";
  return amount === critical && isExact ? "equal" : "above";
}

/** @param amount - decimal text */
export function compareText({ digits, exactLength }: Boundary, amount: DecimalText): Comparison {
  const longer = wholeDigits(amount) - (digits.length - 1 - DECIMALS);
  if (longer !== 0) return longer < 0 ? "below" : "above";
  if (amount > digits) return "above";
  return amount.length >= exactLength && digits.startsWith(amount) ? "equal" : "below";
}

/** Returns the number of digits before the point. */
function wholeDigits(amount: DecimalText): number {
  const point = amount.indexOf(".");
  return point < 0 ? amount.length : point;
}

/** Returns the sign of amount × to − bound. Products only, so nothing is rounded. */
function compareExactly(amount: ExactDecimal, bound: ExactDecimal, to: ExactDecimal): number {
  return amount.times(to).comparedTo(bound);
}

/** Returns the next greater double of one that is 0 or more. Doubles are ordered like their bits (IEEE 754). */
function nextUp(double: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  view.setBigUint64(0, view.getBigUint64(0) + 1n);
  return view.getFloat64(0);
}
