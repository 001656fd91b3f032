/** JSON responses: numbers keep all digits, and a value of another type than expected is an error. */
import { ComplianceError } from "../../domain/compliance-error.js";
import {
  type ExactNumbers,
  type JsonFault,
  MAX_DEPTH,
  MAX_LITERAL_DIGITS,
  readJsonText,
} from "../../domain/json-text.js";
import { plainDecimalOf } from "../../domain/number-literal.js";
import { own } from "../../domain/own.js";

/** Far more than any response has. The conversion of so many blocks the process for some milliseconds. */
const maxValues = 20_000;

const problems = {
  not_json: "a response that is not JSON",
  duplicate_name: "a response with an object that has two properties of one name",
  too_deep: `a response of more than ${MAX_DEPTH} levels`,
  too_many_values: `a response with more than ${maxValues} values`,
  number_too_long: `a response with a number of more than ${MAX_LITERAL_DIGITS} digits`,
} as const satisfies Record<JsonFault, string>;

/** A number of a response, by its literal. */
class JsonNumber {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }
}

const exact: ExactNumbers = { at: "everywhere", read: (literal) => new JsonNumber(literal) };

/**
 * @throws ComplianceError `provider_unreadable` when the text is not JSON, an object has a name twice, or there are too
 *   many values, levels or digits
 */
export function readJson(text: string, host: string): JsonNode {
  const read = readJsonText(text, { maxValues, exact });
  if (read.ok) return new JsonNode(read.value, host, "");
  throw new ComplianceError("provider_unreadable", `${host} returned ${problems[read.fault]}. Check the URL.`);
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
    const value: unknown = this.isObject() ? own(Object(this.#value), name) : undefined;
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
    return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
  }

  isText(): boolean {
    return typeof this.#value === "string";
  }

  items(): readonly JsonNode[] {
    if (!Array.isArray(this.#value)) return this.fail("expected an array");
    return this.#value.map((item, index) => new JsonNode(item, this.#host, `${this.#place}/${index}`));
  }

  text(): string {
    return typeof this.#value === "string" ? this.#value : this.fail("expected a string");
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
    return plainDecimalOf(this.#number()) ?? this.fail("expected a number of at most 100 digits");
  }

  #number(): string {
    return this.#value instanceof JsonNumber ? this.#value.literal : this.fail("expected a number");
  }

  /** Returns the names of the properties. */
  names(): readonly string[] {
    if (!this.isObject()) return this.fail("expected an object");
    return Object.keys(Object(this.#value));
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
