/**
 * Parses an input in separate, slow steps: a plain copy, the issues of its shape, texts and rules, their order, defaults. It
 * interprets the schemas from which the readers are generated. The properties in reading.slow.test.ts compare both.
 */
import { clauseAt, compileSchema } from "../../scripts/readers/compile-schema.js";
import type { InputSchema, RuleTable, SchemaNode } from "../../scripts/readers/schema.js";
import { isCountry } from "../../src/domain/identifiers/country.js";
import { escapeToken, isSafeToLog, pointerOf, tokensOf, valueAt } from "../../src/domain/input/json-pointer.js";
import { findBrokenTextRule } from "../../src/domain/input/text-rules.js";
import type { ParseContext, RuleContext } from "../../src/domain/input/types.js";
import type { Issue, IssueCode } from "../../src/domain/issue.js";
import { failed, type Result, succeeded } from "../../src/domain/result.js";
import { fits } from "./fits.shape.js";

type Token = string | number;

/** Stands in the copy for values that are not read: no shape accepts a symbol. */
const NOT_COPIED = Symbol("not copied");

export function parseStepwise(schema: InputSchema, input: unknown, options: ParseContext): Result<unknown> {
  const root = compileSchema(schema);
  const path: Token[] = [];
  let plain: unknown;
  try {
    plain = new Copying(path, schema.nullIsAbsent ?? false, options.emptyIsAbsent ?? false).copy(input, root);
  } catch {
    return failed([unreadable(path, schema)]);
  }
  const shape = shapeIssues(plain, root, []);
  if (fits(schema.record, plain) !== (shape.length === 0)) throw new Error("typia judges the shape otherwise");
  const demanded = schema.rules.flatMap(({ at, rows }) =>
    rows.filter(({ code }) => code === "required" || code.endsWith("_missing")).map((rule) => at + rule.path),
  );
  const issues = [...shape, ...textIssues(plain, root, [], new Set(demanded))];
  const faulty = new Set(issues.filter(({ code }) => code !== "unknown_property").map((issue) => issue.path));
  const { countries = [], today } = options;
  const isKnown = (text: string): boolean =>
    isCountry(text) || (countries.includes(text) && findBrokenTextRule(text) === undefined);
  const context = { isCountry: isKnown, today, emptyIsAbsent: false, chains: undefined, parsed: undefined };
  for (const table of schema.rules) issues.push(...ruleIssues(table, root, plain, faulty, context));
  return issues.length === 0 ? succeeded(finished(plain, root)) : failed(inDocumentOrder(plain, issues));
}

/** Returns the copy with its defaults, required properties first, in the order of the specification. */
function finished(value: unknown, { properties, item }: SchemaNode): unknown {
  if (Array.isArray(value) && item !== undefined) return value.map((each) => finished(each, item));
  if (!isObject(value) || properties === undefined) return value;
  const always = (node: SchemaNode): boolean => node.isRequired || node.default !== undefined;
  const nodes = Object.values(properties);
  const entries = [...nodes.filter(always), ...nodes.filter((node) => !always(node))].map((node) => {
    const own = Object.hasOwn(value, node.name) ? Reflect.get(value, node.name) : node.default;
    return [node.name, finished(own, node)] as const;
  });
  return Object.fromEntries(entries.filter(([, own]) => own !== undefined));
}

/** Returns the issues of the rules of a table. Their paths become faulty. */
function ruleIssues(
  { at, rows }: RuleTable,
  root: SchemaNode,
  document: unknown,
  faulty: Set<string>,
  context: RuleContext,
): Issue[] {
  return objectsAt(document, tokensOf(at), "").flatMap(([path, object]) =>
    rows.flatMap((rule) => {
      const needed = rule.of.filter((operand) => !operand.endsWith("?"));
      if (needed.some((operand) => faulty.has(`${path}/${operand}`))) return [];
      const operands = rule.of.map((operand) => {
        const value = valueAt(object, operand.replace("?", "").split("/"));
        return operand.endsWith("?") ? value !== undefined : value;
      });
      if (!rule.isViolated(...operands, context)) return [];
      const {
        code,
        message,
        params = rule.params,
      } = rule.describe?.(...operands, context) ?? {
        ...rule,
        message: rule.message.replace(/^([a-z_]+)(?= )/, (name) => subjectAt(root, at + rule.path, name)),
      };
      faulty.add(path + rule.path);
      return [{ code, path: path + rule.path, clause: rule.clause, ...(params && { params }), message }];
    }),
  );
}

