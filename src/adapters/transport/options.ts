/** The options of an adapter, as callers without types may give them: read once, each name known, each value of its kind. */

import { quotedName } from "../../domain/input/pointer.js";
import { configurationInvalid } from "../configuration-invalid.js";

const kinds = {
  text: { noun: "a text", fits: (value: unknown) => typeof value === "string" },
  boolean: { noun: "true or false", fits: (value: unknown) => typeof value === "boolean" },
  function: { noun: "a function", fits: (value: unknown) => typeof value === "function" },
} as const;

/** What a value must be; `"checked"`: whoever uses it looks at it, and says more than its type. */
export type OptionKind = keyof typeof kinds | "checked";

/**
 * A copy of the options that `adapter` was given, without those that are undefined. A name that is not known is refused: a
 * misspelt option would be lost silently, and with it a limit.
 *
 * @param known a kind for every option there is; the compiler asks for it
 * @throws ComplianceError `configuration_invalid`, with nothing of a value, and of a name only what may be told.
 */
export function checkedOptions<T extends object>(
  adapter: string,
  given: T,
  known: Readonly<Record<keyof NoInfer<T>, OptionKind>>,
): T {
  const kindOf: ReadonlyMap<string, OptionKind> = new Map(Object.entries(known));
  const whichThereAre = `its options are ${[...kindOf.keys()].join(", ")}.`;
  const members = membersOf(given);
  if (members === undefined)
    throw configurationInvalid(`${adapter} takes an object of options that can be read; ${whichThereAre}`);

  const isPresent = ([name, value]: Member): boolean => {
    const kind = kindOf.get(name);
    if (kind === undefined) throw configurationInvalid(`${adapter} has no option${quotedName(name)}; ${whichThereAre}`);
    if (value === undefined) return false;
    if (kind === "checked" || kinds[kind].fits(value)) return true;
    throw configurationInvalid(`The option ${name} of ${adapter} must be ${kinds[kind].noun}.`);
  };
  // The cast: these are the members of `given` itself. One that is required and undefined was that before.
  return Object.fromEntries(members.filter(isPresent)) as T;
}

type Member = readonly [name: string, value: unknown];

/**
 * The own members of an object; undefined when there is none, or when it throws as it is read. What it throws is not passed
 * on as a cause, which may repeat a key.
 */
export function membersOf(given: unknown): readonly Member[] | undefined {
  try {
    // Not an array, a map or a promise either: they have no members of their own, and would pass for no options at all.
    return Object.prototype.toString.call(given) === "[object Object]" ? Object.entries(Object(given)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * `value`, the value of the option `name`, once it is known to be one of its choices.
 *
 * @throws ComplianceError `configuration_invalid`, naming the option and its choices.
 */
export function checkedChoice<T extends string>(name: string, value: T, choices: readonly T[]): T {
  if (choices.includes(value)) return value;
  throw configurationInvalid(`${name} must be one of ${choices.join(", ")}.`);
}
