/** A threshold decided with dinero.js 2, over BigInt: 18 decimals of an amount are more than its numbers hold. */
import { convert, type DineroCurrency, type DineroRates, dinero, greaterThanOrEqual } from "dinero.js/bigint";
import type { Transaction } from "../../src/domain/thresholds/types.js";
import { over, type Rational, readDecimal } from "../../src/testing/rational.js";
import { officials, rates, thresholds } from "./threshold-corpora.js";
import { mapped, scaled, type Table } from "./threshold-tables.js";

type Currency = DineroCurrency<bigint>;

const currencies: Table<Currency> = Object.fromEntries(
  Object.keys(rates).map((code) => [code, { code, base: 10n, exponent: 2n }]),
);

/** Rates are whole numbers and a scale, as its guide asks for. A rate between two currencies is rounded to so many places. */
const PLACES = 12n;

const ratesFrom: Table<DineroRates<bigint>> = Object.fromEntries(
  Object.keys(rates).map((from) => [
    from,
    mapped(rates, (to) => ({ amount: rounded(over(readDecimal(to), readDecimal(rates[from] ?? ""))), scale: PLACES })),
  ]),
);

function rounded({ numerator, denominator }: Rational): bigint {
  // Half up.
  return (2n * numerator * 10n ** PLACES + denominator) / (2n * denominator);
}

const limits = Object.fromEntries(
  Object.entries(thresholds).map(([country, text]) => [
    country,
    dinero({ amount: BigInt(text), scale: 0n, currency: currencies[officials[country] as string] as Currency }),
  ]),
);

/** Converts the amount, then compares it with the threshold. */
export function dineroBreaches({ amount, currency, country }: Transaction): boolean {
  const { units, places } = scaled(String(amount));
  const given = dinero({ amount: units, scale: BigInt(places), currency: currencies[currency] as Currency });
  const official = currencies[officials[country] as string] as Currency;
  const converted = convert(given, official, ratesFrom[currency] as DineroRates<bigint>);
  return greaterThanOrEqual(converted, limits[country] as typeof converted);
}
