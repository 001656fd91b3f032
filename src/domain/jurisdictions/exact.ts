/** Compares and converts amounts with integers. Without decimal.js, which is larger than all packs of a usual bundle. */
import type { DecimalText } from "../identifiers/codes.js";

/** An amount: `digits` divided by 10 to the power of `places`. */
export interface Amount {
  readonly digits: bigint;
  readonly places: number;
}

/** Units of two currencies for one unit of a base: an amount is multiplied by `to` and divided by `from`. */
export interface Factors {
  readonly from: Amount;
  readonly to: Amount;
}

/** A decimal text, or the literal of a number with its exponent. */
const LITERAL = /^(\d{1,400})(?:\.(\d{1,400}))?(?:e([+-]\d{1,3}))?$/;

/** Returns the amount of a text or a number; undefined if it is neither 0 nor above. */
export function amountOf(value: unknown): Amount | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const [, whole, decimals = "", exponent = "0"] = LITERAL.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  const digits = BigInt(whole + decimals);
  const places = decimals.length - Number(exponent);
  return places >= 0 ? { digits, places } : { digits: digits * power(-places), places: 0 };
}

/** Returns the amount of a text or a number that was checked before. */
export function knownAmount(value: DecimalText | number): Amount {
  // The cast: it was checked.
  return amountOf(value) as Amount;
}

/** Returns a number below, equal to or above 0, as amount × to ÷ from is below, equal to or above the threshold. */
export function compareAmounts(amount: Amount, threshold: Amount, { from, to }: Factors): number {
  const left = amount.digits * to.digits * power(threshold.places + from.places);
  const right = threshold.digits * from.digits * power(amount.places + to.places);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Returns amount × to ÷ from, cut to decimals. */
export function convertAmount(amount: Amount, { from, to }: Factors, decimals: number): DecimalText {
  const dividend = amount.digits * to.digits * power(from.places + decimals);
  const units = dividend / (from.digits * power(amount.places + to.places));
  const text = units.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
