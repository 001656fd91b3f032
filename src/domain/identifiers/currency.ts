/** Currencies by ISO 4217 alphabetic code, with their minor units (see reference/currencies.ts). */
import { currencyGroups } from "../../reference/currencies.js";
import type { CurrencyCode } from "./codes.js";

/**
 * Whether the text is an active ISO 4217 alphabetic code, in upper case: money, funds codes and metals. XTS and XXX, which
 * name no currency, are not; nor are withdrawn codes, which old rate tables may still hold.
 *
 * @example
 * isCurrency("EUR"); // true
 * isCurrency("BTC"); // false
 */
export function isCurrency(text: string): boolean {
  return table().has(text);
}

/**
 * How many decimal digits the smallest unit of the currency has by ISO 4217: 2 for EUR, 0 for JPY, 3 for BHD. Null where
 * the standard gives none (XAU, XDR) and for a text that is no currency.
 */
export function minorUnitsOf(currency: CurrencyCode): number | null {
  return table().get(currency) ?? null;
}

let minorUnits: ReadonlyMap<CurrencyCode, number | null> | undefined;

// Expanded at the first call, so that importing this module runs nothing.
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
