/** What the laws of a consumer's thresholds are checked with, and that it cannot be at fault itself. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { CountryCode, CurrencyCode, DecimalText, DurationMs } from "../../domain/identifiers/codes.js";
import { createThresholdEngine } from "../../domain/thresholds/engine.js";
import { checkRateTable } from "../../domain/thresholds/rates.js";
import type { RateTable, Thresholds } from "../../domain/thresholds/types.js";
import type { RateSource } from "../../ports/rate-source.js";
import type { ThresholdSource } from "../../ports/threshold-source.js";
import { checkBand, type ThresholdBand } from "./band.js";
import { invalid } from "./invalid.js";
import { checkRows, type ThresholdRow } from "./rows.js";

/** A configuration on trial: the options that `createCompliance` is given, and what is known of them besides. */
export interface ThresholdConformanceConfig {
  /** As `createCompliance` takes them: a table by country in the official currency of each, or a source. */
  readonly thresholds: Thresholds | ThresholdSource;
  /** A table, or a source of tables. */
  readonly rates: RateTable | RateSource;
  /** As `createCompliance` takes them. */
  readonly officialCurrencies?: Readonly<Record<CountryCode, CurrencyCode>>;
  /** Milliseconds; default 7 days, as of `createCompliance`. */
  readonly maxRateAge?: DurationMs;
  /** The time of the decisions; default the time at which a law is run. */
  readonly at?: Date;
  /** The dated rows that the thresholds were taken from. With them come the laws on rows. */
  readonly rows?: readonly ThresholdRow[];
  /** Between what every threshold must lie when it is converted; see {@link ThresholdBand} for what it is if it is not given. */
  readonly between?: ThresholdBand;
  /** Thresholds that are meant to lie elsewhere, once more as they are configured: `{ DE: "0" }`, where every transfer counts. */
  readonly unusual?: Readonly<Record<CountryCode, DecimalText | number>>;
}

/** The same, checked and copied, with the defaults. */
export interface Subject {
  readonly thresholds: ThresholdSource;
  readonly rates: RateSource;
  readonly officialCurrencies: Readonly<Record<CountryCode, CurrencyCode>>;
  readonly maxRateAge: DurationMs;
  readonly now: () => Date;
  readonly rows: readonly ThresholdRow[] | undefined;
  readonly between: ThresholdBand | undefined;
  readonly unusual: Thresholds;
}

/** That of `createCompliance`. */
const SEVEN_DAYS: DurationMs = 7 * 24 * 60 * 60 * 1000;

const names = {
  thresholds: true,
  rates: true,
  officialCurrencies: true,
  maxRateAge: true,
  at: true,
  rows: true,
  between: true,
  unusual: true,
} as const satisfies Record<keyof ThresholdConformanceConfig, true>;

/**
 * @param of who was given it, for the sentence
 * @throws ComplianceError `invalid_input` when there is no configuration; `configuration_invalid` or `rate_invalid` when a
 *   part of it cannot be right. Sources are not asked yet.
 */
export function subjectOf(of: string, config: ThresholdConformanceConfig): Subject {
  // For callers without types.
  if (typeof config !== "object" || config === null) {
    throw new ComplianceError("invalid_input", `${of} needs a configuration: { thresholds: { US: "3000" }, rates }.`);
  }
  const unknown = Object.keys(config).find((name) => !Object.hasOwn(names, name));
  if (unknown !== undefined) {
    throw invalid(`${of} knows no ${JSON.stringify(unknown)}; it knows ${Object.keys(names).join(", ")}`);
  }
  const { at, maxRateAge = SEVEN_DAYS, rows, between, unusual = {} } = config;
  if (!(typeof maxRateAge === "number" && maxRateAge > 0)) {
    throw invalid("maxRateAge must be a number of milliseconds above 0");
  }
  const officialCurrencies = { ...config.officialCurrencies };
  return {
    thresholds: thresholdSourceOf(of, config.thresholds, officialCurrencies),
    rates: rateSourceOf(of, config.rates),
    officialCurrencies,
    maxRateAge,
    now: clockOf(at),
    rows: rows && checkRows(rows),
    between: between && checkBand(between),
    unusual: unusualOf(unusual, officialCurrencies),
  };
}

function thresholdSourceOf(
  of: string,
  thresholds: ThresholdConformanceConfig["thresholds"],
  officialCurrencies: Subject["officialCurrencies"],
): ThresholdSource {
  if (isThresholdSource(thresholds)) return thresholds;
  if (typeof thresholds !== "object" || thresholds === null || Object.keys(thresholds).length === 0) {
    throw invalid(`${of} needs thresholds of at least one country, such as { US: "3000" }, or a source of them`);
  }
  createThresholdEngine({ thresholds, officialCurrencies });
  const table = { ...thresholds };
  return { current: async () => table };
}

function rateSourceOf(of: string, rates: ThresholdConformanceConfig["rates"]): RateSource {
  if (isRateSource(rates)) return rates;
  if (typeof rates !== "object" || rates === null) {
    throw invalid(`${of} needs rates: a table, or a source of tables such as ecbRates()`);
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
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) throw invalid("at must be a Date");
  const time = at.getTime();
  return () => new Date(time);
}

/** A table of thresholds as well, so held to the same; its sentence names the option. */
function unusualOf(unusual: Thresholds, officialCurrencies: Subject["officialCurrencies"]): Thresholds {
  try {
    createThresholdEngine({ thresholds: unusual, officialCurrencies });
  } catch (cause) {
    const message = 'unusual must be thresholds by country, as they are configured: { DE: "0" }.';
    throw new ComplianceError("configuration_invalid", message, { cause });
  }
  return { ...unusual };
}
