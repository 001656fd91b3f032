/** Currencies by ISO 4217 alphabetic code, and their minor units (reference/currencies.ts). */
import { currencyGroups } from "../../reference/currencies.js";
import type { CurrencyCode } from "./codes.js";

/**
 * Returns whether a text is an active ISO 4217 code in upper case: money, funds and metals. Withdrawn codes are not, nor
 * are XTS (tests) and XXX (no currency).
 *
 * @param text - the text to check
 * @returns true for an active code
 * @example
 * isCurrency("EUR"); // true
 * isCurrency("BTC"); // false
 */
export function isCurrency(text: string): boolean {
  return table().has(text);
}

/**
 * Returns the decimal digits of a currency's smallest unit by ISO 4217: 2 for EUR, 0 for JPY, 3 for BHD. Returns null if
 * the standard defines none (XAU, XDR), and for other texts.
 */
export function minorUnitsOf(currency: CurrencyCode): number | null {
  return table().get(currency) ?? null;
}

/** Returns the active codes, sorted. */
export function currencyCodes(): string[] {
  return [...table().keys()].sort();
}

let minorUnits: ReadonlyMap<CurrencyCode, number | null> | undefined;

// Built at the first call, so that importing this module runs nothing.
function table(): ReadonlyMap<CurrencyCode, number | null> {
  minorUnits ??= new Map(
    currencyGroups.flatMap((group) =>
      group.codes
        .trim()
        .split(/\s+/)
        .map((code) => [code, group.minorUnits] as const),
    ),
  );
  return minorUnits;
}
