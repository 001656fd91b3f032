/** What came of a question, and how it may be told. */
import { ComplianceError, type ComplianceErrorCode } from "../domain/compliance-error.js";
import type { Seen } from "./law.js";
import { isErrorCode, mayThrow, type OutsidePort } from "./refusal-codes.js";

/** An answer or a failure, of whatever type: who answers is on trial. */
export type Outcome =
  | { readonly kind: "answer"; readonly value: unknown }
  | { readonly kind: "failure"; readonly error: unknown };

/** Asks, and takes every way to fail as a failure. */
export async function outcomeOf(ask: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { kind: "answer", value: await ask() };
  } catch (error) {
    return { kind: "failure", error };
  }
}

/**
 * In words that repeat nothing of a question, an answer or a message. An error whose code does not say what is wrong is
 * kept as the cause: whoever wrote the part on trial needs its text and its stack.
 */
export function seenOf(outcome: Outcome): Seen {
  if (outcome.kind === "answer") return "there is an answer";
  const code = codeOf(outcome);
  if (code !== undefined) return `there is no answer but ${code}`;
  const words = "there is no answer but an error that is no ComplianceError with a code of vaspkit (it is the cause)";
  return { words, cause: outcome.error };
}

/** The code of a failure, where it is one of ours: callers without types may throw whatever they like. */
export function codeOf(outcome: Outcome): ComplianceErrorCode | undefined {
  if (outcome.kind === "answer" || !(outcome.error instanceof ComplianceError)) return undefined;
  return isErrorCode(outcome.error.code) ? outcome.error.code : undefined;
}

/** Whether it is a failure that whoever is behind this port may throw of itself. */
export function isRefusal(outcome: Outcome, port: OutsidePort): boolean {
  const code = codeOf(outcome);
  return code !== undefined && mayThrow(port, code);
}
