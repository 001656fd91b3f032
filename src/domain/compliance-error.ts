/** What is thrown when the world failed: disk, network, provider, configuration. */
import type { Issue } from "./issue.js";

/** Every code that a {@link ComplianceError} can carry. A `switch` over it is exhaustive. */
export type ComplianceErrorCode =
  // the caller's side
  | "invalid_input" // thrown by unwrap, with `issues`, and where an argument cannot be what it must be
  | "not_configured" // the operation needs an option of createCompliance that is absent
  | "configuration_invalid" // an option has a value that cannot be right
  // thresholds and rates: never `pass` when one of these is missing
  | "threshold_missing"
  | "official_currency_missing"
  | "rate_missing"
  | "rate_stale"
  | "rate_invalid"
  // outside services
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
  | "chain_unsupported" // the provider or source does not know this chain; nothing was sent
  | "address_unknown" // the provider does not know this address, so that it was not screened
  | "list_stale" // an old list cannot say that an address is not listed
  | "aborted" // the caller's own signal; `cause` is its reason
  // storage
  | "storage_unavailable"
  | "storage_corrupt"
  | "storage_locked"
  | "storage_closed"
  | "storage_read_only" // a change was asked of a storage that only reads
  | "storage_key_wrong" // what is stored is encrypted with another key, or is not encrypted as was said
  | "storage_not_migrated" // the database has no schema of ours, or one of another version
  // operations
  | "load_interrupted"
  | "alert_delivery_failed";

/**
 * The world failed. `code` is for programs, `message` for the person who has to act, `cause` is what was caught.
 * No message contains personal data.
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
  /** Also true of an error of the package's other format: an ESM program may load a CommonJS part, each with its own class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass inherits this and has instances of its own.
    return hasInstance(this, value);
  }

  override readonly name = "ComplianceError";
  readonly code: ComplianceErrorCode;
  /** With `invalid_input` of `unwrap`: every issue of the input. Otherwise empty. */
  readonly issues: readonly Issue[];

  constructor(
    code: ComplianceErrorCode,
    message: string,
    options: { cause?: unknown; issues?: readonly Issue[] } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.issues = options.issues ?? [];
  }
}

function hasInstance(asked: unknown, value: unknown): boolean {
  if (asked !== ComplianceError) return Function.prototype[Symbol.hasInstance].call(asked, value);
  return value instanceof Error && value.name === "ComplianceError" && "code" in value && "issues" in value;
}
