/**
 * The sum of linked transactions, compared with a threshold without a division.
 *
 * One unit of a currency or an asset has the value to ÷ from in the currency of the threshold. Let the scale be the product of
 * all `from`. Then value × scale is a decimal, and so are sums. The threshold is multiplied by the scale before it is compared.
 */
import { comparisonOf, convertedTextOf, decimalOf, type ExactDecimal, type Factors } from "../decimal.js";
import type { DecimalText, DurationMs } from "../identifiers/codes.js";
import { minorUnitsOf } from "../identifiers/currency.js";
import { own } from "../own.js";
import { toIsoOffset } from "../timestamp.js";
import { noteOf, thresholdFacts } from "./engine.js";
import { factorsOf } from "./rates.js";
import type { LinkedDecision, LinkedSum, LinkedSumAmount, ThresholdDecision } from "./types.js";

/** What the amounts in one currency or asset have in common. */
export interface LinkedLeg extends Factors {
  /** A decision about any amount of that currency or asset. Only its rate and its price count. */
  readonly decision: ThresholdDecision;
}

/** A transaction with its amounts in units of their legs. It has at least one amount. */
export interface LinkedItem {
  /** That of the linked transaction. */
  readonly time: string;
  readonly amounts: readonly { readonly amount: DecimalText; readonly leg: LinkedLeg }[];
}

/** What a sum is made of. */
export interface LinkedCase {
  /** The decision about the evaluated transaction alone. */
  readonly alone: ThresholdDecision;
  /** The time of that transaction among `items`. */
  readonly time: string;
  /** The transactions of its link key, itself included, oldest first. */
  readonly items: readonly LinkedItem[];
  readonly window: DurationMs;
}

/** Returns the leg of the currency or asset of a decision. */
export function legOf(decision: ThresholdDecision): LinkedLeg {
  const { from, to } = factorsOf(decision.rate);
  return { decision, from, to: to.times(own(decision, "price")?.price ?? 1) };
}

/**
 * Decides by the sum of the transactions in one period of the window's length. Of all such periods that contain the time of
 * the evaluated transaction, that with the largest sum counts. So a late or repeated evaluation finds no smaller sum. Of
 * several amounts of one transaction the largest counts.
 */
