/** What a competent engineer would write without the engine: the same look-ups, rates and thresholds read beforehand. */
import { Decimal } from "decimal.js";
import type { Transaction } from "../../src/domain/thresholds/transaction.js";
import { officials, rates, thresholds } from "./threshold-corpora.js";

function mapped<T>(texts: Readonly<Record<string, string>>, read: (text: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, read(text)]));
}

// The codes of the corpora stand in these tables: the casts below say so, at no cost in time.
type Table<T> = Readonly<Record<string, T>>;

const doubleRates: Table<number> = mapped(rates, Number);
const doubleThresholds: Table<number> = mapped(thresholds, Number);

/** Doubles: fast, and wrong on the boundary. */
export function naiveBreaches({ amount, currency, country }: Transaction): boolean {
  const official = officials[country] as string;
  const rate = (doubleRates[official] as number) / (doubleRates[currency] as number);
  return Number(amount) * rate >= (doubleThresholds[country] as number);
}

const decimalRates: Table<Decimal> = mapped(rates, (text) => new Decimal(text));
const decimalThresholds: Table<Decimal> = mapped(thresholds, (text) => new Decimal(text));

/** decimal.js as it comes: 20 significant digits. */
export function decimalBreaches({ amount, currency, country }: Transaction): boolean {
  const to = decimalRates[officials[country] as string] as Decimal;
  const from = decimalRates[currency] as Decimal;
  return new Decimal(amount)
    .times(to)
    .div(from)
    .gte(decimalThresholds[country] as Decimal);
}

const PLACES = 6;
const scaledRates: Table<bigint> = mapped(
  rates,
  (text) => scaled(text).units * 10n ** BigInt(PLACES - scaled(text).places),
);
const scaledThresholds: Table<bigint> = mapped(thresholds, BigInt);
const powers = Array.from({ length: 100 }, (_, exponent) => 10n ** BigInt(exponent));

function scaled(text: string): { readonly units: bigint; readonly places: number } {
  const point = text.indexOf(".");
  if (point < 0) return { units: BigInt(text), places: 0 };
  return { units: BigInt(text.slice(0, point) + text.slice(point + 1)), places: text.length - point - 1 };
}

/** BigInt, scaled by powers of ten: exact for literals without an exponent, which is all that the corpora hold. */
export function bigintBreaches({ amount, currency, country }: Transaction): boolean {
  const { units, places } = scaled(String(amount));
  const to = scaledRates[officials[country] as string] as bigint;
  const from = scaledRates[currency] as bigint;
  return units * to >= (scaledThresholds[country] as bigint) * from * (powers[places] as bigint);
}
