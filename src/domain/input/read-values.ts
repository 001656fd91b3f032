/** Functions that generated readers share. */
import { addWrongValue, checkText, stopAt } from "./faults.js";
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
 * it is an instance of a class or a proxy of one.
 */
export function sourceOf(given: object, place: number, state: ReadState): Properties {
  const prototype: unknown = Object.getPrototypeOf(given);
  const isOrdinary = prototype === Object.prototype || prototype === null;
  return isOrdinary ? (given as Properties) : ownProperties(given as Properties, place, state);
}

function ownProperties(given: Properties, place: number, state: ReadState): Properties {
  // Without a prototype, "__proto__" is a name like any other.
  const own: Record<string, unknown> = Object.create(null);
  let property: string | undefined;
  try {
    for (const name of Object.keys(given)) {
      property = name;
      own[name] = given[name];
    }
  } catch (error) {
    stopAt(place, property, state);
    throw error;
  }
  return own;
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
