/** In which currency a country's threshold stands (§4.9 rule 1). */
import type { CountryCode, CurrencyCode } from "../identifiers/codes.js";
import { officialCurrencyOf } from "../identifiers/country.js";

/** The caller's own choice for the country, else the built-in one; undefined where there is none (AQ, GS, PS). */
export function findOfficialCurrency(
  country: CountryCode,
  overrides: Readonly<Record<CountryCode, CurrencyCode>> = {},
): CurrencyCode | undefined {
  const own = Object.hasOwn(overrides, country) ? overrides[country] : undefined;
  return own ?? officialCurrencyOf(country) ?? undefined;
}
