/** What a fake was given, as callers without types may give it. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { quotedName } from "../../domain/input/json-pointer.js";
import type { Result } from "../../domain/result.js";

/** The longest that a timer waits (a signed 32-bit number of milliseconds); with more it fires at once. */
const LONGEST_MS: DurationMs = 2 ** 31 - 1;

/** What is wrong names the place and says what would be right; it repeats nothing of what was given but the name of an option. */
export function wrongFake(fake: string, what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `In fakes.${fake}, ${what.replace(/\.$/, "")}.`);
}

/**
 * The same object, once it is known to have no other members than these. A misspelt one would be lost silently.
 *
 * @throws ComplianceError `configuration_invalid`.
 */
export function checkedMembers<T extends object>(
  fake: string,
  place: string,
  given: T,
  names: Readonly<Record<keyof NoInfer<T>, true>>,
): T {
  const known = Object.keys(names).join(", ");
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw wrongFake(fake, `${place} must be an object, whose members can be ${known}`);
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (unknown !== undefined) {
    throw wrongFake(fake, `${place} may have no member${quotedName(unknown)}, but only ${known}`);
  }
  return given;
}

export function checkedList<T>(fake: string, place: string, given: readonly T[]): readonly T[] {
  if (!Array.isArray(given)) throw wrongFake(fake, `${place} must be an array`);
  return given;
}

/** What a fake is to say, once it is known that an honest part can say it. */
export function sayable<T>(fake: string, place: string, parsed: Result<T>): T {
  if (parsed.ok) return parsed.value;
  const [first] = parsed.issues;
  throw wrongFake(fake, `${place} cannot be said. ${first?.message ?? ""}`);
}

/** A span that a timer can wait. */
export function isSpan(ms: unknown): ms is DurationMs {
  return typeof ms === "number" && ms >= 0 && ms <= LONGEST_MS;
}
