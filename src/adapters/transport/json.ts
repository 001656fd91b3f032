/** Answers in JSON: no digit of a number is lost, and every member is what it must be, or the answer is unreadable. */
import { isLosslessNumber, parse } from "lossless-json";
import { ComplianceError } from "../../domain/compliance-error.js";
import { Exact } from "../../domain/decimal.js";

/**
 * A value of an answer that knows its place in it. Every method that finds something else than it promises throws
 * `provider_unreadable`, naming the host and the place: names that we asked for, never what stands there.
 */
export interface JsonNode {
  /** The member of that name; absent when this is no object or has none. */
  at(name: string): JsonNode;
  isAbsent(): boolean;
  /** null is not absent. */
  isNull(): boolean;
  isObject(): boolean;
  isArray(): boolean;
  isText(): boolean;
  items(): readonly JsonNode[];
  text(): string;
  /** null for null; an absent member is unreadable. */
  textOrNull(): string | null;
  boolean(): boolean;
  /** A JSON number that is written as a whole one. */
  integer(): bigint;
  /** A JSON number, exact: as plain decimal digits, with a sign where it is negative. */
  decimal(): string;
  /** Names of the members, as they came. */
  names(): readonly string[];
  /** Throws `provider_unreadable`: `what` says what stands here, in our words. */
  refuse(what: string): never;
}

/** @throws ComplianceError `provider_unreadable` when the text is no JSON, or is ambiguous (one name, two values). */
export function readJson(text: string, host: string): JsonNode {
  return nodeOf(parsed(text, host), host, "");
}

function parsed(text: string, host: string): unknown {
  try {
    return parse(text);
  } catch {
    // Neither the error nor its message goes on: both repeat parts of the text. Deep nesting ends here too.
    throw new ComplianceError("provider_unreadable", `${host} sent something else than JSON; look at what it answers.`);
  }
}

function nodeOf(value: unknown, host: string, place: string): JsonNode {
  const refuse = (what: string): never => {
    const where = place === "" ? "" : ` at ${place}`;
    throw new ComplianceError("provider_unreadable", `The answer of ${host} ${what}${where}; it cannot be relied on.`);
  };
  const isObject = (): boolean =>
    typeof value === "object" && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
  const text = (): string => (typeof value === "string" ? value : refuse("has no text"));
  const literal = (): string => (isLosslessNumber(value) ? value.value : refuse("has no number"));
  return {
    at: (name) => nodeOf(memberOf(isObject() ? value : {}, name), host, `${place}/${name}`),
    isAbsent: () => value === undefined,
    isNull: () => value === null,
    isObject,
    isArray: () => Array.isArray(value),
    isText: () => typeof value === "string",
    items: () =>
      Array.isArray(value)
        ? value.map((item, index) => nodeOf(item, host, `${place}/${index}`))
        : refuse("has no array"),
    text,
    textOrNull: () => (value === null ? null : text()),
    boolean: () => (typeof value === "boolean" ? value : refuse("has neither true nor false")),
    integer: () => (/^-?\d{1,100}$/.test(literal()) ? BigInt(literal()) : refuse("has no whole number")),
    decimal: () => plainDecimal(literal()) ?? refuse("has a number beyond all bounds"),
    names: () => (isObject() ? Object.keys(Object(value)) : refuse("has no object")),
    refuse,
  };
}

/** Own members only: an answer may have a member called `__proto__`, and every object inherits some. */
function memberOf(value: unknown, name: string): unknown {
  return Object.hasOwn(Object(value), name) ? Reflect.get(Object(value), name) : undefined;
}

/** `1.2e-05` → `0.000012`; undefined where the digits would be more than any amount has. */
function plainDecimal(literal: string): string | undefined {
  const [digits = "", exponent = "0"] = literal.toLowerCase().split("e");
  if (digits.length > 100 || !/^[+-]?\d{1,3}$/.test(exponent)) return undefined;
  return new Exact(literal).toFixed();
}
