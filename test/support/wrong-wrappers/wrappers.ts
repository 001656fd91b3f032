/** Wrappers of `rules.evaluate` with one fault each, and all checks that it fails. */
import { setImmediate } from "node:timers/promises";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import type { Transaction } from "../../../src/domain/thresholds/types.js";
import type { WrappedEvaluate } from "../../../src/testing.js";
import { right, thresholds } from "../wrong-thresholds/right.js";
import { wrongAmounts } from "./amounts.js";
import { asking, engine, outdated, parsedTransaction, rightWrapper, tooEarly, type WrongWrapper } from "./right.js";

/** The correct wrapper with another form of answer, as without types. */
function saying(words: (status: "breach" | "pass", transaction: Transaction) => unknown): () => WrappedEvaluate {
  return () => async (transaction) => words(await rightWrapper(transaction), transaction) as "breach" | "pass";
}

/** Caches the first answer of each key. */
function keeping(keyOf: (transaction: Transaction) => string): () => WrappedEvaluate {
  return () => {
    const kept = new Map<string, "breach" | "pass">();
    return async (transaction) => {
      const status = await rightWrapper(transaction);
      const key = keyOf(transaction);
      kept.set(key, kept.get(key) ?? status);
      return kept.get(key) ?? status;
    };
  };
}

/** One threshold in each of twenty countries. */
const manyCountries = {
  ...right,
  thresholds: Object.fromEntries(
    "AT BE CY DE EE ES FI FR GR IE IT LT LU LV MT NL NO PT SI SK".split(" ").map((country) => [country, "1000"]),
  ),
};

const wrongAnswers: readonly WrongWrapper[] = [
  {
    fault: "an equal amount passes",
    breaks: ["numbers", "texts", "places"],
    make: () => async (transaction) =>
      engine.evaluate(parsedTransaction(transaction)).comparison === "above" ? "breach" : "pass",
  },
  {
    fault: "it compares without converting",
    breaks: ["ordinary", "numbers", "texts", "undecidable", "together"],
    make: asking((transaction) => {
      const { currency } = engine.evaluate({ ...transaction, currency: "EUR" });
      return { currency };
    }),
  },
  {
    fault: "one of many countries has a wrong threshold by one digit",
    breaks: ["places"],
    config: manyCountries,
    make: () => {
      const whole = createThresholdEngine(manyCountries);
      return async (transaction) => {
        const { status, comparison } = whole.evaluate(parsedTransaction(transaction));
        const isMissed = transaction.country === "NO" && transaction.amount === "1000" && comparison === "equal";
        return isMissed ? "pass" : status;
      };
    },
  },
  {
    fault: "it uses another threshold",
    breaks: ["ordinary", "numbers", "texts", "together", "places"],
    make: () => {
      const other = createThresholdEngine({ ...right, thresholds: { ...thresholds, SG: "1000" } });
      return async (transaction) => other.evaluate(parsedTransaction(transaction)).status;
    },
  },
  {
    fault: "it passes failures",
    breaks: ["undecidable", "invalid"],
    make: () => (transaction) => rightWrapper(transaction).catch(() => "pass" as const),
  },
  {
    fault: "it passes transactions without a threshold",
    breaks: ["undecidable"],
    make: () => async (transaction) => {
      const { country } = parsedTransaction(transaction);
      return Object.hasOwn(thresholds, country) ? rightWrapper(transaction) : "pass";
    },
  },
  {
    fault: "it uses 1 for a missing rate",
    breaks: ["undecidable"],
    make: () => async (transaction) =>
      rightWrapper(transaction).catch((error: unknown) => {
        if (String(error).includes("has no rate for")) return rightWrapper({ ...transaction, currency: "EUR" });
        throw error;
      }),
  },
  {
    fault: "it always fails",
    breaks: ["ordinary", "numbers", "texts", "extreme", "together", "places"],
    make: () => () => Promise.reject(new Error("The service is down.")),
  },
  {
    fault: "it returns true and false",
    breaks: ["ordinary", "numbers", "texts", "extreme", "together", "places"],
    make: saying((status) => status === "breach"),
  },
  {
    fault: "it returns the complete answer",
    breaks: ["ordinary", "numbers", "texts", "extreme", "together", "places"],
    make: saying((status) => ({ transaction_id: "T-1", results: [{ rule_code: "THRESHOLD_BY_COUNTRY", status }] })),
  },
  {
    fault: "it returns upper case",
    breaks: ["ordinary", "numbers", "texts", "extreme", "together", "places"],
    make: saying((status) => status.toUpperCase()),
  },
];

/** Passes transactions with an id that `remember` has kept. */
function forgiving(remember: (ids: readonly string[]) => readonly string[]): () => WrappedEvaluate {
  return () => {
    let seen: readonly string[] = [];
    return async (transaction) => {
      const status = await rightWrapper(transaction);
      const isSeen = seen.includes(transaction.transaction_id);
      seen = remember([...seen, transaction.transaction_id]);
      return isSeen ? "pass" : status;
    };
  };
}

const wrongTurns: readonly WrongWrapper[] = [
  {
    fault: "it passes a repeated transaction",
    breaks: ["twice"],
    make: forgiving((ids) => ids.slice(-1)),
  },
  {
    fault: "it passes every known id",
    // Among few amounts around few thresholds, some repeat.
    breaks: ["numbers", "texts", "extreme", "twice", "together"],
    make: forgiving((ids) => ids),
  },
  {
    fault: "it caches answers by id",
    breaks: ["together"],
    make: keeping(({ transaction_id }) => transaction_id),
  },
  {
    fault: "it caches answers by amount",
    breaks: ["together"],
    make: keeping(({ amount }) => String(amount)),
  },
  {
    fault: "it answers for the latest transaction",
    breaks: ["together"],
    make: () => {
      let last: Transaction | undefined;
      return async (transaction) => {
        last = parsedTransaction(transaction);
        await setImmediate();
        return rightWrapper(last);
      };
    },
  },
];

function isConverted(transaction: Transaction): boolean {
  return engine.evaluate(transaction).rate !== null;
}

const wrongAges: readonly WrongWrapper[] = [
  {
    fault: "it uses rates of any age",
    breaks: ["undecidable"],
    make: () => rightWrapper,
    config: outdated,
  },
  {
    fault: "it uses rates of a future day",
    breaks: ["undecidable"],
    make: () => rightWrapper,
    config: tooEarly,
  },
  {
    fault: "it uses rates of any age where less is allowed",
    breaks: ["undecidable"],
    make: () => rightWrapper,
    config: { ...right, maxRateAge: 1 },
  },
  {
    fault: "it passes transactions with outdated rates",
    breaks: ["undecidable"],
    make: asking((transaction) => (isConverted(transaction) ? { amount: 0 } : {})),
    config: outdated,
  },
  {
    fault: "it needs rates where there is nothing to convert",
    breaks: ["ordinary", "numbers", "texts", "extreme", "together", "places"],
    make: () => () => Promise.reject(new Error("The rates are too old.")),
    config: outdated,
  },
];

export const wrongWrappers: readonly WrongWrapper[] = [...wrongAmounts, ...wrongAnswers, ...wrongTurns, ...wrongAges];
