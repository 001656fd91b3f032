/** What a competent engineer would write without the engine: the same look-ups, rates and thresholds read beforehand. */
import Big from "big.js";
import { Decimal } from "decimal.js";
import type { Transaction } from "../../src/domain/thresholds/types.js";
import { officials, rates, thresholds } from "./threshold-corpora.js";
import { mapped, powers, scaled, type Table } from "./threshold-tables.js";

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

const bigRates: Table<Big> = mapped(rates, (text) => new Big(text));
const bigThresholds: Table<Big> = mapped(thresholds, (text) => new Big(text));

/** big.js as it comes: 20 decimal places of a quotient. */
export function bigBreaches({ amount, currency, country }: Transaction): boolean {
  const to = bigRates[officials[country] as string] as Big;
  const from = bigRates[currency] as Big;
  return new Big(amount)
    .times(to)
    .div(from)
    .gte(bigThresholds[country] as Big);
}

const PLACES = 6;
const scaledRates: Table<bigint> = mapped(rates, (text) => {
  const { units, places } = scaled(text);
  return units * 10n ** BigInt(PLACES - places);
});
const scaledThresholds: Table<bigint> = mapped(thresholds, BigInt);

/** BigInt, scaled by powers of ten: exact for literals without an exponent, which is all that the corpora hold. */
export function bigintBreaches({ amount, currency, country }: Transaction): boolean {
  const { units, places } = scaled(String(amount));
  const to = scaledRates[officials[country] as string] as bigint;
  const from = scaledRates[currency] as bigint;
  return units * to >= (scaledThresholds[country] as bigint) * from * (powers[places] as bigint);
}
