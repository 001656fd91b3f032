/** Faults of the shape: unreadable, wrong type, missing or unknown property, text outside the allowed ones. */
import * as fc from "fast-check";
import { escapeToken, tokensOf, valueAt } from "../../domain/input/json-pointer.js";
import { text } from "../arbitraries/text.js";
import { addedAt, type DocumentNode, isRecord, removedAt, replacedAt } from "./document.js";
import { enumerated, type Fault, type FaultsByCode, type InputKind, replacing, requiredProperties } from "./fault.js";

const thrower = (): never => {
  throw new Error("private");
};

/** A getter that throws instead of a value. */
const throwingGetter: fc.Arbitrary<Fault> = fc.constant({
  at: ({ path }) => path !== "",
  change: ({ document }, { path }) => {
    const input = replacedAt(document, path, undefined);
    const tokens = tokensOf(path);
    const parent = Object(valueAt(input, tokens.slice(0, -1)));
    Object.defineProperty(parent, tokens.at(-1) ?? "", { enumerable: true, configurable: true, get: thrower });
    return { input };
  },
});

function revokedProxy(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

// Created when used, because fast-check reads the values that it draws.
const proxies: readonly (() => unknown)[] = [
  () => new Proxy({}, { ownKeys: thrower }),
  () => new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: thrower }),
  revokedProxy,
];

// Only instead of an object. Instead of a text it would only have the wrong type.
const throwingProxy: fc.Arbitrary<Fault> = fc.constantFrom(...proxies).map((make) => ({
  at: ({ value }) => isRecord(value),
  change: ({ document }, { path }) => ({ input: path === "" ? make() : replacedAt(document, path, make()) }),
}));

/** Values of each type, without a property that could have an issue of its own. */
const byType = [
  ["text", "text"],
  ["text", "1"],
  ["number", 1],
  ["number", Number.NaN],
  ["boolean", true],
  ["object", {}],
  ["object", new Date(0)],
  ["array", []],
  ["array", ["text"]],
  ["array", [{}]],
  ["null", null],
  ["other", 1n],
  ["other", Symbol("text")],
  ["other", thrower],
] as const;

function typeOf(value: unknown): string {
  if (typeof value === "string") return "text";
  if (Array.isArray(value)) return "array";
  return value === null ? "null" : typeof value;
}

const wrongType: fc.Arbitrary<Fault> = fc.nat().map((pick) => ({
  at: ({ value }) => value !== null,
  change: ({ document, kind }, { path, name, value }) => {
    // An amount may be text or a number, and an absent property has no type.
    const fitting = name === "amount" ? ["text", "number"] : [typeOf(value)];
    // The last page has `next_cursor: null`.
    if ((kind.nullIsAbsent && path !== "") || name === "cursor") fitting.push("null");
    const wrong = byType.filter(([type]) => !fitting.includes(type));
    return { input: replacedAt(document, path, wrong[pick % wrong.length]?.[1]) };
  },
}));

/** Returns the properties that the object at a node must have. */
function requiredOf(kind: InputKind, { path, name, value }: DocumentNode): readonly string[] {
  if (!isRecord(value)) return [];
  const { account_type } = value;
  const described = typeof account_type === "string" && account_type in value ? [account_type] : [];
  const required = path === "" ? kind.required : (requiredProperties[name] ?? []);
  // An asset takes the place of the currency.
  const present = "asset" in value ? required.filter((property) => property !== "currency") : required;
  return [...present, ...described];
}

const missingProperty: fc.Arbitrary<Fault> = fc
  .tuple(fc.nat(), fc.constantFrom("removed", "undefined", "null"))
  .map(([pick, how]) => ({
    at: (place, { kind }) => requiredOf(kind, place).length > 0,
    change: ({ document, kind }, place) => {
      const names = requiredOf(kind, place);
      const path = `${place.path}/${names[pick % names.length]}`;
      if (how === "removed") return { path, input: removedAt(document, path) };
      return { path, input: replacedAt(document, path, how === "null" && kind.nullIsAbsent ? null : undefined) };
    },
  }));

/** undefined instead of the whole input. */
const nothing: fc.Arbitrary<Fault> = fc.constant({
  at: ({ path }, { kind }) => path === "" && kind.required.length > 0,
  change: () => ({ input: undefined }),
});

/** An undefined element of a list. */
const hole = replacing(({ path }) => path.startsWith("/supported_protocols/"), fc.constant(undefined));

/** Unknown names, and whether a path may show them. Names that may be personal are hidden. */
const unknownNames = [
  ["name_frist", true],
  ["x-extra", true],
  ["then", true],
  ["a~b/c", true],
  ["__proto__", true],
  ["constructor", true],
  ["hasOwnProperty", true],
  ["n".repeat(40), true],
  ["n".repeat(41), false],
  ["0", false],
  ["12345", false],
  ["Doe-1970", false],
  ["Jane Doe", false],
  ["jane@example.com", false],
  ["Zoë", false],
  ["名前", false],
  ["", false],
  ['"]["', false],
  ["\ud800", false],
  ["\0", false],
] as const;

const unknownProperty: fc.Arbitrary<Fault> = fc
  .tuple(
    fc.constantFrom(...unknownNames),
    fc.oneof(text(), fc.constantFrom<unknown>("", 1, true, {}, [], { a: "" }, [""], 1n, { "Jane Doe": { a: "\0" } })),
  )
  .map(([[name, isShown], value]) => ({
    at: (place) => isRecord(place.value),
    change: ({ document }, { path }) => ({
      input: addedAt(document, path, name, value),
      path: isShown ? `${path}/${escapeToken(name)}` : path,
    }),
  }));

const spellings: readonly ((code: string) => string)[] = [
  () => "",
  () => "constructor",
  () => "Individual",
  (code) => `${code} `,
  (code) => `-${code}-`,
  (code) => (code === code.toUpperCase() ? code.toLowerCase() : code.toUpperCase()),
  // The synonym: recipient in queries, non-customer in accounts (§4.5).
  (code) => (code === "non-customer" ? "recipient" : code === "recipient" ? "non-customer" : `${code}s`),
];

const notAllowed: fc.Arbitrary<Fault> = fc
  .oneof(
    fc.constantFrom(...spellings),
    text().map((other) => () => `${other}?`),
  )
  .map((respell) => ({
    at: ({ name, value }) => enumerated.has(name) && typeof value === "string",
    change: ({ document }, { path, value }) => ({ input: replacedAt(document, path, respell(String(value))) }),
  }));

export type ShapeCode = "unreadable" | "wrong_type" | "required" | "unknown_property" | "not_allowed";

/** Faults of the shape, for any kind of input. `not_allowed` only for kinds with an enumerated text. */
export const shapeFaults: FaultsByCode<ShapeCode> = {
  unreadable: fc.oneof(throwingGetter, throwingProxy),
  wrong_type: wrongType,
  required: fc.oneof({ weight: 6, arbitrary: missingProperty }, { weight: 1, arbitrary: nothing }, hole),
  unknown_property: unknownProperty,
  not_allowed: notAllowed,
};
