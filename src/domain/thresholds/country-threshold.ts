/** Reads and checks the configured thresholds (§4.9) and official currencies. */
import { ComplianceError } from "../compliance-error.js";
import { ExactDecimal, isDecimalText } from "../decimal.js";
import type { CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { isCountry, isUserAssignedCountry, officialCurrencyOf } from "../identifiers/country.js";
import { isCurrency } from "../identifiers/currency.js";
import { bare } from "../own.js";
import type { ThresholdConfig } from "./types.js";

/** Threshold of one country. */
export interface CountryThreshold {
  readonly country: CountryCode;
  /** Official currency; null if neither the table nor the configuration has one (AQ, GS, PS). */
  readonly currency: CurrencyCode | null;
  /** As configured, in units of `currency`, without an exponent. */
  readonly text: DecimalText;
  readonly value: ExactDecimal;
}

/**
 * Copies thresholds and official currencies out of the configuration.
 *
 * @throws ComplianceError `configuration_invalid`, with the name of the invalid key
 */
export function readThresholds(config: Omit<ThresholdConfig, "rates">): ReadonlyMap<CountryCode, CountryThreshold> {
  const { thresholds, officialCurrencies = {} } = bare(config);
  const overrides = readOfficialCurrencies(officialCurrencies);
  if (typeof thresholds !== "object" || thresholds === null) {
    throw invalid('thresholds must be an object of amounts by country: { US: "3000", SG: "1500" }.');
  }
  const entries = Object.entries(thresholds).map(([country, configured]): [CountryCode, CountryThreshold] => {
    if (!isCountry(country) && !overrides.has(country)) throw notACountry("thresholds", country);
    const currency = findOfficialCurrency(country, officialCurrencies) ?? null;
    const text = thresholdText(country, configured);
    return [country, { country, currency, text, value: new ExactDecimal(text) }];
  });
  return new Map(entries);
}

function readOfficialCurrencies(configured: unknown): ReadonlyMap<CountryCode, CurrencyCode> {
  if (typeof configured !== "object" || configured === null) {
    throw invalid('officialCurrencies must be an object of currency codes by country: { PS: "ILS" }.');
  }
  const entries = Object.entries(configured).map(([country, currency]: [string, unknown]): [string, string] => {
    if (!isCountry(country) && !isUserAssignedCountry(country)) throw notACountry("officialCurrencies", country);
    if (typeof currency !== "string" || !isCurrency(currency)) {
      throw invalid(`officialCurrencies.${country} must be an ISO 4217 currency code such as "EUR".`);
    }
    return [country, currency];
  });
  return new Map(entries);
}

/** A number counts as its shortest decimal literal, like an amount. */
function thresholdText(country: CountryCode, configured: unknown): DecimalText {
  if (typeof configured === "number" && configured >= 0 && configured < Number.POSITIVE_INFINITY) {
    return new ExactDecimal(String(configured)).toFixed();
  }
  if (typeof configured === "string" && isDecimalText(configured)) return configured;
  throw invalid(
    `thresholds.${country} must be a finite number of 0 or more, or decimal text such as "3000" of at most 100 digits.`,
  );
}

/** Returns the official currency of a country: the override, else the built-in one; undefined if there is none (AQ, GS, PS). */
export function findOfficialCurrency(
  country: CountryCode,
  overrides: Readonly<Record<CountryCode, CurrencyCode>> = {},
): CurrencyCode | undefined {
  const override = Object.hasOwn(overrides, country) ? overrides[country] : undefined;
  return override ?? officialCurrencyOf(country) ?? undefined;
}

function notACountry(option: string, key: string): ComplianceError {
  const fix = "Use officially assigned ISO 3166-1 alpha-2 codes in upper case";
  const others = "for others, such as XK, add an official currency to officialCurrencies";
  return invalid(`The key ${JSON.stringify(key)} of ${option} is not a country. ${fix}; ${others}.`);
}

function invalid(message: string): ComplianceError {
  return new ComplianceError("configuration_invalid", message);
}
