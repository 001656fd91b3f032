/** Types of threshold decisions, exchange rates and rule evaluations (§2.10, §4.9). */
import type { AssetCode, CountryCode, CurrencyCode, DecimalText, DurationMs } from "../identifiers/codes.js";
import type { AppliedPrice, DisputedValue, PriceTable } from "../prices/types.js";

/** A transaction in a currency (§4.9). All properties are required. */
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
  /** Only in an {@link AssetTransaction}. */
  readonly asset?: undefined;
  /** Country whose threshold applies (ISO 3166-1 alpha-2), for example `"SG"`. */
  readonly country: CountryCode;
  /**
   * What links this transaction to others, for the rule `LINKED_TRANSACTIONS_BY_COUNTRY`: for example a customer, a customer
   * and a counterparty, or an order. It may be personal data: no message, error, event or alert contains it.
   */
  readonly link_key?: string | undefined;
}

/** A transaction in a crypto-asset. It has an `asset` in place of a `currency`, and needs prices. */
export interface AssetTransaction {
  /** Unique identifier of the transfer, from your own system. */
  readonly transaction_id: string;
  /** Units of `asset`, 0 or more: a finite number or decimal text, as in {@link Transaction}. */
  readonly amount: number | DecimalText;
  /** Symbol of the crypto-asset, as the prices spell it, for example `"BTC"`. */
  readonly asset: AssetCode;
  /** Only in a {@link Transaction}. */
  readonly currency?: undefined;
  /** Country whose threshold applies (ISO 3166-1 alpha-2), for example `"SG"`. */
  readonly country: CountryCode;
  /**
   * What links this transaction to others, for the rule `LINKED_TRANSACTIONS_BY_COUNTRY`: for example a customer, a customer
   * and a counterparty, or an order. It may be personal data: no message, error, event or alert contains it.
   */
  readonly link_key?: string | undefined;
}

/** A transaction in a currency or in a crypto-asset. */
export type AnyTransaction = Transaction | AssetTransaction;

/** Code of a rule that a transaction can be evaluated against (§4.9). */
export type RuleCode = "THRESHOLD_BY_COUNTRY" | "LINKED_TRANSACTIONS_BY_COUNTRY";

/** Request of `rules.evaluate` (§4.9). */
export interface EvaluationRequest {
  /** The transaction to evaluate, in a currency or in a crypto-asset. */
  readonly transaction: AnyTransaction;
  /** Rules to evaluate it against, at least one. */
  readonly rule_codes: readonly RuleCode[];
}

/** Result of `rules.evaluate` (§2.10). */
export interface RuleEvaluation {
  /** The evaluated transaction. */
  readonly transaction_id: string;
  /** When it was evaluated: ISO 8601 without offset, UTC. */
  readonly evaluated_at: string;
  /** One entry per evaluated rule, in the order of the request. */
  readonly results: readonly RuleResult[];
}

/** What the results of all rules have. */
interface AnyRuleResult {
  /** `breach`: equal to or above the threshold. */
  readonly status: "breach" | "pass";
  /** Contains the threshold (amount and currency code) and the country. */
  readonly message: string;
  /** The stored alert of a `breach`; absent for a `pass`. */
  readonly alert_id?: string;
}

/** Result of the rule `THRESHOLD_BY_COUNTRY`. */
export interface ThresholdRuleResult extends AnyRuleResult {
  /** Rule that was evaluated. */
  readonly rule_code: "THRESHOLD_BY_COUNTRY";
  /** Threshold, converted amount and rate of the decision. */
  readonly decision: ThresholdDecision;
}

/** Result of the rule `LINKED_TRANSACTIONS_BY_COUNTRY`. */
export interface LinkedRuleResult extends AnyRuleResult {
  /** Rule that was evaluated. */
  readonly rule_code: "LINKED_TRANSACTIONS_BY_COUNTRY";
  /** Threshold and sum of the decision. */
  readonly decision: LinkedDecision;
}

/**
 * Result of one rule (§2.10), discriminated by `rule_code`. `decision` and `alert_id` are additions to the specification.
 *
 * @example
 * if (result.rule_code === "LINKED_TRANSACTIONS_BY_COUNTRY") console.log(result.decision.linked.converted);
 */
