/** The thresholds as they are configured (§4.9: "configured per customer"), read and checked once. */
import { ComplianceError } from "../compliance-error.js";
import { Exact, isDecimalText } from "../decimal.js";
import type { CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { isCountry, isUserAssignedCountry } from "../identifiers/country.js";
import { isCurrency } from "../identifiers/currency.js";
import type { ThresholdConfig } from "./engine.js";
import { findOfficialCurrency } from "./official-currency.js";

/** The threshold of one country. */
export interface CountryThreshold {
  readonly country: CountryCode;
  /** The official currency; null when the country has none and the configuration names none (AQ, GS, PS). */
  readonly currency: CurrencyCode | null;
  /** As configured, in units of `currency`, without an exponent. */
  readonly text: DecimalText;
  readonly value: Exact;
}

/**
 * Copies the thresholds and official currencies out of the configuration, so that changing it later changes nothing.
 *
 * @throws ComplianceError `configuration_invalid`, naming the key that cannot be right.
 */
export function readThresholds(config: Omit<ThresholdConfig, "rates">): ReadonlyMap<CountryCode, CountryThreshold> {
  const { thresholds, officialCurrencies = {} } = config;
  const overrides = readOfficialCurrencies(officialCurrencies);
  if (typeof thresholds !== "object" || thresholds === null) {
    throw invalid('thresholds must be an object of amounts by country: { US: "3000", SG: "1500" }.');
  }
  const entries = Object.entries(thresholds).map(([country, configured]): [CountryCode, CountryThreshold] => {
    if (!isCountry(country) && !overrides.has(country)) throw notACountry("thresholds", country);
    const currency = findOfficialCurrency(country, officialCurrencies) ?? null;
    const text = thresholdText(country, configured);
    return [country, { country, currency, text, value: new Exact(text) }];
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

/** A number stands for its shortest decimal literal, as an amount does (design §4). */
function thresholdText(country: CountryCode, configured: unknown): DecimalText {
  if (typeof configured === "number" && configured >= 0 && configured < Number.POSITIVE_INFINITY) {
    return new Exact(String(configured)).toFixed();
  }
  if (typeof configured === "string" && isDecimalText(configured)) return configured;
  throw invalid(
    `thresholds.${country} must be a finite number of 0 or more, or decimal text such as "3000" of at most 100 digits.`,
  );
}

function notACountry(option: string, key: string): ComplianceError {
  const instead = "use officially assigned ISO 3166-1 alpha-2 codes in upper case";
  const others = "give others, such as XK, an official currency in officialCurrencies";
  return invalid(`The key ${JSON.stringify(key)} of ${option} is no country: ${instead}; ${others}.`);
}

function invalid(message: string): ComplianceError {
  return new ComplianceError("configuration_invalid", message);
}
