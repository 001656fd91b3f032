/**
 * The reader of JSON text (RFC 8259) from outside: bodies of requests, responses of services, messages of counterparties.
 * `JSON.parse` decides what is JSON and makes the value, in which a name such as `__proto__` is an own property like any
 * other. A scan of the text finds what it cannot report: limits, equal names and the digits of numbers.
 */
import { isSafeToLog, pointerOf, tokensOf } from "./input/json-pointer.js";

/** Why a text has no value. */
export type JsonFault =
  | "not_json"
  // An object has a name twice. Parsers disagree about which value counts.
  | "duplicate_name"
  | "too_deep"
  | "too_many_values"
  | "number_too_long";

/** The value of a text, or why it has none. `path` is a JSON Pointer; it ends before a name that may be personal. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: JsonFault; readonly path: string };

/** Numbers that keep all their digits. */
export interface ExactNumbers {
  /** JSON Pointers of the numbers. */
  readonly at: readonly string[] | "everywhere";
  /** Returns what the value has in place of the number. A literal of JSON: `3000.00`, `1e3`, `-0`. */
  readonly read: (literal: string) => unknown;
}

/** Options of {@link readJsonText}. */
export interface JsonTextOptions {
  /** Highest number of properties and items. An empty object or array counts as one more. */
  readonly maxValues: number;
  /** Other numbers are those of `JSON.parse`, which rounds. */
  readonly exact: ExactNumbers | undefined;
}

/** Far more than any message has. Text of deeper nesting could end in a stack overflow. */
export const MAX_DEPTH = 32;

/** Digits of one number. The conversion of more would block the process. */
export const MAX_LITERAL_DIGITS = 1_000;

/**
 * Reads JSON text in time proportional to its length. Texts in the value can have half of a surrogate pair, which the readers
 * of records report with its path.
 *
 * @param text - without a byte order mark
 * @returns the value, or the first fault. Neither repeats a part of the text.
 */
export function readJsonText(text: string, options: JsonTextOptions): JsonText {
  const scan = new Scan(text, options);
  const fault = scan.run();
  if (fault !== undefined) return scan.refused(fault);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message repeats parts of the text.
    return scan.refused("not_json");
  }
  if (countNames(value) < scan.names) {
    const second = new Scan(text, options, true);
    second.run();
    return second.refused("duplicate_name");
  }
  const { exact } = options;
  return { ok: true, value: exact === undefined ? value : scan.withNumbers(value, exact) };
}

/** Counts the names of all objects. A name that an object has twice counts once. Calls itself at most `MAX_DEPTH` times. */
function countNames(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let names = Array.isArray(value) ? 0 : values.length;
  for (const each of values) names += countNames(each);
  return names;
}

/** A name or an index. */
type Key = string | number;

/** An object or an array that is open at a place of the text; the first one is around the whole text. */
interface Level {
  readonly parent: Level | undefined;
  /** Its place in its parent: where its name begins, or the complement of its index. */
  readonly origin: number;
  /** The name or index at `origin`, once it was needed. */
  key: Key | undefined;
  /** The same of the last value in it. */
  place: number;
  /** Names before, in the search of a name that the object has twice. */
  readonly names: Set<Key> | undefined;
  /** The object or array of the value, once it was needed. */
  holder: object | undefined;
}

