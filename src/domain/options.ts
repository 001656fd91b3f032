/** Checks of options, as callers without types may pass them. */
import { ComplianceError } from "./compliance-error.js";
import type { DurationMs } from "./identifiers/codes.js";
import { quotedName } from "./input/json-pointer.js";
import { bare, own } from "./own.js";

const kinds = {
  text: { noun: "a text", fits: (value: unknown) => typeof value === "string" },
  boolean: { noun: "true or false", fits: (value: unknown) => typeof value === "boolean" },
  function: { noun: "a function", fits: (value: unknown) => typeof value === "function" },
  count: { noun: "a number, 0 or more", fits: (value: unknown) => typeof value === "number" && value >= 0 },
  signal: { noun: "an AbortSignal, for example controller.signal", fits: isSignal },
} as const;

/** Returns whether a value is an AbortSignal. Not `instanceof`, because another realm has its own class. */
export function isSignal(value: unknown): boolean {
  try {
    const { addEventListener, aborted } = Object(value);
    return typeof addEventListener === "function" && typeof aborted === "boolean";
  } catch {
    return false;
  }
}

/** Returns whether a value is an object with that method, also as the caller's instance of a class. */
export function hasMethod(value: unknown, name: string): boolean {
  try {
    if (typeof value !== "object" || value === null) return false;
    const method: unknown = Reflect.get(value, name);
    // Not what other code of the process gave to all objects.
    return typeof method === "function" && method !== Reflect.get(Object.prototype, name);
  } catch {
    // A proxy that throws.
    return false;
  }
}

/** The longest wait of a timer: a signed 32-bit number of milliseconds, 24.8 days. With more it fires at once. */
export const MAX_TIMER: DurationMs = 2 ** 31 - 1;

/** A hundred years: the end of every period is then a time with four digits in the year. */
const LONGEST: DurationMs = 100 * 366 * 24 * 60 * 60 * 1000;

/** Returns whether a value is a duration of whole milliseconds, at most a hundred years. */
export function isDuration(value: unknown, least: DurationMs): value is DurationMs {
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= LONGEST;
}

/** What the value of an option must be; `"checked"`: the code that uses the option checks it. */
export type OptionKind = keyof typeof kinds | "checked";

/**
 * Creates the error for an option that is not valid.
 *
 * @param message names the option and says what to pass; it must not repeat the value
 * @returns A ComplianceError `configuration_invalid`.
 */
export function configurationInvalid(message: string): ComplianceError {
  return new ComplianceError("configuration_invalid", message);
}

/**
 * Throws when `given` has a name that is not known: a misspelt option would be ignored silently.
 *
 * @param owner what has the options, for the message: "createCompliance"
 * @param known the names that exist, in the order of the message; an object's keys let the compiler check them
 * @param settings `noun`: what the names are called; `fail`: creates the error
 */
export function checkOptionNames<T extends object>(
  owner: string,
  given: T,
  known: Readonly<Record<keyof NoInfer<T>, unknown>>,
  settings: { readonly noun?: "option" | "property"; readonly fail?: (message: string) => Error } = {},
): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const { noun = "option", fail = configurationInvalid } = bare(settings);
  const nouns = noun === "option" ? "options" : "properties";
  throw fail(`${owner} has no ${noun}${quotedName(unknown)}; its ${nouns} are ${Object.keys(known).join(", ")}.`);
}

/**
 * Checks the names and kinds of the options of `owner`.
 *
 * @param known the kind of every option; the compiler requires all of them
 * @param fail creates the error
 * @returns A copy of the options, without those that are undefined. It inherits nothing.
 * @throws ComplianceError `configuration_invalid` unless `fail` creates another one. It repeats no value.
 */
export function checkedOptions<T extends object>(
  owner: string,
  given: T,
  known: Readonly<Record<keyof NoInfer<T>, OptionKind>>,
  fail: (message: string) => Error = configurationInvalid,
): T {
  const members = membersOf(given, Object.keys(known));
  if (members === undefined) {
    const names = Object.keys(known).join(", ");
    throw fail(`${owner} takes an object of options that can be read; its options are ${names}.`);
  }
  // The cast: these are the members of `given` itself, read once.
  checkOptionNames(owner, Object.fromEntries(members) as T, known, { fail });
  const present = members.filter(([, value]) => value !== undefined);
  for (const [name, value] of present) {
    // Every name is known.
    const kind: OptionKind = Reflect.get(known, name);
    if (kind !== "checked" && !kinds[kind].fits(value)) {
      throw fail(`The option ${name} of ${owner} must be ${kinds[kind].noun}.`);
    }
  }
  return bare(Object.fromEntries(present) as T);
}

/**
 * Returns whether the properties of an object are all of its content. An array, a map, a date or a promise has none and
 * would count as empty.
 *
 * @throws what a proxy throws
 */
export function hasOnlyProperties(given: unknown): boolean {
  return Object.prototype.toString.call(given) === "[object Object]";
}

/**
 * Reads the own properties of an object once.
 *
 * @param names also read, if the class of the object has them
 * @returns The names and values, or undefined for something else than a plain object and for one that throws when it
 *   is read. What it throws is dropped, because it may repeat a key.
 */
export function membersOf(
  given: unknown,
  names: readonly string[] = [],
): readonly (readonly [name: string, value: unknown])[] | undefined {
  try {
    if (!hasOnlyProperties(given)) return undefined;
    const object: Readonly<Record<string, unknown>> = Object(given);
    const members = Object.entries(object);
    const inherited = names.filter((name) => !members.some(([member]) => member === name));
    return [...members, ...inherited.map((name) => [name, own(object, name)] as const)];
  } catch {
    return undefined;
  }
}

/**
 * Checks an option with a fixed set of values.
 *
 * @returns `value`.
 * @throws ComplianceError `configuration_invalid`, naming the option and its values.
 */
export function checkedChoice<T extends string>(name: string, value: T, choices: readonly T[]): T {
  if (choices.includes(value)) return value;
  throw configurationInvalid(`${name} must be one of ${choices.join(", ")}.`);
}

/**
 * Checks an option that is the highest age of something.
 *
 * @returns `age`.
 * @throws ComplianceError `configuration_invalid`, naming the option.
 */
export function checkedAge(name: string, age: number): number {
  if (typeof age === "number" && age > 0) return age;
  throw configurationInvalid(`${name} must be a number of milliseconds above 0.`);
}

/**
 * Copies each Date of the caller's clock, so that a later change of it cannot change the time of a decision.
 *
 * @returns A clock that throws ComplianceError `configuration_invalid` when the caller's throws or returns no Date.
 */
export function checkedClock(clock: () => Date = () => new Date()): () => Date {
  return () => {
    try {
      return new Date(clock().getTime());
    } catch (cause) {
      const message = "The option clock must be a function that returns a Date, for example () => new Date().";
      throw new ComplianceError("configuration_invalid", message, { cause });
    }
  };
}
