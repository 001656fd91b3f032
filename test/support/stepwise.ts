/**
 * The same as `parseInput`, in separate steps and without regard to time: a plain copy, what is wrong with its shape, with its
 * texts, with its rules, and then the order of all issues. The property in reading.test.ts compares.
 */
import { isCountry } from "../../src/domain/identifiers/country.js";
import type { InputSchema, ParseContext } from "../../src/domain/input/grammar.js";
import { clauseAt, compileSchema, type SchemaNode } from "../../src/domain/input/place.js";
import { escapeToken, inDocumentOrder, isSafeToLog, pointerOf } from "../../src/domain/input/pointer.js";
import { findBrokenTextRule } from "../../src/domain/input/text-rules.js";
import type { Issue, IssueCode } from "../../src/domain/issue.js";
import { failed, type Result, succeeded } from "../../src/domain/result.js";
import { fits } from "./fits.shape.js";

type Token = string | number;

/** Stands in the copy for what is not looked into: no shape accepts a symbol. */
const NOT_COPIED = Symbol("not copied");

export function parseStepwise(grammar: InputSchema<unknown>, input: unknown, options: ParseContext): Result<unknown> {
  const { root } = compileSchema(grammar);
  const path: Token[] = [];
  let plain: unknown;
  try {
    plain = new Copying(path, grammar.nullIsAbsent).copy(input, root);
  } catch {
    return failed([unreadable(path, grammar)]);
  }
  const shape = shapeIssues(plain, root, []);
  if (fits(grammar.shape, plain) !== (shape.length === 0)) throw new Error("typia judges the shape otherwise");
  const issues = [...shape, ...textIssues(plain, root, [])];
  const faulty = new Set(issues.filter(({ code }) => code !== "unknown_property").map((issue) => issue.path));
  const { countries = [], today } = options;
  const isKnown = (text: string): boolean =>
    isCountry(text) || (countries.includes(text) && findBrokenTextRule(text) === undefined);
  const context = { isCountry: isKnown, ...(today !== undefined && { today }) };
  for (const group of grammar.rules) issues.push(...group.issuesOf(plain, faulty, context));
  return issues.length === 0 ? succeeded(plain) : failed(inDocumentOrder(plain, issues));
}

class Copying {
  #values = 1;
  readonly #path: Token[];
  readonly #nullIsAbsent: boolean;

  constructor(path: Token[], nullIsAbsent: boolean) {
    this.#path = path;
    this.#nullIsAbsent = nullIsAbsent;
  }

  copy(value: unknown, place: SchemaNode): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return place.item === undefined ? NOT_COPIED : this.#copyItems(value, place.item);
    return place.members === undefined ? NOT_COPIED : this.#copyMembers(value, place.members);
  }

  #copyItems(items: readonly unknown[], item: SchemaNode): unknown[] {
    const copied: unknown[] = [];
    const { length } = items;
    for (let index = 0; index < length; index += 1) {
      this.#path.push(index);
      this.#count();
      copied.push(this.copy(items[index], item));
      this.#path.pop();
    }
    return copied;
  }

  #copyMembers(source: object, members: Readonly<Record<string, SchemaNode>>): object {
    const copied: [string, unknown][] = [];
    for (const name of Object.keys(source)) {
      this.#count();
      this.#path.push(name);
      const value: unknown = Reflect.get(source, name);
      const isAbsent = value === undefined || (value === null && this.#nullIsAbsent);
      const member = members[name];
      if (!isAbsent) copied.push([name, member === undefined ? NOT_COPIED : this.copy(value, member)]);
      this.#path.pop();
    }
    return Object.fromEntries(copied);
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > 10_000) throw new RangeError("too large");
  }
}

function unreadable(path: readonly Token[], grammar: InputSchema<unknown>): Issue {
  const end = path.findIndex((token) => typeof token === "string" && !isSafeToLog(token));
  const pointer = pointerOf((end === -1 ? path : path.slice(0, end)).map(String));
  const message = "The input could not be read here: a getter or proxy threw, or it is far too large; pass plain data.";
  return { code: "unreadable", path: pointer, clause: clauseAt(grammar, pointer), message };
}

function issueAt(code: IssueCode, place: SchemaNode, path: readonly Token[], wrong: string): Issue {
  return { code, path: pointerOf(path.map(String)), clause: place.clause, message: `${place.name} ${wrong}` };
}

/** Of the input's types, members and codes. */
function shapeIssues(value: unknown, place: SchemaNode, path: readonly Token[]): Issue[] {
  const { members, item, noun } = place;
  if (value === undefined) return [issueAt("required", place, path, `is missing; it must be ${noun}.`)];
  if (members !== undefined && isObject(value)) {
    const strangers = Object.keys(value).filter((name) => members[name] === undefined);
    const missing = place.required.filter(({ name }) => !Object.hasOwn(value, name));
    const nested = Object.entries(members).filter(([name]) => Object.hasOwn(value, name));
    return [
      ...nested.flatMap(([name, member]) => shapeIssues(Reflect.get(value, name), member, [...path, name])),
      ...strangerIssues(strangers, place, path),
      ...missing.flatMap((member) => shapeIssues(undefined, member, [...path, member.name])),
    ];
  }
  if (item !== undefined && Array.isArray(value)) {
    return [...value].flatMap((each, index) => shapeIssues(each, item, [...path, index]));
  }
  if (typeof value === "string" && place.isText) return [];
  if (place.codes?.has(value) || place.types.includes(value === null ? "null" : typeof value)) return [];
  const isOtherCode = typeof value === "string" && place.codes !== undefined;
  return [issueAt(isOtherCode ? "not_allowed" : "wrong_type", place, path, `must be ${noun}.`)];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Those whose names may not be told all say the same, so once. */
function strangerIssues(names: readonly string[], parent: SchemaNode, path: readonly Token[]): readonly Issue[] {
  const wrong = `has a property that clause ${parent.clause} does not know; check its spelling.`;
  const issue = issueAt("unknown_property", parent, path, wrong);
  const told = names.filter(isSafeToLog).map((name) => ({ ...issue, path: `${issue.path}/${escapeToken(name)}` }));
  return names.every(isSafeToLog) ? told : [...told, issue];
}

/** Of the texts, where texts may stand. */
function textIssues(value: unknown, place: SchemaNode, path: readonly Token[]): Issue[] {
  const { members, item } = place;
  if (typeof value === "string") {
    const broken = !place.isText || (value === "" && place.mayBeEmpty) ? undefined : findBrokenTextRule(value);
    return broken === undefined ? [] : [issueAt(broken.code, place, path, broken.message)];
  }
  if (Array.isArray(value) && item !== undefined) {
    return [...value].flatMap((each, index) => textIssues(each, item, [...path, index]));
  }
  if (!isObject(value) || members === undefined) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const member = members[name];
    return member === undefined ? [] : textIssues(each, member, [...path, name]);
  });
}
