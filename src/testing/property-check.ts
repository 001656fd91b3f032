/** Checks on drawn cases. A failure shows the smallest case that was found, and how to replay it. */
import * as fc from "fast-check";
import { ComplianceError, readSafely } from "../domain/compliance-error.js";
import { hasMethod } from "../domain/options.js";
import {
  type CheckOptions,
  type ConformanceCheck,
  checkThat,
  failedCheck,
  Violation,
  validCheckOptions,
} from "./check.js";
import { errorText } from "./outcome.js";

/** The cases of a check. fast-check's commands need a replay text beside the path. */
export interface Cases<T> {
  readonly arbitrary: (replay: string) => fc.Arbitrary<T>;
  readonly replayOf?: (found: T) => string;
}

/** The cases of a check, and what must hold for each. */
interface Property<T> extends Cases<T> {
  /** @throws Violation when the case breaks the promise. */
  readonly holds: (drawn: T) => Promise<void>;
}

/** How a check draws its cases. */
interface Drawing {
  /** The number of cases, unless `run` gets another. */
  readonly runs: number;
  /** The heading of the smallest case in an error. */
  readonly heading?: string;
}

/** Makes a check on drawn cases. `property` is called when the check runs. */
export function drawnCheck<T>(
  name: string,
  promise: string,
  { runs, heading = "Smallest case found" }: Drawing,
  property: () => Promise<Property<T>>,
): ConformanceCheck {
  const check = { name, promise };
  return checkThat(name, promise, async (options) => {
    const [path = "", replay = ""] = options.path?.split("|") ?? [];
    const {
      arbitrary,
      replayOf = () => "",
      holds,
    } = await property().catch((error: unknown) => {
      throw failedCheck(check, error);
    });
    const parameters = { ...seedOf(options), numRuns: options.runs ?? runs, path };
    const drawn = await arbitraryOf(check, () => arbitrary(replay));
    const details = await detailsOf(fc.asyncProperty(drawn, holds), parameters);
    if (details.counterexample === null) {
      if (details.failed || details.numRuns === 0) throw interrupted(name, details.numRuns);
      return;
    }
    const found = [details.counterexamplePath, replayOf(details.counterexample[0])].filter((part) => part).join("|");
    const before = `${heading} (case ${details.numRuns}, shrunk ${details.numShrinks} times):`;
    const after = `Replay it with check.run({ seed: ${details.seed}, path: ${JSON.stringify(found)} }).`;
    throw failedCheck(check, details.errorInstance, before, after);
  });
}

async function arbitraryOf<T>(check: Omit<ConformanceCheck, "run">, make: () => fc.Arbitrary<T>) {
  try {
    return make();
  } catch (error) {
    throw failedCheck(check, error);
  }
}

/** @throws ComplianceError `configuration_invalid` when the path leads to no case. */
async function detailsOf<T>(
  property: fc.IAsyncProperty<[T]>,
  parameters: fc.Parameters<[T]>,
): Promise<fc.RunDetails<[T]>> {
  try {
    const details = await fc.check(property, parameters);
    if (parameters.path === "" || details.numRuns > 0) return details;
  } catch (error) {
    // The tested code never throws here, because fast-check records that as a failed case.
    throw parameters.path === "" ? error : noSuchCase(error);
  }
  throw noSuchCase();
}

function noSuchCase(cause?: unknown): ComplianceError {
  const message =
    "The option path of check.run leads to no case of this seed: it is misspelt, or the check draws other cases now.";
  return new ComplianceError("configuration_invalid", message, { cause });
}

/** A check that a global limit (`fc.configureGlobal`) ended must not pass. */
function interrupted(name: string, runs: number): Error {
  return new Error(
    `The check "${name}" did not finish: a limit in fast-check's global configuration ended it after ${runs} cases.`,
  );
}

function seedOf({ seed, path }: CheckOptions): { seed?: number; endOnFailure?: boolean } {
  // fast-check reads every integer beyond 32 bits as 0, which includes every `Date.now()`.
  return { ...(seed !== undefined && { seed: seed | 0 }), ...(path !== undefined && { endOnFailure: true }) };
}

/** A property of your own code, for {@link propertyCheck}. */
export interface PropertyCheck<T> {
  /** A name for the test. */
  readonly name: string;
  /** The sentence that is checked. */
  readonly promise: string;
  /** Draws the cases. */
  readonly arbitrary: fc.Arbitrary<T>;
  /** Tests one case. The check fails when it returns false or throws, as in a property of fast-check. */
  readonly holds: (drawn: T) => unknown;
  /**
   * The number of cases, from 1.
   *
   * @default 100
   */
  readonly runs?: number | undefined;
}

const DEFAULT_RUNS = 100;

/**
 * Makes a check from a property of your own code. Its error shows the smallest case, with the seed and path to replay
 * it. What `holds` threw is the `cause`. The case is printed, so draw it from `arbitraries` and not from real data.
 *
 * @param property the name, the promise, the arbitrary and the test
 * @returns The check.
 * @throws ComplianceError `invalid_input` when a part of it is missing; `configuration_invalid` when `runs` is not valid.
 * @example
 * const check = propertyCheck({
 *   name: "our form keeps names",
 *   promise: "A customer's name is stored as it was typed.",
 *   arbitrary: arbitraries.name(),
 *   holds: (name) => fromForm({ name }).name === name,
 * });
 * it(check.name, () => check.run());
 */
export function propertyCheck<T>(property: PropertyCheck<T>): ConformanceCheck {
  const { name, promise, arbitrary, holds, ...options } = readSafely(
    (): PropertyCheck<T> => ({ ...property }),
    () => missing("properties that can be read"),
  );
  // Callers without types may leave out anything.
  if (![name, promise].every((text) => typeof text === "string" && text !== ""))
    throw missing("name and promise as texts");
  if (typeof holds !== "function") throw missing("holds, a function that tests one case");
  if (!hasMethod(arbitrary, "generate")) throw missing("arbitrary, one of fast-check");
  const { runs = DEFAULT_RUNS } = validCheckOptions("propertyCheck", options, ["runs"]);
  return drawnCheck<T>(name, promise, { runs }, async () => ({
    arbitrary: () => arbitrary,
    holds: async (drawn) => {
      // Printed before the test, which may write to the case.
      const text = fc.stringify(drawn);
      if ((await resultOf(() => holds(drawn), text)) === false) throw new Violation("it does not hold", [text]);
    },
  }));
}

async function resultOf(test: () => unknown, text: string): Promise<unknown> {
  try {
    return await test();
  } catch (error) {
    // An assertion may print a whole comparison. That stays in the cause.
    const [first = ""] = errorText(error).split("\n");
    throw new Violation(first, [text], error);
  }
}

function missing(what: string): ComplianceError {
  return new ComplianceError("invalid_input", `propertyCheck needs ${what}: { name, promise, arbitrary, holds }.`);
}
