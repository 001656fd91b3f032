/** Whether two values are the same data, and how a difference is told. */

/** What is seen against a law. */
export class Seen extends Error {
  override readonly name = "Seen";
}

/** @throws Seen when what is seen is not the same data as what is right. `what`: of what, as the subject of a sentence. */
export function same(what: string, seen: unknown, right: unknown): void {
  if (!isSame(seen, right)) throw new Seen(`${what} is ${textOf(seen)} where ${textOf(right)} is right`);
}

/**
 * Whether the two are the same JSON data: an absent member and one that is undefined are the same, and the order of
 * members says nothing. `undefined` itself, for "there is none", is the same as nothing else.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && areSame(a, b);
  if (!isRecord(a) || !isRecord(b)) return false;
  return namesOf({ ...a, ...b }).every((name) => isSame(ownOf(a, name), ownOf(b, name)));
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  // By index: `every` passes over holes.
  return a.length === b.length && Array.from(a).every((value, index) => isSame(value, b[index]));
}

/** Not by its prototype: a driver may make its rows in a world of its own. */
function isRecord(value: unknown): value is object {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function namesOf(value: object): readonly string[] {
  return Object.keys(value);
}

function ownOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

const LONGEST = 1500;

/** The value as JSON, cut where nobody would read on. Half of a surrogate pair shows as its escape. */
export function textOf(value: unknown): string {
  const text = value === undefined ? "undefined" : jsonOf(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} … (${text.length} characters)`;
}

function jsonOf(value: unknown): string {
  try {
    // Whoever gives a function or a symbol gives what JSON has no text for.
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
