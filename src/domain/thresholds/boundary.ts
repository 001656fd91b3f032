/**
 * On which side of a threshold an amount falls: exactly, and mostly by one comparison of doubles.
 *
 * Let t = threshold × from ÷ to, the threshold in units of the transaction's currency, as a rational number. A double is
 * read as its shortest decimal literal (ECMA-262, Number::toString), which rounds back to that double and no other. So
 * literals are ordered as their doubles are, and there is one critical double: the smallest whose literal is at or above t.
 * A number amount reaches the threshold exactly when it is not below the critical double.
 *
 * A text amount A is rounded to a double first. Rounding keeps the order, so
 * - if the double is above the critical one, then A is above the critical literal, which is at or above t;
 * - if it is below the predecessor of the critical one, then A is below the predecessor's literal, which is below t.
 * This also holds where an engine uses the freedom of ECMA-262 to cut or raise A at its 20th digit before it rounds: literals
 * have at most 17 digits, so no literal lies between A and that 20-digit number. What is left, the critical double and its
 * predecessor, is compared exactly. Overflow and underflow are no exceptions: Infinity is the critical double of a t that
 * no literal reaches, and a text of at most 100 digits is 0 or lies between 1e-99 and 1e100.
 */
import { Exact } from "../decimal.js";
import type { DecimalText } from "../identifiers/codes.js";
import { nextDown, nextUp } from "./double.js";
import type { ThresholdDecision } from "./engine.js";

export type Comparison = ThresholdDecision["comparison"];

/** Where amounts of one currency begin to reach the threshold of one country. */
export interface Boundary {
  /** The smallest double whose literal is at or above t; Infinity when that of no finite double is. */
  readonly critical: number;
  /** The double before it; 0 when there is none. */
  readonly predecessor: number;
  /** Whether the critical double's literal is t to the last digit. */
  readonly isExact: boolean;
  /** threshold × from: what amount × to is compared with. */
  readonly bound: Exact;
  readonly to: Exact;
}

/**
 * @param threshold in units of the official currency
 * @param from units of the transaction's currency for one unit of the base, above 0
 * @param to units of the official currency for one unit of the base, above 0
 */
export function boundaryOf(threshold: Exact, from: Exact, to: Exact): Boundary {
  const bound = threshold.times(from);
  // Cut to 20 digits, which every engine reads right: at or below t, so its double is not above the critical one.
  let critical = Number(bound.div(to).toSignificantDigits(20).toString());
  let order = compareExactly(String(critical), bound, to);
  while (order < 0) {
    critical = nextUp(critical);
    order = compareExactly(String(critical), bound, to);
  }
  return { critical, predecessor: critical === 0 ? 0 : nextDown(critical), isExact: order === 0, bound, to };
}

/** @param amount a finite number, 0 or more */
export function compareNumber({ critical, isExact }: Boundary, amount: number): Comparison {
  if (amount < critical) return "below";
  return amount === critical && isExact ? "equal" : "above";
}

/**
 * @param amount decimal text
 * @param double the same, rounded to a double
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

/** The sign of amount × to − bound. Products only, so that nothing is rounded. */
function compareExactly(amount: string, bound: Exact, to: Exact): number {
  return new Exact(amount).times(to).comparedTo(bound);
}