export type RuleResult = ThresholdRuleResult | LinkedRuleResult;

/**
 * Exchange rates of one day against one base currency.
 *
 * @example
 * const table: RateTable = { base: "EUR", date: "2026-10-06", source: "European Central Bank", rates: { USD: "1.1781" } };
 */
export interface RateTable {
  /** Currency whose unit the rates are for. */
  readonly base: CurrencyCode;
  /** Day of the rates, `YYYY-MM-DD`. */
  readonly date: string;
  /** Publisher of the rates, for people. */
  readonly source: string;
  /** Units of each currency for one unit of `base`, as decimal text. */
  readonly rates: Readonly<Record<CurrencyCode, DecimalText>>;
  /**
   * Currencies without a confirmed rate, and what each source says. A conversion of one throws `rate_disputed`.
   *
   * @default none
   */
  readonly disputed?: Readonly<Record<CurrencyCode, readonly DisputedValue[]>> | undefined;
}

/** A rate table without its rates. */
export type RateTableHead = Omit<RateTable, "rates" | "disputed">;

/** A threshold with its own currency, or with what the regulation says about it. */
export interface ThresholdEntry {
  /** Units of `currency`, 0 or more: a finite number or decimal text. */
  readonly amount: DecimalText | number;
  /**
   * Currency of the threshold (ISO 4217). Amounts are compared in it, and no official currency is needed.
   *
   * @default the official currency of the country
   */
  readonly currency?: CurrencyCode | undefined;
  /**
   * Whether the regulation covers an amount equal to the threshold (`>=`) or only larger ones (`>`). It changes no status: an equal
   * amount is a `breach` (§4.9). For `>`, the `note` of the decision says that the regulation would let it pass.
   *
   * @default no note
   */
  readonly operator?: ">=" | ">" | undefined;
  /**
   * Where the threshold comes from: an article or a paragraph. It is repeated in the decision.
   *
   * @default no citation
   */
  readonly citation?: string | undefined;
}

/** A threshold: an amount in the official currency of its country, or an entry with its own currency. */
export type Threshold = DecimalText | number | ThresholdEntry;

/**
 * Thresholds by country. Plain amounts are in units of the country's official currency.
 *
 * @example
 * const thresholds: Thresholds = { US: "3000", GI: { amount: "1000", currency: "EUR" } };
 */
export type Thresholds = Readonly<Record<CountryCode, Threshold>>;

/** Configuration of a threshold engine. It is copied, so later changes have no effect. */
export interface ThresholdConfig {
  /** Finite numbers of 0 or more, decimal text, or entries. Every amount reaches a threshold of 0. */
  readonly thresholds: Thresholds;
  /**
   * Exchange rates. Without them, only amounts in the currency of the threshold can be decided.
   *
   * @default none
   */
  readonly rates?: RateTable | undefined;
  /**
   * Prices of crypto-assets. Without them, only amounts in a currency can be decided.
   *
   * @default none
   */
  readonly prices?: PriceTable | undefined;
  /**
   * Currencies that override the built-in table of official currencies. A user-assigned code such as XK is accepted as a
   * country if it is listed here.
   *
   * @default {}
   */
  readonly officialCurrencies?: Readonly<Record<CountryCode, CurrencyCode>> | undefined;
}

/** Decides transactions by one configuration (§4.9). */
export interface ThresholdEngine {
  /**
   * Decides one transaction exactly: `breach` when amount × rate(threshold) ≥ threshold × rate(currency). For a
   * crypto-asset the amount is multiplied by its price, and the currency is that of the price.
   *
   * @param transaction - the transaction
   * @returns the decision
   * @throws ComplianceError `invalid_input`, `threshold_missing`, `official_currency_missing`, `rate_missing`,
   *   `rate_invalid`, `rate_disputed`, or `price_…` in place of `rate_…`. It never passes instead.
   */
  evaluate(transaction: AnyTransaction): ThresholdDecision;
}

