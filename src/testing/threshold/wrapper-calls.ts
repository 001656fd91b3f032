/** Calls to a wrapper of `rules.evaluate`, and how their outcomes compare with the engine. */
import * as fc from "fast-check";
import { isCountry } from "../../domain/identifiers/country.js";
import { isCurrency } from "../../domain/identifiers/currency.js";
import type { Transaction } from "../../domain/thresholds/types.js";
import { amountAround, type Case, cases, transactionOf } from "../arbitraries/near-threshold.js";
import { Violation } from "../check.js";
import { errorText, type Outcome, outcomeOf } from "../outcome.js";
import { exactText, type Rational, withPoint } from "../rational.js";
import type { CurrentConfig, ReferenceEngine } from "./current-config.js";
import { boundaryOf, type DecidablePairs, expectedStatus, explain, type Pair, unitPair } from "./decidable-pairs.js";

/** Your wrapper: decides one transaction, or rejects. */
export type WrappedEvaluate = (transaction: Transaction) => Promise<"breach" | "pass">;

/** Calls the wrapper with a copy, because it may modify its argument. */
export function callWrapper(evaluate: WrappedEvaluate, input: unknown): Promise<Outcome> {
  const copy = typeof input === "object" && input !== null ? { ...input } : input;
  // Invalid transactions too, as callers without types pass them.
  return outcomeOf(() => evaluate(copy as Transaction));
}

/** Describes an outcome. */
export function resultText(outcome: Outcome): string {
  if (outcome.kind === "failure") return `nothing (it failed with ${errorText(outcome.error)})`;
  const { value } = outcome;
  if (value === "breach" || value === "pass") return value;
  return `${valueText(value)}, which is neither "breach" nor "pass"`;
}

function valueText(value: unknown): string {
  if (typeof value === "string") return value.length <= 20 ? JSON.stringify(value) : "a longer text";
  if (typeof value === "symbol" || typeof value === "function") return `a ${typeof value}`;
  if (typeof value !== "object" || value === null) return String(value);
  const hint = "results" in value || "value" in value ? " (return unwrap(answer).results[0].status)" : "";
  return `an object${hint}`;
}

/** @throws Violation unless the outcome is the expected decision. */
export function expectDecision(outcome: Outcome, expected: "breach" | "pass", of: Case, id: string, more = ""): void {
  if (outcome.kind === "answer" && outcome.value === expected) return;
  const result = resultText(outcome);
  throw new Violation(
    `your wrapper returned ${result}, the engine ${expected}`,
    [
      JSON.stringify(transactionOf(of, id)),
      `your wrapper: ${result}`,
      `the engine: ${expected}`,
      ...explain(of.pair, of.amount),
      more,
    ].filter((line) => line !== ""),
    outcome.kind === "failure" ? outcome.error : undefined,
  );
}

/** @throws Violation unless the outcome is a failure. */
export function expectFailure(outcome: Outcome, input: string, reason: string): void {
  if (outcome.kind === "failure") return;
  const result = resultText(outcome);
  const lines = [input, `your wrapper: ${result}`, `the engine: nothing (it fails with ${reason})`];
  throw new Violation(`your wrapper returned ${result}, but the engine fails`, lines);
}

/** Returns an id made from the content, because a wrapper may rely on unique ids. */
export function idOf({ pair: { country, currency }, amount }: Case): string {
  let hash = 0;
  for (const character of `${country} ${currency} ${typeof amount} ${amount}`) {
    hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  }
  return `T-${hash.toString(36)}`;
}

/**
 * Calls the wrapper for every country, because drawn cases meet each of many countries too seldom. The threshold in its
 * own currency must breach, and one last digit less must pass.
 *
 * @throws Violation at the first wrong decision.
 */
export async function expectEveryThreshold(evaluate: WrappedEvaluate, { pairs }: ReferenceEngine): Promise<void> {
  for (const country of pairs.countries) {
    for (const amount of amountsAt(country.threshold)) {
      const each: Case = { pair: unitPair(country), amount };
      const outcome = await callWrapper(evaluate, transactionOf(each, idOf(each)));
      expectDecision(outcome, expectedStatus(each.pair, amount), each, idOf(each));
    }
  }
}

/** Returns the threshold as text, and one last digit less, at least at the place of cents. No amount is below 0. */
function amountsAt(threshold: Rational): readonly string[] {
  const text = exactText(threshold);
  if (text === undefined) return [];
  const decimals = Math.max(2, text.split(".")[1]?.length ?? 0);
  const units = (threshold.numerator * 10n ** BigInt(decimals)) / threshold.denominator;
  return units === 0n ? [text] : [text, withPoint(units - 1n, decimals)];
}