/** Returns the objects at a place with their pointers: several if the place is in an array. */
function objectsAt(value: unknown, tokens: readonly string[], path: string): readonly (readonly [string, object])[] {
  const [token, ...rest] = tokens;
  if (token === undefined) return isObject(value) ? [[path, value]] : [];
  if (!Array.isArray(value)) return objectsAt(valueAt(value, [token]), rest, `${path}/${token}`);
  return value.flatMap((item, index) => objectsAt(item, rest, `${path}/${index}`));
}

/**
 * Returns the issues in document order: an object before its properties, properties in the order of the input. Absent ones
 * come last, in the order in which they were found.
 */
function inDocumentOrder(document: unknown, issues: readonly Issue[]): readonly Issue[] {
  const ranks = new Map<unknown, ReadonlyMap<string, number>>();
  const rankOf = (value: unknown, token: string): number => {
    const rank = ranks.get(value) ?? new Map(Object.keys(Object(value)).map((name, index) => [name, index]));
    ranks.set(value, rank);
    return rank.get(token) ?? Number.MAX_SAFE_INTEGER;
  };
  const placed = issues.map((issue) => {
    const tokens = tokensOf(issue.path);
    return { issue, position: tokens.map((token, depth) => rankOf(valueAt(document, tokens.slice(0, depth)), token)) };
  });
  return placed.sort((a, b) => comparePositions(a.position, b.position)).map(({ issue }) => issue);
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((position, depth) => position !== b[depth]);
  return index === -1 || index >= b.length ? a.length - b.length : Number(a[index]) - Number(b[index]);
}

/** Returns whether it is a map, a date or the like: it has no properties, and is not empty. */
function isOfAnotherKind(value: object): boolean {
  if ([Object.prototype, null].includes(Object.getPrototypeOf(value)) || Object.keys(value).length > 0) return false;
  return Object.prototype.toString.call(value) !== "[object Object]";
}

class Copying {
  #values = 1;
  readonly #path: Token[];
  readonly #nullIsAbsent: boolean;
  readonly #emptyIsAbsent: boolean;

  constructor(path: Token[], nullIsAbsent: boolean, emptyIsAbsent: boolean) {
    this.#path = path;
    this.#nullIsAbsent = nullIsAbsent;
    this.#emptyIsAbsent = emptyIsAbsent;
  }

  copy(value: unknown, node: SchemaNode): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return node.item === undefined ? NOT_COPIED : this.#copyItems(value, node.item);
    return node.properties === undefined || isOfAnotherKind(value)
      ? NOT_COPIED
      : this.#copyProperties(value, node.properties);
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

