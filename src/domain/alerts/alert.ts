/** The travel-rule alert (§4.9.3, §6). */
import type { CountryCode } from "../identifiers/codes.js";
import type { ThresholdDecision } from "../thresholds/engine.js";

/** Raised by a `breach`, for review. It names no person. */
export interface Alert {
  /** Derived from rule, country and transaction, so that evaluating again raises no second alert. */
  readonly alert_id: string;
  readonly rule_code: string;
  readonly transaction_id: string;
  readonly country: CountryCode;
  /** ISO 8601 with offset, milliseconds, UTC. */
  readonly raised_at: string;
  readonly decision: ThresholdDecision;
}
