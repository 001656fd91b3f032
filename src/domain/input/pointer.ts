/** JSON Pointers (RFC 6901) into an input, and the order of issues in it. */
import type { Issue } from "../issue.js";

/** One reference token, escaped: `~` is `~0`, `/` is `~1`. */
export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function pointerOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}

/**
 * Property names that a path may show: like those that programmers write, and without four digits in a row. Any other
 * could be a person's name, e-mail address, date or number.
 */
const TELLABLE_NAME = /^(?!.*\d{4})[A-Za-z_$][\w.~/$-]{0,39}$/;

/** Twenty-four letters and digits on end, with a digit among them: an address, a key, a token. */
const KEY_LIKE = /(?=[A-Za-z]*\d)[A-Za-z\d]{24}/;

/** Whether a path, or a sentence, may show the name. */
export function isSafeToLog(name: string): boolean {
  return TELLABLE_NAME.test(name) && !KEY_LIKE.test(name);
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

/** The value that a pointer's tokens lead to, or undefined where there is none. Own properties only. */
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
 * The issues in the order of the document: an object before its members, members in the order in which the input has
 * them, absent members last, in the order in which they were found (that of the specification).
 */
export function inDocumentOrder(
  document: unknown,
  issues: readonly Issue[],
  tokens: (pointer: string) => readonly string[] = tokensOf,
): readonly Issue[] {
  if (issues.length < 2) return issues;
  const indexOf = memberOrder();
  return issues
    .map((issue) => ({ issue, position: positionOf(document, tokens(issue.path), indexOf) }))
    .sort((a, b) => comparePositions(a.position, b.position))
    .map(({ issue }) => issue);
}

const ABSENT = Number.MAX_SAFE_INTEGER;

type IndexOf = (value: unknown, key: string) => number;

/** With no more members than this, looking through their names costs less than counting them. */
const FEW = 32;

/** Where a member stands in its object. Many are counted once per object: with as many issues it would cost the square. */
function memberOrder(): IndexOf {
  const named = new Map<unknown, readonly string[]>();
  const counted = new Map<unknown, ReadonlyMap<string, number>>();
  return (value, key) => {
    const names = named.get(value) ?? Object.keys(Object(value));
    named.set(value, names);
    if (names.length <= FEW) return placeOrAbsent(names.indexOf(key));
    const order = counted.get(value) ?? new Map(names.map((name, index) => [name, index]));
    counted.set(value, order);
    return order.get(key) ?? ABSENT;
  };
}

function placeOrAbsent(index: number): number {
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

/** The name of an unknown option for a sentence, with a space before it; only where it may be told. */
export function quotedName(name: string): string {
  return isSafeToLog(name) ? ` ${JSON.stringify(name)}` : " of that name";
}
