/** The two kinds of laws of a storage: one case that is written down, and many that are drawn. */
import { type ConformanceCheck, checkThat } from "../law.js";
import { brokenLaw, type Cases, propertyLaw } from "../property-law.js";
import type { MakePlace } from "./subject.js";
import { onTrial, type Trial } from "./trial.js";

/** What the laws of one storage are made with. */
export interface Making {
  readonly makePlace: MakePlace;
  /** How many cases a law that draws them tries, unless it is told otherwise. */
  readonly runs: number;
}

/** A law on one case. */
export function caseLaw(
  { makePlace }: Making,
  name: string,
  rule: string,
  holds: (trial: Trial) => Promise<void>,
): ConformanceCheck {
  return checkThat(name, rule, async () => {
    try {
      await onTrial(makePlace, holds);
    } catch (error) {
      throw brokenLaw(name, rule, error, "What was done:");
    }
  });
}

/** A law on cases that are drawn, each on a new storage. When it is broken, the smallest case that shows it is sought. */
export function drawnLaw<T>(
  { makePlace, runs }: Making,
  name: string,
  rule: string,
  cases: Cases<T>,
  holds: (trial: Trial, drawn: T) => Promise<void>,
): ConformanceCheck {
  const trying = { runs, heading: "What was done, the shortest that was found" };
  return propertyLaw(name, rule, trying, async () => ({
    ...cases,
    holds: (each: T) => onTrial(makePlace, (trial) => holds(trial, each)),
  }));
}
