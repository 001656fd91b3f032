/** The conformance suite of the port `StorageEngine`. */
import { ComplianceError } from "../domain/compliance-error.js";
import { hasMethod } from "../domain/options.js";
import { own } from "../domain/own.js";
import { checkedEngine } from "../ports/rows.js";
import { type CheckOptions, type ConformanceCheck, validCheckOptions } from "./check.js";
import { type EngineSuite, raceChecks, sequenceCheck } from "./engine/engine-checks.js";
import { cutCheck, damageCheck } from "./engine/engine-faults.js";
import type { DurableEngine, OpenEngine } from "./engine/places.js";

export type { CutPlace, DamagedPlace, DurableEngine, OpenEngine } from "./engine/places.js";

/** The engine to test: a function that opens a new, empty one each time, or the places of a durable one. */
export type EngineSubject = OpenEngine | DurableEngine;

/** Options for {@link engineConformance}: `runs` is the number of drawn cases, 100 by default. */
export type EngineConformanceOptions = Pick<CheckOptions, "runs">;

const DEFAULT_RUNS = 100;

/**
 * Returns the checks for the promises of `StorageEngine`, with made-up rows of `collections`. They compare sequences of calls
 * with a reference engine, and make concurrent calls. With places for it, they cut connections and damage bytes.
 * `storageConformance(() => storageOf(engine))` checks the rest.
 *
 * @param subject opens a new, empty engine, or `{ place }` of a durable one
 * @param options the number of drawn cases
 * @returns The checks, to be run by any test runner.
 * @throws ComplianceError `invalid_input` or `configuration_invalid` at once for a wrong argument.
 * @example
 * for (const check of engineConformance(() => ownEngine())) it(check.name, () => check.run());
 */
export function engineConformance(
  subject: EngineSubject,
  options: EngineConformanceOptions = {},
): readonly ConformanceCheck[] {
  const isDurable = typeof subject !== "function";
  // Callers without types may pass anything.
  if (isDurable && !hasMethod(subject, "place")) {
    throw new ComplianceError(
      "invalid_input",
      "The argument of engineConformance is wrong, not the engine. Pass a function that opens a new, empty engine each " +
        "time, or { place } with a function that returns how to open one again and again.",
    );
  }
  const { runs = DEFAULT_RUNS } = validCheckOptions("engineConformance", options, ["runs"]);
  const suite: EngineSuite = {
    runs,
    isDurable,
    createPlace: async () => {
      const open = typeof subject === "function" ? subject : await subject.place();
      return async () => checkedEngine(await open());
    },
  };
  const cutPlace = isDurable ? own(subject, "cutPlace") : undefined;
  const damagedPlace = isDurable ? own(subject, "damagedPlace") : undefined;
  return [
    sequenceCheck(suite),
    ...raceChecks(suite),
    ...(cutPlace === undefined ? [] : [cutCheck(cutPlace)]),
    ...(damagedPlace === undefined ? [] : [damageCheck(damagedPlace, runs)]),
  ];
}
