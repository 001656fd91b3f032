/**
 * The caller's input as plain data of our own. Everything after this step works on the copy, so that a getter, a proxy
 * or a later change of the caller's object can neither throw in our rules nor differ between check and use.
 */
import { pointerOf, type Token, tellable } from "./pointer.js";

export interface PlainOptions {
  /** Names of the properties that may hold an array. An array elsewhere is no object and is reported as such. */
  readonly arrays: readonly string[];
  /** Whether a null member counts as absent (§2.7). */
  readonly nullIsAbsent: boolean;
}

export type Plain = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly path: string };

/** Far beyond any input of the specification (a transfer has about a hundred values, four deep), far below what could hurt. */
export const MAX_VALUES = 10_000;
const MAX_DEPTH = 16;

/** Stands for an array where none may be: no shape accepts a symbol. */
const MISPLACED_ARRAY = Symbol("array");

/** Copies own enumerable members. Undefined members are absent, as in JSON. Not ok: something there could not be read. */
export function toPlain(input: unknown, options: PlainOptions): Plain {
  const path: Token[] = [];
  let values = 0;

  function copy(value: unknown): unknown {
    values += 1;
    if (values > MAX_VALUES || path.length > MAX_DEPTH) throw new RangeError("The input is too large.");
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return isArrayAllowed(path.at(-1)) ? copyItems(value) : MISPLACED_ARRAY;
    // Any object can be asked for any name.
    return copyMembers(value as Readonly<Record<string, unknown>>);
  }

  function isArrayAllowed(name: Token | undefined): boolean {
    return typeof name === "string" && options.arrays.includes(name);
  }

  function copyItems(items: readonly unknown[]): unknown[] {
    const copied: unknown[] = [];
    // Not map(): it would skip holes, and allocate for a length of four billion before we could refuse.
    for (let index = 0; index < items.length; index += 1) {
      path.push(index);
      copied.push(copy(items[index]));
      path.pop();
    }
    return copied;
  }

  function copyMembers(source: Readonly<Record<string, unknown>>): object {
    const copied: Record<string, unknown> = {};
    for (const key of Object.keys(source)) {
      path.push(key);
      const value = copy(source[key]);
      path.pop();
      if (value === undefined || (value === null && options.nullIsAbsent)) continue;
      // An own "__proto__", as JSON.parse makes it, must not be assigned: it would set the prototype.
      if (key === "__proto__") Object.defineProperty(copied, key, { value, enumerable: true });
      else copied[key] = value;
    }
    return copied;
  }

  try {
    return { ok: true, value: copy(input) };
  } catch {
    // What was thrown is the caller's (or our own limit) and may carry personal data: it is dropped on purpose.
    return { ok: false, path: pointerOf(tellable(path).slice(0, MAX_DEPTH)) };
  }
}
