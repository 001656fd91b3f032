/** JSON responses: numbers keep all digits, and a value of another type than expected is an error. */
import { isLosslessNumber, parse } from "lossless-json";
import { ComplianceError } from "../../domain/compliance-error.js";
import { ExactDecimal } from "../../domain/decimal.js";

/**
 * A value in a JSON response, with its place. A method that finds another type than it returns throws
 * `provider_unreadable`. The message names the host and the place, never the value.
 */
export interface JsonNode {
  /** Returns the property of that name; absent when there is none or this is not an object. */
  at(name: string): JsonNode;
  isAbsent(): boolean;
  /** Whether this is absent or null. */
  isMissing(): boolean;
  isObject(): boolean;
  isText(): boolean;
  items(): readonly JsonNode[];
  text(): string;
  /** Returns null for null. An absent property is an error. */
  textOrNull(): string | null;
  boolean(): boolean;
  /** Returns a JSON number written without fraction and exponent. */
  integer(): bigint;
  /** Returns a JSON number as plain decimal digits, exact. */
  decimal(): string;
  /** Returns the names of the properties, in their order. */
  names(): readonly string[];
  /** Returns undefined when missing. */
  optionalText(): string | undefined;
  /** Returns undefined when missing. */
  optionalBoolean(): boolean | undefined;
  /** Returns this node, which may be missing. */
  optionalObject(): JsonNode;
  /** Returns the objects of an array; none when missing. */
  optionalObjects(): readonly JsonNode[];
  /** Throws `provider_unreadable`. `problem` says what is wrong at this place, without the value. */
  fail(problem: string): never;
}

/** @throws ComplianceError `provider_unreadable` when the text is not JSON, or an object has a name twice. */
export function readJson(text: string, host: string): JsonNode {
  return nodeOf(parsed(text, host), host, "");
}

function parsed(text: string, host: string): unknown {
  try {
    return parse(text);
  } catch {
    // The parser's message repeats parts of the text. Too deep nesting ends here as well.
    throw new ComplianceError("provider_unreadable", `${host} returned a response that is not JSON. Check the URL.`);
  }
}

function nodeOf(value: unknown, host: string, place: string): JsonNode {
  const fail = (problem: string): never => {
    const where = place === "" ? "" : ` at ${place}`;
    const message = `${host} returned an invalid response: ${problem}${where}. Check the URL and the service.`;
    throw new ComplianceError("provider_unreadable", message);
  };
  const isMissing = value === undefined || value === null;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
  const text = (): string => (typeof value === "string" ? value : fail("expected a string"));
  const boolean = (): boolean => (typeof value === "boolean" ? value : fail("expected true or false"));
  const number = (): string => (isLosslessNumber(value) ? value.value : fail("expected a number"));
  const items = (): readonly JsonNode[] =>
    Array.isArray(value)
      ? value.map((item, index) => nodeOf(item, host, `${place}/${index}`))
      : fail("expected an array");

  const node: JsonNode = {
    at: (name) => nodeOf(propertyOf(isObject ? value : {}, name), host, `${place}/${name}`),
    isAbsent: () => value === undefined,
    isMissing: () => isMissing,
    isObject: () => isObject,
    isText: () => typeof value === "string",
    items,
    text,
    textOrNull: () => (value === null ? null : text()),
    boolean,
    integer: () => (/^-?\d{1,100}$/.test(number()) ? BigInt(number()) : fail("expected a whole number")),
    decimal: () => plainDecimal(number()) ?? fail("expected a number of at most 100 digits"),
    names: () => (isObject ? Object.keys(value) : fail("expected an object")),
    optionalText: () => (isMissing ? undefined : text()),
    optionalBoolean: () => (isMissing ? undefined : boolean()),
    optionalObject: () => (isMissing || isObject ? node : fail("expected an object")),
    optionalObjects: () =>
      isMissing ? [] : items().map((item) => (item.isObject() ? item : item.fail("expected an object"))),
    fail,
  };
  return node;
}

/** Own properties only: a response may have a property `__proto__`, and every object inherits some. */
function propertyOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** Returns `0.000012` for `1.2e-05`, and undefined for more digits than any amount has. */
function plainDecimal(literal: string): string | undefined {
  const [digits = "", exponent = "0"] = literal.toLowerCase().split("e");
  if (digits.length > 100 || !/^[+-]?\d{1,3}$/.test(exponent)) return undefined;
  return new ExactDecimal(literal).toFixed();
}
