/** Neighbours of the wrong shape: unreadable, of another type, without a member, with one too many, not of the list. */
import fc from "fast-check";
import { escapeToken } from "../../../src/domain/input/pointer.js";
import { text } from "../../../src/testing/arbitraries/text.js";
import { addedAt, isMembers, placesOf, removedAt, replacedAt } from "../document.js";
import { byBirthSubject, enumerated, requiredMembers, type Subject, subjects, vaspSubject } from "../subjects.js";
import { type Break, broken, brokenAny, type Neighbour, parentOf, replacing } from "./neighbour.js";

const thrower = (): never => {
  throw new Error("private");
};

/** A getter that throws in the place of a value. */
const throwingGetter: Break = {
  at: ({ path }) => path !== "",
  change: (document, { path }) => {
    const input = replacedAt(document, path, undefined);
    const parent = placesOf(input).find((place) => place.path === parentOf(path));
    const name = path.slice(parentOf(path).length + 1);
    Object.defineProperty(parent?.value, name, { enumerable: true, configurable: true, get: thrower });
    return { input };
  },
};

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

const throwingProxy: fc.Arbitrary<Break> = fc.constantFrom(...proxies).map((make) => ({
  at: () => true,
  change: (document, { path }) => ({ input: path === "" ? make() : replacedAt(document, path, make()) }),
}));

export const unreadable: fc.Arbitrary<Neighbour> = fc
  .oneof(brokenAny(subjects, fc.constant(throwingGetter)), brokenAny(subjects, throwingProxy))
  .map((neighbour) => ({
    ...neighbour,
    // fast-check prints what it draws, and cannot print what throws.
    [fc.toStringMethod]: () => `${neighbour.subject.name}, unreadable at "${neighbour.path}"`,
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

function wrongTypeFor(subject: Subject): fc.Arbitrary<Break> {
  return fc.nat().map((pick) => ({
    at: ({ value }) => value !== null,
    change: (document, { path, name, value }) => {
      // An amount may be text or a number; an absent member is of no type.
      const fitting = name === "amount" ? ["text", "number"] : [typeOf(value)];
      if (subject.nullIsAbsent && path !== "") fitting.push("null");
      const wrong = byType.filter(([type]) => !fitting.includes(type));
      return { input: replacedAt(document, path, wrong[pick % wrong.length]?.[1]) };
    },
  }));
}

const individual: Break["at"] = ({ path }) => path === "/individual";

export const wrong_type: fc.Arbitrary<Neighbour> = fc.oneof(
  // Whether it identifies cannot be said then, and is not.
  broken(byBirthSubject, replacing(individual, fc.constantFrom("Doe", 5, [], null))),
  ...subjects.map((subject) => broken(subject, wrongTypeFor(subject))),
);

/** The members that the object at a place must have. */
function requiredOf(subject: Subject, name: string, value: unknown): readonly string[] {
  if (!isMembers(value)) return [];
  const { account_type } = value;
  const described = typeof account_type === "string" && account_type in value ? [account_type] : [];
  return [...(name === "" ? subject.required : (requiredMembers[name] ?? [])), ...described];
}

function missingMember(subject: Subject): fc.Arbitrary<Break> {
  return fc.tuple(fc.nat(), fc.constantFrom("removed", "undefined", "null")).map(([pick, how]) => ({
    at: ({ name, value }) => requiredOf(subject, name, value).length > 0,
    change: (document, place) => {
      const names = requiredOf(subject, place.name, place.value);
      const path = `${place.path}/${names[pick % names.length]}`;
      if (how === "removed") return { path, input: removedAt(document, path) };
      return { path, input: replacedAt(document, path, how === "null" && subject.nullIsAbsent ? null : undefined) };
    },
  }));
}

const demanding = subjects.filter((subject) => subject.required.length > 0);

export const required: fc.Arbitrary<Neighbour> = fc.oneof(
  ...demanding.map((subject) => broken(subject, missingMember(subject))),
  broken(byBirthSubject, replacing(individual, fc.constant(undefined))),
  // Nothing at all, and a hole in a list.
  fc.constantFrom(...demanding).map((subject) => ({ subject, input: undefined, path: "" })),
  broken(
    vaspSubject,
    replacing(({ path }) => path.startsWith("/supported_protocols/"), fc.constant(undefined)),
  ),
);

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

const unknownMember: fc.Arbitrary<Break> = fc
  .tuple(
    fc.constantFrom(...unknownNames),
    fc.oneof(text(), fc.constantFrom<unknown>("", 1, true, {}, [], { a: "" }, [""], 1n, { "Jane Doe": { a: "\0" } })),
  )
  .map(([[name, isTold], value]) => ({
    at: (place) => isMembers(place.value),
    change: (document, { path }) => ({
      input: addedAt(document, path, name, value),
      path: isTold ? `${path}/${escapeToken(name)}` : path,
    }),
  }));

export const unknown_property: fc.Arbitrary<Neighbour> = brokenAny(subjects, unknownMember);

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

const notOfTheList: fc.Arbitrary<Break> = fc
  .oneof(
    fc.constantFrom(...spellings),
    text().map((other) => () => `${other}?`),
  )
  .map((respell) => ({
    at: ({ name, value }) => enumerated.has(name) && typeof value === "string",
    change: (document, { path, value }) => ({ input: replacedAt(document, path, respell(String(value))) }),
  }));

export const not_allowed: fc.Arbitrary<Neighbour> = brokenAny(
  subjects.filter(
    ({ name }) => name !== "a transaction" && name !== "a search of VASPs" && name !== "a page of alerts",
  ),
  notOfTheList,
);
