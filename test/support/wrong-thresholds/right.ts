/** A correct configuration, and the names of its checks. */
import type { ThresholdConformanceConfig } from "../../../src/testing.js";
import { ecbRates20240628 } from "../rates.js";

export const thresholds = { US: "3000", SG: "1500", DE: 1000, JP: "100000", KR: 1_000_000, CH: "1000.00" };

export const right = {
  thresholds,
  rates: ecbRates20240628,
  at: new Date("2024-07-01T09:00:00Z"),
  rows: Object.entries(thresholds).map(([country, threshold]) => ({
    country,
    threshold,
    in_force_from: "2024-01-01",
  })),
} as const satisfies ThresholdConformanceConfig;

/** The names of the checks, by short names for the tables of faults. */
export const names = {
  monotone: "a greater amount never passes where a smaller one breaches",
  equal: "an amount equal to the threshold breaches",
  alike: "a number and its decimal text get the same decision",
  exact: "conversion through the base is exact",
  reachable: "every pair of country and currency can be decided",
  age: "rates are within maxRateAgeMs",
  size: "thresholds are in the plausible range",
  row: "thresholds match the rows in force",
  overlap: "no two rows of a country are in force on one day",
} as const;

export type CheckName = keyof typeof names;
