/** Travel-rule alerts (§4.9.3): their type, id and order. */
import type { Actor } from "../actor.js";
import { ExactDecimal, numberIfExact } from "../decimal.js";
import type { CountryCode } from "../identifiers/codes.js";
import { own } from "../own.js";
import { compareText } from "../text.js";
import type { AnyTransaction, RuleCode, RuleDecision } from "../thresholds/types.js";

/** An alert, raised by a `breach` for review. It contains no personal data. */
export interface Alert {
  /** The same for the same rule, transaction, country, currency or asset, and amount. */
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
  readonly decision: RuleDecision;
}

/** The properties of an alert that decide its place in a list. */
export type AlertPlace = Pick<Alert, "alert_id" | "raised_at">;

/** What a review of an alert came to: a report to the authority, no action, or a decision at a higher level. */
export type ReviewOutcome = "reported" | "dismissed" | "escalated";

/** Request of `alerts.review`. */
export interface AlertReviewRequest {
  /** What the review came to. */
  readonly outcome: ReviewOutcome;
  /** Who reviewed the alert. */
  readonly by: string;
  /**
   * Reasons, in one line.
   *
   * @default no note
   */
  readonly note?: string | undefined;
}

/** A review of an alert. */
export interface AlertReview extends AlertReviewRequest {
  /** When it was recorded: ISO 8601 with offset, milliseconds, UTC. */
  readonly reviewed_at: string;
  /** Who recorded it: the option `actor`. Absent if the call had none. */
  readonly actor?: Actor | undefined;
}

/** The state of a stored alert. */
export interface AlertState {
  /** Whether a call of `onAlert` succeeded. */
  readonly delivered: boolean;
  /** All reviews, oldest first. */
  readonly reviews: readonly AlertReview[];
}

/** A stored alert with its state. */
export interface AlertRecord extends Alert, AlertState {}

/** A stored alert beside its state, as storages return it. */
export interface StoredAlert extends AlertState {
  readonly alert: Alert;
}

/** Returns the record that callers get. */
export function alertRecordOf({ alert, delivered, reviews }: StoredAlert): AlertRecord {
  return { ...alert, delivered, reviews };
}

/** Which alerts to list. Absent conditions list all. */
export interface AlertFilter {
  readonly transaction_id?: string | undefined;
  readonly delivered?: boolean | undefined;
  /** Whether there is a review. */
  readonly reviewed?: boolean | undefined;
  /** The earliest `raised_at`. */
  readonly from?: string | undefined;
  /** Only earlier `raised_at`. */
  readonly to?: string | undefined;
}

/** An alert list for a storage. */
export interface AlertListQuery extends AlertFilter {
  /** The most alerts of the page. */
  readonly size: number;
  /** The cursor of the page before; absent for the first page. */
  readonly cursor?: string | undefined;
}

/**
 * Returns the id of an alert. It is the same for the same rule and transaction, so a second evaluation raises no second
 * alert. Country and amount are part of it: a transfer may reach the thresholds of both sides, and another amount needs
 * another review. Amounts count by value: 3000, "3000" and "3000.00" give the same id. An asset is part of it, its price
 * is not: the same amount at another price is the same transaction.
 */
export function alertIdOf(transaction: AnyTransaction, rule_code: RuleCode): string {
  const { transaction_id, amount, country } = transaction;
  return `${rule_code}:${country}:${unitOf(transaction)}:${literalOf(amount)}:${transaction_id}`;
}

/** Returns the currency, or the asset after a "=", because an asset may have the symbol of a currency. */
function unitOf(transaction: AnyTransaction): string {
  const asset = own(transaction, "asset");
  if (asset === undefined) return String(transaction.currency);
  // With a ":" in the symbol, two transactions could have one id.
  return `=${asset.replaceAll("%", "%25").replaceAll(":", "%3A")}`;
}

/** Returns the shortest literal of the amount. Like a number's, it has an exponent from 1e21 on and below 1e-6. */
function literalOf(amount: AnyTransaction["amount"]): string {
  const read = typeof amount === "string" ? numberIfExact(amount) : amount;
  return typeof read === "number" ? String(read) : new ExactDecimal(read).toString();
}

/** Compares alerts: latest `raised_at` first, ties by alert_id in code units (§4.9.3). */
export function compareAlerts(a: AlertPlace, b: AlertPlace): number {
  // `raised_at` always has the same form, so its text sorts by time.
  return compareText(b.raised_at, a.raised_at) || compareText(a.alert_id, b.alert_id);
}