  #copyProperties(source: object, properties: Readonly<Record<string, SchemaNode>>): object {
    const copied: [string, unknown][] = [];
    for (const name of Object.keys(source)) {
      this.#count();
      this.#path.push(name);
      const value: unknown = Reflect.get(source, name);
      const property = properties[name];
      const isEmpty = property?.isRequired === false && isEmptyValue(value, property);
      const isAbsent = value === undefined || (value === null && this.#nullIsAbsent);
      if (!isAbsent && !(isEmpty && this.#emptyIsAbsent))
        copied.push([name, property === undefined ? NOT_COPIED : this.copy(value, property)]);
      this.#path.pop();
    }
    return Object.fromEntries(copied);
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > 10_000) throw new RangeError("too large");
  }
}

/** Whether a value is null, the empty text, or an object with only such properties of its type. */
function isEmptyValue(value: unknown, { properties }: SchemaNode): boolean {
  if (value === null || value === "") return true;
  if (typeof value !== "object" || properties === undefined) return false;
  try {
    if (Array.isArray(value) || isOfAnotherKind(value)) return false;
    return Object.keys(value).every((name) => {
      const [property, each] = [properties[name], Reflect.get(value, name)];
      return property !== undefined && (each === undefined || isEmptyValue(each, property));
    });
  } catch {
    return false;
  }
}

/** Returns what messages call the property of that name at that place; another word as it is. */
function subjectAt(root: SchemaNode, path: string, word: string): string {
  let node: SchemaNode | undefined = root;
  for (const token of tokensOf(path)) node = token === "0" ? node?.item : node?.properties?.[token];
  return tokensOf(path).at(-1) === word && node !== undefined ? node.subject : word;
}

function unreadable(path: readonly Token[], schema: InputSchema): Issue {
  const end = path.findIndex((token) => typeof token === "string" && !isSafeToLog(token));
  const pointer = pointerOf((end === -1 ? path : path.slice(0, end)).map(String));
  const message = `The ${schema.record} is unreadable here: a getter or proxy threw, or it has too many values; pass plain data.`;
  return { code: "unreadable", path: pointer, clause: clauseAt(schema, pointer), message };
}

function issueAt(
  code: IssueCode,
  node: SchemaNode,
  path: readonly Token[],
  fault: string,
  params: Issue["params"] = node.params,
): Issue {
  const message = `${node.subject} ${fault}`;
  return { code, path: pointerOf(path.map(String)), clause: node.clause, ...(params && { params }), message };
}

/** Returns the issues of types, properties and constants. */
function shapeIssues(value: unknown, node: SchemaNode, path: readonly Token[]): Issue[] {
  const { properties, item } = node;
  // The chains of createCompliance have further ones.
  const more = path.at(-1) === "chain" ? ", or of vaspkit/chains with the option chains" : "";
  const expected = `${node.expected}${more}`;
  if (value === undefined) return [issueAt("required", node, path, `is missing; it must be ${expected}.`)];
  if (properties !== undefined && isObject(value)) {
    const unknownProperties = Object.keys(value).filter((name) => properties[name] === undefined);
    const missing = Object.values(properties).filter(
      ({ name, isRequired }) => isRequired && !Object.hasOwn(value, name),
    );
    const nested = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
    return [
      ...nested.flatMap(([name, property]) => shapeIssues(Reflect.get(value, name), property, [...path, name])),
      ...unknownPropertyIssues(unknownProperties, node, path),
      ...missing.flatMap((property) => shapeIssues(undefined, property, [...path, property.name])),
    ];
  }
  if (item !== undefined && Array.isArray(value)) {
    return [...value].flatMap((each, index) => shapeIssues(each, item, [...path, index]));
  }
  if (typeof value === "string" && node.isText) return [];
  if (node.constants?.has(value) || node.types.includes(value === null ? "null" : typeof value)) return [];
  const isOtherCode = typeof value === "string" && node.constants !== undefined;
  return [issueAt(isOtherCode ? "not_allowed" : "wrong_type", node, path, `must be ${expected}.`)];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names that are not safe to log give one issue together. */
function unknownPropertyIssues(names: readonly string[], parent: SchemaNode, path: readonly Token[]): readonly Issue[] {
  const fault = "has an unknown property; check its spelling, or remove it.";
  const issue = issueAt("unknown_property", parent, path, fault, { allowed: Object.keys({ ...parent.properties }) });
  const told = names.filter(isSafeToLog).map((name) => ({ ...issue, path: `${issue.path}/${escapeToken(name)}` }));
  return names.every(isSafeToLog) ? told : [...told, issue];
}

/** Whether the text has a format whose texts meet the text rules, or need not. */
function skipsTextRules(value: string, { formats }: SchemaNode): boolean {
  const context = {
    isCountry: () => false,
    today: undefined,
    emptyIsAbsent: false,
    chains: undefined,
    parsed: undefined,
  };
  return formats.some(({ rule: { format } }) => format.skipsTextRules && format.matches(value, context));
}

/** Returns the issues of texts. `demanded`: places that a rule may require. */
function textIssues(value: unknown, node: SchemaNode, path: readonly Token[], demanded: ReadonlySet<string>): Issue[] {
  const { properties, item } = node;
  if (typeof value === "string") {
    const isExempt = (value === "" && node.mayBeEmpty) || skipsTextRules(value, node);
    const violated = !node.isText || isExempt ? undefined : findBrokenTextRule(value);
    if (violated === undefined) return [];
    const isOmittable = !node.isRequired && !demanded.has(node.path) && violated.code === "text_blank";
    const fault = isOmittable ? "must not be blank; leave it out if there is no value." : violated.message;
    return [issueAt(violated.code, node, path, fault, violated.params)];
  }
  if (Array.isArray(value) && item !== undefined) {
    return [...value].flatMap((each, index) => textIssues(each, item, [...path, index], demanded));
  }
  if (!isObject(value) || properties === undefined) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const property = properties[name];
    return property === undefined ? [] : textIssues(each, property, [...path, name], demanded);
  });
}
