/**
 * Reads an input: one pass that makes a plain copy and finds all that is wrong with its shape and its texts.
 *
 * Every own enumerable member is read once, checked, and put into the copy, on which all later steps work. So a getter, a
 * proxy or a later change of the caller's object can neither throw in our rules nor differ between check and use. What no
 * place of the grammar describes is not looked into. test/properties/reading.test.ts compares with slower steps.
 */
import { addIssue, addUnknownPropertyIssue, type IssueCollector, pathAt } from "./faults.js";
import type { SchemaNode } from "./place.js";
import { escapeToken, isSafeToLog } from "./pointer.js";
import type { RuleContext } from "./rule.js";
import { findBrokenTextRule } from "./text-rules.js";

/** Far beyond any input of the specification (a transfer has about a hundred values), far below what could hurt. */
const MAX_VALUES = 10_000;

/** What is known while an input is read, and afterwards. */
export interface Reading extends IssueCollector {
  readonly context: RuleContext;
  readonly nullIsAbsent: boolean;
  /** How many values were read so far. */
  values: number;
  /** Where it is: the object or item that is being read, and the name of the member. */
  place: SchemaNode;
  name: string | undefined;
}

/** A copy of the input; or where the input could not be read. */
export type Read =
  | { readonly isReadable: true; readonly value: unknown; readonly reading: Reading }
  | { readonly isReadable: false; readonly path: string };

export function read(input: unknown, root: SchemaNode, context: RuleContext, nullIsAbsent: boolean): Read {
  const reading: Reading = {
    context,
    nullIsAbsent,
    values: 1,
    place: root,
    name: undefined,
    isValid: true,
    issues: [],
    indexes: [],
    redactedParents: undefined,
  };
  try {
    return { isReadable: true, value: readValue(input, root, reading), reading };
  } catch {
    // What was thrown is the caller's (or our own limit) and may carry personal data: it is dropped on purpose.
    return { isReadable: false, path: whereStopped(reading) };
  }
}

function whereStopped(reading: Reading): string {
  const { place, name } = reading;
  const path = pathAt(place, reading);
  return name !== undefined && isSafeToLog(name) ? `${path}/${escapeToken(name)}` : path;
}

/** The value for the copy. In place of an object or array where none may stand: null. */
function readValue(value: unknown, place: SchemaNode, reading: Reading): unknown {
  if (typeof value === "string") readText(value, place, reading);
  else if (typeof value === "object" && value !== null) return readStructure(value, place, reading);
  else if (value === undefined) addIssue("required", `is missing; it must be ${place.noun}.`, place, reading);
  else if (!mayStandAt(place, value)) addIssue("wrong_type", `must be ${place.noun}.`, place, reading);
  return value;
}

/** Of what is neither text nor object nor array. */
function mayStandAt({ codes, types }: SchemaNode, value: unknown): boolean {
  return codes?.has(value) || types.includes(value === null ? "null" : typeof value);
}

function readText(text: string, place: SchemaNode, reading: Reading): void {
  const { isText, isSoundByForm, codes, forms, noun } = place;
  if (!isText) {
    if (codes === undefined) addIssue("wrong_type", `must be ${noun}.`, place, reading);
    else if (!codes.has(text)) addIssue("not_allowed", `must be ${noun}.`, place, reading);
    return;
  }
  if (!isSoundByForm && !isSound(text, place, reading)) return;
  for (const form of forms) {
    if (form.matches(text, reading.context)) continue;
    reading.isValid = false;
    if (isSoundByForm) isSound(text, place, reading);
    return;
  }
}

/** Whether no rule of texts is broken; if one is, that is told. */
function isSound(text: string, place: SchemaNode, reading: Reading): boolean {
  const broken = text === "" && place.mayBeEmpty ? undefined : findBrokenTextRule(text);
  if (broken !== undefined) addIssue(broken.code, broken.message, place, reading);
  return broken === undefined;
}

