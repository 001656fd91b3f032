/** How a law is run: how often, and from where. */
import { ComplianceError } from "../domain/compliance-error.js";
import { quotedName } from "../domain/input/json-pointer.js";

/**
 * How a law that draws its cases at random is run; the others take no notice.
 *
 * @example
 * await law.run({ seed: 1234, path: "7:0:2" }); // once more what an error said
 * await law.run({ runs: 10_000 });
 */
export interface CheckOptions {
  /** The seed of the cases, an integer, of which the lowest 32 bits count. As an error says it. */
  readonly seed?: number;
  /** How many cases to try, from 1. */
  readonly runs?: number;
  /** The case among those of the seed, without which it says nothing. As an error says it. */
  readonly path?: string;
}

/** Where fast-check finds a case, and its replay of commands. Millions of cases would only be skipped for hours. */
const pathForm = /^(?:\d{1,7}(?::\d{1,7})*(?:\|\S*)?)?$/;

const wanted: Readonly<Record<keyof CheckOptions, readonly [form: string, fits: (value: unknown) => boolean]>> = {
  seed: ["an integer", Number.isSafeInteger],
  runs: ["an integer from 1", (value) => Number.isSafeInteger(value) && Number(value) > 0],
  path: ["a text, as an error of the law gave it", (value) => typeof value === "string" && pathForm.test(value)],
};

/**
 * The options that `run` was given. Runners hand a context or a callback to whatever function they run: that is none,
 * and has no say in a law.
 *
 * @throws ComplianceError `configuration_invalid` when an option is unknown or cannot be right.
 */
export function checkOptionsOf(given: unknown): CheckOptions {
  if (!isOptions(given)) return {};
  const options = validatedCheckOptions("law.run", given, ["seed", "runs", "path"]);
  if (options.path !== undefined && options.seed === undefined)
    throw invalid("The option path of law.run needs the seed");
  return options;
}

/** @throws ComplianceError `configuration_invalid`, naming the option and the form that it must have. */
export function validatedCheckOptions(of: string, given: object, names: readonly (keyof CheckOptions)[]): CheckOptions {
  // For callers without types.
  if (typeof given !== "object" || given === null) throw invalid(`The options of ${of} must be an object`);
  for (const [name, value] of Object.entries(given)) {
    const known = names.find((each) => each === name);
    if (known === undefined)
      throw invalid(`${of} has no option${quotedName(name)}; its options are ${names.join(", ")}`);
    const [form, fits] = wanted[known];
    if (value !== undefined && !fits(value)) throw invalid(`The option ${name} of ${of} must be ${form}`);
  }
  return { ...given };
}

export function noSuchCase(cause?: unknown): ComplianceError {
  const message =
    "The option path of law.run leads to no case of this seed: the law draws other cases by now, or it is misspelt.";
  return new ComplianceError("configuration_invalid", message, { cause });
}

function invalid(what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `${what}.`);
}

/** A plain object without functions: contexts of runners are instances or have methods. */
function isOptions(given: unknown): given is object {
  if (typeof given !== "object" || given === null) return false;
  const prototype: unknown = Object.getPrototypeOf(given);
  // Not compared with Object.prototype: a runner may give each test file a world of its own.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain && !Object.values(given).some((value) => typeof value === "function");
}
