/** Shapes of transactions and evaluation requests: the input of the readers (§4.9). */
import type { AssetCode, CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import type { RuleCode } from "./types.js";

/** A transaction in a currency or in a crypto-asset. The rules require exactly one of `currency` and `asset`. */
export interface TransactionShape {
  /** Unique identifier of the transfer, from your own system. */
  readonly transaction_id: string;
  /** Units of `currency` or `asset`, 0 or more: a number, or decimal text of at most 100 digits. */
  readonly amount: number | DecimalText;
  /** Currency of the amount (ISO 4217), for example `"EUR"`. */
  readonly currency?: CurrencyCode;
  /** Symbol of the crypto-asset, as the prices spell it, for example `"BTC"`. */
  readonly asset?: AssetCode;
  /** Country whose threshold applies, for example `"SG"`. */
  readonly country: CountryCode;
  /**
   * What links this transaction to others, for the rule `LINKED_TRANSACTIONS_BY_COUNTRY`: for example a customer, a customer
   * and a counterparty, or an order. It may be personal data: no message, error, event or alert contains it.
   */
  readonly link_key?: string;
}

/** A transaction and the rules to evaluate it against (§4.9). */
export interface EvaluationShape {
  /** The transaction to evaluate. */
  readonly transaction: TransactionShape;
  /** Rules to evaluate it against, at least one. */
  readonly rule_codes: readonly RuleCode[];
}
