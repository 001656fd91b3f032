/** Wrappers of `rules.evaluate` with one fault each, and all checks that it fails. */
import { setImmediate } from "node:timers/promises";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import type { Transaction } from "../../../src/domain/thresholds/types.js";
import type { ThresholdConformanceConfig, WrappedEvaluate } from "../../../src/testing.js";
import { right, thresholds } from "../wrong-thresholds/right.js";
import { engine, type names, outdated, parsedTransaction, rightWrapper, tooEarly } from "./right.js";

type Status = Awaited<ReturnType<WrappedEvaluate>>;

/** The correct wrapper with a changed transaction. */
function asking(change: (transaction: Transaction) => Partial<Transaction>): WrappedEvaluate {
  return async (transaction) => {
    const parsed = parsedTransaction(transaction);
    return rightWrapper({ ...parsed, ...change(parsed) });
  };
}

/** The correct wrapper with a change before the transaction is validated. */
function lenient(change: (transaction: Transaction) => Partial<Transaction>): WrappedEvaluate {
  return async (transaction) => rightWrapper({ ...transaction, ...change(transaction) });
}

/** The correct wrapper with another form of answer, as without types. */
function saying(words: (status: Status) => unknown): WrappedEvaluate {
  return async (transaction) => words(await rightWrapper(transaction)) as Status;
}

/** Caches the first answer of each key. */
function keeping(keyOf: (transaction: Transaction) => string): WrappedEvaluate {
  const kept = new Map<string, Status>();
  return async (transaction) => {
    const status = kept.get(keyOf(transaction)) ?? (await rightWrapper(transaction));
    kept.set(keyOf(transaction), status);
    return status;
  };
}

/** Passes transactions with one of the latest ids. */
function forgiving(count: number): WrappedEvaluate {
  let seen: readonly string[] = [];
  return async (transaction) => {
    const status = await rightWrapper(transaction);
    const isSeen = seen.includes(transaction.transaction_id);
    seen = [...seen, transaction.transaction_id].slice(-count);
    return isSeen ? "pass" : status;
  };
}

/** Answers for the latest transaction. */
function forgetful(): WrappedEvaluate {
  let last: Transaction;
  return async (transaction) => {
    last = parsedTransaction(transaction);
    await setImmediate();
    return rightWrapper(last);
  };
}

/** One threshold in each of twenty countries. */
const manyCountries = {
  ...right,
  thresholds: Object.fromEntries(
    "AT BE CY DE EE ES FI FR GR IE IT LT LU LV MT NL NO PT SI SK".split(" ").map((country) => [country, "1000"]),
  ),
};
const whole = createThresholdEngine(manyCountries);
const other = createThresholdEngine({ ...right, thresholds: { ...thresholds, SG: "1000" } });

const down = (): Promise<never> => Promise.reject(new Error("The service is down."));

const all = ["ordinary", "numbers", "texts", "extreme", "together", "places"] as const;

