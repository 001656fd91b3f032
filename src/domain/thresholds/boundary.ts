/**
 * Compares an amount with a threshold: exactly, and mostly with one comparison of doubles.
 *
 * Let t = threshold × from ÷ to: the threshold in units of the transaction's currency, a rational number. A double stands
 * for its shortest decimal literal (ECMA-262, Number::toString). The literal rounds back to that double only, so literals
 * are ordered like their doubles. The critical double is the smallest whose literal is at or above t. A number reaches the
 * threshold exactly when it is not below the critical double.
 *
 * A text amount A is first rounded to a double. Rounding keeps the order:
 * - If the double is above the critical one, A is above the critical literal, which is at or above t.
 * - If it is below the predecessor of the critical one, A is below the predecessor's literal, which is below t.
 * This also holds where an engine cuts or raises A at its 20th digit before rounding (ECMA-262 allows both), because
 * literals have at most 17 digits. For the critical double and its predecessor, the comparison is exact. Infinity is the
 * critical double of a t above every literal. A text of at most 100 digits is 0 or between 1e-99 and 1e100.
 */
import { ExactDecimal } from "../decimal.js";
import type { DecimalText } from "../identifiers/codes.js";
import type { ThresholdDecision } from "./types.js";

export type Comparison = ThresholdDecision["comparison"];

/** Where amounts of one currency reach the threshold of one country. */
export interface Boundary {
  /** The smallest double whose literal is at or above t, or Infinity. */
  readonly critical: number;
  /** The double before it, or 0. */
  readonly predecessor: number;
  /** Whether the critical double's literal equals t. */
  readonly isExact: boolean;
  /** threshold × from, to compare with amount × to. */
  readonly bound: ExactDecimal;
  readonly to: ExactDecimal;
}

/**
 * Returns the boundary of a threshold.
 *
 * @param threshold - in units of the official currency
 * @param from - units of the transaction's currency for one unit of the base, above 0
 * @param to - units of the official currency for one unit of the base, above 0
 */
export function boundaryOf(threshold: ExactDecimal, from: ExactDecimal, to: ExactDecimal): Boundary {
  const bound = threshold.times(from);
  // Cut to 20 digits, which every engine reads alike: at or below t, so its double is not above the critical one.
  let critical = Number(bound.div(to).toSignificantDigits(20).toString());
  let order = compareExactly(String(critical), bound, to);
  while (order < 0) {
    critical = nextUp(critical);
    order = compareExactly(String(critical), bound, to);
  }
  return { critical, predecessor: critical === 0 ? 0 : nextDown(critical), isExact: order === 0, bound, to };
}

/** @param amount - a finite number of 0 or more */
export function compareNumber({ critical, isExact }: Boundary, amount: number): Comparison {
  if (amount < critical) return "below";
  return amount === critical && isExact ? "equal" : "above";
}

/**
 * @param amount - decimal text
 * @param double - the amount rounded to a double
 */
export function compareText(
  { critical, predecessor, bound, to }: Boundary,
  amount: DecimalText,
  double: number,
): Comparison {
  if (double > critical) return "above";
  if (double < predecessor) return "below";
  const order = compareExactly(amount, bound, to);
  return order < 0 ? "below" : order === 0 ? "equal" : "above";
}

/** Returns the sign of amount × to − bound. Products only, so nothing is rounded. */
function compareExactly(amount: string, bound: ExactDecimal, to: ExactDecimal): number {
  return new ExactDecimal(amount).times(to).comparedTo(bound);
}

/** Returns the next greater double of one that is 0 or more. */
function nextUp(double: number): number {
  return stepped(double, 1n);
}

/** Returns the next smaller double of one above 0; for Infinity the greatest finite double. */
function nextDown(double: number): number {
  return stepped(double, -1n);
}

/** Doubles of one sign are ordered like their bits read as an integer (IEEE 754). */
function stepped(double: number, step: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  view.setBigUint64(0, view.getBigUint64(0) + step);
  return view.getFloat64(0);
}