export function decideLinked(given: LinkedCase): LinkedDecision {
  const { alone, time, window } = given;
  const evaluated = Date.parse(time);
  const { valued, scale } = valuedNear(given, evaluated);
  const period = largestPeriod(valued, evaluated, window);
  const sum = period.reduce((total, { value }) => total.plus(value), NONE);
  const comparison = comparisonOf(sum.comparedTo(scale.times(alone.threshold)));
  const status = comparison === "below" ? "pass" : "breach";
  const linked: LinkedSum = {
    transactions: period.length,
    window,
    first_at: toIsoOffset(new Date(period.reduce((first, { at }) => Math.min(first, at), evaluated))),
    last_at: toIsoOffset(new Date(period.reduce((last, { at }) => Math.max(last, at), evaluated))),
    // Cut to the minor unit, like the converted amount of one transaction.
    converted: convertedTextOf(sum, { from: scale, to: ONE }, minorUnitsOf(alone.currency) ?? 2),
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

/** An amount whose text is read, so that it is read once. */
interface ReadAmount {
  readonly amount: ExactDecimal;
  readonly leg: LinkedLeg;
}

/** A transaction with the largest of its amounts. */
interface Valued extends ReadAmount {
  readonly at: number;
  /** The value of the amount in the currency of the threshold, times the scale. */
  readonly value: ExactDecimal;
}

/** Returns the transactions that can be in a period with `time`, and the scale of their values. */
function valuedNear({ items, window }: LinkedCase, time: number): { valued: readonly Valued[]; scale: ExactDecimal } {
  const near: { readonly at: number; readonly amounts: readonly ReadAmount[] }[] = [];
  const legs = new Set<LinkedLeg>();
  for (const item of items) {
    const at = Date.parse(item.time);
    if (Math.abs(at - time) > window) continue;
    const amounts = item.amounts.map(({ amount, leg }) => ({ amount: decimalOf(amount), leg }));
    for (const { leg } of amounts) legs.add(leg);
    near.push({ at, amounts });
  }
  const { weights, scale } = weightsOf(legs);
  const valued = near.map(({ at, amounts }) => {
    // The cast: every leg has a weight.
    const values = amounts.map(({ amount, leg }): Valued => {
      return { at, amount, leg, value: amount.times(weights.get(leg) as ExactDecimal) };
    });
    return values.reduce((largest, each) => (each.value.gt(largest.value) ? each : largest));
  });
  return { valued, scale };
}

/** Returns the scale, and the value of one unit of each leg times the scale. Equal divisors count once. */
function weightsOf(legs: ReadonlySet<LinkedLeg>): { weights: Map<LinkedLeg, ExactDecimal>; scale: ExactDecimal } {
  const divisors = new Map([...legs].map(({ from }) => [from.toFixed(), from]));
  const product = (factors: readonly ExactDecimal[]): ExactDecimal =>
    factors.reduce((all, each) => all.times(each), ONE);
  const others = new Map(
    [...divisors.keys()].map((name) => {
      return [name, product([...divisors].filter(([other]) => other !== name).map(([, divisor]) => divisor))];
    }),
  );
  // The cast: every divisor has a product of the others.
  const weightOf = ({ from, to }: LinkedLeg): ExactDecimal => to.times(others.get(from.toFixed()) as ExactDecimal);
  return { weights: new Map([...legs].map((leg) => [leg, weightOf(leg)])), scale: product([...divisors.values()]) };
}

/** A part of the transactions, by the first and the one after the last. */
interface Period {
  readonly start: number;
  readonly end: number;
  /** The sum of all transactions before `start`, and of all before `end`. */
  readonly before: ExactDecimal;
  readonly through: ExactDecimal;
}

/**
 * @param near - the transactions that can be in a period with `time`, oldest first
 * @param time - a time that every period contains
 */
function largestPeriod(near: readonly Valued[], time: number, window: DurationMs): readonly Valued[] {
  let best: Period | undefined;
  let [before, through, end] = [NONE, NONE, 0];
  for (const [start, first] of near.entries()) {
    if (first.at > time) break;
    for (let next = near[end]; next !== undefined && next.at <= first.at + window; next = near[end]) {
      through = through.plus(next.value);
      end += 1;
    }
    // The sums of both periods, without a subtraction.
    if (best === undefined || through.plus(best.before).gt(best.through.plus(before)))
      best = { start, end, before, through };
    before = before.plus(first.value);
  }
  return near.slice(best?.start, best?.end);
}

/** Returns the exact sum of each currency and each asset. */
function amountsOf(period: readonly Valued[]): readonly LinkedSumAmount[] {
  const sums = new Map<LinkedLeg, ExactDecimal>();
  for (const { leg, amount } of period) sums.set(leg, amount.plus(sums.get(leg) ?? NONE));
  return [...sums].map(([{ decision }, sum]) => {
    const { amount_currency, rate } = decision;
    const price = own(decision, "price");
    if (price === undefined) return { amount: sum.toFixed(), amount_currency, rate };
    const amount = sum.times(price.price).toFixed();
    return { amount, amount_currency, rate, price: { ...price, asset_amount: sum.toFixed() } };
  });
}

function messageOf(status: ThresholdDecision["status"], alone: ThresholdDecision, count: number): string {
  const reaches = status === "breach" ? "reaches" : "is below";
  return `The sum of ${count} linked transaction${count === 1 ? "" : "s"} ${reaches} ${thresholdFacts(alone)}`;
}

const NONE: ExactDecimal = /* @__PURE__ */ decimalOf(0);
const ONE: ExactDecimal = /* @__PURE__ */ decimalOf(1);
