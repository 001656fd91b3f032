/**
 * Reads an input in one pass: makes a plain copy and collects the issues of its shape and texts.
 *
 * Every own enumerable property is read once and checked, and later steps use the copy only. A getter, a proxy or a later
 * change of the caller's object can therefore neither throw in a rule nor change between check and use. Unknown properties
 * are not read further. test/properties/reading.test.ts compares this reader with a slower one in steps.
 */
import type { Issue, IssueCode } from "../issue.js";
import { escapeToken, isSafeToLog } from "./json-pointer.js";
import { findBrokenTextRule } from "./text-rules.js";
import type { RuleContext, SchemaNode } from "./types.js";

/** Highest number of values in an input. A transfer has about a hundred. */
const MAX_VALUES = 10_000;

/** Issues and position while an input is read. */
export interface IssueCollector {
  readonly context: RuleContext;
  readonly nullIsAbsent: boolean;
  /** Whether no issue was found and every format and rule checked so far was met. */
  isValid: boolean;
  /** In the order of the input, except that those of missing properties come last in their object. */
  readonly issues: Issue[];
  /** Indices of the array items that are being read, outermost first. */
  readonly indexes: number[];
  /** Pointers of the objects with an unknown property whose name is not safe to log: one issue each. */
  redactedParents: Set<string> | undefined;
  /** Number of values read so far. */
  values: number;
  /** The object or array item that is being read. */
  node: SchemaNode;
  /** The property that is being read. */
  property: string | undefined;
}

/** A copy of the input, or the place where reading it failed. */
export type ReadResult =
  | { readonly isReadable: true; readonly value: unknown; readonly collector: IssueCollector }
  | { readonly isReadable: false; readonly path: string };

/** Reads an input by its compiled schema. */
export function readInput(input: unknown, root: SchemaNode, context: RuleContext, nullIsAbsent: boolean): ReadResult {
  const collector: IssueCollector = {
    context,
    nullIsAbsent,
    isValid: true,
    issues: [],
    indexes: [],
    redactedParents: undefined,
    values: 1,
    node: root,
    property: undefined,
  };
  try {
    return { isReadable: true, value: readValue(input, root, collector), collector };
  } catch {
    // The error is dropped on purpose: it may contain personal data.
    return { isReadable: false, path: currentPath(collector) };
  }
}

function currentPath(collector: IssueCollector): string {
  const { node, property } = collector;
  const path = pathAt(node, collector);
  return property !== undefined && isSafeToLog(property) ? `${path}/${escapeToken(property)}` : path;
}

const ITEM = /\/0(?=\/|$)/g;

/** Returns the pointer of a node with the indices of the items that are being read. */
function pathAt({ path }: SchemaNode, { indexes }: IssueCollector): string {
  if (indexes.length === 0) return path;
  let depth = 0;
  return path.replace(ITEM, () => `/${indexes[depth++]}`);
}

function addIssue(
  code: IssueCode,
  fault: string,
  node: SchemaNode,
  collector: IssueCollector,
  params: Issue["params"] = node.params,
): void {
  collector.isValid = false;
  const message = `${node.subject} ${fault}`;
  collector.issues.push({
    code,
    path: pathAt(node, collector),
    clause: node.clause,
    ...(params && { params }),
    message,
  });
}

/** Adds an issue about an unknown property. The path contains its name only if the name is safe to log. */
function addUnknownPropertyIssue(name: string, parent: SchemaNode, collector: IssueCollector): void {
  collector.isValid = false;
  const parentPath = pathAt(parent, collector);
  const isNamed = isSafeToLog(name);
  if (!isNamed) {
    collector.redactedParents ??= new Set();
    if (collector.redactedParents.has(parentPath)) return;
    collector.redactedParents.add(parentPath);
  }
  collector.issues.push({
    code: "unknown_property",
    path: isNamed ? `${parentPath}/${escapeToken(name)}` : parentPath,
    clause: parent.clause,
    params: { allowed: Object.keys({ ...parent.properties }) },
    message: `${parent.subject} has an unknown property; check its spelling, or remove it.`,
  });
}

/** Returns the value for the copy: null in place of an object or array that is not allowed. */
function readValue(value: unknown, node: SchemaNode, collector: IssueCollector): unknown {
  if (typeof value === "string") readText(value, node, collector);
  else if (typeof value === "object" && value !== null) return readStructure(value, node, collector);
  else if (value === undefined) addIssue("required", `is missing; it must be ${node.expected}.`, node, collector);
  else if (!isAllowedPrimitive(node, value)) addIssue("wrong_type", `must be ${node.expected}.`, node, collector);
  return value;
}

function isAllowedPrimitive({ constants, types }: SchemaNode, value: unknown): boolean {
  return constants?.has(value) || types.includes(value === null ? "null" : typeof value);
}

