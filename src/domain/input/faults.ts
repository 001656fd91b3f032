/**
 * Faults of an input: the issues of its shape and texts while it is read, then those of rules, in the order of the input.
 * Readers call these functions only for values that are faulty, or may be.
 */
import type { Issue, IssueCode } from "../issue.js";
import { hasOnlyProperties } from "../options.js";
import { bare, own } from "../own.js";
import { escapeToken, isSafeToLog, tokensOf } from "./json-pointer.js";
import type { Expected, Fault, Reader, ReadObject, ReadState } from "./read-state.js";
import { findBrokenTextRule } from "./text-rules.js";
import type { Rule, TextFormat } from "./types.js";

type Prepared = ReturnType<typeof prepare>;
type Table = Prepared["tables"][number];

const preparedReaders = new WeakMap<Reader<unknown>, Prepared>();

/** Made at the first fault of each kind of input, and looked up at the first fault of an input. */
function preparedOf(state: ReadState): Prepared {
  state.prepared ??= preparedReaders.get(state.reader) ?? prepare(state.reader);
  // Only this function sets it.
  return state.prepared as Prepared;
}

function prepare(reader: Reader<unknown>) {
  const descriptions = descriptionsOf(reader);
  const prepared = { descriptions, tables: tablesOf(reader, descriptions) };
  preparedReaders.set(reader, prepared);
  return prepared;
}

/** Codes of rules that a property is missing. */
const MISSING = /^required$|_missing$/;

/** What messages say about places, for example `subject`: `email of the account`, `expected`: `one of HOME, BIZZ, GEOG`. */
function descriptionsOf(reader: Reader<unknown>) {
  const { places, optional, rules } = reader;
  // A rule may require a property that is optional in the type.
  const demanded = rules.flatMap(([object, table]) =>
    table.filter(({ code }) => MISSING.test(code)).map((rule) => `${places[object]?.[0]}${rule.path}`),
  );
  return places.map(([path, params, clause], number) => {
    const tokens = tokensOf(path);
    const parts = places.map(([part], index) => ({ name: part.slice(path.length + 1), part, index }));
    const inside = parts.filter(({ name, part }) => part.startsWith(`${path}/`) && !name.includes("/"));
    return {
      path,
      depth: tokens.length,
      subject: subjectOf(reader, tokens),
      clause,
      params,
      expected: expectedText(params),
      names: inside.map(({ name }) => name),
      members: new Map(inside.map(({ name, index }) => [name, index])),
      isObject: own(params, "types")?.includes("object") ?? false,
      isOptional: optional.includes(number),
      isOmittable: optional.includes(number) && !demanded.includes(path),
    };
  });
}

