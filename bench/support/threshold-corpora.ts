/** Transactions for the threshold bench, off and on the boundary, and the right decision of each. */
import type { Transaction } from "../../src/domain/thresholds/types.js";
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
import { seededRandom } from "./random.js";

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

export const table = ecbRates20240628;
export const thresholds = Object.fromEntries(markets.map(([country, , threshold]) => [country, threshold]));
export const officials = Object.fromEntries(markets.map(([country, official]) => [country, official]));
/** Every currency of the table, with its base. */
export const rates: Readonly<Record<string, string>> = { ...table.rates, [table.base]: "1" };

export interface Corpus {
  readonly name: string;
  readonly transactions: readonly Transaction[];
  /** Whether each transaction breaches, by rational arithmetic. */
  readonly breaches: readonly boolean[];
}

/** An amount for a pair of currencies, given where its boundary lies. */
type Draw = (boundary: Rational, random: () => number) => number | string;

/** Whole cents, from a hundredth of the boundary to a hundred times it. */
function cents(boundary: Rational, random: () => number): bigint {
  return BigInt(Math.round(doubleNear(boundary) * 100 * 10 ** (4 * random() - 2)));
}

/** The next decimal place of 18 (what one ether is divided into) at or below the boundary, or the one above it. */
function lastDigit({ numerator, denominator }: Rational, random: () => number): bigint {
  return (numerator * 10n ** 18n) / denominator + (random() < 0.5 ? 0n : 1n);
}

const draws: Readonly<Record<string, Draw>> = {
  "number, off": (boundary, random) => Number(cents(boundary, random)) / 100,
  "number, on": (boundary, random) => doubleStepsFrom(doubleNear(boundary), Math.floor(random() * 3) - 1),
  "text, off": (boundary, random) => withPoint(cents(boundary, random), 2),
  "text, on": (boundary, random) => withPoint(lastDigit(boundary, random), 18),
};

/** Four corpora: amounts as numbers and as texts, off the boundary and on it (one double, or one of 18 decimals, away). */
export function corpora(): readonly Corpus[] {
  return Object.entries(draws).map(([name, draw]) => corpus(name, draw));
}

function corpus(name: string, draw: Draw): Corpus {
  const random = seededRandom(20240628);
  const pick = <T>(all: readonly [T, ...T[]] | readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const breaches: boolean[] = [];
  const transactions = Array.from({ length: SIZE }, (_, index) => {
    const [country, official, threshold] = pick(markets);
    const currency = pick(Object.keys(rates));
    const [from, to] = [readDecimal(rates[currency] ?? ""), readDecimal(rates[official] ?? "")];
    const amount = draw(over(times(readDecimal(threshold), from), to), random);
    breaches.push(compare(times(readDecimal(amount), to), times(readDecimal(threshold), from)) !== "below");
    return { transaction_id: `T-${index}`, amount, currency, country };
  });
  // Through JSON, as transactions come: codes are then texts that V8 has seen before, for every contender alike.
  return { name, transactions: JSON.parse(JSON.stringify(transactions)) as readonly Transaction[], breaches };
}
