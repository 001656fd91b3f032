/** The argument of the threshold and wrapper suites, checked and copied. */
import { ComplianceError, readSafely } from "../../domain/compliance-error.js";
import { isDecimalText } from "../../domain/decimal-text.js";
import type { CountryCode, CurrencyCode, DecimalText, DurationMs } from "../../domain/identifiers/codes.js";
import { isCurrency } from "../../domain/identifiers/currency.js";
import { isDate } from "../../domain/identifiers/date.js";
import { checkedAge, checkOptionNames, configurationInvalid } from "../../domain/options.js";
import { copyThresholds } from "../../domain/thresholds/country-threshold.js";
import { createThresholdEngine } from "../../domain/thresholds/engine.js";
import { SEVEN_DAYS } from "../../domain/thresholds/rate-age.js";
import { checkRateTable } from "../../domain/thresholds/rates.js";
import type { RateTable, Thresholds } from "../../domain/thresholds/types.js";
import type { RateSource } from "../../ports/rate-source.js";
import type { ThresholdSource } from "../../ports/threshold-source.js";
import { compare, readDecimal } from "../rational.js";

/**
 * A threshold and the days on which it is in force. Unknown properties are refused, because a misspelt `in_force_until`
 * would keep a row in force for ever. Put other facts into `source` or `note`.
 */
export interface ThresholdRow {
  readonly country: CountryCode;
  /** In the currency of the configured threshold, by default the official one of the country. */
  readonly threshold: DecimalText | number;
  /**
   * The currency of the threshold. It must be that of the configured threshold.
   *
   * @default not compared
   */
  readonly currency?: CurrencyCode | undefined;
  /** The first day, `YYYY-MM-DD` in UTC. */
  readonly in_force_from: string;
  /**
   * The last day, inclusive.
   *
   * @default in force until further notice
   */
  readonly in_force_until?: string | undefined;
  /** The origin of the row: a gazette, a counsel. Ignored. */
  readonly source?: unknown;
  /** A remark. Ignored. */
  readonly note?: unknown;
}

/** The range, ends included, of converted thresholds. */
export interface PlausibleRange {
  readonly currency: CurrencyCode;
  readonly min: DecimalText | number;
  readonly max: DecimalText | number;
}

/** A configuration to test: the options of `createCompliance`, and what else is known about them. */
export interface ThresholdConformanceConfig {
  /** Thresholds by country, in the official currency of each or their own, or a source of them. As for `createCompliance`. */
  readonly thresholds: Thresholds | ThresholdSource;
  /** A rate table, or a source of rate tables. */
  readonly rates: RateTable | RateSource;
  /**
   * As for `createCompliance`.
   *
   * @default none
   */
  readonly officialCurrencies?: Readonly<Record<CountryCode, CurrencyCode>> | undefined;
  /**
   * In milliseconds, as for `createCompliance`.
   *
   * @default 7 days
   */
  readonly maxRateAgeMs?: DurationMs | undefined;
  /**
   * The time of the decisions.
   *
   * @default the time when a check runs
   */
  readonly at?: Date | undefined;
  /**
   * The dated rows from which the thresholds were taken.
   *
   * @default no checks on rows
   */
  readonly rows?: readonly ThresholdRow[] | undefined;
  /**
   * The range in which every converted threshold must be.
   *
   * @default 100 to 10,000 EUR, or USD where the rates have no EUR
   */
  readonly plausibleRange?: PlausibleRange | undefined;
  /**
   * Thresholds outside the range on purpose, repeated as they are configured: `{ DE: "0" }`.
   *
   * @default none
   */
  readonly declaredOutliers?: Thresholds | undefined;
}

/** The same, checked and copied, with defaults. */
export interface Subject {
  readonly thresholds: ThresholdSource;
  readonly rates: RateSource;
  readonly officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>;
  readonly maxRateAgeMs: DurationMs;
  readonly now: () => Date;
  readonly rows: readonly ThresholdRow[] | undefined;
  readonly plausibleRange: PlausibleRange | undefined;
  readonly declaredOutliers: Thresholds;
}

const names = {
  thresholds: true,
  rates: true,
  officialCurrencies: true,
  maxRateAgeMs: true,
  at: true,
  rows: true,
  plausibleRange: true,
  declaredOutliers: true,
} as const satisfies Record<keyof ThresholdConformanceConfig, true>;

/**
 * Returns the checked configuration. Sources are not called yet.
 *
 * @param suite the called function, for messages
 * @throws ComplianceError `invalid_input` without a configuration; `configuration_invalid` or `rate_invalid` when a part of it
 *   is not valid.
 */
export function subjectOf(suite: string, config: ThresholdConformanceConfig): Subject {
  return readSafely(
    () => readSubject(suite, config),
    () => configurationInvalid(`The configuration of ${suite} cannot be read: a getter or a proxy threw.`),
  );
}

