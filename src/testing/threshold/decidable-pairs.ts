/** The pairs of country and currency that a configuration can decide, computed without the engine, to compare both. */
import type { CountryCode, CurrencyCode } from "../../domain/identifiers/codes.js";
import { isCurrency } from "../../domain/identifiers/currency.js";
import { bare } from "../../domain/own.js";
import { findOfficialCurrency } from "../../domain/thresholds/country-threshold.js";
import { checkRateTable } from "../../domain/thresholds/rates.js";
import type { RateTableHead, ThresholdConfig } from "../../domain/thresholds/types.js";
import { compare, cut, exactText, over, type Rational, readDecimal, times } from "../rational.js";

/** A country with a threshold and a currency of it. */
export interface CountryThreshold {
  readonly country: CountryCode;
  /** Currency of the threshold: its own one, else the official one. */
  readonly unit: CurrencyCode;
  /** As configured, in units of `unit`. */
  readonly text: string;
  readonly threshold: Rational;
}

/** A country, and a currency of transactions there. */
export interface Pair extends CountryThreshold {
  readonly currency: CurrencyCode;
  /** Units of `currency` and of `unit` for one unit of the base. */
  readonly from: string;
  readonly to: string;
  /** The rate table. null when both currencies are the same. */
  readonly rates: RateTableHead | null;
}

export interface DecidablePairs {
  readonly countries: readonly CountryThreshold[];
  /** The currencies with a rate, the base first if it is one. */
  readonly currencies: readonly CurrencyCode[];
  /** Returns the units of the currency for one unit of the base. */
  rateOf(currency: CurrencyCode): string | undefined;
  /** Returns the pair, or undefined where a rate is missing. */
  pair(country: CountryThreshold, currency: CurrencyCode): Pair | undefined;
}

/** @throws ComplianceError `rate_invalid` when the rate table is not valid. */
export function decidablePairsOf({ thresholds, rates, officialCurrencies = {} }: ThresholdConfig): DecidablePairs {
  if (rates !== undefined) checkRateTable(rates);
  const byCurrency = new Map(rates && [[rates.base, "1"], ...Object.entries(rates.rates)]);
  const countries = Object.entries(thresholds).flatMap(([country, threshold]): readonly CountryThreshold[] => {
    const { amount, currency } = typeof threshold === "object" ? bare(threshold) : { amount: threshold };
    const unit = currency ?? findOfficialCurrency(country, officialCurrencies);
    if (unit === undefined) return [];
    return [{ country, unit, text: String(amount), threshold: readDecimal(amount) }];
  });

  function pair(country: CountryThreshold, currency: CurrencyCode): Pair | undefined {
    if (currency === country.unit) return unitPair(country);
    const [from, to] = [byCurrency.get(currency), byCurrency.get(country.unit)];
    return rates && from && to ? { ...country, currency, from, to, rates } : undefined;
  }

  const currencies = [...byCurrency.keys()].filter(isCurrency);
  return { countries, currencies, rateOf: (currency) => byCurrency.get(currency), pair };
}

/** Returns the pair of a country and the currency of its threshold. */
export function unitPair({ country, unit, text, threshold }: CountryThreshold): Pair {
  return { country, unit, text, threshold, currency: unit, from: "1", to: "1", rates: null };
}

/** Returns the threshold in units of the transaction's currency. */
export function boundaryOf({ threshold, from, to }: Pair): Rational {
  return over(times(threshold, readDecimal(from)), readDecimal(to));
}

/** Returns the amount in units of the threshold's currency. */
export function convertedOf({ from, to }: Pair, amount: number | string): Rational {
  return over(times(readDecimal(amount), readDecimal(to)), readDecimal(from));
}

/** Returns the expected decision by rational arithmetic: equal or above is a breach (§4.9). */
export function expectedStatus(pair: Pair, amount: number | string): "breach" | "pass" {
  return compare(convertedOf(pair, amount), pair.threshold) === "below" ? "pass" : "breach";
}

/** Explains the expected decision, line by line. The transaction is made up, so it may be printed. */
export function explain(pair: Pair, amount: number | string): readonly string[] {
  return [`exactly: ${comparisonText(pair, amount)}`, ratesText(pair)];
}

function comparisonText(pair: Pair, amount: number | string): string {
  const { country, currency, unit, text, threshold } = pair;
  const converted = convertedOf(pair, amount);
  const order = compare(converted, threshold);
  const is = currency === unit ? "" : ` is ${distinctText(converted, threshold)} ${unit}`;
  const where = { below: "below", equal: "equal to", above: "above" }[order];
  return `${amount} ${currency}${is}, ${where} the threshold of ${text} ${unit} in ${country}`;
}

function ratesText({ currency, unit, from, to, rates }: Pair): string {
  if (rates === null) return `rates: none needed, ${unit} is the currency of the threshold`;
  const { base, date, source } = rates;
  const legs = [`${from} ${currency}`, `${to} ${unit}`].filter((leg) => leg !== `1 ${base}`);
  return `rates: ${legs.join(" and ")} for 1 ${base}; ${source}, ${date}`;
}

/** Returns the value with enough decimals to differ from the other. "…" stands for more decimals. */
function distinctText(value: Rational, other: Rational): string {
  const complete = exactText(value);
  if (complete !== undefined && complete.length <= 40) return complete;
  const digits = String(value.numerator / value.denominator);
  if (digits.length > 40) return `about ${digits[0]}.${digits.slice(1, 4)}e${digits.length - 1}`;
  let decimals = 4;
  while (decimals < 1_000 && cut(value, decimals) === cut(other, decimals)) decimals += 1;
  return `${cut(value, decimals)}…`;
}

/** Returns an amount as people write it, cut after two decimals: 103,355.61. */
export function moneyText(value: Rational): string {
  const [units = "", fraction = ""] = cut(value, 2).split(".");
  return `${units.replace(/\B(?=(?:\d{3})+$)/g, ",")}${fraction === "00" ? "" : `.${fraction}`}`;
}
