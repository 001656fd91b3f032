/**
 * Faults of an input: the issues of its shape and texts while it is read, then those of rules, in the order of the input.
 * Readers call these functions only for values that are faulty, or may be.
 */
import type { Issue, IssueCode } from "../issue.js";
import { own } from "../own.js";
import { escapeToken, isSafeToLog, tokensOf } from "./json-pointer.js";
import type { Expected, Fault, Place, Reader, ReadObject, ReadState } from "./read-state.js";
import { findBrokenTextRule } from "./text-rules.js";
import type { Rule, TextFormat } from "./types.js";

/** What messages say about a place. */
interface Description {
  readonly path: string;
  /** Number of tokens of the path. */
  readonly depth: number;
  /** `email of the account`, `The account`. */
  readonly subject: string;
  readonly clause: string;
  /** `text`, `one of HOME, BIZZ, GEOG`. */
  readonly expected: string;
  readonly params: Expected;
  /** Names of the properties, if it is an object. */
  readonly names: readonly string[];
}

/** A rule with numbers for its places. */
interface PreparedRule {
  readonly rule: Rule;
  /** The place of its issue. */
  readonly target: number;
  /** The places whose values it needs. */
  readonly dependsOn: readonly number[];
  /** Index among the rules about the object. */
  readonly index: number;
  /** Index of its first operand among the operands of those rules. */
  readonly from: number;
}

/** A table of rules about the object at a place. */
interface PreparedTable {
  readonly object: number;
  readonly rules: readonly PreparedRule[];
}

interface Prepared {
  readonly descriptions: readonly Description[];
  readonly tables: readonly PreparedTable[];
}

/** Made at the first fault of each kind of input. */
const prepared = new WeakMap<Reader<unknown>, Prepared>();

function preparedOf(reader: Reader<unknown>): Prepared {
  const found = prepared.get(reader);
  if (found !== undefined) return found;
  const made = { descriptions: descriptionsOf(reader), tables: preparedTables(reader) };
  prepared.set(reader, made);
  return made;
}

function descriptionsOf({ record, places }: Reader<unknown>): readonly Description[] {
  return places.map(([path, expected, clause]) => {
    const tokens = tokensOf(path);
    const parts = places.map(([part]) => part).filter((part) => part.startsWith(`${path}/`));
    const names = parts.map((part) => part.slice(path.length + 1)).filter((name) => !name.includes("/"));
    const subject = subjectOf(record, tokens);
    const description = { path, depth: tokens.length, subject, clause, params: expected, names };
    return { ...description, expected: expectedText(expected) };
  });
}

function subjectOf(record: string, tokens: readonly string[]): string {
  const name = tokens.at(-1);
  if (name === undefined) return `The ${record}`;
  if (name === "0") return `Each item of ${subjectOf(record, tokens.slice(0, -1))}`;
  const owner = tokens.slice(0, -1).findLast((token) => token !== "0");
  return `${name} of the ${owner === undefined ? record : `${record} ${owner}`}`;
}

/** Most values that a message lists. */
const MAX_LISTED = 20;

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  null: "null",
};

function expectedText(expected: Expected): string {
  const types = own(expected, "types");
  const allowed = own(expected, "allowed") ?? [];
  if (types !== undefined) return types.map((type) => typeNames[type]).join(" or ");
  if (allowed.length > MAX_LISTED) return `one of ${allowed.length} values, such as ${allowed[0]}`;
  return allowed.length > 1 ? `one of ${allowed.join(", ")}` : `${allowed[0]}`;
}

function preparedTables({ places, rules }: Reader<unknown>): readonly PreparedTable[] {
  const numbers = new Map(places.map(([path], number) => [path, number]));
  const counts = new Map<number, { readonly index: number; readonly from: number }>();
  return rules.map(([object, table]) => {
    // The generator checks that every place exists.
    const [at] = places[object] as Place;
    const numberOf = (path: string): number => numbers.get(at + path) as number;
    const prepare = (rule: Rule): PreparedRule => {
      const { index, from } = counts.get(object) ?? { index: 0, from: 0 };
      counts.set(object, { index: index + 1, from: from + rule.of.length });
      const dependsOn = rule.of.filter((operand) => !operand.endsWith("?")).map((operand) => numberOf(`/${operand}`));
      return { rule, target: numberOf(rule.path), dependsOn, index, from };
    };
    return { object, rules: table.map(prepare) };
  });
}

