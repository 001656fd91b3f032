import * as fc from "fast-check";
import { escapeToken, tokensOf, valueAt } from "../../domain/input/json-pointer.js";
import { text } from "../arbitraries/text.js";
import { addedAt, type DocumentNode, isRecord, removedAt, replacedAt } from "./document.js";
import { enumerated, type Fault, type FaultsByCode, type InputKind, replacing, requiredProperties } from "./fault.js";

/** Breaks of the shape: unreadable, of another type, without a member, with one too many, not of the list. */

const thrower = (): never => {
  throw new Error("private");
};

/** A getter that throws in the place of a value. */
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

// Made anew where they are used: fast-check looks into the values that it draws.
const proxies: readonly (() => unknown)[] = [
  () => new Proxy({}, { ownKeys: thrower }),
  () => new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: thrower }),
  revokedProxy,
];

// Only where an object stands: in the place of a text it is just of another type.
const throwingProxy: fc.Arbitrary<Fault> = fc.constantFrom(...proxies).map((make) => ({
  at: ({ value }) => isRecord(value),
  change: ({ document }, { path }) => ({ input: path === "" ? make() : replacedAt(document, path, make()) }),
}));

/** One or more values of each type, none of which holds a member to complain of. */
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
    // An amount may be text or a number; an absent member is of no type.
    const fitting = name === "amount" ? ["text", "number"] : [typeOf(value)];
    if (kind.nullIsAbsent && path !== "") fitting.push("null");
    const wrong = byType.filter(([type]) => !fitting.includes(type));
    return { input: replacedAt(document, path, wrong[pick % wrong.length]?.[1]) };
  },
}));

/** The members that the object at a place must have. */
function requiredOf(kind: InputKind, { path, name, value }: DocumentNode): readonly string[] {
  if (!isRecord(value)) return [];
  const { account_type } = value;
  const described = typeof account_type === "string" && account_type in value ? [account_type] : [];
  return [...(path === "" ? kind.required : (requiredProperties[name] ?? [])), ...described];
}

const missingMember: fc.Arbitrary<Fault> = fc
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

/** Nothing at all, where something is needed. */
const nothing: fc.Arbitrary<Fault> = fc.constant({
  at: ({ path }, { kind }) => path === "" && kind.required.length > 0,
  change: () => ({ input: undefined }),
});

/** A hole in a list. */
const hole = replacing(({ path }) => path.startsWith("/supported_protocols/"), fc.constant(undefined));

/** Names that no clause knows, and whether a path may show them: those that could be personal are not told. */
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

const unknownMember: fc.Arbitrary<Fault> = fc
  .tuple(
    fc.constantFrom(...unknownNames),
    fc.oneof(text(), fc.constantFrom<unknown>("", 1, true, {}, [], { a: "" }, [""], 1n, { "Jane Doe": { a: "\0" } })),
  )
  .map(([[name, isTold], value]) => ({
    at: (place) => isRecord(place.value),
    change: ({ document }, { path }) => ({
      input: addedAt(document, path, name, value),
      path: isTold ? `${path}/${escapeToken(name)}` : path,
    }),
  }));

const spellings: readonly ((code: string) => string)[] = [
  () => "",
  () => "constructor",
  () => "Individual",
  (code) => `${code} `,
  (code) => `-${code}-`,
  (code) => (code === code.toUpperCase() ? code.toLowerCase() : code.toUpperCase()),
  // The other word for the same: recipient in queries, non-customer in accounts (§4.5).
  (code) => (code === "non-customer" ? "recipient" : code === "recipient" ? "non-customer" : `${code}s`),
];

const notOfTheList: fc.Arbitrary<Fault> = fc
  .oneof(
    fc.constantFrom(...spellings),
    text().map((other) => () => `${other}?`),
  )
  .map((respell) => ({
    at: ({ name, value }) => enumerated.has(name) && typeof value === "string",
    change: ({ document }, { path, value }) => ({ input: replacedAt(document, path, respell(String(value))) }),
  }));

export type ShapeCode = "unreadable" | "wrong_type" | "required" | "unknown_property" | "not_allowed";

/** What any kind of input can be broken by; the last one only a kind with a text that is one of a few. */
export const shapeFaults: FaultsByCode<ShapeCode> = {
  unreadable: fc.oneof(throwingGetter, throwingProxy),
  wrong_type: wrongType,
  required: fc.oneof({ weight: 6, arbitrary: missingMember }, { weight: 1, arbitrary: nothing }, hole),
  unknown_property: unknownMember,
  not_allowed: notOfTheList,
};
