/** Arbitraries of transactions on and around the thresholds of a configuration (§4.9). */
import * as fc from "fast-check";
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DecimalText } from "../../domain/identifiers/codes.js";
import { createThresholdEngine } from "../../domain/thresholds/engine.js";
import type { ThresholdConfig, Transaction } from "../../domain/thresholds/types.js";
import {
  cut,
  doubleReaching,
  doubleStepsFrom,
  MAX_DIGITS,
  type Rational,
  readDecimal,
  roomAfterPoint,
  withPoint,
} from "../rational.js";
import {
  boundaryOf,
  type DecidablePairs,
  decidablePairsOf,
  type Pair,
  unitPair,
} from "../threshold/decidable-pairs.js";
import { shrinkingChoice } from "./text.js";

/** Returns an amount for the threshold in units of the transaction's currency. */
export type Placing = (boundary: Rational) => number | DecimalText;

/** An amount in a currency and a country. */
export interface Case {
  readonly pair: Pair;
  readonly amount: number | DecimalText;
}

/**
 * Draws transactions on and around the thresholds of a configuration, in each of its countries and currencies. Amounts
 * are the exact threshold, one double or one last digit beside it, or far away. They shrink to the
 * currency of the threshold, else the base, and to short texts. Pairs without a rate or a currency are left out;
 * `thresholdConformance` reports them.
 *
 * @throws ComplianceError `configuration_invalid` or `rate_invalid` when the configuration is not valid or decides nothing.
 * @example
 * fc.assert(fc.property(transactionNear({ thresholds: { SG: "1500" }, rates: table }), (transaction) => …));
 */
export function transactionNear(config: ThresholdConfig): fc.Arbitrary<Transaction> {
  createThresholdEngine(config);
  const drawn = fc.record({ near: cases(decidablePairsOf(config), anyAmount()), id: fc.integer({ min: 1, max: 999 }) });
  return drawn.map(({ near, id }) => transactionOf(near, `T-${id}`));
}

export function transactionOf({ pair, amount }: Case, transaction_id: string): Transaction {
  return { transaction_id, amount, currency: pair.currency, country: pair.country };
}

export function cases(decidable: DecidablePairs, placing: fc.Arbitrary<Placing>): fc.Arbitrary<Case> {
  return fc.record({ pair: pairs(decidable), place: placing }).map(({ pair, place }) => ({
    pair,
    amount: place(boundaryOf(pair)),
  }));
}

/** Draws country and currency separately, so that each shrinks alone: the currency to that of the threshold, else the base. */
export function pairs({ countries, currencies, pair }: DecidablePairs): fc.Arbitrary<Pair> {
  if (countries.length === 0) {
    const message = "No transaction can be decided: no threshold has a currency of its own or an official one.";
    throw new ComplianceError("configuration_invalid", message);
  }
  const same = fc.constant(undefined);
  const currency = currencies.length === 0 ? same : shrinkingChoice(...currencies);
  return fc
    .record({
      country: shrinkingChoice(...countries),
      currency: fc.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: same }, { weight: 3, arbitrary: currency }),
    })
    .map(({ country, currency }) => pair(country, currency ?? country.unit) ?? unitPair(country));
}

/** Draws amounts on the threshold, beside it, far away, and extreme. */
export function anyAmount(): fc.Arbitrary<Placing> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: ordinaryAmount() },
    { weight: 3, arbitrary: textAround() },
    { weight: 3, arbitrary: numberAround() },
    { weight: 1, arbitrary: extremeAmount() },
  );
}

/** Draws texts and numbers on the threshold or beside it. */
export function amountAround(): fc.Arbitrary<Placing> {
  return fc.oneof({ withCrossShrink: true }, textAround(), numberAround());
}

/** Draws the smallest double that reaches the threshold, or one up to two steps away. */
export function numberAround(): fc.Arbitrary<Placing> {
  return shrinkingChoice(0, -1, 1, -2, 2).map(
    (steps) => (boundary) => finite(doubleStepsFrom(doubleReaching(boundary), steps)),
  );
}

/** Draws the threshold cut after some decimals, or one last digit beside it. */
export function textAround(): fc.Arbitrary<Placing> {
  const decimals = fc.oneof(fc.constantFrom(2, 0, 8, 18), fc.nat({ max: MAX_DIGITS - 1 }));
  return fc.record({ decimals, digits: fc.constantFrom(0n, -1n, 1n) }).map(
    ({ decimals, digits }) =>
      (boundary) =>
        textBeside(boundary, decimals, digits),
  );
}

/** Draws amounts in whole cents, from 0 to 100 times the threshold, at least a hundredth of it away. */
export function ordinaryAmount(): fc.Arbitrary<Placing> {
  const [below, above, far] = [
    fc.nat({ max: 98 }),
    fc.integer({ min: 102, max: 200 }),
    fc.integer({ min: 200, max: 10_000 }),
  ];
  const percent = fc.oneof({ withCrossShrink: true }, below, above, far);
  return fc.record({ percent, isNumber: fc.boolean() }).map(({ percent, isNumber }) => (boundary) => {
    const text = textBeside(share(boundary, BigInt(percent)), 2, 0n);
    return isNumber ? finite(Number(text)) : text;
  });
}

/** The limits of integers of 32, 53 and 64 bits, in units and in cents. */
const ends = [2 ** 31, 2 ** 53].flatMap((end) => [end, String(end), end / 100, String(end / 100)]);
const extremes = [
  ...[0, "0", "0.00", Number.MIN_VALUE, `0.${"0".repeat(98)}1`, Number.MAX_VALUE, "9".repeat(MAX_DIGITS)],
  ...[...ends, String(2n ** 64n), String(2n ** 64n / 100n), 1e-7, 1e21],
];

/** Draws the smallest and greatest amounts, limits of integers, and numbers written with an exponent. */
export function extremeAmount(): fc.Arbitrary<Placing> {
  return shrinkingChoice(...extremes).map((amount) => () => amount);
}

/** Returns a percentage of the threshold, or of 1 if the threshold is 0. */
function share(boundary: Rational, percent: bigint): Rational {
  const { numerator, denominator } = boundary.numerator === 0n ? readDecimal(1) : boundary;
  return { numerator: numerator * percent, denominator: denominator * 100n };
}

function finite(double: number): number {
  return Math.min(double, Number.MAX_VALUE);
}

function textBeside(value: Rational, decimals: number, digits: bigint): DecimalText {
  const greatest = "9".repeat(MAX_DIGITS);
  const room = roomAfterPoint(value);
  if (room < 0) return greatest;
  const after = Math.min(decimals, room);
  const units = BigInt(cut(value, after).replace(".", "")) + digits;
  // The digit that is added may carry to the front.
  return String(units).length > MAX_DIGITS ? greatest : withPoint(units < 0n ? 0n : units, after);
}
