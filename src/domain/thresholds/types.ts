/** Types of threshold decisions, exchange rates and rule evaluations (§2.10, §4.9). */
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

/** Result of `rules.evaluate` (§2.10). */
export interface RuleEvaluation {
  /** The evaluated transaction. */
  readonly transaction_id: string;
  /** When it was evaluated: ISO 8601 without offset, UTC. */
  readonly evaluated_at: string;
  /** One entry per evaluated rule, in the order of the request. */
  readonly results: readonly {
    readonly rule_code: RuleCode;
    readonly status: "breach" | "pass";
    /** Contains the threshold (amount and currency code) and the country. */
    readonly message: string;
  }[];
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
}

/** A rate table without its rates. */
export type RateTableHead = Omit<RateTable, "rates">;

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
   * Decides one transaction exactly: `breach` when amount × rate(official) ≥ threshold × rate(currency).
   *
   * @param transaction - the transaction
   * @returns the decision
   * @throws ComplianceError `invalid_input`, `threshold_missing`,
   *   `official_currency_missing`, `rate_missing` or `rate_invalid`. It never passes instead.
   */
  evaluate(transaction: Transaction): ThresholdDecision;
}

/** Decision about one transaction. */
export interface ThresholdDecision {
  /** `breach` if the converted amount reaches the threshold, else `pass`. */
  readonly status: "breach" | "pass";
  /** The converted amount against the threshold: `below` is a `pass`, `equal` and `above` are a `breach`. */
  readonly comparison: "below" | "equal" | "above";
  /** Amount of the transaction as given, in units of `amount_currency`. */
  readonly amount: number | DecimalText;
  /** Currency of the transaction. */
  readonly amount_currency: CurrencyCode;
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
  /** Rates of the conversion; null when the transaction is in the official currency. */
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
  /** Units of the transaction's currency for one `base`. */
  readonly from: DecimalText;
  /** Units of the official currency for one `base`. */
  readonly to: DecimalText;
}
