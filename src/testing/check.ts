/** Conformance checks: what they are, how they run, and how a failure reads. */
import { ComplianceError, readSafely } from "../domain/compliance-error.js";
import { checkOptionNames, configurationInvalid, membersOf } from "../domain/options.js";

/**
 * One check of a conformance suite.
 *
 * @example
 * for (const check of riskProviderConformance(subject)) it(check.name, () => check.run()); // vitest, jest, mocha, node:test
 */
export interface ConformanceCheck {
  /** A name for the test, unique within its suite. */
  readonly name: string;
  /** The sentence that is checked. */
  readonly promise: string;
  /**
   * Runs the check. Resolves when it passes. Rejects with an error that says which check failed and what was seen, without
   * personal values. The error's `cause`, if present, is what your own code threw, unchanged.
   *
   * The function waits for no callback and ignores what a runner passes to a test (a context, `done`), so
   * `it(check.name, check.run)` works too.
   */
  readonly run: RunCheck;
}

/** Runs a check. Two signatures, so that `it(name, run)` compiles with any runner. */
export type RunCheck = (() => Promise<void>) & ((options: CheckOptions) => Promise<void>);

/**
 * Options for running a check that draws its cases. Other checks ignore them.
 *
 * @example
 * await check.run({ seed: 1234, path: "7:0:2" }); // replays the case of an error
 * await check.run({ runs: 10_000 });
 */
export interface CheckOptions {
  /**
   * The seed of the cases, an integer. Only its lowest 32 bits count.
   *
   * @default a random seed
   */
  readonly seed?: number | undefined;
  /**
   * The number of cases, from 1.
   *
   * @default the number of the suite
   */
  readonly runs?: number | undefined;
  /**
   * The path of one case, as printed in an error. Requires `seed`.
   *
   * @default all cases
   */
  readonly path?: string | undefined;
}

/** What a check saw, in words without a value of a request or an answer. */
export type Observation = string | { readonly words: string; readonly cause: unknown };

/** Looks for a violation. Resolves with undefined when there is none. */
export type Look = () => Promise<Observation | undefined>;

/** Puts the place of an observation before it. */
export function observedAt(place: string, seen: Observation): Observation {
  return typeof seen === "string" ? `${place} ${seen}` : { ...seen, words: `${place} ${seen.words}` };
}

/** A violation of a promise, with the lines that help a person to reproduce it. */
export class Violation extends Error {
  override readonly name = "Violation";
  readonly lines: readonly string[];

  constructor(seen: string, lines: readonly string[] = [], cause?: unknown) {
    super(seen, { cause });
    this.lines = lines;
  }
}

/** Makes a check that fails with what `look` sees. */
export function checkOf(name: string, promise: string, look: Look): ConformanceCheck {
  return checkThat(name, promise, async () => {
    const seen = await look();
    if (seen === undefined) return;
    if (typeof seen === "string") throw new Error(failureMessage(name, promise, seen));
    throw new Error(failureMessage(name, promise, seen.words), { cause: seen.cause });
  });
}

/** Makes a check from a function that throws the complete error. */
export function checkThat(
  name: string,
  promise: string,
  body: (options: CheckOptions) => Promise<void>,
): ConformanceCheck {
  // A function of length 0: mocha and jest pass `done` to a function with a parameter, and then wait for it.
  const run = async (...given: readonly unknown[]): Promise<void> => body(checkOptionsOf(given[0]));
  return { name, promise, run };
}

/** Returns the first line of the error of a failed check. */
function failureMessage(name: string, promise: string, seen: string): string {
  return `The check "${name}" failed: ${seen.replace(/\.$/, "")}. ${promise.replace(/\.?$/, ".")}`;
}

/** A list of calls is cut in the middle to so many lines, and each line to so many characters. */
const MOST = { lines: 60, characters: 1_000 } as const;

function printable(lines: readonly string[]): readonly string[] {
  const half = MOST.lines / 2;
  const left = lines.length - MOST.lines;
  const shown = left <= 0 ? lines : [...lines.slice(0, half), `… ${left} more`, ...lines.slice(-half)];
  return shown.map((line) => (line.length <= MOST.characters ? line : `${line.slice(0, MOST.characters)} …`));
}

/** Returns the error of a failed check. What the tested code threw is its cause. */
export function failedCheck(
  { name, promise }: Omit<ConformanceCheck, "run">,
  error: unknown,
  heading = "",
  replay = "",
): Error {
  if (!(error instanceof Violation)) return new Error(failureMessage(name, promise, String(error)), { cause: error });
  const details = error.lines.length === 0 ? [] : [heading, ...printable(error.lines).map((line) => `  ${line}`)];
  const text = [failureMessage(name, promise, error.message), ...details, replay].filter((line) => line !== "");
  return new Error(text.join("\n"), error.cause === undefined ? undefined : { cause: error.cause });
}