/** Each makes a new wrapper, because some remember earlier calls. The configuration shows the fault. */
export const wrongWrappers: readonly (readonly [
  fault: string,
  breaks: readonly (keyof typeof names)[],
  make: () => WrappedEvaluate,
  config?: ThresholdConformanceConfig,
])[] = [
  // Amounts and codes.
  ["it reads texts as numbers", ["texts"], () => asking(({ amount }) => ({ amount: Number(amount) }))],
  [
    "it rounds to cents",
    ["numbers", "texts", "extreme"],
    () => asking(({ amount }) => ({ amount: Number(amount).toFixed(2) })),
  ],
  [
    "it truncates to cents",
    ["numbers", "texts", "extreme"],
    () => asking(({ amount }) => ({ amount: Math.floor(Number(amount) * 100) / 100 })),
  ],
  [
    "it writes numbers with 15 digits",
    ["numbers", "extreme"],
    () => asking(({ amount }) => ({ amount: typeof amount === "number" ? Number(amount.toPrecision(15)) : amount })),
  ],
  [
    "it counts in 32-bit integers",
    ["extreme"],
    () => asking(({ amount }) => ({ amount: Number(amount) < 2 ** 31 ? amount : Math.abs(Number(amount) | 0) })),
  ],
  ["it writes numbers with exponents", ["extreme"], () => asking(({ amount }) => ({ amount: String(amount) }))],
  [
    "it refuses amounts of 0",
    ["ordinary", "extreme", "together"],
    () => (transaction) => (Number(transaction.amount) === 0 ? down() : rightWrapper(transaction)),
  ],
  [
    "it reads any input as a number",
    ["texts", "invalid"],
    () => lenient(({ amount }) => ({ amount: Number(amount) || 0 })),
  ],
  [
    "it drops the sign",
    ["invalid"],
    () => lenient(({ amount }) => ({ amount: typeof amount === "number" ? Math.abs(amount) : amount })),
  ],
  [
    "it trims white space",
    ["invalid"],
    () =>
      lenient(({ amount, currency, country }) => ({
        amount: typeof amount === "string" ? amount.trim() : amount,
        currency: String(currency).trim(),
        country: String(country).trim(),
      })),
  ],
  [
    "it truncates long texts",
    ["invalid"],
    () =>
      lenient(({ amount }) => ({
        amount: typeof amount === "string" ? amount.slice(0, amount.includes(".") ? 101 : 100) : amount,
      })),
  ],
  [
    "it converts codes to upper case",
    ["invalid"],
    () => lenient(({ currency }) => ({ currency: String(currency).toUpperCase() })),
  ],
  // Decisions.
  [
    "an equal amount passes",
    ["numbers", "texts", "places"],
    () => async (transaction) =>
      engine.evaluate(parsedTransaction(transaction)).comparison === "above" ? "breach" : "pass",
  ],
  [
    "it compares without converting",
    ["ordinary", "numbers", "texts", "undecidable", "together"],
    () => asking((transaction) => ({ currency: engine.evaluate({ ...transaction, currency: "EUR" }).currency })),
  ],
  [
    "one of many countries has a wrong threshold by one digit",
    ["places"],
    () => async (transaction) => {
      const { status, comparison } = whole.evaluate(parsedTransaction(transaction));
      const isMissed = transaction.country === "NO" && transaction.amount === "1000" && comparison === "equal";
      return isMissed ? "pass" : status;
    },
    manyCountries,
  ],
  [
    "it uses another threshold",
    ["ordinary", "numbers", "texts", "together", "places"],
    () => async (transaction) => other.evaluate(parsedTransaction(transaction)).status,
  ],
  [
    "it passes failures",
    ["undecidable", "invalid"],
    () => (transaction) => rightWrapper(transaction).catch(() => "pass"),
  ],
  [
    "it passes transactions without a threshold",
    ["undecidable"],
    () => async (transaction) => {
      const { country } = parsedTransaction(transaction);
      return Object.hasOwn(thresholds, country) ? rightWrapper(transaction) : "pass";
    },
  ],
  [
    "it uses 1 for a missing rate",
    ["undecidable"],
    () => (transaction) =>
      rightWrapper(transaction).catch((error: unknown) => {
        if (String(error).includes("has no rate for")) return rightWrapper({ ...transaction, currency: "EUR" });
        throw error;
      }),
  ],
  ["it always fails", all, () => down],
  ["it returns true and false", all, () => saying((status) => status === "breach")],
  [
    "it returns the complete answer",
    all,
    () => saying((status) => ({ transaction_id: "T-1", results: [{ rule_code: "THRESHOLD_BY_COUNTRY", status }] })),
  ],
  ["it returns upper case", all, () => saying((status) => status.toUpperCase())],
  // Calls one after another, or at once.
  ["it passes a repeated transaction", ["twice"], () => forgiving(1)],
  // Among few amounts around few thresholds, some repeat.
  ["it passes every known id", ["numbers", "texts", "extreme", "twice", "together"], () => forgiving(1_000_000)],
  ["it caches answers by id", ["together"], () => keeping(({ transaction_id }) => transaction_id)],
  ["it caches answers by amount", ["together"], () => keeping(({ amount }) => String(amount))],
  ["it answers for the latest transaction", ["together"], forgetful],
  // Ages of rates.
  ["it uses rates of any age", ["undecidable"], () => rightWrapper, outdated],
  ["it uses rates of a future day", ["undecidable"], () => rightWrapper, tooEarly],
  [
    "it uses rates of any age where less is allowed",
    ["undecidable"],
    () => rightWrapper,
    { ...right, maxRateAgeMs: 1 },
  ],
  [
    "it passes transactions with outdated rates",
    ["undecidable"],
    () => asking((transaction) => (engine.evaluate(transaction).rate === null ? {} : { amount: 0 })),
    outdated,
  ],
  ["it needs rates where there is nothing to convert", all, () => down, outdated],
];
