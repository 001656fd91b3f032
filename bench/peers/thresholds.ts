/** Threshold decisions without vaspkit, as an experienced engineer would write them. All tables are read beforehand. */
import Big from "big.js";
import { Decimal } from "decimal.js";
import { Engine } from "json-rules-engine";
import type { Transaction } from "vaspkit";
import { type Lookup, officials, rates, thresholds } from "../kit/transactions.js";

// Casts of lookups: every code of the corpora is in every table.

export function mapped<T>(texts: Lookup<string>, read: (text: string) => T): Lookup<T> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, read(text)]));
}

const doubleRates = mapped(rates, Number);
const doubleThresholds = mapped(thresholds, Number);

/** Doubles: fast, and wrong at the threshold. */
export function naiveBreaches({ amount, currency, country }: Transaction): boolean {
  const rate = (doubleRates[officials[country] as string] as number) / (doubleRates[currency] as number);
  return Number(amount) * rate >= (doubleThresholds[country] as number);
}

export const decimalRates = mapped(rates, (text) => new Decimal(text));
const decimalThresholds = mapped(thresholds, (text) => new Decimal(text));

/** decimal.js with its defaults: 20 significant digits. */
export function decimalBreaches({ amount, currency, country }: Transaction): boolean {
  const product = new Decimal(amount).times(decimalRates[officials[country] as string] as Decimal);
  return product.div(decimalRates[currency] as Decimal).gte(decimalThresholds[country] as Decimal);
}

const bigRates = mapped(rates, (text) => new Big(text));
const bigThresholds = mapped(thresholds, (text) => new Big(text));

/** big.js with its defaults: 20 decimal places of a quotient. */
export function bigBreaches({ amount, currency, country }: Transaction): boolean {
  const product = new Big(amount).times(bigRates[officials[country] as string] as Big);
  return product.div(bigRates[currency] as Big).gte(bigThresholds[country] as Big);
}

interface Scaled {
  readonly units: bigint;
  readonly places: number;
}

/** Returns a decimal without exponent as an integer of its last place. */
function scaled(text: string): Scaled {
  const point = text.indexOf(".");
  if (point < 0) return { units: BigInt(text), places: 0 };
  return { units: BigInt(text.slice(0, point) + text.slice(point + 1)), places: text.length - point - 1 };
}

const powers = Array.from({ length: 100 }, (_, exponent) => 10n ** BigInt(exponent));
const scaledRates = mapped(rates, (text) => {
  const { units, places } = scaled(text);
  return units * 10n ** BigInt(6 - places);
});
const scaledThresholds = mapped(thresholds, BigInt);

/** BigInt scaled by powers of ten: exact for amounts without exponent. */
export function bigintBreaches({ amount, currency, country }: Transaction): boolean {
  const { units, places } = scaled(String(amount));
  const limit = (scaledThresholds[country] as bigint) * (scaledRates[currency] as bigint) * (powers[places] as bigint);
  return units * (scaledRates[officials[country] as string] as bigint) >= limit;
}

/** One engine per country, because an engine runs all of its rules each time. */
const engines = mapped(thresholds, (threshold) => {
  const reaches = { fact: "converted", operator: "reaches", value: threshold };
  const engine = new Engine([{ conditions: { all: [reaches] }, event: { type: "breach" } }]);
  const limit = new Decimal(threshold);
  engine.addOperator("reaches", (converted: Decimal) => converted.gte(limit));
  return engine;
});

/** json-rules-engine, comparing what decimal.js converts. */
export async function rulesEngineBreaches({ amount, currency, country }: Transaction): Promise<boolean> {
  const to = decimalRates[officials[country] as string] as Decimal;
  const converted = new Decimal(amount).times(to).div(decimalRates[currency] as Decimal);
  const { events } = await (engines[country] as Engine).run({ converted });
  return events.length > 0;
}