function describe(place: number, { reader }: ReadState): Description {
  // Readers pass numbers of their own places.
  return preparedOf(reader).descriptions[place] as Description;
}

/** Returns a number for the place, another one for each item of an array of objects. */
function keyOf(place: number, { indexes, reader }: ReadState): number {
  return indexes.length === 0 ? place : place + reader.places.length * (Number(indexes[0]) + 1);
}

const ITEM = /\/0(?=\/|$)/g;

/** Returns the pointer with the indices of the items that are being read. */
function withIndexes(path: string, { indexes }: ReadState): string {
  if (indexes.length === 0) return path;
  let depth = 0;
  return path.replace(ITEM, () => `/${indexes[depth++] ?? 0}`);
}

/** Adds a fault in the order of positions, after those of the same one. Most come last. */
function addFault(issue: Issue, position: number, key: number, state: ReadState): void {
  state.isValid = false;
  state.faults ??= [];
  const { faults } = state;
  let at = faults.length;
  while (at > 0 && (faults[at - 1] as Fault).position > position) at -= 1;
  if (at === faults.length) faults.push({ issue, position, key });
  else faults.splice(at, 0, { issue, position, key });
}

function addIssue(
  code: IssueCode,
  fault: string,
  place: number,
  state: ReadState,
  position: number = state.values,
  params?: Issue["params"],
): void {
  const { subject, path, clause, params: expected } = describe(place, state);
  const issue = {
    code,
    path: withIndexes(path, state),
    clause,
    params: params ?? expected,
    message: `${subject} ${fault}`,
  };
  addFault(issue, position, keyOf(place, state), state);
}

/** Adds the issue of a value of another type, or outside of its allowed values. Returns null, which replaces an object. */
export function addWrongValue(value: unknown, place: number, state: ReadState): null {
  const { expected, params } = describe(place, state);
  const isOther = typeof value === "string" && own(params, "allowed") !== undefined;
  // Where an object should be, no property is present.
  state.inner.fill(0);
  // Items of an array may be undefined.
  if (value === undefined) addIssue("required", `is missing; it must be ${expected}.`, place, state);
  else addIssue(isOther ? "not_allowed" : "wrong_type", `must be ${expected}.`, place, state);
  return null;
}

/** Adds the issue of a required value that is absent, after everything else in its object. */
export function addMissing(place: number, state: ReadState): void {
  const { expected, depth } = describe(place, state);
  addIssue("required", `is missing; it must be ${expected}.`, place, state, positionOfAbsent(state.values, depth));
}

/** Absent values come after all values of their object, and before the next value of the object around it. */
function positionOfAbsent(end: number, depth: number): number {
  return end + 1 / (depth + 2);
}

/** Adds an issue about an unknown property. The path contains its name only if the name is safe to log. */
export function addUnknownProperty(name: string, parent: number, state: ReadState, start: number): void {
  const { path, clause, subject, names: allowed } = describe(parent, state);
  const isNamed = isSafeToLog(name);
  if (!isNamed) {
    const key = keyOf(parent, state);
    state.redactedParents ??= new Set();
    if (state.redactedParents.has(key)) return;
    state.redactedParents.add(key);
  }
  const parentPath = withIndexes(path, state);
  const issue: Issue = {
    code: "unknown_property",
    path: isNamed ? `${parentPath}/${escapeToken(name)}` : parentPath,
    clause,
    params: { allowed },
    message: `${subject} has an unknown property; check its spelling, or remove it.`,
  };
  addFault(issue, isNamed ? state.values : start, NO_KEY, state);
}

/** No rule depends on an unknown property. */
const NO_KEY = -1;

