/** JSON responses: numbers keep all digits, and a value of another type than expected is an error. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { own } from "../../domain/own.js";

/** Far more than any response has. The conversion of so many blocks the process for some milliseconds. */
const maxValues = 20_000;
const maxDigits = 1_000;

/**
 * @throws ComplianceError `provider_unreadable` when the text is not JSON, an object has a name twice, or there are too
 *   many values or digits
 */
export function readJson(text: string, host: string): JsonNode {
  const marked = markedJson(text);
  if (marked === undefined) {
    const problem = `a response with more than ${maxValues} values, or with a number of more than ${maxDigits} digits`;
    throw new ComplianceError("provider_unreadable", `${host} returned ${problem}. Check the URL.`);
  }
  return new JsonNode(parsed(marked, host), host, "");
}

/** First character of every string that `JSON.parse` returns: texts and names, or the literal of a number. */
const TEXT = "s";
const NUMBER = "n";

interface Marked {
  readonly json: string;
  /** How many properties all objects have together. */
  readonly names: number;
}

/**
 * Returns the JSON with each number as a string, so that `JSON.parse` rounds none. Returns undefined for too many values or
 * digits, before anything is converted.
 */
function markedJson(text: string): Marked | undefined {
  const pieces: string[] = [];
  const signs = { ",": 0, "[": 0, "{": 0, ":": 0 };
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const each = text.charAt(at);
    if (each === '"') {
      pieces.push(text.slice(done, at + 1), TEXT);
      done = at + 1;
      at = endOfString(text, done);
    } else if (each === "-" || isDigit(text, at)) {
      const end = endOfNumber(text, at);
      if (end === undefined) return undefined;
      pieces.push(text.slice(done, at), markedNumber(text.slice(at, end)));
      done = end;
      at = end - 1;
    } else if (isSign(each)) {
      signs[each] += 1;
      if (signs[","] + signs["["] + signs["{"] >= maxValues) return undefined;
    }
  }
  return { json: `${pieces.join("")}${text.slice(done)}`, names: signs[":"] };
}

function isSign(each: string): each is "," | "[" | "{" | ":" {
  return each === "," || each === "[" || each === "{" || each === ":";
}

/** A text that is no number of JSON stays as it is, and `JSON.parse` rejects it. */
function markedNumber(literal: string): string {
  return LITERAL.test(literal) ? `"${NUMBER}${literal}"` : literal;
}

const LITERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMBER_PARTS = "+-.eE";

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** Returns the end of the literal, or undefined if it has too many digits. */
function endOfNumber(text: string, start: number): number | undefined {
  let [at, digits] = [start, 0];
  while (at < text.length && (isDigit(text, at) || NUMBER_PARTS.includes(text.charAt(at)))) {
    if (isDigit(text, at)) digits += 1;
    if (digits > maxDigits) return undefined;
    at += 1;
  }
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
  return at;
}

function parsed({ json, names }: Marked, host: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    if (countNames(value) === names) return value;
  } catch {
    // The parser's message repeats parts of the text.
  }
  throw new ComplianceError("provider_unreadable", `${host} returned a response that is not JSON. Check the URL.`);
}

/** Fewer than the text has if an object has a name twice, because `JSON.parse` keeps the last one, or if one is a number. */
function countNames(value: unknown): number {
  let count = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const [name, each] of Object.entries(next)) {
      if (name.startsWith(TEXT)) count += 1;
      if (typeof each === "object") open.push(each);
    }
  }
  return count;
}

/**
 * A value in a JSON response, with its place. A method that finds another type than it returns throws
 * `provider_unreadable`. The message names the host and the place, never the value.
 */
export class JsonNode {
  readonly #value: unknown;
  readonly #host: string;
  readonly #place: string;

  constructor(value: unknown, host: string, place: string) {
    this.#value = value;
    this.#host = host;
    this.#place = place;
  }

