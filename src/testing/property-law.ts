/** Laws on cases that are drawn: of the cases that break one, the smallest that is found is told, and how to run it again. */
import * as fc from "fast-check";
import { brokenText, type ConformanceCheck, checkThat } from "./law.js";
import { type CheckOptions, noSuchCase } from "./law-options.js";

/** What is seen against a law, and what a person needs to see it as well, line by line. */
export class Finding extends Error {
  override readonly name = "Finding";
  readonly seen: string;
  readonly lines: readonly string[];

  constructor(seen: string, lines: readonly string[], cause: unknown) {
    super(seen, { cause });
    this.seen = seen;
    this.lines = lines;
  }
}

/** Cases, and how one of them is found again: fast-check's commands need a text of their own beside the path. */
export interface Cases<T> {
  readonly drawn: (replay: string) => fc.Arbitrary<T>;
  readonly replayOf?: (found: T) => string;
}

/** What is tried on every case. */
export interface Property<T> extends Cases<T> {
  /** @throws Finding when the case breaks the law. */
  readonly holds: (drawn: T) => Promise<void>;
}

/** How a law tries its cases, unless it is told otherwise. */
export interface Trying {
  readonly runs: number;
  /** What the lines of a finding are, in words: "What was done, the shortest that was found". */
  readonly heading: string;
}

/** A law on cases that are drawn. `property` is asked for when the law is run. */
export function propertyLaw<T>(
  name: string,
  rule: string,
  { runs, heading }: Trying,
  property: () => Promise<Property<T>>,
): ConformanceCheck {
  return checkThat(name, rule, async (options) => {
    const [path = "", replay = ""] = options.path?.split("|") ?? [];
    const asked = async () => {
      const { drawn, replayOf = () => "", holds } = await property();
      return { replayOf, checked: fc.asyncProperty(drawn(replay), holds) };
    };
    const { replayOf, checked } = await asked().catch((error: unknown) => {
      throw brokenLaw(name, rule, error);
    });
    const parameters = { ...parametersOf(options), numRuns: options.runs ?? runs, path };
    const details = await detailsOf(checked, parameters);
    if (details.counterexample === null) {
      if (details.failed || details.numRuns === 0) throw interrupted(name, details.numRuns);
      return;
    }
    const found = [details.counterexamplePath, replayOf(details.counterexample[0])].filter((part) => part).join("|");
    const after = `Run it again with law.run({ seed: ${details.seed}, path: ${JSON.stringify(found)} }).`;
    const before = `${heading} (case ${details.numRuns}, then ${details.numShrinks} times smaller):`;
    throw brokenLaw(name, rule, details.errorInstance, before, after);
  });
}

/** @throws ComplianceError `configuration_invalid` when the path leads nowhere; a law that tried nothing is not kept. */
async function detailsOf<T>(
  property: fc.IAsyncProperty<[T]>,
  parameters: fc.Parameters<[T]>,
): Promise<fc.RunDetails<[T]>> {
  try {
    const details = await fc.check(property, parameters);
    if (parameters.path === "" || details.numRuns > 0) return details;
  } catch (error) {
    // What is on trial never throws here: fast-check takes it for a case that fails.
    throw parameters.path === "" ? error : noSuchCase(error);
  }
  throw noSuchCase();
}

/** Who sets limits for all properties (`fc.configureGlobal`) must not take what they ended for kept. */
function interrupted(name: string, runs: number): Error {
  return new Error(
    `The law "${name}" was not checked: a limit in fast-check's global configuration ended it after ${runs} cases.`,
  );
}

function parametersOf({ seed, path }: CheckOptions): { seed?: number; endOnFailure?: boolean } {
  // fast-check takes every integer beyond 32 bits for 0, and with it every `Date.now()`.
  return { ...(seed !== undefined && { seed: seed | 0 }), ...(path !== undefined && { endOnFailure: true }) };
}

/** The error of a broken law. What was thrown by that which is on trial is its cause. */
export function brokenLaw(name: string, rule: string, error: unknown, before = "", after = ""): Error {
  if (!(error instanceof Finding)) return new Error(brokenText(name, rule, String(error)), { cause: error });
  const told = error.lines.length === 0 ? [] : [before, ...error.lines.map((line) => `  ${line}`)];
  const text = [brokenText(name, rule, error.seen), ...told, after].filter((line) => line !== "").join("\n");
  return error.cause === undefined ? new Error(text) : new Error(text, { cause: error.cause });
}
