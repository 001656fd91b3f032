/** The format of decimal numbers as text. Apart from the arithmetic, so that codecs need no decimal.js. */

/** More digits than any ledger has, and few enough that a hostile text costs microseconds. */
export const MAX_DIGITS = 100;

const decimalText = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Returns whether a text is decimal text: digits without leading zeros, optionally a point and digits, at most 100 digits. It
 * has no sign, exponent or white space.
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

/** Returns whether a text is decimal text after a minus sign. */
export function isNegativeDecimalText(text: string): boolean {
  return text.startsWith("-") && isDecimalText(text.slice(1));
}
