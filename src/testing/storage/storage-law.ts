/** The two kinds of laws of a storage: one case that is written down, and many that are drawn. */
import * as fc from "fast-check";
import { brokenText, type Law, lawThat } from "../law.js";
import type { LawOptions } from "../law-options.js";
import type { MakePlace } from "./subject.js";
import { Finding, onTrial, type Trial } from "./trial.js";

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
): Law {
  return lawThat(name, rule, async () => {
    try {
      await onTrial(makePlace, holds);
    } catch (error) {
      throw broken(name, rule, error, "What was done:", "");
    }
  });
}

/** Cases, and how one of them is found again: fast-check's commands need a text of their own beside the path. */
export interface Cases<T> {
  readonly drawn: (replay: string) => fc.Arbitrary<T>;
  readonly replayOf?: (found: T) => string;
}

/** A law on cases that are drawn, each on a new storage. When it is broken, the smallest case that shows it is sought. */
export function drawnLaw<T>(
  { makePlace, runs }: Making,
  name: string,
  rule: string,
  { drawn, replayOf = () => "" }: Cases<T>,
  holds: (trial: Trial, drawn: T) => Promise<void>,
): Law {
  return lawThat(name, rule, async (options) => {
    const [path = "", replay = ""] = options.path?.split("|") ?? [];
    const property = fc.asyncProperty(drawn(replay), (each) => onTrial(makePlace, (trial) => holds(trial, each)));
    const details = await fc.check(property, { ...parametersOf(options), numRuns: options.runs ?? runs, path });
    if (!details.failed || details.counterexample === null) return;
    const found = [details.counterexamplePath, replayOf(details.counterexample[0])].filter((part) => part).join("|");
    const after = `Run it again with law.run({ seed: ${details.seed}, path: ${JSON.stringify(found)} }).`;
    const before = `What was done, the shortest that was found (case ${details.numRuns}, then ${details.numShrinks} times smaller):`;
    throw broken(name, rule, details.errorInstance, before, after);
  });
}

function parametersOf({ seed, path }: LawOptions): { seed?: number; endOnFailure?: boolean } {
  return { ...(seed !== undefined && { seed }), ...(path !== undefined && { endOnFailure: true }) };
}

/** The error of a broken law. What the storage threw is its cause. */
function broken(name: string, rule: string, error: unknown, before: string, after: string): Error {
  if (!(error instanceof Finding)) return new Error(brokenText(name, rule, String(error)), { cause: error });
  const done = error.lines.length === 0 ? [] : [before, ...error.lines.map((line) => `  ${line}`)];
  const text = [brokenText(name, rule, error.seen), ...done, after].filter((line) => line !== "").join("\n");
  return error.cause === undefined ? new Error(text) : new Error(text, { cause: error.cause });
}