function readText(text: string, node: SchemaNode, collector: IssueCollector): void {
  const { isText, skipsTextRules, constants, formats, expected } = node;
  if (!isText) {
    if (constants === undefined) addIssue("wrong_type", `must be ${expected}.`, node, collector);
    else if (!constants.has(text)) addIssue("not_allowed", `must be ${expected}.`, node, collector);
    return;
  }
  if (!skipsTextRules && !checkText(text, node, collector)) return;
  for (const format of formats) {
    if (format.matches(text, collector.context)) continue;
    collector.isValid = false;
    if (skipsTextRules) checkText(text, node, collector);
    return;
  }
}

/** Checks the text rules. Adds an issue for the first violated one and returns false. */
function checkText(text: string, node: SchemaNode, collector: IssueCollector): boolean {
  const violated = text === "" && node.mayBeEmpty ? undefined : findBrokenTextRule(text);
  if (violated !== undefined) addIssue(violated.code, violated.message, node, collector, violated.params);
  return violated === undefined;
}

function readStructure(value: object, node: SchemaNode, collector: IssueCollector): unknown {
  if (Array.isArray(value)) {
    if (node.item !== undefined) return readItems(value, node.item, collector);
  } else if (node.properties !== undefined) {
    return readProperties(value as Properties, node, node.properties, collector);
  }
  addIssue("wrong_type", `must be ${node.expected}.`, node, collector);
  return null;
}

function readItems(items: readonly unknown[], item: SchemaNode, collector: IssueCollector): unknown[] {
  const copied: unknown[] = [];
  const length = Number(items.length);
  const { node: outer, indexes } = collector;
  const depth = indexes.push(0) - 1;
  collector.node = item;
  collector.property = undefined;
  // By index, because the caller's array may have an iterator of its own.
  for (let index = 0; index < length; index += 1) {
    indexes[depth] = index;
    countValue(collector);
    copied[index] = readValue(items[index], item, collector);
  }
  indexes.pop();
  collector.node = outer;
  return copied;
}

function countValue(collector: IssueCollector): void {
  collector.values += 1;
  if (collector.values > MAX_VALUES) throw new RangeError("The input has too many values.");
}

type Properties = Readonly<Record<string, unknown>>;

function readProperties(
  given: Properties,
  node: SchemaNode,
  properties: Readonly<Record<string, SchemaNode>>,
  collector: IssueCollector,
): Record<string, unknown> {
  const outer = collector.node;
  collector.node = node;
  collector.property = undefined;
  // A local constant, because V8 then inlines the check in the loop.
  const hasOwn = Object.prototype.hasOwnProperty;
  const source = isOrdinary(given) ? given : ownProperties(given, collector);
  const copy: Record<string, unknown> = {};
  let required = 0;
  // for-in instead of Object.keys, because V8 then reads the properties by their place in the object.
  for (const name in source) {
    if (!hasOwn.call(source, name)) continue;
    collector.property = name;
    countValue(collector);
    const value = source[name];
    const property = properties[name];
    if (isAbsent(value, collector)) {
      // Not copied.
    } else if (property === undefined) readUnknownProperty(name, copy, collector);
    else {
      property.set(copy, readValue(value, property, collector));
      required += property.isRequired ? 1 : 0;
    }
    collector.property = undefined;
  }
  if (required !== node.required.length) reportMissingProperties(copy, node, collector);
  if (collector.isValid && !meetsRules(node.rules, copy, collector.context)) collector.isValid = false;
  collector.node = outer;
  return copy;
}

function isAbsent(value: unknown, { nullIsAbsent }: IssueCollector): boolean {
  return value === undefined || (value === null && nullIsAbsent);
}

/** Whether for-in finds own properties only and in finite time: instances of classes and most proxies are excluded. */
function isOrdinary(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function ownProperties(given: Properties, collector: IssueCollector): Properties {
  // Without a prototype, "__proto__" is a name like any other.
  const own: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(given)) {
    collector.property = name;
    own[name] = given[name];
  }
  return own;
}

/** Puts null into the copy for the order of the issues. An input with an unknown property is never returned. */
function readUnknownProperty(name: string, copy: object, collector: IssueCollector): void {
  // Not by assignment, because an own "__proto__" (JSON.parse creates it) would set the prototype.
  Object.defineProperty(copy, name, { value: null, enumerable: true });
  addUnknownPropertyIssue(name, collector.node, collector);
}

function reportMissingProperties(copy: object, node: SchemaNode, collector: IssueCollector): void {
  for (const property of node.required) {
    if (!Object.hasOwn(copy, property.name)) readValue(undefined, property, collector);
  }
}

function meetsRules(rules: SchemaNode["rules"], copy: object, context: RuleContext): boolean {
  for (const rule of rules) {
    // The copy has the shape that the rules are about, because no issue was found so far.
    if (rule.isViolated(copy as never, context)) return false;
  }
  return true;
}
