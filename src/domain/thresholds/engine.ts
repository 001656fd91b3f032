/** The threshold engine (§4.9, THRESHOLD_BY_COUNTRY). */
import { ComplianceError } from "../compliance-error.js";
import { Exact, isDecimalText, numberIfExact } from "../decimal.js";
import type { CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import { isCountry } from "../identifiers/country.js";
import { isCurrency } from "../identifiers/currency.js";
import { type Boundary, boundaryOf, compareNumber, compareText } from "./boundary.js";
import { convertedText, type Display, displayOf } from "./converted.js";
import { type CountryThreshold, readThresholds } from "./country-threshold.js";
import type { RateTable } from "./rate-table.js";
import { type FindRate, findRateIn } from "./rates.js";
import type { Transaction } from "./transaction.js";

/** Thresholds by country, each in units of the country's official currency: `{ US: "3000", SG: "1500" }`. */
export type Thresholds = Readonly<Record<CountryCode, DecimalText | number>>;

/** What an engine decides by. It is copied: later changes of these objects change nothing. */
export interface ThresholdConfig {
  /** Each a finite number of 0 or more, read as its shortest decimal literal, or decimal text. 0 is reached by every amount. */
  readonly thresholds: Thresholds;
  /** Without rates, only amounts in the official currency can be decided. */
  readonly rates?: RateTable;
  /** Overrides of the built-in table. A user-assigned code such as XK becomes a country by standing here. */
  readonly officialCurrencies?: Readonly<Record<CountryCode, CurrencyCode>>;
}

/** Decides transactions by one configuration (§4.9). */
export interface ThresholdEngine {
  /**
   * Decides one transaction, exactly: `breach` when amount × rate(official) ≥ threshold × rate(currency).
   *
   * @throws ComplianceError, never `pass`: `invalid_input` (amount, currency or country is of the wrong form),
   *   `threshold_missing`, `official_currency_missing`, `rate_missing`, `rate_invalid`.
   */
  evaluate(transaction: Transaction): ThresholdDecision;
}

/** What was compared, and on which side it fell. */
export interface ThresholdDecision {
  readonly status: "breach" | "pass";
  /** Where the converted amount stands: `below` the threshold is `pass`; `equal` and `above` are `breach`. */
  readonly comparison: "below" | "equal" | "above";
  /** The amount of the transaction, as it was given, in units of `amount_currency`. */
  readonly amount: number | DecimalText;
  readonly amount_currency: CurrencyCode;
  readonly country: CountryCode;
  /** The official currency of the country, in which `threshold` and `converted` stand. */
  readonly currency: CurrencyCode;
  readonly threshold: DecimalText;
  /**
   * The converted amount for display, cut (not rounded) to the minor unit, so that a `pass` never shows the threshold itself.
   * Two decimals where ISO 4217 gives the currency no minor unit (XAU, XDR).
   */
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

/** What is known of a transaction's currency in a country before its amount is. */
interface Pair {
  readonly currency: CurrencyCode;
  readonly threshold: DecimalText;
  readonly rate: ConversionRate | null;
  readonly boundary: Boundary;
  readonly display: Display;
  readonly breachMessage: string;
  readonly passMessage: string;
}

/**
 * An engine for the rule THRESHOLD_BY_COUNTRY (§4.9) and one configuration, which is copied: for new thresholds or rates
 * create a new engine. Each pair of country and currency is compiled when it is first met; the decisions after that cost
 * about as much as a look-up.
 *
 * @throws ComplianceError `configuration_invalid`, naming the key whose threshold, country or currency cannot be right.
 * @example
 * const engine = createThresholdEngine({ thresholds: { SG: "1500" }, rates: table });
 * engine.evaluate({ transaction_id: "T-1", amount: "1033.56", currency: "EUR", country: "SG" }).status; // "breach"
 */
export function createThresholdEngine(config: ThresholdConfig): ThresholdEngine {
  if (typeof config !== "object" || config === null) throw configMissing();
  const thresholds = readThresholds(config);
  const findRate = findRateIn(config.rates);
  // Objects without a prototype: nothing is inherited, and V8 looks a code up in them in half the time of a Map.
  const pairs: Record<CountryCode, Record<CurrencyCode, Pair>> = Object.create(null);

  // Only what compiles is kept, so that the memory is bounded by the configuration.
  function compile(country: CountryCode, currency: CurrencyCode): Pair {
    const pair = compilePair(requireThreshold(thresholds, country), currency, findRate);
    if (!isCurrency(currency)) throw notACurrency();
    const ofCountry: Record<CurrencyCode, Pair> = pairs[country] ?? Object.create(null);
    ofCountry[currency] = pair;
    pairs[country] = ofCountry;
    return pair;
  }

  function evaluate(transaction: Transaction): ThresholdDecision {
    if (typeof transaction !== "object" || transaction === null) throw transactionMissing();
    const { amount, currency, country } = transaction;
    const read = readAmount(amount);
    if (typeof currency !== "string" || typeof country !== "string") throw codesInvalid();
    const pair = pairs[country]?.[currency] ?? compile(country, currency);
    const double = Number(read);
    const comparison =
      typeof read === "number" ? compareNumber(pair.boundary, read) : compareText(pair.boundary, read, double);
    const reached = comparison !== "below";
    return {
      status: reached ? "breach" : "pass",
      comparison,
      amount,
      amount_currency: currency,
      country,
      currency: pair.currency,
      threshold: pair.threshold,
      converted: convertedText(pair.display, read, double, reached),
      rate: pair.rate,
      message: reached ? pair.breachMessage : pair.passMessage,
    };
  }

  return Object.freeze({ evaluate });
}

/** The amount as a number wherever its literal says it all. Types can be lied to, so the form is checked here as well. */
function readAmount(amount: unknown): number | DecimalText {
  if (typeof amount === "number" && amount >= 0 && amount < Number.POSITIVE_INFINITY) return amount;
  if (typeof amount === "string" && isDecimalText(amount)) return numberIfExact(amount);
  const message =
    'The amount must be a finite number of 0 or more, or decimal text such as "3000.00" of at most 100 digits.';
  throw new ComplianceError("invalid_input", message);
}

/** §4.9, also where the rate table has a rate for a crypto-asset: its amount becomes one of money before it comes here. */
function notACurrency(): ComplianceError {
  const message =
    "The currency must be an active ISO 4217 code in upper case; convert an amount of a crypto-asset first.";
  return new ComplianceError("invalid_input", message);
}

function compilePair(of: CountryThreshold, currency: CurrencyCode, findRate: FindRate): Pair {
  const { country, text: threshold, value } = of;
  if (of.currency === null) {
    const message = `${country} has no single official currency; name one in officialCurrencies.`;
    throw new ComplianceError("official_currency_missing", message);
  }
  const rate = currency === of.currency ? null : findRate(currency, of.currency);
  const from = new Exact(rate?.from ?? 1);
  const to = new Exact(rate?.to ?? 1);
  const facts = `the travel-rule threshold of ${threshold} ${of.currency} in ${country}.`;
  return {
    currency: of.currency,
    threshold,
    rate,
    boundary: boundaryOf(value, from, to),
    display: displayOf(of.currency, value, from, to),
    breachMessage: `The amount reaches ${facts}`,
    passMessage: `The amount is below ${facts}`,
  };
}

function requireThreshold(thresholds: ReadonlyMap<string, CountryThreshold>, country: CountryCode): CountryThreshold {
  const found = thresholds.get(country);
  if (found !== undefined) return found;
  // A text is only repeated when it is a known code: anything else could be anything.
  const name = isCountry(country) ? country : "the transaction's country, which is no officially assigned code";
  throw new ComplianceError("threshold_missing", `No threshold is configured for ${name}; add it to thresholds.`);
}

function configMissing(): ComplianceError {
  const message = 'A threshold engine needs a configuration: { thresholds: { US: "3000" }, rates: table }.';
  return new ComplianceError("configuration_invalid", message);
}

function transactionMissing(): ComplianceError {
  return new ComplianceError(
    "invalid_input",
    "evaluate needs a transaction: { transaction_id, amount, currency, country }.",
  );
}

function codesInvalid(): ComplianceError {
  return new ComplianceError("invalid_input", "The currency and the country must be texts: ISO codes in upper case.");
}
