/** What came of a question, and how it may be told. */
import { ComplianceError, type ComplianceErrorCode } from "../domain/compliance-error.js";

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

/** In words that repeat nothing of a question, an answer or a message. */
export function seenOf(outcome: Outcome): string {
  if (outcome.kind === "answer") return "there is an answer";
  return `there is no answer but ${codeOf(outcome) ?? "an error that is no ComplianceError with a code of vaspkit"}`;
}

/** The code of a failure, where it is one of ours: callers without types may throw whatever they like. */
export function codeOf(outcome: Outcome): ComplianceErrorCode | undefined {
  if (outcome.kind === "answer" || !(outcome.error instanceof ComplianceError)) return undefined;
  return Object.hasOwn(ofProviders, outcome.error.code) ? outcome.error.code : undefined;
}

/** Whether it is a failure that a provider may throw of itself. */
export function isRefusal(outcome: Outcome): boolean {
  const code = codeOf(outcome);
  return code !== undefined && ofProviders[code];
}

/** What `screen` may throw of itself. A record, so that the compiler asks about every new code. */
const ofProviders: Readonly<Record<ComplianceErrorCode, boolean>> = {
  invalid_input: true,
  provider_timeout: true,
  provider_unreachable: true,
  provider_unavailable: true,
  provider_rate_limited: true,
  provider_unauthorized: true,
  provider_rejected: true,
  provider_redirected: true,
  provider_pending: true,
  provider_unreadable: true,
  provider_oversized: true,
  chain_unsupported: true,
  address_unknown: true,
  list_stale: true,
  aborted: true,
  not_configured: false,
  configuration_invalid: false,
  threshold_missing: false,
  official_currency_missing: false,
  rate_missing: false,
  rate_stale: false,
  rate_invalid: false,
  storage_unavailable: false,
  storage_corrupt: false,
  storage_locked: false,
  storage_closed: false,
  storage_read_only: false,
  storage_key_wrong: false,
  storage_not_migrated: false,
  load_interrupted: false,
  alert_delivery_failed: false,
};