function subjectOf(reader: Reader<unknown>, tokens: readonly string[]): string {
  const { record } = reader;
  const labelOf = (object: string): string | undefined => own(own(reader, "labels") ?? {}, object);
  const name = tokens.at(-1);
  if (name === undefined) return `The ${record}`;
  const around = tokens.slice(0, -1);
  const owner = around.findLast((token) => token !== "0");
  if (name === "0") return `Each ${labelOf(String(owner)) ?? `item of ${subjectOf(reader, around)}`}`;
  return `${name} of the ${owner === undefined ? record : (labelOf(owner) ?? `${record} ${owner}`)}`;
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

/** Tables of rules with numbers for places and operands. */
function tablesOf({ places, rules }: Reader<unknown>, descriptions: ReturnType<typeof descriptionsOf>) {
  const numbers = new Map(places.map(([path], number) => [path, number]));
  const counts = new Map<number, number>();
  return rules.map(([object, table, findBroken]) => {
    // The generator checks that every place exists.
    const numberOf = (path: string): number => numbers.get(`${places[object]?.[0]}${path}`) as number;
    const all = operandsOf(rules.flatMap(([other, rows]) => (other === object ? rows : [])));
    /** The rules that depend on a place, as bits, from the place of the object on. */
    const dependents = places.slice(object).map(() => 0);
    const prepared = table.map((rule, bit) => {
      const { code, clause, params, describe: described } = bare(rule);
      const index = counts.get(object) ?? 0;
      counts.set(object, index + 1);
      for (const operand of rule.of.filter((name) => !name.endsWith("?"))) {
        const offset = numberOf(`/${operand}`) - object;
        dependents[offset] = dependentsOn(offset, dependents) | (1 << bit);
      }
      const operands = rule.of.map((operand) => all.indexOf(operand));
      const target = numberOf(rule.path);
      const message = withSubject(rule.message, descriptions[target] as (typeof descriptions)[number]);
      return { code, clause, message, params, described, target, operands, index };
    });
    return { object, rules: prepared, findBroken, dependents };
  });
}

/** Returns the message of a rule. If it begins with the name of the property, the record follows: `email of the account`. */
function withSubject(message: string, { path, subject }: ReturnType<typeof descriptionsOf>[number]): string {
  const name = tokensOf(path).at(-1);
  return name !== undefined && message.startsWith(`${name} `) ? subject + message.slice(name.length) : message;
}

/** Returns the distinct operands of the rules about an object, in their order. */
export function operandsOf(rules: readonly Rule[]): readonly string[] {
  return [...new Set(rules.flatMap(({ of }) => of))];
}

function describe(place: number, state: ReadState): Prepared["descriptions"][number] {
  // Readers pass numbers of their own places.
  const description = preparedOf(state).descriptions[place] as Prepared["descriptions"][number];
  if (tokensOf(description.path).at(-1) !== "chain") return description;
  const { chains } = state.context;
  const params = chains === undefined ? description.params : { allowed: [...chains.keys()] };
  const isDefault = own(params, "allowed")?.join() === own(description.params, "allowed")?.join();
  const more = isDefault
    ? ", or of vaspkit/chains with the option chains"
    : ": those of the option chains, which replaces defaultChains";
  return { ...description, params, expected: expectedText(params) + more };
}

/** Returns whether a property is optional in its type, and its value is empty: null, the empty text, or a section of such. */
export function isEmptyOptional(value: unknown, name: string, place: number, state: ReadState): boolean {
  const member = describe(place, state).members.get(name);
  return member !== undefined && describe(member, state).isOptional && isEmpty(value, member, state);
}

/** A section with an unknown property is not empty, because its name may be a misspelt one. */
function isEmpty(value: unknown, place: number, state: ReadState): boolean {
  if (value === null || value === "") return true;
  const { members, isObject } = describe(place, state);
  if (typeof value !== "object" || !isObject) return false;
  try {
    return (
      hasOnlyProperties(value) &&
      Object.entries(value).every(([name, each]) => {
        const member = members.get(name);
        return member !== undefined && (each === undefined || isEmpty(each, member, state));
      })
    );
  } catch {
    // A getter or a proxy that throws: the reader reports it.
    return false;
  }
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
  const { expected, params, names } = describe(place, state);
  const isOther = typeof value === "string" && own(params, "allowed") !== undefined;
  // Where an object should be, no property is present.
  if (names.length > 0) state.inner.fill(0);
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

const BLANK_OMITTABLE = "must not be blank; leave it out if there is no value.";

/** Checks the text rules for a value that may violate them, or is no text. Returns whether it is a text that meets them. */
export function checkText(value: unknown, place: number, state: ReadState): boolean {
  if (typeof value !== "string") {
    addWrongValue(value, place, state);
    return false;
  }
  const violated = findBrokenTextRule(value);
  if (violated === undefined) return true;
  const isOmittable = violated.code === "text_blank" && describe(place, state).isOmittable;
  const message = isOmittable ? BLANK_OMITTABLE : violated.message;
  addIssue(violated.code, message, place, state, undefined, own(violated, "params"));
  return false;
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
  start: number,
): void {
  state.objects ??= [];
  state.objects.push({ place, indexes: state.indexes.slice(), operands, positions, start, end: state.values });
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
  const known = preparedOf(state).descriptions.find((description) => description.path === full);
  const message = `The ${state.reader.record} is unreadable here: a getter or proxy threw, or it has too many values; pass plain data.`;
  return { code: "unreadable", path: withIndexes(full, state), clause: known?.clause ?? clause, message };
}

/** Returns all issues in the order of the input: an object before its properties, absent properties last. */
export function issuesOf(state: ReadState): readonly Issue[] {
  state.faults ??= [];
  const { faults, objects = [] } = state;
  for (const table of preparedOf(state).tables) {
    let from = 0;
    for (const read of objects) {
      if (read.place !== table.object) continue;
      // Only the faults of the object, because an array of objects may have many.
      while (positionAt(from, faults) < read.start) from += 1;
      addBrokenRules(table, read, from, state);
    }
  }
  state.indexes = [];
  // Every doubt of a reader is an issue of a rule. If they differ, the input is refused.
  return faults.length === 0 ? [unreadable(0, undefined, state)] : faults.map(({ issue }) => issue);
}

function positionAt(index: number, faults: readonly Fault[] = []): number {
  return index < faults.length ? (faults[index] as Fault).position : Number.POSITIVE_INFINITY;
}

/** A rule is skipped if it depends on a faulty value. The faults of the object begin at the index `from`. */
function addBrokenRules(table: Table, read: ReadObject, from: number, state: ReadState): void {
  const { object, rules, findBroken, dependents } = table;
  const { faults = [] } = state;
  state.indexes = read.indexes;
  const first = keyOf(object, state);
  let skipped = 0;
  for (let at = from; positionAt(at, faults) < read.end + 1; at += 1) {
    skipped |= dependentsOn((faults[at] as Fault).key - first, dependents);
  }
  const broken = findBroken(read.operands, skipped, state.context);
  for (let bit = 0; broken >>> bit !== 0; bit += 1) {
    if ((broken & ~skipped & (1 << bit)) === 0) continue;
    const rule = rules[bit] as Table["rules"][number];
    addBrokenRule(rule, read, state);
    skipped |= dependentsOn(rule.target - object, dependents);
  }
}

/** An index outside of the array would be looked for in `Object.prototype`. */
function dependentsOn(offset: number, dependents: readonly number[]): number {
  return offset >= 0 && offset < dependents.length ? (dependents[offset] as number) : 0;
}

function addBrokenRule(broken: Table["rules"][number], { operands, positions }: ReadObject, state: ReadState): void {
  const { described, target, index } = broken;
  const { path, depth } = describe(target, state);
  const values = broken.operands.map((operand) => operands[operand]);
  const description = described?.(...values, state.context) ?? broken;
  const { code, message } = description;
  const params = own(description, "params") ?? broken.params;
  const { clause } = broken;
  const at = withIndexes(path, state);
  // Two literals, because a spread takes a fifth of the time of an invalid account.
  const issue = params ? { code, path: at, clause, params, message } : { code, path: at, clause, message };
  // The reader passes one for each rule.
  const position = positions[index] as number;
  addFault(issue, position > 0 ? position : positionOfAbsent(-position, depth), keyOf(target, state), state);
}