/** A number that keeps its digits. */
interface NumberAt {
  readonly level: Level;
  readonly key: Key;
  readonly literal: string;
}

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** One pass over a text. Of no meaning for a text that is not JSON. */
class Scan {
  /** Names of all objects, counted as often as they occur. */
  names = 0;
  readonly #numbers: NumberAt[] = [];
  readonly #text: string;
  readonly #options: JsonTextOptions;
  readonly #findsRepeated: boolean;
  #depth = 0;
  #values = 0;
  /** Where the last string begins: before a colon, a name. */
  #string = 0;
  #level: Level = {
    parent: undefined,
    origin: 0,
    key: undefined,
    place: 0,
    names: undefined,
    holder: undefined,
  };

  /** @param findsRepeated - whether to stop at the first name that an object has twice */
  constructor(text: string, options: JsonTextOptions, findsRepeated = false) {
    this.#text = text;
    this.#options = options;
    this.#findsRepeated = findsRepeated;
  }

  run(): JsonFault | undefined {
    const text = this.#text;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#string = at;
        at = endOfString(text, at + 1);
      } else if (code === MINUS || isDigit(code)) {
        const end = endOfNumber(text, at);
        if (end === undefined) return "number_too_long";
        this.#addNumber(at, end);
        at = end - 1;
      } else {
        const fault = this.#readSign(code, at);
        if (fault !== undefined) return fault;
      }
    }
    return undefined;
  }

  #readSign(code: number, at: number): JsonFault | undefined {
    switch (code) {
      case COLON:
        return this.#addName();
      case COMMA:
        if (this.#level.place < 0) this.#level.place -= 1;
        return this.#addValue();
      case OPEN_OBJECT:
        return this.#open(at);
      case OPEN_ARRAY:
        return this.#open(-1);
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        this.#depth -= 1;
        this.#level = this.#level.parent ?? this.#level;
    }
    return undefined;
  }

  #addName(): JsonFault | undefined {
    this.names += 1;
    const { names } = this.#level;
    this.#level.place = this.#string;
    if (names === undefined) return undefined;
    const { size } = names;
    return names.add(this.#keyAt(this.#string)).size === size ? "duplicate_name" : undefined;
  }

  #addValue(): JsonFault | undefined {
    this.#values += 1;
    return this.#values > this.#options.maxValues ? "too_many_values" : undefined;
  }

  refused(fault: JsonFault): JsonText {
    const hasPlace = fault === "duplicate_name" || fault === "number_too_long";
    return { ok: false, fault, path: hasPlace ? this.#pointer() : "" };
  }

  /** Returns the value with what `read` returns in place of numbers. */
  withNumbers(value: unknown, { read }: ExactNumbers): unknown {
    let whole = value;
    for (const { level, key, literal } of this.#numbers) {
      // The property is an own one, so no setter of a prototype is called.
      if (level.parent !== undefined) Reflect.set(this.#holderOf(level, level.parent, value), key, read(literal));
      else whole = read(literal);
    }
    return whole;
  }

  #holderOf(level: Level, parent: Level, value: unknown): object {
    if (level.holder === undefined) {
      const outer = parent.parent && this.#holderOf(parent, parent.parent, value);
      level.holder = Object(outer ? Reflect.get(outer, this.#keyOf(level)) : value) as object;
    }
    return level.holder;
  }

  #open(place: number): JsonFault | undefined {
    const parent = this.#level;
    const names = this.#findsRepeated ? new Set<Key>() : undefined;
    this.#level = { parent, origin: parent.place, key: undefined, place, names, holder: undefined };
    this.#depth += 1;
    return this.#depth > MAX_DEPTH ? "too_deep" : this.#addValue();
  }

  #addNumber(at: number, end: number): void {
    const { exact } = this.#options;
    if (exact === undefined) return;
    if (exact.at !== "everywhere" && !exact.at.some((pointer) => this.#isAt(tokensOf(pointer)))) return;
    const level = this.#level;
    this.#numbers.push({ level, key: this.#keyAt(level.place), literal: this.#text.slice(at, end) });
  }

  #isAt(tokens: readonly string[]): boolean {
    if (tokens.length !== this.#depth) return false;
    const keys = this.#keys();
    return tokens.every((token, index) => String(keys[index]) === token);
  }

  /** Returns the names and indexes from the root. */
  #keys(): Key[] {
    if (this.#level.parent === undefined) return [];
    const keys = [this.#keyAt(this.#level.place)];
    for (let level = this.#level; level.parent?.parent !== undefined; level = level.parent) {
      keys.push(this.#keyOf(level));
    }
    return keys.reverse();
  }

  /** A name is decoded once, because there may be many numbers below it. */
  #keyOf(level: Level): Key {
    level.key ??= this.#keyAt(level.origin);
    return level.key;
  }

  #keyAt(place: number): Key {
    if (place < 0) return -1 - place;
    return decodedString(this.#text.slice(place, endOfString(this.#text, place + 1) + 1));
  }

  #pointer(): string {
    const keys = this.#keys();
    const end = keys.findIndex((key) => typeof key === "string" && !isSafeToLog(key));
    return pointerOf((end < 0 ? keys : keys.slice(0, end)).map(String));
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Returns where the closing quote is, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return text.length;
}

/** Returns the end of the literal, or undefined if it has too many digits. */
function endOfNumber(text: string, start: number): number | undefined {
  let digits = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      digits += 1;
      if (digits > MAX_LITERAL_DIGITS) return undefined;
    } else if (code !== MINUS && code !== PLUS && code !== POINT && (code | 0x20) !== 0x65) return at;
  }
  return text.length;
}

/** Returns the text of a string with its quotes. Any text for a string that is not JSON. */
function decodedString(string: string): string {
  if (!string.includes("\\")) return string.slice(1, -1);
  try {
    return String(JSON.parse(string));
  } catch {
    // `JSON.parse` refuses the whole text as well.
    return string;
  }
}
