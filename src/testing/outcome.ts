/** Outcomes of calls to a tested part: how they are caught, compared and described without leaking a value. */
import { ComplianceError, type ComplianceErrorCode } from "../domain/compliance-error.js";
import type { Observation } from "./check.js";
import { observedAt, Violation } from "./check.js";
import { isErrorCode, mayThrow, type OutsidePort } from "./error-codes.js";

/** An answer or a failure. Both may have any type, because the tested part may return anything. */
export type Outcome =
  | { readonly kind: "answer"; readonly value: unknown }
  | { readonly kind: "failure"; readonly error: unknown };

/** Calls the part and catches every way to fail. */
export async function outcomeOf(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { kind: "answer", value: await call() };
  } catch (error) {
    return { kind: "failure", error };
  }
}

/**
 * Describes an outcome without a value of the request, the answer or a message. An error without a code of vaspkit is
 * kept as the cause, because the author of the part needs its text and stack.
 */
export function describeOutcome(outcome: Outcome): Observation {
  if (outcome.kind === "answer") return "it returned an answer";
  const code = codeOf(outcome);
  if (code !== undefined) return `it threw ${code}`;
  return { words: "it threw an error without a code of vaspkit (see cause)", cause: outcome.error };
}

/** Returns the code of a failure, if it is a ComplianceError with a code of vaspkit. */
export function codeOf(outcome: Outcome): ComplianceErrorCode | undefined {
  if (outcome.kind === "answer" || !(outcome.error instanceof ComplianceError)) return undefined;
  return isErrorCode(outcome.error.code) ? outcome.error.code : undefined;
}

/** Whether the outcome is a failure with a code that parts behind this port may throw. */
export function isAllowedFailure(outcome: Outcome, port: OutsidePort): boolean {
  const code = codeOf(outcome);
  return code !== undefined && mayThrow(port, code);
}

/** Describes an error with its message. Only for calls with made-up values, which may be printed. */
export function errorText(error: unknown): string {
  if (error instanceof Violation) return error.message;
  if (!(error instanceof Error)) return `something that is no Error: ${jsonText(error)}`;
  const code: unknown = Reflect.get(error, "code");
  return `${error.name}${typeof code === "string" ? ` ${code}` : ""}: ${error.message}`;
}

const MAX_TEXT_LENGTH = 1500;

/** Returns the value as JSON, cut when it is long. Half of a surrogate pair shows as its escape. */
export function jsonText(value: unknown): string {
  const text = value === undefined ? "undefined" : jsonOf(value);
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)} … (${text.length} characters)`;
}

function jsonOf(value: unknown): string {
  try {
    // JSON has no text for functions and symbols.
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** Returns a text that is equal for equal content: properties are sorted by name. For comparing, never for printing. */
export function contentOf(value: unknown): string {
  try {
    return JSON.stringify(value, normalized) ?? typeof value;
  } catch {
    // A cycle, or a getter that throws.
    return "unreadable";
  }
}

/** Keeps values apart that JSON cannot express. */
function normalized(_: string, value: unknown): unknown {
  if (typeof value === "bigint" || typeof value === "undefined") return `${typeof value} ${value}`;
  if (typeof value === "number" && !Number.isFinite(value)) return `number ${value}`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An outcome with the content of the answer at that time. Its object may change later. */
export interface Recorded {
  readonly outcome: Outcome;
  readonly content: string;
}

export function recorded(outcome: Outcome): Recorded {
  return { outcome, content: outcome.kind === "answer" ? contentOf(outcome.value) : "" };
}

/** @param different the observation when the second answer has other content than the first */
export function compareSecond(second: Outcome, first: string, different: string): Observation | undefined {
  if (second.kind === "failure") return observedAt("the second time", describeOutcome(second));
  return contentOf(second.value) === first ? undefined : different;
}

/** Compares a concurrent outcome with the outcome of the call alone. Other checks report calls that fail in both. */
function compareConcurrent(alone: Recorded, concurrent: Outcome): Observation | undefined {
  if (concurrent.kind === "failure") {
    return alone.outcome.kind === "answer" ? observedAt("concurrently", describeOutcome(concurrent)) : undefined;
  }
  if (alone.outcome.kind === "failure") {
    return observedAt("concurrently it returned an answer, but alone", describeOutcome(alone.outcome));
  }
  return alone.content === contentOf(concurrent.value)
    ? undefined
    : "concurrently it returned another answer than alone";
}

/** Returns the first difference between concurrent calls and the same calls alone, which `alone` lists once. */
export function firstDifference(
  alone: readonly Recorded[],
  concurrent: readonly Outcome[],
  placeOf?: (index: number) => string,
): Observation | undefined {
  for (const [index, outcome] of concurrent.entries()) {
    const before = alone[index % alone.length];
    const seen = before && compareConcurrent(before, outcome);
    if (seen === undefined) continue;
    const place = placeOf?.(index % alone.length);
    return place === undefined ? seen : observedAt(place, seen);
  }
  return undefined;
}

/** Runs `look` while every property of the answer is overwritten. Restores the answer, because the test may share it. */
export async function whileOverwritten<T>(answer: unknown, look: () => Promise<T>): Promise<T> {
  const undo: (() => void)[] = [];
  overwrite(answer, undo, new Set());
  try {
    return await look();
  } finally {
    for (const each of undo.reverse()) each();
  }
}

function overwrite(value: unknown, undo: (() => void)[], seen: Set<unknown>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const key of Object.keys(value)) {
    const before = Reflect.getOwnPropertyDescriptor(value, key);
    // Read from the descriptor, because a getter may throw.
    overwrite(before?.value, undo, seen);
    undo.push(undoOf(value, key, before));
    attempt(() => Reflect.set(value, key, "spoilt"));
  }
}

function undoOf(holder: object, key: string, before: PropertyDescriptor | undefined): () => void {
  if (before === undefined || "value" in before) {
    return () => attempt(() => before && Reflect.defineProperty(holder, key, before));
  }
  // Restores what a setter wrote elsewhere, by setting what the getter returned.
  const read = attempt(() => ({ value: Reflect.get(holder, key) as unknown }));
  return () => attempt(() => read && Reflect.set(holder, key, read.value));
}

/** Returns the result, or undefined where a getter, a setter or a proxy throws. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Shorter texts may appear in any sentence. */
const MIN_SECRET_LENGTH = 8;

/** Whether an error repeats the text in its message, stack, properties or causes, in any case. */
export function repeatsText(thrown: unknown, secret: string): boolean {
  if (secret.length < MIN_SECRET_LENGTH) return false;
  let error = thrown;
  // A chain of causes may be a cycle.
  for (let depth = 0; depth < 10 && typeof error === "object" && error !== null; depth += 1) {
    const { message, stack, cause } = error as Partial<Error>;
    if (includesText(`${message} ${stack} ${propertiesText(error)}`, secret)) return true;
    error = cause;
  }
  return typeof error === "string" && includesText(error, secret);
}

/** Ignores case, because services often send hex in lower case. */
function includesText(text: string, secret: string): boolean {
  return text.toLowerCase().includes(secret.toLowerCase());
}

function propertiesText(error: object): string {
  try {
    return JSON.stringify(error);
  } catch {
    // Not JSON (a cycle, a bigint): the texts among the properties.
    return Object.values(error)
      .filter((value) => typeof value === "string")
      .join(" ");
  }
}
