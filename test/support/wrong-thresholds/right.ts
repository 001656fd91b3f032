/** A configuration that is right on its day, and the names of the laws that it is held to. */
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

/** Short names in the tables of what is wrong; the laws by their own. */
export const names = {
  monotone: "a greater amount never passes where a smaller one breaches",
  equal: "an amount equal to the threshold breaches",
  alike: "a number and its text are answered alike",
  exact: "conversion through the base is exact",
  reachable: "every country is reachable from every currency",
  age: "no rate is older than allowed",
  size: "a threshold is of a plausible size",
  row: "a threshold is that of the row in force",
  overlap: "no two rows of a country are in force on one day",
} as const;

export type LawName = keyof typeof names;
