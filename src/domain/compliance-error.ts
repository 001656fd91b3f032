/** The error thrown when something outside the input fails: disk, network, provider, configuration. */
import type { DurationMs } from "./identifiers/codes.js";
import type { Issue } from "./issue.js";
import { own } from "./own.js";

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
  | "load_refused" // the register lacks more of the stored records than allowed; nothing was stored.
  | "alert_delivery_failed";

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
  /** Every issue of the input, for `invalid_input` of `unwrap` and `addresses.rescreen`; otherwise empty. */
  readonly issues: readonly Issue[];
  /** Milliseconds after which a service allows the next request, if its answer contained it. Absent otherwise. */
  declare readonly retryAfterMs?: DurationMs;

  constructor(
    code: ComplianceErrorCode,
    message: string,
    options: { cause?: unknown; issues?: readonly Issue[]; retryAfterMs?: DurationMs | undefined } = {},
  ) {
    super(message, Object.hasOwn(options, "cause") ? { cause: options.cause } : undefined);
    this.code = code;
    this.issues = own(options, "issues") ?? [];
    const retryAfterMs = own(options, "retryAfterMs");
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
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
