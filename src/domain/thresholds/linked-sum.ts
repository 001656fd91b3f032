/**
 * The sum of linked transactions, compared with a threshold: with integers, so nothing is rounded.
 *
 * Each currency and each asset has a weight price × to ÷ from: its value in the currency of the threshold, a fraction n ÷ d. Let D be
 * the product of all d, and s the most decimals of an amount. Then every value is an integer in units of 1 ÷ (D × 10^s). So
 * sums are sums of integers, and the threshold is multiplied by D × 10^s before it is compared.
 */
import type { DecimalText, DurationMs } from "../identifiers/codes.js";
import { minorUnitsOf } from "../identifiers/currency.js";
import { own } from "../own.js";
import { toIsoOffset } from "../timestamp.js";
import { noteOf, thresholdFacts } from "./engine.js";
import type { LinkedSum, LinkedSumAmount, ThresholdDecision } from "./types.js";

/** A number of 0 or more: digits × 10^-decimals. */
interface Digits {
  readonly digits: bigint;
  readonly decimals: number;
}

/** What the amounts in one currency or asset have in common. */
export interface LinkedLeg {
  /** A decision about any amount of that currency or asset. Only its rate and its price count. */
  readonly decision: ThresholdDecision;
  /** The value of one unit in the currency of the threshold. */
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A transaction with its amounts in units of their legs. It has at least one amount. */
export interface LinkedItem {
  /** When it was first evaluated. */
  readonly time: string;
  readonly amounts: readonly { readonly amount: DecimalText; readonly leg: LinkedLeg }[];
}

/** What a sum is made of. */
export interface LinkedCase {
  /** The decision about the evaluated transaction alone. */
  readonly alone: ThresholdDecision;
  /** When that transaction was first evaluated. */
  readonly time: string;
  /** The transactions of its link key, itself included, oldest first. */
  readonly items: readonly LinkedItem[];
  readonly window: DurationMs;
}

/** Returns the leg of the currency or asset of a decision. */
export function legOf(decision: ThresholdDecision): LinkedLeg {
  const { rate } = decision;
  const price = digitsOf(own(decision, "price")?.price ?? "1");
  const [from, to] = rate === null ? [ONE, ONE] : [digitsOf(rate.from), digitsOf(rate.to)];
  return {
    decision,
    numerator: price.digits * to.digits * power(from.decimals),
    denominator: from.digits * power(price.decimals + to.decimals),
  };
}

/**
 * Decides by the sum of the transactions in one period of the window's length. Of all such periods that contain the time of
 * the evaluated transaction, that with the largest sum counts. So a late or repeated evaluation finds no smaller sum. Of
 * several amounts of one transaction the largest counts.
 */
export function decideLinked({ alone, time, items, window }: LinkedCase): ThresholdDecision {
  const scale = scaleOf(items);
  const evaluated = Date.parse(time);
  const valued = items.map((item) => largestOf(item, scale));
  const period = largestPeriod(valued, evaluated, window);
  const sum = period.reduce((total, { value }) => total + value, 0n);
  const comparison = compare(sum, alone, scale);
  const status = comparison === "below" ? "pass" : "breach";
  const linked: LinkedSum = {
    transactions: period.length,
    window,
    first_at: toIsoOffset(new Date(period.reduce((first, { at }) => Math.min(first, at), evaluated))),
    last_at: toIsoOffset(new Date(period.reduce((last, { at }) => Math.max(last, at), evaluated))),
    converted: convertedSum(sum, alone, scale),
    amounts: amountsOf(period),
  };
  const { note: ofAmountAlone, ...rest } = alone;
  const note = noteOf({ operator: own(alone, "operator"), comparison, country: alone.country });
  return {
    ...rest,
    status,
    comparison,
    message: messageOf(status, alone, period.length),
    ...(note !== undefined && { note }),
    linked,
  };
}

/** The unit of all values. */
interface Scale {
  /** The most decimals of an amount. */
  readonly decimals: number;
  /** The product of the denominators of all legs. */
  readonly denominator: bigint;
}

function scaleOf(items: readonly LinkedItem[]): Scale {
  const amounts = items.flatMap((item) => item.amounts);
  const legs = new Set(amounts.map(({ leg }) => leg));
  return {
    decimals: amounts.reduce((most, { amount }) => Math.max(most, digitsOf(amount).decimals), 0),
    denominator: [...legs].reduce((product, { denominator }) => product * denominator, 1n),
  };
}

/** A transaction with the largest of its amounts. */
interface Valued {
  readonly at: number;
  readonly amount: Digits;
  readonly leg: LinkedLeg;
  readonly value: bigint;
}

function largestOf({ time, amounts }: LinkedItem, { decimals, denominator }: Scale): Valued {
  const at = Date.parse(time);
  const valued = amounts.map(({ amount: text, leg }): Valued => {
    const amount = digitsOf(text);
    const factor = leg.numerator * (denominator / leg.denominator);
    return { at, amount, leg, value: amount.digits * power(decimals - amount.decimals) * factor };
  });
  return valued.reduce((largest, each) => (each.value > largest.value ? each : largest));
}

/** @param time - a time that every period contains */
function largestPeriod(sorted: readonly Valued[], time: number, window: DurationMs): readonly Valued[] {
  const near = sorted.filter(({ at }) => Math.abs(at - time) <= window);
  let best = { sum: -1n, start: 0, end: 0 };
  let [sum, end] = [0n, 0];
  for (const [start, first] of near.entries()) {
    if (first.at > time) break;
    for (let next = near[end]; next !== undefined && next.at <= first.at + window; next = near[end]) {
      sum += next.value;
      end += 1;
    }
    if (sum > best.sum) best = { sum, start, end };
    sum -= first.value;
  }
  return near.slice(best.start, best.end);
}

function compare(sum: bigint, { threshold }: ThresholdDecision, scale: Scale): ThresholdDecision["comparison"] {
  const bound = digitsOf(threshold);
  const left = sum * power(bound.decimals);
  const right = bound.digits * scale.denominator * power(scale.decimals);
  if (left === right) return "equal";
  return left < right ? "below" : "above";
}

/** Cut to the minor unit, like the converted amount of one transaction. */
function convertedSum(sum: bigint, { currency }: ThresholdDecision, scale: Scale): DecimalText {
  const decimals = minorUnitsOf(currency) ?? 2;
  return textOf({ digits: (sum * power(decimals)) / (scale.denominator * power(scale.decimals)), decimals });
}

/** Returns the exact sum of each currency and each asset. */
function amountsOf(period: readonly Valued[]): readonly LinkedSumAmount[] {
  const sums = new Map<LinkedLeg, Digits>();
  for (const { leg, amount } of period) sums.set(leg, plus(sums.get(leg) ?? NONE, amount));
  return [...sums].map(([{ decision }, sum]) => {
    const { amount_currency, rate } = decision;
    const price = own(decision, "price");
    if (price === undefined) return { amount: shortest(sum), amount_currency, rate };
    const each = digitsOf(price.price);
    const product = { digits: sum.digits * each.digits, decimals: sum.decimals + each.decimals };
    return { amount: shortest(product), amount_currency, rate, price: { ...price, asset_amount: shortest(sum) } };
  });
}

function messageOf(status: ThresholdDecision["status"], alone: ThresholdDecision, count: number): string {
  const reaches = status === "breach" ? "reaches" : "is below";
  return `The sum of ${count} linked transaction${count === 1 ? "" : "s"} ${reaches} ${thresholdFacts(alone)}`;
}

const NONE: Digits = { digits: 0n, decimals: 0 };
const ONE: Digits = { digits: 1n, decimals: 0 };

/** @param text - decimal text of any length */
function digitsOf(text: DecimalText): Digits {
  const point = text.indexOf(".");
  if (point < 0) return { digits: BigInt(text), decimals: 0 };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), decimals: text.length - point - 1 };
}

function plus(a: Digits, b: Digits): Digits {
  const decimals = Math.max(a.decimals, b.decimals);
  const scaled = (each: Digits): bigint => each.digits * power(decimals - each.decimals);
  return { digits: scaled(a) + scaled(b), decimals };
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function textOf({ digits, decimals }: Digits): DecimalText {
  const text = String(digits).padStart(decimals + 1, "0");
  const point = text.length - decimals;
  return decimals === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
}

/** Returns the text without zeros at its end. */
function shortest(value: Digits): DecimalText {
  const text = textOf(value);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
