/** The transaction that rules evaluate, and the request to evaluate it (§4.9). */
import type { CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";

/** A transaction (§4.9). All properties are required. */
export interface Transaction {
  /** Unique identifier of the transfer, from your own system. */
  readonly transaction_id: string;
  /**
   * Value in units of `currency`, 0 or more: a finite number or decimal text of at most 100 digits. A number counts as its
   * shortest decimal literal.
   */
  readonly amount: number | DecimalText;
  /** Currency of the amount (ISO 4217), for example `"EUR"`. */
  readonly currency: CurrencyCode;
  /** Country whose threshold applies (ISO 3166-1 alpha-2), for example `"SG"`. */
  readonly country: CountryCode;
}

/** Code of a rule that a transaction can be evaluated against (§4.9). */
export type RuleCode = "THRESHOLD_BY_COUNTRY";

/** Request of `rules.evaluate` (§4.9). */
export interface EvaluationRequest {
  /** The transaction to evaluate. */
  readonly transaction: Transaction;
  /** Rules to evaluate it against, at least one. */
  readonly rule_codes: readonly RuleCode[];
}