/** Decision about one transaction. */
export interface ThresholdDecision {
  /** `breach` if the converted amount reaches the threshold, else `pass`. */
  readonly status: "breach" | "pass";
  /** The converted amount against the threshold: `below` is a `pass`, `equal` and `above` are a `breach`. */
  readonly comparison: "below" | "equal" | "above";
  /**
   * Amount of the transaction as given, in units of `amount_currency`. For a crypto-asset, the exact product of its amount
   * and its price.
   */
  readonly amount: number | DecimalText;
  /** Currency of the transaction, or of the price of its crypto-asset. */
  readonly amount_currency: CurrencyCode;
  /** Price of the crypto-asset. Absent for a transaction in a currency. */
  readonly price?: AppliedPrice;
  /** Country whose threshold was applied. */
  readonly country: CountryCode;
  /** Currency of the threshold, by default the official one of the country: the unit of `threshold` and `converted`. */
  readonly currency: CurrencyCode;
  /** The threshold as configured. */
  readonly threshold: DecimalText;
  /** Whether the regulation covers an amount equal to the threshold (`>=`) or not (`>`). Absent if it is not configured. */
  readonly operator?: ">=" | ">";
  /** Where the threshold comes from. Absent if it is not configured. */
  readonly citation?: string;
  /** That the regulation itself would let the amount pass: only if it is equal to the threshold and `operator` is `>`. */
  readonly note?: string;
  /**
   * The same in the official currency of the country, for display. Absent if `currency` is the official one, and without a
   * rate or an official currency. A decision without conversion requests no rates.
   */
  readonly official?: OfficialAmounts;
  /**
   * Converted amount for display, cut (not rounded) to the minor unit, so that a `pass` never shows the threshold. Two
   * decimals where ISO 4217 defines no minor unit (XAU, XDR).
   */
  readonly converted: DecimalText;
  /** Rates of the conversion; null when `amount_currency` is the currency of the threshold. */
  readonly rate: ConversionRate | null;
  /** Contains threshold, currency code and country (§2.10). */
  readonly message: string;
}

/** Decision about the sum of linked transactions. Except `status`, `comparison` and `message`, all is about the evaluated one. */
export interface LinkedDecision extends ThresholdDecision {
  /** The sum that `status` and `comparison` are about. */
  readonly linked: LinkedSum;
}

/** Decision of any rule, as an alert contains it. */
export interface RuleDecision extends ThresholdDecision {
  /** The sum; only of the rule `LINKED_TRANSACTIONS_BY_COUNTRY`. */
  readonly linked?: LinkedSum;
}

/** A decision in the official currency, for display. Both amounts are cut to its minor unit; the comparison is exact. */
export interface OfficialAmounts {
  /** Official currency of the country. */
  readonly currency: CurrencyCode;
  /** The threshold, converted. */
  readonly threshold: DecimalText;
  /** The amount of the transaction, converted. */
  readonly converted: DecimalText;
  /** Rates from the currency of the threshold to the official one. */
  readonly rate: ConversionRate;
}

/** The sum of linked transactions. */
export interface LinkedSum {
  /** Number of transactions in the sum, with the evaluated one. */
  readonly transactions: number;
  /** Length of the period, in milliseconds: the option `linkedTransactions.windowMs`. */
  readonly window: DurationMs;
  /** When the first of them was first evaluated: ISO 8601 with offset, milliseconds, UTC. */
  readonly first_at: string;
  /** When the last of them was first evaluated. */
  readonly last_at: string;
  /** The sum in the currency of the threshold for display, cut like `converted`. */
  readonly converted: DecimalText;
  /** The exact sum in each currency and each crypto-asset, with its rate and price. */
  readonly amounts: readonly LinkedSumAmount[];
}

/** The part of a sum in one currency or crypto-asset. */
export type LinkedSumAmount = Pick<ThresholdDecision, "amount_currency" | "price" | "rate"> & {
  /** Units of `amount_currency`: for a crypto-asset the exact product of its amount and its price. */
  readonly amount: DecimalText;
};

/** Rates of a conversion: converted = amount × to ÷ from. */
export interface ConversionRate {
  /** Publisher of the rates. */
  readonly source: string;
  /** Day of the rates, `YYYY-MM-DD`. */
  readonly date: string;
  /** Currency that both rates are for. */
  readonly base: CurrencyCode;
  /** Units of the amount's currency for one `base`. */
  readonly from: DecimalText;
  /** Units of the threshold's currency for one `base`. */
  readonly to: DecimalText;
}
