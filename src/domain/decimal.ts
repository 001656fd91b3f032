/** Decimal numbers: the format of their text, and exact arithmetic. */
import { Decimal } from "decimal.js";
import type { DecimalText } from "./identifiers/codes.js";
import { bare } from "./own.js";

/** A text of this length has at most 15 digits. Such a decimal equals the shortest literal of its double. */
const LITERAL_LENGTH = 15;

/** Returns the decimal as a number if the literal of that number equals it; otherwise the text. */
export function numberIfExact(text: DecimalText): number | DecimalText {
  return text.length > LITERAL_LENGTH ? text : Number(text);
}

/**
 * Decimal arithmetic that never rounds in this library. Products of three decimal texts have at most 300 digits. The longest
 * integer quotient has 711 (greatest double × price of 10¹⁰⁰ × 10¹⁰⁰ in ten-thousandths ÷ 10⁻⁹⁹). The longest product has
 * 905 (threshold in units of an asset, with 99 decimals, × rate × price).
 * `defaults` ignores settings that the process made on its own decimal.js.
 */
export const ExactDecimal: typeof Decimal = /* @__PURE__ */ exactDecimal();

/** decimal.js assigns the fields of a number and reads them again, so an accessor of `Object.prototype` could replace them. */
function exactDecimal(): typeof Decimal {
  const Exact = Decimal.clone(bare({ defaults: true, precision: 1000, rounding: Decimal.ROUND_DOWN }));
  const field = bare({ writable: true, value: undefined });
  const value = Object.create(Decimal.prototype, bare({ d: field, e: field, s: field, constructor: field }));
  Object.defineProperty(Exact, "prototype", bare({ value }));
  return Exact;
}

export type ExactDecimal = Decimal;

/**
 * Divides numbers above 0 and cuts the quotient to decimal places. Not with `Decimal.div`: it reads beyond the ends of
 * arrays, and would find a numeric property of `Object.prototype`.
 */
export function quotientOf(dividend: Decimal, divisor: Decimal, places: number): ExactDecimal {
  const decimals = Math.max(dividend.decimalPlaces(), divisor.decimalPlaces());
  const integer = (value: Decimal, shift: number): bigint => BigInt(value.times(`1e${shift}`).toFixed());
  return new ExactDecimal(`${integer(dividend, decimals + places) / integer(divisor, decimals)}e-${places}`);
}