function readSubject(suite: string, config: ThresholdConformanceConfig): Subject {
  // Callers without types may pass anything.
  if (typeof config !== "object" || config === null) {
    throw new ComplianceError(
      "invalid_input",
      `${suite} needs a configuration: { thresholds: { US: "3000" }, rates }.`,
    );
  }
  checkOptionNames(suite, config, names);
  const { at, maxRateAgeMs = SEVEN_DAYS, rows, plausibleRange, declaredOutliers = {} } = config;
  const officialCurrencies = { ...config.officialCurrencies };
  return {
    thresholds: thresholdSourceOf(suite, config.thresholds, officialCurrencies),
    rates: rateSourceOf(suite, config.rates),
    officialCurrencies,
    maxRateAgeMs: checkedAge("maxRateAgeMs", maxRateAgeMs),
    now: clockOf(at),
    rows: rows && checkedRows(rows),
    plausibleRange: plausibleRange && checkedRange(plausibleRange),
    declaredOutliers: checkedOutliers(declaredOutliers, officialCurrencies),
  };
}

function thresholdSourceOf(
  suite: string,
  thresholds: ThresholdConformanceConfig["thresholds"],
  officialCurrencies: Subject["officialCurrencies"],
): ThresholdSource {
  if (isThresholdSource(thresholds)) return thresholds;
  if (typeof thresholds !== "object" || thresholds === null || Object.keys(thresholds).length === 0) {
    throw configurationInvalid(
      `${suite} needs thresholds of at least one country, such as { US: "3000" }, or a source.`,
    );
  }
  createThresholdEngine({ thresholds, officialCurrencies });
  const table = copyThresholds(thresholds);
  return { current: async () => table };
}

function rateSourceOf(suite: string, rates: ThresholdConformanceConfig["rates"]): RateSource {
  if (isRateSource(rates)) return rates;
  if (typeof rates !== "object" || rates === null) {
    throw configurationInvalid(`${suite} needs rates: a rate table, or a source such as ecbRates().`);
  }
  checkRateTable(rates);
  const table = { ...rates, rates: { ...rates.rates } };
  return { current: async () => table };
}

function isThresholdSource(given: ThresholdConformanceConfig["thresholds"]): given is ThresholdSource {
  return typeof Reflect.get(Object(given), "current") === "function";
}

function isRateSource(given: ThresholdConformanceConfig["rates"]): given is RateSource {
  return typeof Reflect.get(Object(given), "current") === "function";
}

function clockOf(at: Date | undefined): () => Date {
  if (at === undefined) return () => new Date();
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) throw configurationInvalid("at must be a valid Date.");
  const time = at.getTime();
  return () => new Date(time);
}

function checkedOutliers(outliers: Thresholds, officialCurrencies: Subject["officialCurrencies"]): Thresholds {
  try {
    createThresholdEngine({ thresholds: outliers, officialCurrencies });
  } catch (cause) {
    const message = 'declaredOutliers must be thresholds by country, as they are configured: { DE: "0" }.';
    throw new ComplianceError("configuration_invalid", message, { cause });
  }
  return copyThresholds(outliers);
}

function checkedRange(range: PlausibleRange): PlausibleRange {
  const { currency, min, max } = Object(range);
  const isValid = typeof currency === "string" && isCurrency(currency) && isAmount(min) && isAmount(max);
  if (!isValid || compare(readDecimal(min), readDecimal(max)) === "above") {
    throw configurationInvalid(
      'plausibleRange must be like { currency: "EUR", min: "100", max: "10000" }, with min not above max.',
    );
  }
  return { currency, min, max };
}

const rowForms: Readonly<Record<keyof ThresholdRow, readonly [form: string, fits: (value: unknown) => boolean]>> = {
  country: ["a country code such as SG", (value) => typeof value === "string" && /^[A-Z]{2}$/.test(value)],
  threshold: ['a finite number of 0 or more, or decimal text such as "1500"', isAmount],
  currency: [
    "an ISO 4217 currency code, or absent",
    (value) => value === undefined || (typeof value === "string" && isCurrency(value)),
  ],
  in_force_from: ["a calendar date, YYYY-MM-DD", isDay],
  in_force_until: ["a calendar date, YYYY-MM-DD, or absent", (value) => value === undefined || isDay(value)],
  source: ["anything", () => true],
  note: ["anything", () => true],
};

/** @throws ComplianceError `configuration_invalid`, naming the row and the property that is not valid. */
function checkedRows(rows: readonly ThresholdRow[]): readonly ThresholdRow[] {
  if (!Array.isArray(rows))
    throw configurationInvalid("rows must be an array of { country, threshold, in_force_from }.");
  for (const [index, row] of rows.entries()) {
    for (const [name, [form, fits]] of Object.entries(rowForms)) {
      if (fits(Reflect.get(Object(row), name))) continue;
      throw configurationInvalid(`rows[${index}].${name} must be ${form}.`);
    }
    checkOptionNames(`rows[${index}]`, row, rowForms, { noun: "property" });
    if (row.in_force_until !== undefined && row.in_force_until < row.in_force_from) {
      throw configurationInvalid(`rows[${index}].in_force_until must not be before in_force_from.`);
    }
  }
  return rows.map((row: ThresholdRow) => ({ ...row }));
}

/** Whether a value can be a threshold. */
function isAmount(given: unknown): given is number | string {
  return typeof given === "number"
    ? given >= 0 && Number.isFinite(given)
    : typeof given === "string" && isDecimalText(given);
}

function isDay(value: unknown): boolean {
  return typeof value === "string" && isDate(value);
}
