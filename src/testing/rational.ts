/** An oracle for thresholds: rational numbers in BigInt, with a decimal reader of its own. Nothing of src, no decimal.js. */

export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const literal = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** The exact value of decimal text, or of a number's shortest decimal literal. */
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

/** The value as decimal text, cut after so many decimals. */
export function cut(value: Rational, decimals: number): string {
  return withPoint((value.numerator * 10n ** BigInt(decimals)) / value.denominator, decimals);
}

/** units × 10^-decimals as decimal text with all its decimals. */
export function withPoint(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The double so many steps away, among those from 0 to Infinity; stops at either end. */
export function doubleStepsFrom(double: number, steps: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  const bits = view.getBigInt64(0) + BigInt(steps);
  const infinity = 0x7ff0_0000_0000_0000n;
  view.setBigInt64(0, bits < 0n ? 0n : bits > infinity ? infinity : bits);
  return view.getFloat64(0);
}

/** A double within one step of the value. */
export function doubleNear({ numerator, denominator }: Rational): number {
  // 30 digits of the quotient, so that the text is read right, and its power of ten.
  const exponent = String(numerator).length - String(denominator).length - 30;
  const scaled =
    exponent < 0
      ? (numerator * 10n ** BigInt(-exponent)) / denominator
      : numerator / (denominator * 10n ** BigInt(exponent));
  return Number(`${scaled}e${exponent}`);
}

/** The smallest double whose shortest decimal literal is the value or above it; Infinity when that of none is. */
export function doubleReaching(value: Rational): number {
  const isBelow = (double: number): boolean =>
    Number.isFinite(double) && compare(readDecimal(double), value) === "below";
  let double = doubleNear(value);
  while (double > 0 && !isBelow(doubleStepsFrom(double, -1))) double = doubleStepsFrom(double, -1);
  while (isBelow(double)) double = doubleStepsFrom(double, 1);
  return double;
}

/** The longest decimal text that vaspkit reads. */
export const MAX_DIGITS = 100;

/** How many decimals a text of the value may have. Negative: the value is too great for any text. */
export function roomAfterPoint({ numerator, denominator }: Rational): number {
  return MAX_DIGITS - String(numerator / denominator).length;
}

/** The value as decimal text without superfluous zeros; undefined where no text of 100 digits is exactly it. */
export function exactText(value: Rational): string | undefined {
  const room = roomAfterPoint(value);
  if (room < 0 || (value.numerator * 10n ** BigInt(room)) % value.denominator !== 0n) return undefined;
  const text = cut(value, room);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
