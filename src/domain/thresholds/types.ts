/** Types of threshold decisions, exchange rates and rule evaluations (§2.10, §4.9). */
import type { AssetCode, CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
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
}

/** A transaction in a currency or in a crypto-asset. */
export type AnyTransaction = Transaction | AssetTransaction;

/** Code of a rule that a transaction can be evaluated against (§4.9). */
export type RuleCode = "THRESHOLD_BY_COUNTRY";

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

/** Result of one rule (§2.10). `decision` and `alert_id` are additions to the specification. */
export interface RuleResult {
  /** Rule that was evaluated. */
  readonly rule_code: RuleCode;
  /** `breach`: equal to or above the threshold. */
  readonly status: "breach" | "pass";
  /** Contains the threshold (amount and currency code) and the country. */
  readonly message: string;
  /** Threshold, converted amount and rate of the decision. */
  readonly decision: ThresholdDecision;
  /** The stored alert of a `breach`; absent for a `pass`. */
  readonly alert_id?: string;
}

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

/** Thresholds by country, each in units of the country's official currency: `{ US: "3000", SG: "1500" }`. */
export type Thresholds = Readonly<Record<CountryCode, DecimalText | number>>;

/** Configuration of a threshold engine. It is copied, so later changes have no effect. */
export interface ThresholdConfig {
  /** Finite numbers of 0 or more, or decimal text. Every amount reaches a threshold of 0. */
  readonly thresholds: Thresholds;
  /**
   * Exchange rates. Without them, only amounts in the official currency of the country can be decided.
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
   * Decides one transaction exactly: `breach` when amount × rate(official) ≥ threshold × rate(currency). For a
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
  /** Official currency of the country: the unit of `threshold` and `converted`. */
  readonly currency: CurrencyCode;
  /** The threshold as configured. */
  readonly threshold: DecimalText;
  /**
   * Converted amount for display, cut (not rounded) to the minor unit, so that a `pass` never shows the threshold. Two
   * decimals where ISO 4217 defines no minor unit (XAU, XDR).
   */
  readonly converted: DecimalText;
  /** Rates of the conversion; null when `amount_currency` is the official currency. */
  readonly rate: ConversionRate | null;
  /** Contains threshold, currency code and country (§2.10). */
  readonly message: string;
}

/** Rates of a conversion: converted = amount × to ÷ from. */
export interface ConversionRate {
  /** Publisher of the rates. */
  readonly source: string;
  /** Day of the rates, `YYYY-MM-DD`. */
  readonly date: string;
  /** Currency that both rates are for. */
  readonly base: CurrencyCode;
  /** Units of `amount_currency` for one `base`. */
  readonly from: DecimalText;
  /** Units of the official currency for one `base`. */
  readonly to: DecimalText;
}
