/** What a configuration says of each country and currency, read without the engine, so that both can be compared. */
import type { CountryCode, CurrencyCode } from "../../domain/identifiers/codes.js";
import { isCurrency } from "../../domain/identifiers/currency.js";
import { findOfficialCurrency } from "../../domain/thresholds/country-threshold.js";
import { checkRateTable } from "../../domain/thresholds/rates.js";
import type { RateTableHead, ThresholdConfig } from "../../domain/thresholds/types.js";
import { compare, over, type Rational, readDecimal, times } from "../rational.js";

/** A country with a threshold that can be compared with. */
export interface Place {
  readonly country: CountryCode;
  readonly official: CurrencyCode;
  /** As it is configured, in units of `official`. */
  readonly text: string;
  readonly threshold: Rational;
}

/** A country and a currency of transactions there. */
export interface Pair extends Place {
  readonly currency: CurrencyCode;
  /** Units of `currency` and of `official` for one unit of the base. */
  readonly from: string;
  readonly to: string;
  /** Whose rates they are; null when both currencies are the same. */
  readonly rates: RateTableHead | null;
}

/** All pairs that can be decided. */
export interface Ground {
  readonly places: readonly Place[];
  /** The currencies of money that have a rate, the base first if it is one. */
  readonly listed: readonly CurrencyCode[];
  /** Units of that currency for one unit of the base. */
  rateOf(currency: CurrencyCode): string | undefined;
  /** undefined where a rate is missing. */
  pair(place: Place, currency: CurrencyCode): Pair | undefined;
}

/** @throws ComplianceError `rate_invalid` when the rate table cannot be used. */
export function groundOf({ thresholds, rates, officialCurrencies = {} }: ThresholdConfig): Ground {
  if (rates !== undefined) checkRateTable(rates);
  const byCurrency = new Map(rates && [[rates.base, "1"], ...Object.entries(rates.rates)]);
  const places = Object.entries(thresholds).flatMap(([country, threshold]): readonly Place[] => {
    const official = findOfficialCurrency(country, officialCurrencies);
    if (official === undefined) return [];
    return [{ country, official, text: String(threshold), threshold: readDecimal(threshold) }];
  });

  function pair(place: Place, currency: CurrencyCode): Pair | undefined {
    if (currency === place.official) return { ...place, currency, from: "1", to: "1", rates: null };
    const [from, to] = [byCurrency.get(currency), byCurrency.get(place.official)];
    return rates && from && to ? { ...place, currency, from, to, rates } : undefined;
  }

  const listed = [...byCurrency.keys()].filter(isCurrency);
  return { places, listed, rateOf: (currency) => byCurrency.get(currency), pair };
}

/** The threshold in units of the transaction's currency. */
export function boundaryOf({ threshold, from, to }: Pair): Rational {
  return over(times(threshold, readDecimal(from)), readDecimal(to));
}

/** The amount in units of the official currency. */
export function convertedOf({ from, to }: Pair, amount: number | string): Rational {
  return over(times(readDecimal(amount), readDecimal(to)), readDecimal(from));
}

/** What is right, by rational arithmetic: equal or above is a breach (§4.9). */
export function rightStatus(pair: Pair, amount: number | string): "breach" | "pass" {
  return compare(convertedOf(pair, amount), pair.threshold) === "below" ? "pass" : "breach";
}
