/** The conformance suite of your thresholds and rates (§4.9). */
import { createThresholdEngine } from "../domain/thresholds/engine.js";
import { type CheckOptions, type ConformanceCheck, validCheckOptions } from "./check.js";
import { configChecks, rowChecks } from "./threshold/config-checks.js";
import { decisionChecks, type MakeEngine } from "./threshold/decision-checks.js";
import { plausibleRangeCheck } from "./threshold/plausible-range.js";
import { subjectOf, type ThresholdConformanceConfig } from "./threshold/subject.js";

/** Options for {@link thresholdConformance}: `runs` is the number of drawn cases of each check, 500 by default. */
export type ThresholdConformanceOptions = Pick<CheckOptions, "runs">;

/** A decision takes microseconds. */
const DEFAULT_RUNS = 500;

/**
 * Returns the checks of a configuration: its thresholds and rates decide every transaction correctly, and are plausible.
 *
 * Sources are called when a check runs, not before. Some checks draw transactions around the thresholds. Their errors
 * show the smallest one, the expected decision by rational arithmetic, and the seed and path to replay it.
 *
 * @param config the configuration, and what else is known about it
 * @param options the number of drawn cases
 * @returns The checks, to be run by any test runner.
 * @throws ComplianceError at once for a wrong argument. `invalid_input`: there is no configuration. `configuration_invalid`:
 *   an option is not valid. `rate_invalid`: the rate table is not valid.
 * @example
 * const config = { thresholds: { US: "3000", SG: "1500" }, rates: ecbRates(), maxRateAgeMs: 4 * 86_400_000 };
 * for (const check of thresholdConformance(config)) it(check.name, () => check.run());
 */
export function thresholdConformance(
  config: ThresholdConformanceConfig,
  options: ThresholdConformanceOptions = {},
): readonly ConformanceCheck[] {
  return thresholdConformanceOf(createThresholdEngine, config, options);
}

/** The same with any engine, for tests that each check notices a wrong one. */
export function thresholdConformanceOf(
  makeEngine: MakeEngine,
  config: ThresholdConformanceConfig,
  options: ThresholdConformanceOptions = {},
): readonly ConformanceCheck[] {
  const subject = subjectOf("thresholdConformance", config);
  const { runs = DEFAULT_RUNS } = validCheckOptions("thresholdConformance", options, ["runs"]);
  return [
    ...decisionChecks({ subject, makeEngine, runs }),
    ...configChecks(subject, makeEngine),
    plausibleRangeCheck(subject),
    ...(subject.rows === undefined ? [] : rowChecks(subject, subject.rows)),
  ];
}
