/** Decimal numbers: the grammar of their text, and arithmetic on them that never rounds. */
import { Decimal } from "decimal.js";
import type { DecimalText } from "./identifiers/codes.js";

/** More digits than any ledger holds, and few enough that a hostile text costs microseconds. */
const MAX_DIGITS = 100;

const decimalText = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Whether the text is a decimal number as this package writes and reads them: digits without superfluous leading zeros,
 * optionally a point and more digits, at most 100 digits in all; no sign, no exponent, no white space.
 *
 * @example
 * isDecimalText("1.4513"); // true
 * isDecimalText("1e3"); // false
 * isDecimalText(".5"); // false
 */
export function isDecimalText(text: string): boolean {
  const digits = text.length - (text.includes(".") ? 1 : 0);
  return digits <= MAX_DIGITS && decimalText.test(text);
}

/** A text that is no longer has at most 15 digits. Such a decimal is the shortest literal of its double, or equal to it. */
const LITERAL_LENGTH = 15;

/** The decimal as a number wherever the literal of that number says it all; any other text stays as it is. */
export function numberIfExact(text: DecimalText): number | DecimalText {
  return text.length > LITERAL_LENGTH ? text : Number(text);
}

/**
 * Decimal arithmetic that never rounds where it is used here: products of two decimal texts have at most 200 digits, and
 * the longest whole quotient (the greatest double, times a rate of 10¹⁰⁰, in ten-thousandths, by a rate of 10⁻⁹⁹) has 512.
 * Only quotients that are no whole number are cut, at 600 digits. `defaults` keeps out what the host process may have set on its own decimal.js.
 */
export const ExactDecimal: typeof Decimal = /* @__PURE__ */ Decimal.clone({
  defaults: true,
  precision: 600,
  rounding: Decimal.ROUND_DOWN,
});

export type ExactDecimal = Decimal;
