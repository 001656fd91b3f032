/** The travel-rule alert (§4.9.3, §6). */
import { Exact, numberIfExact } from "../decimal.js";
import type { CountryCode } from "../identifiers/codes.js";
import type { ThresholdDecision } from "../thresholds/engine.js";
import type { RuleCode, Transaction } from "../thresholds/transaction.js";

/** Raised by a `breach`, for review. It names no person. */
export interface Alert {
  /** See {@link alertIdOf}. */
  readonly alert_id: string;
  readonly rule_code: RuleCode;
  readonly transaction_id: string;
  readonly country: CountryCode;
  /** ISO 8601 with offset, milliseconds, UTC. */
  readonly raised_at: string;
  readonly decision: ThresholdDecision;
}

/**
 * The same for the same rule and transaction, so that evaluating again raises no second alert. Country and amount take
 * part: a transfer may reach the thresholds of both its sides, and one that is evaluated again with another amount is
 * another thing to review. An amount counts by its value: 3000, "3000" and "3000.00" are one.
 */
export function alertIdOf({ transaction_id, amount, currency, country }: Transaction, rule_code: RuleCode): string {
  return `${rule_code}:${country}:${currency}:${literalOf(amount)}:${transaction_id}`;
}

/** The shortest literal of the amount. Numbers write it as decimal.js does, with an exponent from 1e21 on and below 1e-6. */
function literalOf(amount: Transaction["amount"]): string {
  const read = typeof amount === "string" ? numberIfExact(amount) : amount;
  return typeof read === "number" ? String(read) : new Exact(read).toString();
}
