/** Shapes of transactions and evaluation requests: the input of the readers (§4.9). */
import type { AssetCode, CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import type { RuleCode } from "./types.js";

/** A `Transaction` or an `AssetTransaction`. The rules require exactly one of `currency` and `asset`. */
export interface TransactionShape {
  readonly transaction_id: string;
  readonly amount: number | DecimalText;
  readonly currency?: CurrencyCode;
  readonly asset?: AssetCode;
  readonly country: CountryCode;
}

/** An `EvaluationRequest`. */
export interface EvaluationShape {
  readonly transaction: TransactionShape;
  readonly rule_codes: readonly RuleCode[];
}
