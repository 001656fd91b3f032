/** Comparison of stored data, and texts that a storage may confuse. */
import { Violation } from "../check.js";
import { errorText, jsonText } from "../outcome.js";

/**
 * Compares data as JSON.
 *
 * @param what names the actual value, as the subject of a sentence
 * @throws Violation when the data differ.
 */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (isSame(actual, expected)) return;
  throw new Violation(`${what} is ${jsonText(actual)}, expected ${jsonText(expected)}`);
}

/**
 * Whether two values are the same JSON data. An absent property equals an undefined one, and the order of properties does
 * not count. `undefined` itself equals nothing else.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && areSame(a, b);
  if (!isRecord(a) || !isRecord(b)) return false;
  return Object.keys({ ...a, ...b }).every((name) => isSame(ownValue(a, name), ownValue(b, name)));
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  // Array.from, because `every` skips holes.
  return a.length === b.length && Array.from(a).every((value, index) => isSame(value, b[index]));
}

/** Not by the prototype, because a driver may create rows in another realm. */
function isRecord(value: unknown): value is object {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function ownValue(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** Enough concurrent calls for a race, and few enough for a slow storage. */
export const RIVALS: readonly number[] = Array.from({ length: 20 }, (_, index) => index);

/** Texts that differ by code units, and that a storage may confuse with each other or with a property of its own. */
export const SIMILAR_TEXTS: readonly string[] = [
  ...["r", "R", "r ", " r", "rr", "é", "e\u0301", "ﬁ", "fi", "__proto__", "constructor", "r%", "r_", "1", "01"],
  ...["\u{1f600}", "\ud83d", "\ude00", "\ufffd"],
];

/** Texts under which no check stores anything. */
export const UNKNOWN_TEXTS: readonly string[] = ["toString", "", "r\u0000", "\ud83e", "%"];

/** In the order of UTF-16 code units. No locale has this order, and at the end it is not that of UTF-8. */
export const IN_ORDER: readonly string[] = ["10", "9", "Z", "a", "b", "ä", "東", "\u{1f600}", "\uffff"];

/** The same texts in another order. */
export const OUT_OF_ORDER: readonly string[] = ["\uffff", "b", "9", "東", "a", "10", "\u{1f600}", "ä", "Z"];

/** Pattern, quote and escape characters of query languages. A search must find them as they are. */
export const PATTERN_CHARACTERS: readonly string[] = [...`%_\\*?"'[]^$.()|+:-&!<~@;`, "--", " OR "];

/** What the caller of a storage writes into its objects. */
const OVERWRITTEN = "overwritten by the caller after the call";

/** Overwrites every property of a value, at any depth. Frozen objects and streams stay as they are. */
export function overwrite(value: unknown): void {
  if (typeof value !== "object" || value === null || Symbol.asyncIterator in value) return;
  for (const key of Object.keys(value)) {
    overwrite(Reflect.get(value, key));
    Reflect.set(value, key, OVERWRITTEN);
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push(OVERWRITTEN);
  Reflect.set(value, "more", OVERWRITTEN);
}

/** Returns a deeply frozen copy. */
export function frozen<T>(value: T): T {
  const copy = structuredClone(value);
  const freeze = (inner: unknown): void => {
    if (typeof inner !== "object" || inner === null) return;
    for (const key of Object.keys(inner)) freeze(Reflect.get(inner, key));
    Object.freeze(inner);
  };
  freeze(copy);
  return copy;
}

/**
 * Returns what the promise rejects with.
 *
 * @param what names the call, as the subject of a sentence
 * @throws Violation when it does not reject.
 */
export async function rejectionOf(what: string, call: () => Promise<unknown>): Promise<unknown> {
  const outcome = await started(what, call).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if ("answer" in outcome) throw new Violation(`${what} resolved to ${jsonText(outcome.answer)}, expected a rejection`);
  return outcome.error;
}

/** Refuses a call that throws, because callers use `.catch` as well as `try`. */
function started(what: string, call: () => Promise<unknown>): Promise<unknown> {
  try {
    return call();
  } catch (error) {
    throw new Violation(`${what} threw ${errorText(error)}, expected a promise that rejects`);
  }
}
