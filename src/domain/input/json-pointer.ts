/** JSON Pointers (RFC 6901) into an input, and the document order of issues. */
import type { Issue } from "../issue.js";

/** Returns one escaped reference token: `~` becomes `~0`, `/` becomes `~1`. */
export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function pointerOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}

/** Identifiers without four digits in a row. Other names could be a person's name, e-mail address, date or number. */
const IDENTIFIER = /^(?!.*\d{4})[A-Za-z_$][\w.~/$-]{0,39}$/;

/** 24 letters and digits in a row with a digit among them: a blockchain address, a key, a token. */
const SECRET_LIKE = /(?=[A-Za-z]*\d)[A-Za-z\d]{24}/;

/** Returns whether a path or a message may contain the property name. */
export function isSafeToLog(name: string): boolean {
  return IDENTIFIER.test(name) && !SECRET_LIKE.test(name);
}

export function tokensOf(pointer: string): readonly string[] {
  const tokens = pointer.split("/").slice(1);
  return pointer.includes("~") ? tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~")) : tokens;
}

/**
 * Returns the place of an issue as property names and array indices.
 *
 * @param issue - an issue of any operation
 * @returns the tokens of its `path`, unescaped: `["individual", "date_of_birth"]`; `[]` for the whole input
 * @example
 * for (const issue of result.issues) form.setError(pathOf(issue).join("."), issue.message);
 */
export function pathOf(issue: Pick<Issue, "path">): readonly string[] {
  return tokensOf(issue.path);
}

/** Returns the value at the tokens of a pointer, or undefined. Reads own properties only. */
export function valueAt(document: unknown, tokens: readonly string[]): unknown {
  let value = document;
  for (const token of tokens) value = ownProperty(value, token);
  return value;
}

function ownProperty(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/**
 * Returns the issues in document order: an object before its properties, properties in the order of the input. Absent ones
 * come last, in the order of the specification.
 */
export function inDocumentOrder(
  document: unknown,
  issues: readonly Issue[],
  tokens: (pointer: string) => readonly string[] = tokensOf,
): readonly Issue[] {
  if (issues.length < 2) return issues;
  const indexOf = propertyOrder();
  return issues
    .map((issue) => ({ issue, position: positionOf(document, tokens(issue.path), indexOf) }))
    .sort((a, b) => comparePositions(a.position, b.position))
    .map(({ issue }) => issue);
}

const ABSENT = Number.MAX_SAFE_INTEGER;

type IndexOf = (value: unknown, key: string) => number;

/** Up to this number of properties, a search by name is faster than a map. */
const FEW = 32;

/** Returns a function for the position of a property in its object. A map per large object avoids quadratic time. */
function propertyOrder(): IndexOf {
  const named = new Map<unknown, readonly string[]>();
  const counted = new Map<unknown, ReadonlyMap<string, number>>();
  return (value, key) => {
    const names = named.get(value) ?? Object.keys(Object(value));
    named.set(value, names);
    if (names.length <= FEW) return indexOrAbsent(names.indexOf(key));
    const order = counted.get(value) ?? new Map(names.map((name, index) => [name, index]));
    counted.set(value, order);
    return order.get(key) ?? ABSENT;
  };
}

function indexOrAbsent(index: number): number {
  return index === -1 ? ABSENT : index;
}

function positionOf(document: unknown, tokens: readonly string[], indexOf: IndexOf): readonly number[] {
  let value = document;
  return tokens.map((token) => {
    const index = indexOf(value, token);
    value = ownProperty(value, token);
    return index;
  });
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const difference = Number(a[index]) - Number(b[index]);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Returns the quoted name of an unknown option for a message, with a space before it, if the name is safe to log. */
export function quotedName(name: string): string {
  return isSafeToLog(name) ? ` ${JSON.stringify(name)}` : " of that name";
}
