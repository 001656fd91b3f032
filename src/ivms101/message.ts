/** Reading of JSON messages: a plain copy within limits, and issues with their place. */
import { escapeToken, isSafeToLog } from "../domain/input/json-pointer.js";
import { hasOnlyProperties } from "../domain/options.js";
import { MAX_TEXT, type TravelIssue, type TravelIssueCode } from "./travel-issue.js";
import { urlIssues } from "./url.js";

/** A value of JSON. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** Highest number of values in a message, and of UTF-16 code units in its text. */
const MAX_VALUES = 10_000;
const MAX_BODY = 1_000_000;

/** The issues of one message. */
export class Message {
  readonly issues: TravelIssue[] = [];
  private readonly clause: string;

  constructor(clause: string) {
    this.clause = clause;
  }

  add(path: string, code: TravelIssueCode, message: string, params?: TravelIssue["params"]): undefined {
    const place = { code, path, clause: this.clause };
    this.issues.push(params === undefined ? { ...place, message } : { ...place, params, message });
    return undefined;
  }

  /** Returns a plain copy of an object of JSON, or of its text; undefined after adding an issue. */
  copyOf(given: unknown): JsonObject | undefined {
    if (typeof given === "string" && given.length > MAX_BODY) {
      return this.add("", "text_too_long", `The message must have at most ${MAX_BODY} characters.`, { max: MAX_BODY });
    }
    let copy: JsonValue;
    try {
      copy = plain(typeof given === "string" ? JSON.parse(given) : given, { left: MAX_VALUES });
    } catch {
      // The error is dropped on purpose: it may contain personal data.
      return this.add(
        "",
        "unreadable",
        "The message is no JSON, or has over 10,000 values. Pass its text or plain data.",
      );
    }
    return isObject(copy) ? copy : this.add("", "wrong_type", "The message must be an object.");
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
  text(value: JsonValue | undefined, path: string): string | undefined {
    if (typeof value !== "string") return this.missing(value, path, "a text");
    if (value.length > MAX_TEXT) {
      return this.add(path, "text_too_long", `The text must have at most ${MAX_TEXT} characters.`, { max: MAX_TEXT });
    }
    return value.trim() === "" ? this.add(path, "text_blank", "The text must not be blank.") : value;
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
