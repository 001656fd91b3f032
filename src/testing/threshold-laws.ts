/** The laws of a consumer's own thresholds and rates (§4.9), for any test runner. */
import { createThresholdEngine } from "../domain/thresholds/engine.js";
import type { ConformanceCheck } from "./law.js";
import { type CheckOptions, validatedCheckOptions } from "./law-options.js";
import { bandLaw } from "./threshold/band.js";
import { engineLaws, type MakeEngine } from "./threshold/engine-laws.js";
import { rowLaws } from "./threshold/rows.js";
import { standingLaws } from "./threshold/standing-laws.js";
import { subjectOf, type ThresholdConformanceConfig } from "./threshold/subject.js";

/** How the laws of thresholds are made. */
export type ThresholdConformanceOptions = Pick<CheckOptions, "runs">;

/** A decision costs microseconds. */
const USUAL_RUNS = 500;

/**
 * The laws of a configuration: that its thresholds and rates decide every transaction, rightly, and are what they are
 * meant to be. Sources are asked whenever a law is run, and not before. Some laws draw transactions around the thresholds:
 * `runs` says how many (usually 500). When one is broken, its error shows the smallest that was found, what is right by
 * rational arithmetic, and the seed and path to run it again.
 *
 * @throws ComplianceError at once, when the call is at fault: `invalid_input` without a configuration,
 *   `configuration_invalid` for an option that cannot be right, `rate_invalid` for such a table of rates.
 * @example
 * const config = { thresholds: { US: "3000", SG: "1500" }, rates: ecbRates(), maxRateAge: 4 * 86_400_000 };
 * for (const law of thresholdConformance(config)) it(law.name, () => law.run());
 */
export function thresholdConformance(
  config: ThresholdConformanceConfig,
  options: ThresholdConformanceOptions = {},
): readonly ConformanceCheck[] {
  return thresholdConformanceOf(createThresholdEngine, config, options);
}

/** The same with whatever engine, so that each law can be seen to notice a wrong one. */
export function thresholdConformanceOf(
  makeEngine: MakeEngine,
  config: ThresholdConformanceConfig,
  options: ThresholdConformanceOptions = {},
): readonly ConformanceCheck[] {
  const subject = subjectOf("thresholdConformance", config);
  const { runs = USUAL_RUNS } = validatedCheckOptions("thresholdConformance", options, ["runs"]);
  return [
    ...engineLaws({ subject, makeEngine, runs }),
    ...standingLaws(subject, makeEngine),
    bandLaw(subject),
    ...(subject.rows === undefined ? [] : rowLaws(subject, subject.rows)),
  ];
}
