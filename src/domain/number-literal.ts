/** Literals of numbers in JSON, and their exact value. */
import { isDecimalText, MAX_DIGITS } from "./decimal-text.js";
import type { DecimalText } from "./identifiers/codes.js";

/**
 * Returns an amount as the threshold engine reads it, which takes a number as its shortest literal.
 *
 * @param literal - a number of JSON: `3000.00`, `1e3`, `-0`
 * @returns the number if its shortest literal has the same value; otherwise decimal text. A value of more than 100 digits
 *   that no number has is returned as it is, and the rules of an amount reject it.
 */
export function exactAmount(literal: string): number | DecimalText {
  const number = Number(literal);
  const shortest = String(number);
  if (shortest === literal) return number;
  const exact = digitsOf(literal);
  const read = digitsOf(shortest);
  if (exact.digits === read.digits && exact.integers === read.integers) return number;
  const sign = literal.startsWith("-") ? "-" : "";
  const unsigned = literal.slice(sign.length);
  if (isDecimalText(unsigned)) return literal;
  const plain = plainDigits(exact) ?? "";
  return sign + (isDecimalText(plain) ? plain : unsigned);
}

/**
 * Returns a number in plain digits, without zeros at its end: `0.000012` for `1.2e-05`, `0` for `-0.00`. Undefined for over
 * 100 significant digits. Every other number that a double has is read, so it can have 400 digits.
 */
export function plainDecimalOf(literal: string): string | undefined {
  const exact = digitsOf(literal);
  const plain = exact.digits.length > MAX_DIGITS ? undefined : plainDigits(exact);
  return plain !== undefined && literal.startsWith("-") && exact.digits !== "" ? `-${plain}` : plain;
}

/** A number without its sign: 0.d₁d₂… × 10ⁱ. */
interface Digits {
  /** Without zeros at both ends; empty for 0. */
  readonly digits: string;
  /** How many digits stand before the point; 0 or less for a fraction. */
  readonly integers: number;
}

/** Reads a literal of JSON or of JavaScript; `Infinity` has the digits of no number. */
function digitsOf(literal: string): Digits {
  const [mantissa = "", exponent = "0"] = literal.replace(/^-/, "").toLowerCase().split("e");
  const [integer = "", fraction = ""] = mantissa.split(".");
  const all = integer + fraction;
  let first = 0;
  while (all.charAt(first) === "0") first += 1;
  let last = all.length;
  while (last > first && all.charAt(last - 1) === "0") last -= 1;
  const digits = all.slice(first, last);
  return { digits, integers: digits === "" ? 0 : integer.length - first + Number(exponent) };
}

/** Further from the point than the digits of any double. */
const MAX_ZEROS = 400;

/** Returns undefined for a number with too many zeros at its beginning or end. */
function plainDigits({ digits, integers }: Digits): string | undefined {
  if (Math.abs(integers) > MAX_ZEROS) return undefined;
  const leading = "0".repeat(Math.max(0, 1 - integers));
  const all = (leading + digits).padEnd(integers, "0");
  const point = Math.max(integers, 1);
  return all.length > point ? `${all.slice(0, point)}.${all.slice(point)}` : all;
}
