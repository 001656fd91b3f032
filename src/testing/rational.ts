/** Rational numbers in BigInt, independent of the engine and decimal.js, to compute expected decisions. */

export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const literal = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** Returns the exact value of decimal text, or of a number's shortest decimal literal. */
export function readDecimal(amount: number | string): Rational {
  const [, whole = "", fraction = "", exponent = "0"] = literal.exec(String(amount)) ?? [];
  if (whole === "") throw new Error("not a decimal literal");
  const digits = BigInt(whole + fraction);
  const shift = BigInt(exponent) - BigInt(fraction.length);
  return shift < 0n
    ? { numerator: digits, denominator: 10n ** -shift }
    : { numerator: digits * 10n ** shift, denominator: 1n };
}

export function times(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

export function over(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.denominator, denominator: a.denominator * b.numerator };
}

export function compare(a: Rational, b: Rational): "below" | "equal" | "above" {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left < right ? "below" : left === right ? "equal" : "above";
}

/** Returns the value as decimal text, cut after so many decimals. */
export function cut(value: Rational, decimals: number): string {
  return withPoint((value.numerator * 10n ** BigInt(decimals)) / value.denominator, decimals);
}

/** Returns units × 10^-decimals as decimal text with all its decimals. */
export function withPoint(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns the double so many steps away, from 0 to Infinity. */
export function doubleStepsFrom(double: number, steps: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  const bits = view.getBigInt64(0) + BigInt(steps);
  const infinity = 0x7ff0_0000_0000_0000n;
  view.setBigInt64(0, bits < 0n ? 0n : bits > infinity ? infinity : bits);
  return view.getFloat64(0);
}

/** Returns a double within one step of the value. */
export function doubleNear({ numerator, denominator }: Rational): number {
  // 30 digits of the quotient, and its power of ten.
  const exponent = String(numerator).length - String(denominator).length - 30;
  const scaled =
    exponent < 0
      ? (numerator * 10n ** BigInt(-exponent)) / denominator
      : numerator / (denominator * 10n ** BigInt(exponent));
  return Number(`${scaled}e${exponent}`);
}

/** Returns the smallest double whose shortest decimal literal is the value or above it, or Infinity. */
export function doubleReaching(value: Rational): number {
  const isBelow = (double: number): boolean =>
    Number.isFinite(double) && compare(readDecimal(double), value) === "below";
  let double = doubleNear(value);
  while (double > 0 && !isBelow(doubleStepsFrom(double, -1))) double = doubleStepsFrom(double, -1);
  while (isBelow(double)) double = doubleStepsFrom(double, 1);
  return double;
}

/** The maximal number of digits of decimal text. */
export const MAX_DIGITS = 100;

/** Returns the maximal number of decimals of the value as text. Negative if the value is too great for a text. */
export function roomAfterPoint({ numerator, denominator }: Rational): number {
  return MAX_DIGITS - String(numerator / denominator).length;
}

/** Returns the value as decimal text without trailing zeros, or undefined if no text of 100 digits is exact. */
export function exactText(value: Rational): string | undefined {
  const room = roomAfterPoint(value);
  if (room < 0 || (value.numerator * 10n ** BigInt(room)) % value.denominator !== 0n) return undefined;
  const text = cut(value, room);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