/** A path of fast-check, with the replay of its commands. Paths to millions of cases would be skipped for hours. */
const pathForm = /^(?:\d{1,7}(?::\d{1,7})*(?:\|\S*)?)?$/;

const optionForms = {
  seed: ["an integer", Number.isSafeInteger],
  runs: ["an integer from 1", (value) => Number.isSafeInteger(value) && Number(value) > 0],
  path: ["a path as printed in an error", (value) => typeof value === "string" && pathForm.test(value)],
} as const satisfies Record<keyof CheckOptions, readonly [form: string, fits: (value: unknown) => boolean]>;

/**
 * Returns the options that `run` was given. A context or callback of a runner counts as no options.
 *
 * @throws ComplianceError `configuration_invalid` for an option that is unknown or not valid.
 */
function checkOptionsOf(given: unknown): CheckOptions {
  if (!isPlainOptions(given)) return {};
  const options = validCheckOptions("check.run", given, ["seed", "runs", "path"]);
  if (options.path === undefined || options.seed !== undefined) return options;
  throw configurationInvalid("The option path of check.run needs the option seed.");
}

/** @throws ComplianceError `configuration_invalid`, naming the option and its form. */
export function validCheckOptions(owner: string, given: object, names: readonly (keyof CheckOptions)[]): CheckOptions {
  // Callers without types may pass anything.
  const members = membersOf(given);
  if (members === undefined) throw configurationInvalid(`The options of ${owner} must be an object that can be read.`);
  const options = Object.fromEntries(members);
  checkOptionNames(owner, options, Object.fromEntries(names.map((name) => [name, true])));
  for (const name of names) {
    const [form, fits] = optionForms[name];
    const value = options[name];
    if (value !== undefined && !fits(value))
      throw configurationInvalid(`The option ${name} of ${owner} must be ${form}.`);
  }
  // Checked above.
  return options as CheckOptions;
}

/** A plain object without functions. Contexts of runners are instances or have methods. */
function isPlainOptions(given: unknown): given is object {
  if (typeof given !== "object" || given === null) return false;
  try {
    const prototype: unknown = Object.getPrototypeOf(given);
    // Not compared with Object.prototype, because a runner may give each test file its own realm.
    const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
    return isPlain && !Object.values(given).some((value) => typeof value === "function");
  } catch {
    // A proxy that throws.
    return false;
  }
}

/** What is wrong with a call of a conformance suite, not with the tested part. */
export interface SuiteCall {
  /** The function that was called: "riskProviderConformance". */
  readonly suite: string;
  /** What it tests: "provider". */
  readonly part: string;
}

/** Returns the error for a wrong argument of a suite. */
export function wrongSubject(what: string, { suite, part }: SuiteCall): ComplianceError {
  return new ComplianceError(
    "invalid_input",
    `The argument of ${suite} is wrong, not the ${part}: ${what.replace(/\.$/, "")}.`,
  );
}

/** Runs checks of the argument of a suite. @throws ComplianceError `invalid_input` for one that throws when it is read. */
export function readSubject<T>(read: () => T, call: SuiteCall): T {
  return readSafely(read, () => wrongSubject("it cannot be read: a getter or a proxy threw", call));
}

/**
 * Throws when the argument has an unknown property. Ignoring it would drop a check silently.
 *
 * @param place what has the properties, for the message
 */
export function checkSubjectNames<T extends object>(
  place: string,
  given: T,
  names: Readonly<Record<keyof NoInfer<T>, true>>,
  call: SuiteCall,
): void {
  checkOptionNames(place, given, names, { noun: "property", fail: (message) => wrongSubject(message, call) });
}

/** A function of the subject that creates the tested part. */
interface Factory<T extends object> {
  /** Its property in the subject. */
  readonly name: string;
  readonly create: () => T;
  /** The method that the part must have. */
  readonly method: keyof T & string;
}

/**
 * Creates the tested part. A part without the method would look like one that always fails.
 *
 * @throws ComplianceError `invalid_input`, and whatever `create` throws.
 */
export function createdBy<T extends object>({ name, create, method }: Factory<T>, call: SuiteCall): T {
  const created = create();
  if (hasMethod(created, method)) return created;
  const seen = hasMethod(created, "then")
    ? "it returned a promise: await it first, and pass a function that returns the result"
    : "what it returned has none";
  throw wrongSubject(`${name}() must return a ${call.part} with a method ${method}; ${seen}`, call);
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof Reflect.get(Object(value), name) === "function";
}
