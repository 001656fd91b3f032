/** From typia's errors, which echo values, to issues, which never do. */
import type { Issue } from "../issue.js";
import { pointerOf, tellable } from "./pointer.js";

/** The part of a typia error that we look at. `value` is only asked for its kind and is never kept. */
export interface ShapeError {
  readonly path: string;
  readonly expected: string;
  readonly value?: unknown;
}

/** What a typia validator answers (`typia.createValidateEquals`). */
export type ShapeCheck = (
  input: unknown,
) => { readonly success: true } | { readonly success: false; readonly errors: readonly ShapeError[] };

/** The place of an error in the input. It may name what must not be told (see `tellable`): never show it. */
export function placeOf(error: ShapeError): string {
  return pointerOf(tokensOfAccessor(error.path));
}

/** @param ruleAt the clause that describes the place of a pointer. */
export function toIssue(error: ShapeError, ruleAt: (path: string) => string): Issue {
  const tokens = tokensOfAccessor(error.path);
  if (error.expected === "undefined") return unknownProperty(tokens, ruleAt);
  const path = pointerOf(tokens);
  const rule = ruleAt(path);
  const name = nameOf(tokens);
  const { allowed, noun } = readExpected(error.expected);
  if (error.value === undefined) {
    return { code: "required", path, rule, message: `${name} is missing; it must be ${noun}.` };
  }
  if (allowed.length > 0 && typeof error.value === "string") {
    return { code: "not_allowed", path, rule, message: `${name} must be ${noun}.` };
  }
  return { code: "wrong_type", path, rule, message: `${name} must be ${noun}.` };
}

function unknownProperty(tokens: readonly string[], ruleAt: (path: string) => string): Issue {
  const parent = tokens.slice(0, -1);
  const rule = ruleAt(pointerOf(parent));
  const message = `${nameOf(parent)} has a property that clause ${rule} does not know; check its spelling.`;
  return { code: "unknown_property", path: pointerOf(tellable(tokens)), rule, message };
}

/** `$input.a["b-c"].d[0]` → a, b-c, d, 0. typia quotes as JSON does. */
function tokensOfAccessor(accessor: string): readonly string[] {
  const parts = accessor.matchAll(/\.([\w$]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/gu);
  return Array.from(parts, ([, name, index, quoted]) => name ?? index ?? String(JSON.parse(quoted ?? '""')));
}

/** What to call the place in a sentence: its property, or the input as a whole. */
function nameOf(tokens: readonly string[]): string {
  const name = tokens.findLast((token) => !/^\d+$/.test(token));
  if (name === undefined) return "The input";
  return tokens.at(-1) === name ? name : `Each of ${name}`;
}

const nouns: Readonly<Record<string, string>> = { string: "text", number: "a number", boolean: "true or false" };

/** typia's `("a" | "b" | undefined)`, `(number | string)`, `Array<string>`, `Name` in words of ours. */
function readExpected(expected: string): { readonly allowed: readonly string[]; readonly noun: string } {
  const members = expected
    .replace(/^\((.*)\)$/, "$1")
    .split(" | ")
    .filter((member) => member !== "undefined");
  const allowed = members.filter((member) => member.startsWith('"')).map((member) => member.slice(1, -1));
  if (allowed.length === 1) return { allowed, noun: `${allowed[0]}` };
  if (allowed.length > 1) return { allowed, noun: `one of ${allowed.join(", ")}` };
  return { allowed, noun: members.map(nounOf).join(" or ") };
}

function nounOf(member: string): string {
  if (member.startsWith("Array<")) return "an array";
  return nouns[member] ?? "an object";
}