/** Checks the text rules for a value that may violate them, or is no text. Returns whether it is a text that meets them. */
export function checkText(value: unknown, place: number, state: ReadState): boolean {
  if (typeof value !== "string") {
    addWrongValue(value, place, state);
    return false;
  }
  const violated = findBrokenTextRule(value);
  if (violated !== undefined)
    addIssue(violated.code, violated.message, place, state, undefined, own(violated, "params"));
  return violated === undefined;
}

/** Checks the text rules and the format. A rule reports a wrong format later. */
export function checkFormat(value: unknown, place: number, state: ReadState, matches: TextFormat["matches"]): void {
  // Without the text rules, the value is a text.
  if (checkText(value, place, state) && !matches(value as string, state.context)) state.isValid = false;
}

/** Stores what the rules about an object need, because a fault was found. */
export function addObject(
  place: number,
  state: ReadState,
  operands: readonly unknown[],
  positions: readonly number[],
): void {
  state.objects ??= [];
  state.objects.push({ place, indexes: [...state.indexes], operands, positions });
}

/** Stores the issue about the place where reading failed first. The name is that of the property that was being read. */
export function stopAt(place: number, name: string | undefined, state: ReadState): void {
  state.unreadable ??= unreadable(place, name, state);
}

/** Returns the issue of a place that cannot be read. */
export function unreadable(place: number, name: string | undefined, state: ReadState): Issue {
  const { path, clause } = describe(place, state);
  const isNamed = name !== undefined && isSafeToLog(name);
  const full = isNamed ? `${path}/${escapeToken(name)}` : path;
  const known = preparedOf(state.reader).descriptions.find((description) => description.path === full);
  const message = `The ${state.reader.record} is unreadable here: a getter or proxy threw, or it has too many values; pass plain data.`;
  return { code: "unreadable", path: withIndexes(full, state), clause: known?.clause ?? clause, message };
}

/** Returns all issues in the order of the input: an object before its properties, absent properties last. */
export function issuesOf(state: ReadState): readonly Issue[] {
  const { faults = [], objects = [] } = state;
  const faulty = new Set<number>();
  for (const { key } of faults) faulty.add(key);
  for (const { object, rules } of preparedOf(state.reader).tables) {
    for (const read of objects) {
      if (read.place !== object) continue;
      state.indexes = read.indexes;
      for (const rule of rules) addBrokenRule(rule, read, faulty, state);
    }
  }
  state.indexes = [];
  // Every doubt of a reader is an issue of a rule. If they differ, the input is refused.
  if (state.faults === undefined) return [unreadable(0, undefined, state)];
  return state.faults.map(({ issue }) => issue);
}

function addBrokenRule(
  { rule, target, dependsOn, index, from }: PreparedRule,
  { operands, positions }: ReadObject,
  faulty: Set<number>,
  state: ReadState,
): void {
  for (const place of dependsOn) {
    if (faulty.has(keyOf(place, state))) return;
  }
  if (!isViolated(rule, operands, from, state)) return;
  const { path, depth } = describe(target, state);
  const { clause } = rule;
  const params = own(rule, "params");
  const { code, message } = own(rule, "describe")?.(...operands.slice(from, from + rule.of.length)) ?? rule;
  const key = keyOf(target, state);
  faulty.add(key);
  // The reader passes one for each rule.
  const position = positions[index] as number;
  const issue = { code, path: withIndexes(path, state), clause, ...(params && { params }), message };
  addFault(issue, position > 0 ? position : positionOfAbsent(-position, depth), key, state);
}

/** Calls the rule with its operands. Up to three are passed without an array, which is faster. */
function isViolated(rule: Rule, operands: readonly unknown[], from: number, { context }: ReadState): boolean {
  const { length } = rule.of;
  if (length === 1) return rule.isViolated(operands[from], context);
  if (length === 2) return rule.isViolated(operands[from], operands[from + 1], context);
  if (length === 3) return rule.isViolated(operands[from], operands[from + 1], operands[from + 2], context);
  return rule.isViolated(...operands.slice(from, from + length), context);
}
