/** The error thrown when something outside the input fails: disk, network, provider, configuration. */
import type { RiskEntry } from "./addresses/address.js";
import type { DurationMs } from "./identifiers/codes.js";
import type { Issue } from "./issue.js";
import { bare, own } from "./own.js";
import type { RuleCode, RuleEvaluation } from "./thresholds/types.js";

/** Codes of {@link ComplianceError}. A `switch` over them is exhaustive. */
export type ComplianceErrorCode =
  // Your code.
  | "invalid_input" // unwrap of a result with issues, or an invalid argument.
  | "not_configured" // the operation needs a missing option of createCompliance.
  | "configuration_invalid" // an option has an invalid value.
  // Thresholds and rates.
  | "threshold_missing"
  | "official_currency_missing"
  | "rate_missing"
  | "rate_stale"
  | "rate_invalid"
  | "rate_disputed" // two sources disagree about this currency, or only one of them has it.
  | "price_missing"
  | "price_stale"
  | "price_invalid"
  | "price_disputed" // the same for the price of a crypto-asset.
  | "linked_limit_exceeded" // more linked transactions than an evaluation adds up.
  // Outside services.
  | "provider_timeout"
  | "provider_unreachable"
  | "provider_unavailable"
  | "provider_rate_limited"
  | "provider_unauthorized"
  | "provider_rejected"
  | "provider_redirected"
  | "provider_pending"
  | "provider_unreadable"
  | "provider_oversized"
  | "chain_unsupported" // the provider does not support this chain; nothing was sent.
  | "address_unknown" // the provider has no record of this address and did not screen it.
  | "list_stale" // an outdated list never reports an address as not listed.
  | "aborted" // your signal; `cause` is its reason.
  // Storage.
  | "storage_unavailable"
  | "storage_outcome_unknown" // the change may have been stored, or may be later; repeat the call.
  | "storage_corrupt"
  | "storage_locked"
  | "storage_closed"
  | "storage_read_only" // a write to a storage opened for reading.
  | "storage_key_wrong" // encrypted with another key, or not encrypted as configured.
  | "storage_not_migrated" // the database has no schema, or another version.
  // Operations.
  | "load_interrupted"
  | "sync_refused" // the register lacks more of the stored records than allowed; nothing was stored.
  | "alert_delivery_failed"
  | "held"; // the account, or one of its transfers, is on hold; nothing was removed.

/** A rule without a result, and why. */
export interface UndecidedRule {
  /** Rule that was not decided. */
  readonly rule_code: RuleCode;
  /** Code of its error. */
  readonly code: ComplianceErrorCode;
  /** Message of its error. */
  readonly message: string;
}

/** What `rules.evaluate` decided before it failed. Alerts of the results are stored. */
export interface IncompleteEvaluation extends RuleEvaluation {
  /** The other rules, at least one. Their order does not depend on the request. */
  readonly undecided: readonly UndecidedRule[];
}

/** Further properties of a {@link ComplianceError}. */
interface ComplianceErrorOptions {
  readonly cause?: unknown;
  readonly issues?: readonly Issue<string>[];
  readonly retryAfterMs?: DurationMs | undefined;
  readonly evaluation?: IncompleteEvaluation;
  readonly hits?: readonly RiskEntry[];
}

/**
 * A failure outside the input. `code` is for programs, `message` for people, `cause` is the caught error. No message contains
 * personal data.
 *
 * @example
 * try {
 *   await compliance.rules.evaluate(request);
 * } catch (error) {
 *   if (error instanceof ComplianceError && error.code === "rate_stale") await refreshRates();
 *   else throw error;
 * }
 */
export class ComplianceError extends Error {
  /** Accepts errors of both module formats: an ESM program may load a CommonJS part with its own class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass inherits this method and has its own instances.
    return hasInstance(this, value);
  }

  override readonly name = "ComplianceError";
  /** Kind of failure. */
  readonly code: ComplianceErrorCode;
  /** Every issue of the input, for `invalid_input` of `unwrap` and of `all`; otherwise empty. */
  readonly issues: readonly Issue<string>[];
  /** Milliseconds after which a service allows the next request, if its answer contained it. Absent otherwise. */
  declare readonly retryAfterMs?: DurationMs;
  /**
   * What `rules.evaluate` decided of several rules, if one of them failed. Absent otherwise. It contains the `transaction_id`
   * and the amount, so it is not enumerable: a log that prints the error does not print it.
   */
  declare readonly evaluation?: IncompleteEvaluation;
  /**
   * What providers found before this failure: entries with a `risk_ratio` above 0. Absent otherwise.
   * They may contain names, so the property is not enumerable: a log that prints the error does not print it.
   */
  declare readonly hits?: readonly RiskEntry[];

  constructor(code: ComplianceErrorCode, message: string, options: ComplianceErrorOptions = {}) {
    super(message, Object.hasOwn(options, "cause") ? { cause: options.cause } : undefined);
    this.code = code;
    this.issues = own(options, "issues") ?? [];
    const retryAfterMs = own(options, "retryAfterMs");
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
    const evaluation = own(options, "evaluation");
    if (evaluation !== undefined) Object.defineProperty(this, "evaluation", bare({ value: evaluation }));
    const hits = own(options, "hits");
    if (hits !== undefined) Object.defineProperty(this, "hits", bare({ value: hits }));
  }
}

function hasInstance(target: unknown, value: unknown): boolean {
  if (target !== ComplianceError) return Function.prototype[Symbol.hasInstance].call(target, value);
  try {
    return value instanceof Error && value.name === "ComplianceError" && "code" in value && "issues" in value;
  } catch {
    // Callbacks may throw anything, also a proxy that throws when it is read.
    return false;
  }
}

/**
 * Runs code that reads what a caller passed. A getter or a proxy may throw anything there. That becomes the error of
 * `unreadable`, without what was thrown, which may contain personal data.
 *
 * @returns What `read` returns.
 * @throws ComplianceError that of `read` or of `unreadable`.
 */
export function readSafely<T>(read: () => T, unreadable: () => ComplianceError): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ComplianceError ? error : unreadable();
  }
}

/**
 * Handles the promise that a function of the caller returned in place of a value, such as an async function. Its
 * rejection would end the process, and print an error that may contain personal data.
 */
export function ignoreRejection(returned: unknown): void {
  if (typeof returned === "object" && returned !== null) Promise.resolve(returned).catch(() => undefined);
}

/**
 * Awaits a part that the caller wrote, such as a provider.
 *
 * @param message of the error for a failure that is not typed
 * @returns What the part returns.
 * @throws ComplianceError that of the part, or `provider_unavailable` with what it threw as cause.
 */
export async function responseOf<T>(message: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    throw cause instanceof ComplianceError ? cause : new ComplianceError("provider_unavailable", message, { cause });
  }
}
