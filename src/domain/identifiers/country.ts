/** Countries by ISO 3166-1 alpha-2, and the official currency of each (CLDR; see reference/countries.ts). */
import { officialCurrencies } from "../../reference/countries.js";
import type { CountryCode, CurrencyCode } from "./codes.js";

/**
 * Whether the text is an officially assigned ISO 3166-1 alpha-2 code, in upper case. Codes that are reserved or left to
 * users (EU, UK, XK) are not assigned.
 *
 * @example
 * isCountry("SG"); // true
 * isCountry("sg"); // false
 */
export function isCountry(text: string): boolean {
  return table().has(text);
}

/**
 * Whether ISO 3166-1 leaves the code to its users (AA, QM–QZ, XA–XZ, ZZ), so that no country will ever be assigned it.
 * XK for Kosovo is such a code.
 */
export function isUserAssignedCountry(text: string): boolean {
  return userAssigned.test(text);
}

/**
 * The official currency of a country: null where there is no single one (AQ, GS, PS), undefined for a code that is not
 * officially assigned.
 *
 * @example
 * officialCurrencyOf("SG"); // "SGD"
 */
export function officialCurrencyOf(country: CountryCode): CurrencyCode | null | undefined {
  return table().get(country);
}

const userAssigned = /^(?:AA|Q[M-Z]|X[A-Z]|ZZ)$/;

let byCountry: ReadonlyMap<CountryCode, CurrencyCode | null> | undefined;

// Expanded at the first call, so that importing this module runs nothing.
function table(): ReadonlyMap<CountryCode, CurrencyCode | null> {
  byCountry ??= new Map(officialCurrencies.trim().split(/\s+/).map(toEntry));
  return byCountry;
}

/** `"SG:SGD"` and `"AQ:-"`. */
function toEntry(pair: string): [CountryCode, CurrencyCode | null] {
  const currency = pair.slice(3);
  return [pair.slice(0, 2), currency === "-" ? null : currency];
}
