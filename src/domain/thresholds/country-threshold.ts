/** Reads and checks the configured thresholds (§4.9) and official currencies. */
import { ComplianceError } from "../compliance-error.js";
import { decimalOf, type ExactDecimal } from "../decimal.js";
import { isDecimalText } from "../decimal-text.js";
import type { CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { isCountry, isUserAssignedCountry, officialCurrencyOf } from "../identifiers/country.js";
import { isCurrency } from "../identifiers/currency.js";
import { isSafeText } from "../input/text-rules.js";
import { checkOptionNames, hasOnlyProperties } from "../options.js";
import { bare, own } from "../own.js";
import type { Threshold, ThresholdConfig, ThresholdDecision, ThresholdEntry, Thresholds } from "./types.js";

/** Threshold of one country. */
export interface CountryThreshold {
  readonly country: CountryCode;
  /** Currency of the threshold; null if it has none of its own and `official` is null. */
  readonly currency: CurrencyCode | null;
  /** Official currency; null if neither the table nor the configuration has one (AQ, GS, PS). */
  readonly official: CurrencyCode | null;
  /** As configured, in units of `currency`, without an exponent. */
  readonly text: DecimalText;
  readonly value: ExactDecimal;
  /** Properties of each decision about the country; undefined for a plain amount. */
  readonly law: Pick<ThresholdDecision, "operator" | "citation"> | undefined;
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
    const official = findOfficialCurrency(country, officialCurrencies) ?? null;
    return [country, { country, official, ...readThreshold(country, official, configured) }];
  });
  return new Map(entries);
}

/** Returns the currency that amounts are compared in: the threshold's own one, else the official one. */
export function thresholdCurrency(
  thresholds: Thresholds,
  country: CountryCode,
  officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>,
): CurrencyCode | undefined {
  const configured = Object.hasOwn(thresholds, country) ? thresholds[country] : undefined;
  const currency = typeof configured === "object" && configured !== null ? own(configured, "currency") : undefined;
  return currency ?? findOfficialCurrency(country, officialCurrencies);
}

/** Copies thresholds with their entries. */
export function copyThresholds(thresholds: Thresholds): Thresholds {
  const copies = Object.entries(thresholds).map(([country, given]): [CountryCode, Threshold] => {
    return [country, isEntry(given) ? Object.freeze({ ...bare(given) }) : given];
  });
  return Object.freeze(Object.fromEntries(copies));
}

function isEntry(given: unknown): given is ThresholdEntry {
  return typeof given === "object" && given !== null && hasOnlyProperties(given);
}

const entryNames = {
  amount: true,
  currency: true,
  operator: true,
  citation: true,
} as const satisfies Record<keyof ThresholdEntry, true>;

type ReadThreshold = Pick<CountryThreshold, "currency" | "text" | "value" | "law">;

/** Reads a plain amount, or an entry. */
function readThreshold(country: CountryCode, official: CurrencyCode | null, configured: unknown): ReadThreshold {
  const place = `thresholds.${country}`;
  if (!isEntry(configured)) {
    const text = thresholdText(place, configured, ', or an entry such as { amount: "1000", currency: "EUR" }');
    return { currency: official, text, value: decimalOf(text), law: undefined };
  }
  checkOptionNames(place, configured, entryNames, { noun: "property" });
  const { amount, currency, operator, citation } = bare(configured);
  const text = thresholdText(`${place}.amount`, amount, "");
  if (currency !== undefined && (typeof currency !== "string" || !isCurrency(currency))) {
    throw invalid(
      `${place}.currency must be an ISO 4217 currency code such as "EUR". Leave it out for the official one.`,
    );
  }
  if (operator !== undefined && operator !== ">=" && operator !== ">") {
    throw invalid(`${place}.operator must be ">=" or ">". Leave it out if it is not known.`);
  }
  if (citation !== undefined && !isCitation(citation)) {
    throw invalid(
      `${place}.citation must be a text without control characters that is not blank, such as "reg. 64C(4)".`,
    );
  }
  const law = { ...(operator === undefined ? {} : { operator }), ...(citation === undefined ? {} : { citation }) };
  return { currency: currency ?? official, text, value: decimalOf(text), law };
}

function isCitation(citation: unknown): citation is string {
  return typeof citation === "string" && citation.trim() !== "" && isSafeText(citation);
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
function thresholdText(place: string, configured: unknown, more: string): DecimalText {
  if (typeof configured === "number" && configured >= 0 && configured < Number.POSITIVE_INFINITY) {
    return decimalOf(configured).toFixed();
  }
  if (typeof configured === "string" && isDecimalText(configured)) return configured;
  throw invalid(
    `${place} must be a finite number of 0 or more, or decimal text such as "3000" of at most 100 digits${more}.`,
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
