/** Reading of JSON messages: a plain copy within limits, and issues with their place. */

import { escapeToken, isSafeToLog } from "../domain/input/json-pointer.js";
import type { Issue } from "../domain/issue.js";
import { type ExactNumbers, type JsonFault, MAX_DEPTH, readJsonText } from "../domain/json-text.js";
import { hasOnlyProperties } from "../domain/options.js";
import { MAX_VALUES } from "./state.js";
import { MAX_TEXT, type TravelIssueCode } from "./travel-issue.js";
import { urlIssues } from "./url.js";

/** A value of JSON. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** Highest number of UTF-16 code units in the text of a message. */
const MAX_BODY = 1_000_000;

const faults = {
  not_json: "The message is no JSON. Pass its text unchanged.",
  duplicate_name: "The message has an object with two properties of this name. Remove one.",
  too_deep: `The message has over ${MAX_DEPTH} levels. Pass a plain object.`,
  number_too_long: "The message has a number of over 1,000 digits here. Pass fewer digits.",
} as const satisfies Record<Exclude<JsonFault, "too_many_values">, string>;

/** The issues of one message. */
export class Message {
  readonly issues: Issue<TravelIssueCode>[] = [];
  private readonly clause: string;

  constructor(clause: string) {
    this.clause = clause;
  }

  add(path: string, code: TravelIssueCode, message: string, params?: Issue["params"]): undefined {
    const place = { code, path, clause: this.clause };
    this.issues.push(params === undefined ? { ...place, message } : { ...place, params, message });
    return undefined;
  }

  /**
   * Returns a plain copy of an object of JSON, or of its text; undefined after adding an issue.
   *
   * @param exact - the numbers of a text that keep their digits
   */
  copyOf(given: unknown, exact?: ExactNumbers): JsonObject | undefined {
    const value = typeof given === "string" ? this.#read(given, exact) : { value: given };
    if (value === undefined) return undefined;
    const budget = { left: MAX_VALUES };
    let copy: JsonValue;
    try {
      copy = plain(value.value, budget);
    } catch {
      // The error is dropped on purpose: it may contain personal data.
      if (budget.left < 0) return this.#addTooManyValues();
      return this.add("", "unreadable", "The message has a value that JSON cannot have. Pass plain data.");
    }
    return isObject(copy) ? copy : this.add("", "wrong_type", "The message must be an object.");
  }

  /** Returns a plain copy of an object to send. A text is an issue: it is the body of a received message. */
  copyOfObject(given: unknown): JsonObject | undefined {
    return this.copyOf(typeof given === "string" ? null : given);
  }

  #read(text: string, exact: ExactNumbers | undefined): { readonly value: unknown } | undefined {
    if (text.length > MAX_BODY) {
      return this.add("", "text_too_long", `The message must have at most ${MAX_BODY} characters.`, { max: MAX_BODY });
    }
    const read = readJsonText(text, { maxValues: MAX_VALUES, exact });
    if (read.ok) return read;
    return read.fault === "too_many_values"
      ? this.#addTooManyValues()
      : this.add(read.path, "unreadable", faults[read.fault]);
  }

  #addTooManyValues(): undefined {
    return this.add("", "too_many_values", "The message has over 10,000 values. Pass one message.", {
      max: MAX_VALUES,
    });
  }

  /** Returns the object at a place; undefined after adding an issue, also for other properties than the known ones. */
  object(value: JsonValue | undefined, path: string, known: readonly string[]): JsonObject | undefined {
    if (!isObject(value)) return this.missing(value, path, "an object");
    this.checkNames(value, path, known);
    return value;
  }

  checkNames(value: JsonObject, path: string, allowed: readonly string[]): void {
    for (const name of Object.keys(value)) {
      if (allowed.includes(name)) continue;
      const at = isSafeToLog(name) ? `${path}/${escapeToken(name)}` : path;
      this.add(at, "unknown_property", "The message has no such property here. Check its spelling, or remove it.", {
        allowed,
      });
    }
  }

  /** Returns a text that is neither blank nor too long; undefined after adding an issue. */
  text(value: JsonValue | undefined, path: string, max = MAX_TEXT): string | undefined {
    if (typeof value !== "string") return this.missing(value, path, "a text");
    if (value.length > max) {
      return this.add(path, "text_too_long", `The text must have at most ${max} characters.`, { max });
    }
    return value.trim() === "" ? this.add(path, "text_blank", "The text must not be blank.") : value;
  }

  /** Returns a text like {@link text}; undefined also for null and an empty text, which mean that there is none. */
  optionalText(value: JsonValue | undefined, path: string, max = MAX_TEXT): string | undefined {
    return value === undefined || value === null || value === "" ? undefined : this.text(value, path, max);
  }

  /** Returns an https URL; undefined after adding issues. */
  url(value: JsonValue | undefined, path: string): string | undefined {
    if (typeof value !== "string") return this.missing(value, path, "an https URL");
    const issues = urlIssues(value, { path, clause: this.clause });
    this.issues.push(...issues);
    return issues.length > 0 ? undefined : value;
  }

  /** Adds that a property is absent or has another type. */
  missing(value: JsonValue | undefined, path: string, expected: string): undefined {
    if (value === undefined) return this.add(path, "required", `The message needs ${expected} here.`);
    return this.add(path, "wrong_type", `The value must be ${expected}.`);
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a property that the object itself has. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Copies plain data once. Throws for anything that is no JSON, and what proxies throw. */
function plain(given: unknown, budget: { left: number }): JsonValue {
  budget.left -= 1;
  if (budget.left < 0) throw new RangeError("The message has too many values.");
  if (given === null || typeof given === "string" || typeof given === "boolean") return given;
  if (typeof given === "number" && Number.isFinite(given)) return given;
  if (Array.isArray(given)) {
    const copy: JsonValue[] = [];
    for (const item of given) copy.push(plain(item, budget));
    return copy;
  }
  if (typeof given !== "object" || !hasOnlyProperties(given))
    throw new TypeError("The message has a value of no JSON.");
  const members = Object.keys(given).map((name) => [name, Reflect.get(given, name)] as const);
  // An undefined property is absent, as in JSON.stringify. Object.fromEntries calls no setter of a prototype.
  const present = members.filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, plain(value, budget)]));
}
