/** JSON responses: numbers keep all digits, and a value of another type than expected is an error. */
import { isLosslessNumber, parse } from "lossless-json";
import { ComplianceError } from "../../domain/compliance-error.js";
import { ExactDecimal } from "../../domain/decimal.js";

/** Far more than any response has. Their conversion takes some 20 ms, and blocks the process that long. */
const maxValues = 20_000;
const maxDigits = 1_000;

/**
 * @throws ComplianceError `provider_unreadable` when the text is not JSON, an object has a name twice, or there are too
 *   many values or digits
 */
export function readJson(text: string, host: string): JsonNode {
  if (!isModest(text)) {
    const problem = `a response with more than ${maxValues} values, or with a number of more than ${maxDigits} digits`;
    throw new ComplianceError("provider_unreadable", `${host} returned ${problem}. Check the URL.`);
  }
  return new JsonNode(parsed(text, host), host, "");
}

/** Counts values and digits outside of strings, before anything is converted. */
function isModest(text: string): boolean {
  let values = 1;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const each = text.charAt(at);
    if (each === '"') at = endOfString(text, at + 1);
    if (",[{".includes(each)) values += 1;
    digits = each >= "0" && each <= "9" ? digits + 1 : 0;
    if (values > maxValues || digits > maxDigits) return false;
  }
  return true;
}

function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
  return at;
}

function parsed(text: string, host: string): unknown {
  try {
    return parse(text);
  } catch {
    // The parser's message repeats parts of the text. Too deep nesting ends here as well.
    throw new ComplianceError("provider_unreadable", `${host} returned a response that is not JSON. Check the URL.`);
  }
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
    // Own properties only: a response may have a property `__proto__`, and every object inherits some.
    const value =
      this.isObject() && Object.hasOwn(Object(this.#value), name) ? Reflect.get(Object(this.#value), name) : undefined;
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
    return typeof value === "object" && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
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
    return plainDecimal(this.#number()) ?? this.fail("expected a number of at most 100 digits");
  }

  #number(): string {
    return isLosslessNumber(this.#value) ? this.#value.value : this.fail("expected a number");
  }

  /** Returns the names of the properties, in their order. */
  names(): readonly string[] {
    return this.isObject() ? Object.keys(Object(this.#value)) : this.fail("expected an object");
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
  return new ExactDecimal(literal).toFixed();
}
