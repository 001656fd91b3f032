/** Countries by ISO 3166-1 alpha-2, and their official currencies (reference/countries.ts). */
import { officialCurrencies } from "../../reference/countries.js";
import type { CountryCode, CurrencyCode } from "./codes.js";

/**
 * Returns whether a text is an officially assigned ISO 3166-1 alpha-2 code in upper case. Reserved and user-assigned codes
 * (EU, UK, XK) are not.
 *
 * @param text - the text to check
 * @returns true for one of the 249 codes
 * @example
 * isCountry("SG"); // true
 * isCountry("sg"); // false
 */
export function isCountry(text: string): boolean {
  if (typeof text !== "string") return false;
  const second = text.charCodeAt(1) - A;
  return text.length === 2 && second >= 0 && second < LETTERS && assigned()[indexOf(text)] === true;
}

const A = 65;
const LETTERS = 26;

let byIndex: readonly boolean[] | undefined;

/** By {@link indexOf}, because that is faster than a map. Every account and transaction has countries. */
function assigned(): readonly boolean[] {
  byIndex ??= listAssigned();
  return byIndex;
}

function listAssigned(): boolean[] {
  const list = Array.from({ length: indexOf("ZZ") + 1 }, () => false);
  for (const country of table().keys()) list[indexOf(country)] = true;
  return list;
}

/** Returns the rank of two capital letters among all such texts. */
function indexOf(text: string): number {
  return (text.charCodeAt(0) - A) * LETTERS + text.charCodeAt(1) - A;
}

/** Returns the officially assigned codes, sorted. */
export function countryCodes(): string[] {
  return [...table().keys()];
}

/**
 * Returns whether ISO 3166-1 leaves a code to its users (AA, QM–QZ, XA–XZ, ZZ), for example XK for Kosovo. Such a code
 * will never be assigned to a country.
 */
export function isUserAssignedCountry(text: string): boolean {
  return userAssigned.test(text);
}

/**
 * Returns the official currency of a country: null if there is no single one (AQ, GS, PS), undefined for a code that is
 * not officially assigned.
 *
 * @example
 * officialCurrencyOf("SG"); // "SGD"
 */
export function officialCurrencyOf(country: CountryCode): CurrencyCode | null | undefined {
  return table().get(country);
}

const userAssigned = /^(?:AA|Q[M-Z]|X[A-Z]|ZZ)$/;

let byCountry: ReadonlyMap<CountryCode, CurrencyCode | null> | undefined;

// Built at the first call, so that importing this module runs nothing.
function table(): ReadonlyMap<CountryCode, CurrencyCode | null> {
  byCountry ??= new Map(officialCurrencies.trim().split(/\s+/).map(toEntry));
  return byCountry;
}

/** `"SG:SGD"` and `"AQ:-"`. */
function toEntry(pair: string): [CountryCode, CurrencyCode | null] {
  const currency = pair.slice(3);
  return [pair.slice(0, 2), currency === "-" ? null : currency];
}
