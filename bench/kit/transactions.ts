/** Transactions near and far from the threshold of their country, with the right decision for each. */
import type { RateTable, Transaction } from "vaspkit";
import {
  compare,
  doubleNear,
  doubleStepsFrom,
  over,
  type Rational,
  readDecimal,
  times,
  withPoint,
} from "../../src/testing/rational.js";
import { ecbRates20240628 } from "../../test/support/rates.js";
import { seededRandom } from "./numbers.js";

const SIZE = 4096;

/** Country, official currency, threshold. */
const markets = [
  ["US", "USD", "3000"],
  ["SG", "SGD", "1500"],
  ["DE", "EUR", "1000"],
  ["JP", "JPY", "100000"],
  ["GB", "GBP", "1000"],
  ["CH", "CHF", "1000"],
  ["KR", "KRW", "1000000"],
  ["ID", "IDR", "15000000"],
  ["CA", "CAD", "1000"],
  ["HK", "HKD", "8000"],
  ["ZA", "ZAR", "5000"],
  ["HU", "HUF", "300000"],
] as const;

export type Lookup<T> = Readonly<Record<string, T>>;

export const table: RateTable = ecbRates20240628;
export const thresholds: Lookup<string> = Object.fromEntries(markets.map(([country, , limit]) => [country, limit]));
export const officials: Lookup<string> = Object.fromEntries(markets.map(([country, official]) => [country, official]));
/** Every currency of the table, including its base. */
export const rates: Lookup<string> = { ...table.rates, [table.base]: "1" };

export interface Corpus {
  readonly name: string;
  readonly transactions: readonly Transaction[];
  /** Whether each transaction breaches, by rational arithmetic. */
  readonly breaches: readonly boolean[];
}

/** Draws an amount, given the amount that equals the threshold. */
type Draw = (boundary: Rational, random: () => number) => number | string;

/** Draws whole cents, from a hundredth of the boundary to a hundred times it. */
function cents(boundary: Rational, random: () => number): bigint {
  return BigInt(Math.round(doubleNear(boundary) * 100 * 10 ** (4 * random() - 2)));
}

const draws: Lookup<Draw> = {
  "number, off": (boundary, random) => Number(cents(boundary, random)) / 100,
  // The nearest double, or one of its neighbours.
  "number, on": (boundary, random) => doubleStepsFrom(doubleNear(boundary), Math.floor(random() * 3) - 1),
  "text, off": (boundary, random) => withPoint(cents(boundary, random), 2),
  // The last of 18 decimals at or below the boundary, or the next one.
  "text, on": ({ numerator, denominator }, random) =>
    withPoint((numerator * 10n ** 18n) / denominator + (random() < 0.5 ? 0n : 1n), 18),
};

/** The corpus of most transactions: amounts far from the threshold. */
export const ORDINARY = "number, off";

export function corpora(): readonly Corpus[] {
  return Object.entries(draws).map(([name, draw]) => corpusOf(name, draw));
}

function corpusOf(name: string, draw: Draw): Corpus {
  const random = seededRandom(20240628);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const breaches: boolean[] = [];
  const transactions = Array.from({ length: SIZE }, (_, index) => {
    const [country, official, threshold] = pick(markets);
    const currency = pick(Object.keys(rates));
    const [from, to] = [readDecimal(rates[currency] ?? ""), readDecimal(rates[official] ?? "")];
    const amount = draw(over(times(readDecimal(threshold), from), to), random);
    breaches.push(compare(times(readDecimal(amount), to), times(readDecimal(threshold), from)) !== "below");
    return { transaction_id: `T-${index}`, amount, currency, country };
  });
  // Through JSON, as requests arrive: V8 then treats their texts alike for every contender.
  return { name, transactions: JSON.parse(JSON.stringify(transactions)) as readonly Transaction[], breaches };
}

/** Returns how many of the decisions are wrong. */
export async function wrongDecisions(
  breaches: (transaction: Transaction) => boolean | Promise<boolean>,
  corpus: Corpus,
): Promise<number> {
  let wrong = 0;
  for (const [at, transaction] of corpus.transactions.entries()) {
    if ((await breaches(transaction)) !== corpus.breaches[at]) wrong += 1;
  }
  return wrong;
}
