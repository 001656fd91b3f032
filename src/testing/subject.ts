/** What a suite of laws was given, and that it cannot be at fault itself. */
import { ComplianceError } from "../domain/compliance-error.js";
import { quotedName } from "../domain/input/json-pointer.js";

/** Whose fault a wrong subject is not, and who says so. */
export interface Blame {
  /** The function that was given a subject: `riskProviderConformance`. */
  readonly laws: string;
  /** What is on trial: `provider`. */
  readonly part: string;
}

/** The names that the members of an object can have; a record, so that the compiler asks about every new one. */
export type MemberNames<T> = Readonly<Record<keyof T, true>>;

/** The test is at fault, and not what it has on trial. */
export function wrongSubject(what: string, { laws, part }: Blame): ComplianceError {
  return new ComplianceError("invalid_input", `What ${laws} was given is wrong, not the ${part}: ${what}.`);
}

/**
 * With a misspelt member a law would be lost in silence.
 *
 * @param place what has the members, for the sentence
 * @throws ComplianceError `invalid_input`.
 */
export function checkMembers<T extends object>(place: string, given: T, names: MemberNames<T>, blame: Blame): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const known = Object.keys(names).join(", ");
  throw wrongSubject(`${place} has no member${quotedName(unknown)}; its members are ${known}`, blame);
}

/** A function of the subject that makes what is on trial. */
interface Making<T extends object> {
  /** Its name in the subject. */
  readonly name: string;
  readonly make: () => T;
  /** What it makes is asked with this. */
  readonly method: keyof T & string;
}

/**
 * What is on trial, newly made. What cannot be asked at all would look like a part that fails at every question.
 *
 * @throws ComplianceError `invalid_input`, and whatever `make` throws.
 */
export function madeBy<T extends object>({ name, make, method }: Making<T>, blame: Blame): T {
  const made = make();
  if (hasFunction(made, method)) return made;
  const seen = hasFunction(made, "then")
    ? "it made a promise: await that first, and give a function that returns what came of it"
    : "what it made has none";
  throw wrongSubject(`${name}() must make a ${blame.part}, which has a function ${method}; ${seen}`, blame);
}

function hasFunction(value: unknown, name: string): boolean {
  return typeof Reflect.get(Object(value), name) === "function";
}
