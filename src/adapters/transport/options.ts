/** The options of an adapter, as callers without types may give them: read once, each name known, each value of its kind. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { tellable } from "../../domain/input/pointer.js";

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
  if (members === undefined) throw invalid(`${adapter} takes an object of options that can be read; ${whichThereAre}`);

  const isPresent = ([name, value]: Member): boolean => {
    const kind = kindOf.get(name);
    if (kind === undefined) throw invalid(`${adapter} has no option${toldName(name)}; ${whichThereAre}`);
    if (value === undefined) return false;
    if (kind === "checked" || kinds[kind].fits(value)) return true;
    throw invalid(`The option ${name} of ${adapter} must be ${kinds[kind].noun}.`);
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

function toldName(name: string): string {
  return tellable([name]).length > 0 ? ` ${JSON.stringify(name)}` : " of that name";
}

function invalid(message: string): ComplianceError {
  return new ComplianceError("configuration_invalid", message);
}
