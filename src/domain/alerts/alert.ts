/** Travel-rule alerts (§4.9.3): their type, id and order. */
import { ExactDecimal, numberIfExact } from "../decimal.js";
import type { CountryCode } from "../identifiers/codes.js";
import type { PageQuery } from "../page.js";
import { compareText } from "../text.js";
import type { RuleCode, ThresholdDecision, Transaction } from "../thresholds/types.js";

/** An alert, raised by a `breach` for review. It contains no personal data. */
export interface Alert {
  /** The same for the same rule, transaction, country, currency and amount. */
  readonly alert_id: string;
  /** Rule that was breached. */
  readonly rule_code: RuleCode;
  /** Transaction that breached it. */
  readonly transaction_id: string;
  /** Country whose threshold was reached. */
  readonly country: CountryCode;
  /** When the alert was raised: ISO 8601 with offset, milliseconds, UTC. */
  readonly raised_at: string;
  /** Threshold, converted amount and rate of the decision. */
  readonly decision: ThresholdDecision;
}

/** Page of the alerts. With `delivered`, only delivered or only pending ones. */
export interface AlertListQuery extends PageQuery {
  readonly delivered?: boolean | undefined;
}

/**
 * Returns the id of an alert. It is the same for the same rule and transaction, so a second evaluation raises no second
 * alert. Country and amount are part of it: a transfer may reach the thresholds of both sides, and another amount needs
 * another review. Amounts count by value: 3000, "3000" and "3000.00" give the same id.
 */
export function alertIdOf({ transaction_id, amount, currency, country }: Transaction, rule_code: RuleCode): string {
  return `${rule_code}:${country}:${currency}:${literalOf(amount)}:${transaction_id}`;
}

/** Returns the shortest literal of the amount. Like a number's, it has an exponent from 1e21 on and below 1e-6. */
function literalOf(amount: Transaction["amount"]): string {
  const read = typeof amount === "string" ? numberIfExact(amount) : amount;
  return typeof read === "number" ? String(read) : new ExactDecimal(read).toString();
}

/**
 * Returns the alerts sorted, in a new array: latest `raised_at` first, ties by alert_id in code units (§4.9.3).
 *
 * @param alerts - the alerts
 * @returns a new array
 * @example
 * pageOf(sortAlerts(alerts), { page: 1, size: 50 });
 */
export function sortAlerts(alerts: Iterable<Alert>): Alert[] {
  return [...alerts].sort(compareAlerts);
}

/** The comparison function of {@link sortAlerts}. */
export function compareAlerts(a: Alert, b: Alert): number {
  // `raised_at` always has the same form, so its text sorts by time.
  return compareText(b.raised_at, a.raised_at) || compareText(a.alert_id, b.alert_id);
}