function readStructure(value: object, place: SchemaNode, reading: Reading): unknown {
  if (Array.isArray(value)) {
    if (place.item !== undefined) return readItems(value, place.item, reading);
  } else if (place.members !== undefined) {
    // Any object can be asked for any name.
    return readMembers(value as Members, place, place.members, reading);
  }
  addIssue("wrong_type", `must be ${place.noun}.`, place, reading);
  return null;
}

function readItems(items: readonly unknown[], item: SchemaNode, reading: Reading): unknown[] {
  const copied: unknown[] = [];
  const length = Number(items.length);
  const { place: outer, indexes } = reading;
  const depth = indexes.push(0) - 1;
  reading.place = item;
  reading.name = undefined;
  // By their places, not by whatever the array says that its iterator is.
  for (let index = 0; index < length; index += 1) {
    indexes[depth] = index;
    countValue(reading);
    copied[index] = readValue(items[index], item, reading);
  }
  indexes.pop();
  reading.place = outer;
  return copied;
}

function countValue(reading: Reading): void {
  reading.values += 1;
  if (reading.values > MAX_VALUES) throw new RangeError("The input is too large.");
}

type Members = Readonly<Record<string, unknown>>;

function readMembers(
  given: Members,
  place: SchemaNode,
  members: Readonly<Record<string, SchemaNode>>,
  reading: Reading,
): Record<string, unknown> {
  const outer = reading.place;
  reading.place = place;
  reading.name = undefined;
  // In a variable of the function: V8 has to know it for certain, and then asks nothing in the loop below.
  const hasOwn = Object.prototype.hasOwnProperty;
  const source = isOrdinary(given) ? given : ownMembers(given, reading);
  const copy: Record<string, unknown> = {};
  let required = 0;
  // Not Object.keys: V8 reads the members of a for-in by their place in the object.
  for (const name in source) {
    if (!hasOwn.call(source, name)) continue;
    reading.name = name;
    countValue(reading);
    const value = source[name];
    const member = members[name];
    if (isAbsent(value, reading)) {
      // As if it were not there.
    } else if (member === undefined) readStranger(name, copy, reading);
    else {
      member.put(copy, readValue(value, member, reading));
      required += member.isRequired ? 1 : 0;
    }
    reading.name = undefined;
  }
  if (required !== place.required.length) missMembers(copy, place, reading);
  if (reading.isValid && !areObeyed(place.rows, copy, reading.context)) reading.isValid = false;
  reading.place = outer;
  return copy;
}

function isAbsent(value: unknown, { nullIsAbsent }: Reading): boolean {
  return value === undefined || (value === null && nullIsAbsent);
}

/** Not of a class, and no proxy that hides it: those may have members behind their own, a proxy even without end. */
function isOrdinary(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function ownMembers(given: Members, reading: Reading): Members {
  // Without a prototype: "__proto__" is a name like any other.
  const own: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(given)) {
    reading.name = name;
    own[name] = given[name];
  }
  return own;
}

/** An unknown member. The copy has one in its place, for the order of the issues; nobody will be given it. */
function readStranger(name: string, copy: object, reading: Reading): void {
  // Not by assignment: an own "__proto__", as JSON.parse makes it, would set the prototype.
  Object.defineProperty(copy, name, { value: null, enumerable: true });
  addUnknownPropertyIssue(name, reading.place, reading);
}

function missMembers(copy: object, place: SchemaNode, reading: Reading): void {
  for (const member of place.required) {
    if (!Object.hasOwn(copy, member.name)) readValue(undefined, member, reading);
  }
}

function areObeyed(rows: SchemaNode["rows"], copy: object, context: RuleContext): boolean {
  for (const row of rows) {
    // The copy is of the shape that the rows are about: nothing is at fault so far.
    if (row.isViolated(copy as never, context)) return false;
  }
  return true;
}
