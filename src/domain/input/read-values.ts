/** Functions that generated readers share. */
import { hasOnlyProperties } from "../options.js";
import { addWrongValue, checkText, isEmptyOptional, stopAt } from "./faults.js";
import type { ReadState } from "./read-state.js";
import { isFineText } from "./text-rules.js";

/** Highest number of values in an input. A transfer has about a hundred. */
export const MAX_VALUES = 10_000;

/** Ends the reading of an input with too many values. */
export function throwTooMany(): never {
  throw new RangeError("The input has too many values.");
}

export type Properties = Readonly<Record<string, unknown>>;

/**
 * Returns an object in which for-in finds the own properties of the input, in finite time. That is the input itself, unless
 * it is an instance of a class or a proxy of one, or the option `emptyIsAbsent` is set. Undefined for an array, and for a
 * map, a date or a promise, which has no properties and is not empty.
 */
export function sourceOf(given: object, place: number, state: ReadState): Properties | undefined {
  if (Array.isArray(given)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(given);
  const isOrdinary = prototype === Object.prototype || prototype === null;
  if (state.context.emptyIsAbsent) return ownProperties(given as Properties, place, state, isEmptyOptional);
  return isOrdinary ? (given as Properties) : ownProperties(given as Properties, place, state);
}

/** Returns a copy of the own properties, except those that `isOmitted` finds empty. */
function ownProperties(
  given: Properties,
  place: number,
  state: ReadState,
  isOmitted: typeof isEmptyOptional = () => false,
): Properties | undefined {
  // Without a prototype, "__proto__" is a name like any other.
  const own: Record<string, unknown> = Object.create(null);
  let property: string | undefined;
  try {
    const names = Object.keys(given);
    if (names.length === 0 && !hasOnlyProperties(given)) return undefined;
    for (const name of names) {
      property = name;
      const value = given[name];
      if (!isOmitted(value, name, place, state)) own[name] = value;
    }
  } catch (error) {
    stopAt(place, property, state);
    throw error;
  }
  return own;
}

/** Returns a copy with further members, except undefined ones. Assigning them would call setters of `Object.prototype`. */
export function withMembers(copy: Properties, members: Properties): Properties {
  const all = [...Object.entries(copy), ...Object.entries(members)];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Returns a copy of an array, or null. The place of an item comes after that of its array. */
export function readItems(
  given: unknown,
  place: number,
  state: ReadState,
  readItem: (item: unknown, place: number, state: ReadState) => unknown,
): unknown[] | null {
  const outer = state.indexes;
  try {
    if (!Array.isArray(given)) {
      addWrongValue(given, place, state);
      return null;
    }
    const copied: unknown[] = [];
    const length = Number(given.length);
    const indexes = [...outer, 0];
    // By index, because the caller's array may have an iterator of its own.
    for (let index = 0; index < length; index += 1) {
      indexes[outer.length] = index;
      state.indexes = indexes;
      state.values += 1;
      if (state.values > MAX_VALUES) throwTooMany();
      copied[index] = readItem(given[index], place + 1, state);
    }
    state.indexes = outer;
    return copied;
  } catch (error) {
    stopAt(state.indexes === outer ? place : place + 1, undefined, state);
    throw error;
  }
}

/** Checks the text of an item. */
export function readText(text: unknown, place: number, state: ReadState): unknown {
  if (typeof text !== "string" || !isFineText(text)) checkText(text, place, state);
  return text;
}