/** One of several concurrent calls. */
interface ConcurrentCall {
  readonly of: Case;
  readonly transaction_id: string;
}

/** Adds to each case one with its country, currency and id, and the amount of the next case. */
export function withMixedCases(drawn: readonly Case[]): readonly ConcurrentCall[] {
  const own = drawn.map((of) => ({ of, transaction_id: idOf(of) }));
  const mixed = own.flatMap(({ of: { pair }, transaction_id }, index) => {
    const next = drawn[index + 1];
    return next === undefined ? [] : [{ of: { pair, amount: next.amount }, transaction_id }];
  });
  return [...own, ...mixed];
}

/** @throws Violation at the first wrong decision of the concurrent calls. */
export async function expectConcurrentDecisions(
  evaluate: WrappedEvaluate,
  calls: readonly ConcurrentCall[],
  engine: ReferenceEngine,
): Promise<void> {
  const transactions = calls.map(({ of, transaction_id }) => transactionOf(of, transaction_id));
  const outcomes = await Promise.all(transactions.map((each) => callWrapper(evaluate, each)));
  const all = `concurrent calls: ${transactions.map((each) => JSON.stringify(each)).join(", ")}`;
  for (const [index, outcome] of outcomes.entries()) {
    const [transaction, call] = [transactions[index], calls[index]];
    if (transaction === undefined || call === undefined) continue;
    expectDecision(outcome, engine.evaluate(transaction).status, call.of, call.transaction_id, all);
  }
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Draws transactions in a country without a threshold, or in a currency without a current rate. */
export function undecidable({ outdated }: ReferenceEngine, { config, pairs }: CurrentConfig): fc.Arbitrary<object> {
  const isFree = (code: string): boolean => isCountry(code) && !Object.hasOwn(config.thresholds, code);
  const countries = letters.flatMap((first) => letters.map((second) => first + second)).filter(isFree);
  const units = pairs.countries.map(({ unit }) => unit);
  const currencies = Intl.supportedValuesOf("currency").filter(
    (code) => isCurrency(code) && pairs.rateOf(code) === undefined && !units.includes(code),
  );
  const changes = [countries.map((country) => ({ country })), currencies.map((currency) => ({ currency }))];
  const drawable = changes.filter((each) => each.length > 0).map((each) => fc.constantFrom<object>(...each));
  // A configuration with all countries and currencies leaves only an unknown country.
  const change = drawable.length === 0 ? fc.constant<object>({ country: "" }) : fc.oneof(...drawable);
  const missing = changed(pairs, change);
  return outdated.length === 0 ? missing : fc.oneof(missing, withOutdatedRate(outdated));
}

/** Draws transactions that current rates would decide. */
function withOutdatedRate(pairs: readonly Pair[]): fc.Arbitrary<object> {
  return fc
    .record({ pair: fc.constantFrom(...pairs), place: amountAround() })
    .map(({ pair, place }) => transactionOf({ pair, amount: place(boundaryOf(pair)) }, "T-1"));
}

/** Draws transactions with one invalid property. */
export function invalidTransactions(pairs: DecidablePairs): fc.Arbitrary<object> {
  return changed(pairs, fc.constantFrom<object>(...Object.values(faults).flat()));
}

const faults = {
  negative: [{ amount: -1 }, { amount: -0.01 }, { amount: "-1" }, { amount: "-0.01" }],
  notFinite: [{ amount: Number.NaN }, { amount: Number.POSITIVE_INFINITY }, { amount: Number.NEGATIVE_INFINITY }],
  malformed: [
    ...["1e3", "1,000", "", " ", "01", ".5", "5.", "+1", "0x10", "NaN", "five", "5 ", "5\n", "５", "1_000"],
    "1".repeat(101),
  ].map((amount) => ({ amount })),
  missing: [
    { amount: null },
    { amount: undefined },
    { amount: true },
    { amount: ["1"] },
    { amount: {} },
    { amount: 5n },
  ],
  currency: ["BTC", "XXX", "eur", "", "€", "EUR ", "\tEUR", "EURO", null, undefined].map((currency) => ({ currency })),
  country: ["us", "USA", "", "US ", "US\n", null, undefined].map((country) => ({ country })),
} as const;

function changed(pairs: DecidablePairs, change: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc
    .record({ near: cases(pairs, amountAround()), change })
    .map(({ near, change }) => ({ ...transactionOf(near, "T-1"), ...change }));
}
