/** Checks of a configuration without drawn transactions: missing rates, the age of the rates, and dated rows. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { CountryCode, CurrencyCode } from "../../domain/identifiers/codes.js";
import { checkRateAge } from "../../domain/thresholds/rate-age.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { errorText } from "../outcome.js";
import { compare, readDecimal } from "../rational.js";
import { type CurrentConfig, configCheck, violationOf } from "./current-config.js";
import type { CountryThreshold } from "./decidable-pairs.js";
import type { Engine, MakeEngine } from "./decision-checks.js";
import type { Subject, ThresholdRow } from "./subject.js";

export function configChecks(subject: Subject, makeEngine: MakeEngine): readonly ConformanceCheck[] {
  return [
    configCheck(
      subject,
      "every pair of country and currency can be decided",
      "A transaction in any currency of the rates can be decided in every country with a threshold.",
      (current) => undecidablePairs(current, makeEngine(current.config)),
    ),
    configCheck(
      subject,
      "rates are within maxRateAgeMs",
      "At the time of the decision, the rates are at most maxRateAgeMs old, and not dated more than a day ahead.",
      rateAge,
    ),
  ];
}

/**
 * All countries in all currencies would take seconds. A gap belongs to a country or a currency, not to a pair. So each
 * country of a large configuration is tried with a share of the currencies, and each currency with some countries.
 */
const MAX_PAIRS = 5_000;

/** Groups pairs by their problem, so that one missing rate is one line and not thirty. */
function undecidablePairs({ config, pairs }: CurrentConfig, engine: Engine): Violation | undefined {
  const gaps = new Map<string, CurrencyCode[]>();
  const countries = Object.keys(config.thresholds);
  const step = Math.ceil((countries.length * pairs.currencies.length) / MAX_PAIRS);
  for (const [shift, country] of countries.entries()) {
    for (const currency of pairs.currencies.filter((_, index) => (index + shift) % step === 0)) {
      const problem = problemOf(engine, country, currency);
      if (problem === undefined) continue;
      const key = `${country} cannot be decided: ${problem}`;
      gaps.set(key, [...(gaps.get(key) ?? []), currency]);
    }
  }
  return violationOf([...gaps].map(([key, currencies]) => `${key.replace(/\.$/, "")} (from ${someOf(currencies)})`));
}

function problemOf(engine: Engine, country: CountryCode, currency: CurrencyCode): string | undefined {
  try {
    engine.evaluate({ transaction_id: "T-1", amount: "1", currency, country });
    return undefined;
  } catch (error) {
    return error instanceof ComplianceError ? `${error.code}: ${error.message}` : errorText(error);
  }
}

function someOf(currencies: readonly CurrencyCode[]): string {
  const shown = currencies.slice(0, 5).join(", ");
  return currencies.length > 5 ? `${shown} and ${currencies.length - 5} more` : shown;
}

function rateAge({ at, config: { rates }, maxRateAgeMs }: CurrentConfig): Violation | undefined {
  try {
    checkRateAge(rates, at, maxRateAgeMs);
    return undefined;
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    const facts = `the decision is at ${at.toISOString()}, the rates are of ${rates.source}, ${rates.date}`;
    return new Violation(`${error.code}: ${error.message.replace(/\.$/, "")} (${facts})`);
  }
}

export function rowChecks(subject: Subject, rows: readonly ThresholdRow[]): readonly ConformanceCheck[] {
  return [
    configCheck(
      subject,
      "thresholds match the rows in force",
      "Every configured threshold is that of a row in force on the day of the decision.",
      ({ at, pairs }) => {
        const day = at.toISOString().slice(0, 10);
        return violationOf(pairs.countries.flatMap((country) => mismatchesOf(country, rows, day)));
      },
    ),
    configCheck(
      subject,
      "no two rows of a country are in force on one day",
      "On each day, at most one row of a country is in force.",
      () => violationOf(overlapsOf(rows)),
    ),
  ];
}

function mismatchesOf(
  { country, unit, text, threshold }: CountryThreshold,
  rows: readonly ThresholdRow[],
  day: string,
): readonly string[] {
  const own = rows.filter((row) => row.country === country);
  const inForce = own.filter((row) => isInForce(row, day));
  if (inForce.length === 0) {
    const others = own.length === 0 ? "there is no row" : `its rows are ${own.map(spanOf).join(", ")}`;
    return [`${country}: no row is in force on ${day}; ${others}`];
  }
  return inForce.flatMap((row) => {
    const of = `the row ${spanOf(row)}`;
    if (row.currency !== undefined && row.currency !== unit) {
      return [`${country}: ${of} has ${row.threshold} ${row.currency}, but thresholds are read as ${unit}`];
    }
    if (compare(threshold, readDecimal(row.threshold)) === "equal") return [];
    return [`${country}: ${text} ${unit} is configured, but ${of} has ${row.threshold} ${unit}`];
  });
}

function overlapsOf(rows: readonly ThresholdRow[]): readonly string[] {
  return rows.flatMap((row, index) =>
    rows.slice(index + 1).flatMap((other) => {
      const [, from = ""] = [row.in_force_from, other.in_force_from].sort();
      if (row.country !== other.country || !isInForce(row, from) || !isInForce(other, from)) return [];
      return [`${row.country}: the rows ${spanOf(row)} and ${spanOf(other)} are both in force on ${from}`];
    }),
  );
}

// Days with four-digit years sort as texts.
function isInForce({ in_force_from, in_force_until }: ThresholdRow, day: string): boolean {
  return in_force_from <= day && (in_force_until === undefined || day <= in_force_until);
}

function spanOf({ in_force_from, in_force_until }: ThresholdRow): string {
  return in_force_until === undefined ? `from ${in_force_from}` : `from ${in_force_from} to ${in_force_until}`;
}
