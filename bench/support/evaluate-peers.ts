/**
 * Validated decisions as a competent engineer would write them: zod, then exact arithmetic. The product of amount and rate is
 * compared without a division; a division of 20 digits gives the converted amount to show, as vaspkit's decision does.
 */
import Big from "big.js";
import { Decimal } from "decimal.js";
import type { Transaction } from "../../src/domain/thresholds/types.js";
import { zodTransaction } from "./evaluate-input.js";
import { officials, rates, thresholds } from "./threshold-corpora.js";
import { rulesEngineBreaches } from "./threshold-rules.js";
import { mapped, type Table } from "./threshold-tables.js";

/** What §2.10 wants of a rule, a status and a text with threshold and country; and the amount that was compared. */
export interface Decided {
  readonly status: "breach" | "pass";
  readonly message: string;
  /** In the country's currency, to its minor unit. */
  readonly converted?: string;
}

/** Both texts by country, made beforehand. */
const messagesOf: Table<Readonly<Record<Decided["status"], string>>> = Object.fromEntries(
  Object.entries(thresholds).map(([country, threshold]) => {
    const limit = `the threshold of ${threshold} ${officials[country]} for ${country}.`;
    return [country, { breach: `The amount reaches ${limit}`, pass: `The amount is below ${limit}` }];
  }),
);

function decidedAs(isBreach: boolean, country: string): Decided {
  const status = isBreach ? "breach" : "pass";
  return { status, message: messagesOf[country]?.[status] ?? "" };
}

const minorUnits: Table<number> = mapped(officials, (currency) => (currency === "JPY" || currency === "KRW" ? 0 : 2));

/** Products of an amount of 100 digits and a rate keep all their digits. */
const ExactDecimal = Decimal.clone({ defaults: true, precision: 200 });
const exactRates: Table<Decimal> = mapped(rates, (text) => new ExactDecimal(text));
const shownRates: Table<Decimal> = mapped(rates, (text) => new Decimal(text));
const exactLimits: Table<Table<Decimal>> = mapped(thresholds, (threshold) =>
  mapped(rates, (from) => new ExactDecimal(threshold).times(from)),
);

/** The decision of a transaction that is valid. */
export function decimalDecides({ amount, currency, country }: Transaction): Decided {
  const product = new ExactDecimal(amount).times(exactRates[officials[country] as string] as Decimal);
  const converted = new Decimal(product).div(shownRates[currency] as Decimal).toFixed(minorUnits[country] as number);
  return { ...decidedAs(product.gte(limitOf(exactLimits, country, currency)), country), converted };
}

function limitOf<T>(limits: Table<Table<T>>, country: string, currency: string): T {
  return (limits[country] as Table<T>)[currency] as T;
}

const bigRates: Table<Big> = mapped(rates, (text) => new Big(text));
const bigLimits: Table<Table<Big>> = mapped(thresholds, (threshold) =>
  mapped(rates, (from) => new Big(threshold).times(from)),
);

function bigDecides({ amount, currency, country }: Transaction): Decided {
  const product = new Big(amount).times(bigRates[officials[country] as string] as Big);
  const converted = product.div(bigRates[currency] as Big).toFixed(minorUnits[country] as number);
  return { ...decidedAs(product.gte(limitOf(bigLimits, country, currency)), country), converted };
}

export function zodAndDecimal(input: unknown): Decided {
  return decimalDecides(zodTransaction.parse(input));
}

export function zodAndBig(input: unknown): Decided {
  return bigDecides(zodTransaction.parse(input));
}

/** No more than a status and its text: nothing converted to show. */
export function zodAndDecimalVerdict(input: unknown): Decided {
  const { amount, currency, country } = zodTransaction.parse(input);
  const product = new ExactDecimal(amount).times(exactRates[officials[country] as string] as Decimal);
  return decidedAs(product.gte(limitOf(exactLimits, country, currency)), country);
}

/** The rules engine compares what decimal.js converted, as it comes: 20 digits. */
export async function zodAndRulesEngine(input: unknown): Promise<Decided> {
  const transaction = zodTransaction.parse(input);
  return decidedAs(await rulesEngineBreaches(transaction), transaction.country);
}
