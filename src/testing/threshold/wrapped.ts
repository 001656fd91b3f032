/** What a consumer's wrapper of `rules.evaluate` answers, and whether it is an answer. */

import type { Transaction } from "../../domain/thresholds/types.js";
import type { Case } from "../arbitraries/near-threshold.js";
import { type Outcome, outcomeOf } from "../outcome.js";
import { Finding } from "../property-law.js";
import { failureText } from "../storage/watched.js";

/** A consumer's wrapper: what it makes of one transaction. */
export type WrappedEvaluate = (transaction: Transaction) => Promise<"breach" | "pass">;

/** Asks with a copy: a wrapper may write to what it is given, and what it was asked has to be told. */
export function asked(evaluate: WrappedEvaluate, input: unknown): Promise<Outcome> {
  const copy = typeof input === "object" && input !== null ? { ...input } : input;
  // What is no transaction is asked as well, as callers without types do.
  return outcomeOf(() => evaluate(copy as Transaction));
}

/** In words. */
export function answerText(outcome: Outcome): string {
  if (outcome.kind === "failure") return `nothing, it failed with ${failureText(outcome.error)}`;
  const { value } = outcome;
  if (value === "breach" || value === "pass") return value;
  return `${kindText(value)}, which is neither "breach" nor "pass"`;
}

function kindText(value: unknown): string {
  if (typeof value === "string") return value.length <= 20 ? JSON.stringify(value) : "a longer text";
  if (typeof value === "symbol" || typeof value === "function") return `a ${typeof value}`;
  if (typeof value !== "object" || value === null) return String(value);
  const hint = "results" in value || "value" in value ? " (give unwrap(answer).results[0].status)" : "";
  return `an object${hint}`;
}

/** @throws Finding unless the outcome is that answer. `lines` come after the answer itself. */
export function expectAnswer(
  outcome: Outcome,
  right: "breach" | "pass",
  [transaction, ...facts]: readonly string[],
): void {
  if (outcome.kind === "answer" && outcome.value === right) return;
  const said = answerText(outcome);
  const lines = [transaction ?? "", `your wrapper says: ${said}`, `the engine says: ${right}`, ...facts];
  throw new Finding(`your wrapper says ${said}, where the engine says ${right}`, lines, causeOf(outcome));
}

/** @throws Finding unless it failed. */
export function expectFailure(outcome: Outcome, input: string, because: string): void {
  if (outcome.kind === "failure") return;
  const said = answerText(outcome);
  const lines = [input, `your wrapper says: ${said}`, `the engine says: nothing, it fails with ${because}`];
  throw new Finding(`your wrapper says ${said}, where the engine fails`, lines, undefined);
}

function causeOf(outcome: Outcome): unknown {
  return outcome.kind === "failure" ? outcome.error : undefined;
}

/** Of one transaction always the same, and hardly ever that of another: ids are unique, and a wrapper may count on it. */
export function idOf({ pair: { country, currency }, amount }: Case): string {
  let hash = 0;
  for (const character of `${country} ${currency} ${typeof amount} ${amount}`) {
    hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  }
  return `T-${hash.toString(36)}`;
}
