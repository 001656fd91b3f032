/** The threshold engine (§4.9, THRESHOLD_BY_COUNTRY). */
import type { CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import type { RateTable } from "./rate-table.js";
import type { Transaction } from "./transaction.js";

/** Thresholds by country, each in units of the country's official currency: `{ US: "3000", SG: "1500" }`. */
export type Thresholds = Readonly<Record<CountryCode, DecimalText | number>>;

export interface ThresholdConfig {
  readonly thresholds: Thresholds;
  readonly rates: RateTable;
  readonly officialCurrencies?: Readonly<Record<CountryCode, CurrencyCode>>;
}

export interface ThresholdEngine {
  evaluate(transaction: Transaction): ThresholdDecision;
}

/** What was compared, and on which side it fell. */
export interface ThresholdDecision {
  readonly status: "breach" | "pass";
  /** Where the converted amount stands: `below` the threshold is `pass`; `equal` and `above` are `breach`. */
  readonly comparison: "below" | "equal" | "above";
  readonly country: CountryCode;
  /** The official currency of the country, in which `threshold` and `converted` stand. */
  readonly currency: CurrencyCode;
  readonly threshold: DecimalText;
  /** The converted amount for display, cut (not rounded) to the minor unit, so that a `pass` never shows the threshold itself. */
  readonly converted: DecimalText;
  /** null when the transaction is in the official currency already. */
  readonly rate: ConversionRate | null;
  /** Names threshold, currency code and country (§2.10). */
  readonly message: string;
}

/** The two legs of the conversion: converted = amount × to ÷ from. */
export interface ConversionRate {
  readonly source: string;
  readonly date: string;
  readonly base: CurrencyCode;
  /** Units of the transaction's currency for one `base`. */
  readonly from: DecimalText;
  /** Units of the official currency for one `base`. */
  readonly to: DecimalText;
}