  /** Returns the property of that name; absent when there is none or this is not an object. */
  at(name: string): JsonNode {
    const value: unknown = this.isObject() ? own(Object(this.#value), TEXT + name) : undefined;
    return new JsonNode(value, this.#host, `${this.#place}/${name}`);
  }

  isAbsent(): boolean {
    return this.#value === undefined;
  }

  /** Whether this is absent or null. */
  isMissing(): boolean {
    return this.#value === undefined || this.#value === null;
  }

  isObject(): boolean {
    const value = this.#value;
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  isText(): boolean {
    return this.#marked(TEXT) !== undefined;
  }

  items(): readonly JsonNode[] {
    if (!Array.isArray(this.#value)) return this.fail("expected an array");
    return this.#value.map((item, index) => new JsonNode(item, this.#host, `${this.#place}/${index}`));
  }

  text(): string {
    return this.#marked(TEXT) ?? this.fail("expected a string");
  }

  /** Returns null for null. An absent property is an error. */
  textOrNull(): string | null {
    return this.#value === null ? null : this.text();
  }

  boolean(): boolean {
    return typeof this.#value === "boolean" ? this.#value : this.fail("expected true or false");
  }

  /** Returns a JSON number written without fraction and exponent. */
  integer(): bigint {
    const literal = this.#number();
    return /^-?\d{1,100}$/.test(literal) ? BigInt(literal) : this.fail("expected a whole number");
  }

  /** Returns a JSON number as plain decimal digits, exact. */
  decimal(): string {
    return plainDecimal(this.#number()) ?? this.fail("expected a number of at most 100 digits");
  }

  #number(): string {
    return this.#marked(NUMBER) ?? this.fail("expected a number");
  }

  #marked(mark: string): string | undefined {
    return typeof this.#value === "string" && this.#value.startsWith(mark) ? this.#value.slice(1) : undefined;
  }

  /** Returns the names of the properties, in their order. */
  names(): readonly string[] {
    if (!this.isObject()) return this.fail("expected an object");
    return Object.keys(Object(this.#value)).map((name) => name.slice(1));
  }

  /** Returns undefined when missing. */
  optionalText(): string | undefined {
    return this.isMissing() ? undefined : this.text();
  }

  /** Returns undefined when missing. */
  optionalBoolean(): boolean | undefined {
    return this.isMissing() ? undefined : this.boolean();
  }

  /** Returns this node, which may be missing. */
  optionalObject(): JsonNode {
    return this.isMissing() || this.isObject() ? this : this.fail("expected an object");
  }

  /** Returns the objects of an array; none when missing. */
  optionalObjects(): readonly JsonNode[] {
    if (this.isMissing()) return [];
    return this.items().map((item) => (item.isObject() ? item : item.fail("expected an object")));
  }

  /** Throws `provider_unreadable`. `problem` says what is wrong at this place, without the value. */
  fail(problem: string): never {
    const where = this.#place === "" ? "" : ` at ${this.#place}`;
    const message = `${this.#host} returned an invalid response: ${problem}${where}. Check the URL and the service.`;
    throw new ComplianceError("provider_unreadable", message);
  }
}

/** Returns `0.000012` for `1.2e-05`, and undefined for more digits than any amount has. */
function plainDecimal(literal: string): string | undefined {
  const [digits = "", exponent = "0"] = literal.toLowerCase().split("e");
  if (digits.length > 100 || !/^[+-]?\d{1,3}$/.test(exponent)) return undefined;
  const [whole = "", fraction = ""] = digits.replace("-", "").split(".");
  const shifted = exponent === "0" ? [whole, fraction] : shift(whole, fraction, Number(exponent));
  const [before = "", after = ""] = shifted;
  const decimals = withoutLastZeros(after);
  const number = `${before.replace(/^0+(?=\d)/, "")}${decimals === "" ? "" : "."}${decimals}`;
  return literal.startsWith("-") && number !== "0" ? `-${number}` : number;
}

/** Not with a regular expression, which would try every run of zeros. */
function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits.charAt(end - 1) === "0") end -= 1;
  return digits.slice(0, end);
}

/** Moves the point to the right, or by a negative number of places to the left. */
function shift(whole: string, fraction: string, places: number): readonly [whole: string, fraction: string] {
  const all = `0${"0".repeat(Math.max(0, -places))}${whole}${fraction}${"0".repeat(Math.max(0, places))}`;
  const point = all.length - fraction.length - Math.max(0, places) + places;
  return [all.slice(0, point), all.slice(point)];
}
