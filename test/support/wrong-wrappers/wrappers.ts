/** Wrappers of `rules.evaluate` with one fault each, and the laws that it breaks, all of them. */
import { setImmediate } from "node:timers/promises";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import { parseTransaction } from "../../../src/domain/thresholds/parse.js";
import type { Transaction } from "../../../src/domain/thresholds/transaction.js";
import { unwrap } from "../../../src/index.js";
import type { WrappedEvaluate } from "../../../src/testing.js";
import { right, thresholds } from "../wrong-thresholds/right.js";

/** Short names in the table; the laws by their own. */
export const names = {
  ordinary: "ordinary transactions are answered as by the engine",
  numbers: "numbers around a threshold are answered as by the engine",
  texts: "texts around a threshold are answered as by the engine",
  undecidable: "what cannot be decided fails",
  invalid: "what is no transaction fails",
  twice: "asked twice, it answers the same",
  together: "asked at once, it answers each as alone",
} as const;

interface WrongWrapper {
  readonly fault: string;
  readonly breaks: readonly (keyof typeof names)[];
  /** A new one each time: some remember what they were asked. */
  readonly make: () => WrappedEvaluate;
}

const engine = createThresholdEngine(right);

/** A wrapper that is right. */
export const rightWrapper: WrappedEvaluate = async (transaction) =>
  engine.evaluate(unwrap(parseTransaction(transaction))).status;

/** The right one, asked something else. */
function asking(change: (transaction: Transaction) => Partial<Transaction>): () => WrappedEvaluate {
  return () => async (transaction) => {
    const parsed = unwrap(parseTransaction(transaction));
    return rightWrapper({ ...parsed, ...change(parsed) });
  };
}

/** The right one before whatever it is asked is checked. */
function lenient(change: (transaction: Transaction) => Partial<Transaction>): () => WrappedEvaluate {
  return () => async (transaction) => rightWrapper({ ...transaction, ...change(transaction) });
}

/** The right one with its answer put in other words, as callers without types may. */
function saying(words: (status: "breach" | "pass", transaction: Transaction) => unknown): () => WrappedEvaluate {
  return () => async (transaction) => words(await rightWrapper(transaction), transaction) as "breach" | "pass";
}

/** What it said once of the key it says again. */
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

const wrongAmounts: readonly WrongWrapper[] = [
  {
    fault: "it reads texts as numbers",
    breaks: ["texts"],
    make: asking(({ amount }) => ({ amount: Number(amount) })),
  },
  {
    fault: "it rounds to cents",
    breaks: ["numbers", "texts"],
    make: asking(({ amount }) => ({ amount: Number(amount).toFixed(2) })),
  },
  {
    fault: "it cuts after cents",
    breaks: ["numbers", "texts"],
    make: asking(({ amount }) => ({ amount: Math.floor(Number(amount) * 100) / 100 })),
  },
  {
    fault: "it writes numbers with 15 digits",
    breaks: ["numbers"],
    make: asking(({ amount }) => ({ amount: typeof amount === "number" ? Number(amount.toPrecision(15)) : amount })),
  },
  {
    fault: "it takes whatever comes for a number",
    breaks: ["texts", "invalid"],
    make: lenient(({ amount }) => ({ amount: Number(amount) || 0 })),
  },
  {
    fault: "it takes the amount of a debit without its sign",
    breaks: ["invalid"],
    make: lenient(({ amount }) => ({ amount: typeof amount === "number" ? Math.abs(amount) : amount })),
  },
  {
    fault: "it writes codes in upper case",
    breaks: ["invalid"],
    make: lenient(({ currency }) => ({ currency: String(currency).toUpperCase() })),
  },
];

const wrongAnswers: readonly WrongWrapper[] = [
  {
    fault: "equal is not enough for it",
    breaks: ["numbers", "texts"],
    make: () => async (transaction) =>
      engine.evaluate(unwrap(parseTransaction(transaction))).comparison === "above" ? "breach" : "pass",
  },
  {
    fault: "it compares without converting",
    breaks: ["ordinary", "numbers", "texts", "together", "undecidable"],
    make: asking((transaction) => {
      const { currency } = engine.evaluate({ ...transaction, currency: "EUR" });
      return { currency };
    }),
  },
  {
    fault: "it has another threshold",
    breaks: ["ordinary", "numbers", "texts", "together"],
    make: () => {
      const other = createThresholdEngine({ ...right, thresholds: { ...thresholds, SG: "1000" } });
      return async (transaction) => other.evaluate(unwrap(parseTransaction(transaction))).status;
    },
  },
  {
    fault: "it lets pass what fails",
    breaks: ["undecidable", "invalid"],
    make: () => (transaction) => rightWrapper(transaction).catch(() => "pass" as const),
  },
  {
    fault: "it takes a missing threshold for a high one",
    breaks: ["undecidable"],
    make: () => async (transaction) => {
      const { country } = unwrap(parseTransaction(transaction));
      return Object.hasOwn(thresholds, country) ? rightWrapper(transaction) : "pass";
    },
  },
  {
    fault: "it takes a missing rate for 1",
    breaks: ["undecidable"],
    make: () => async (transaction) =>
      rightWrapper(transaction).catch((error: unknown) => {
        if (String(error).includes("has no rate for")) return rightWrapper({ ...transaction, currency: "EUR" });
        throw error;
      }),
  },
  {
    fault: "it always fails",
    breaks: ["ordinary", "numbers", "texts", "together"],
    make: () => () => Promise.reject(new Error("The service is down.")),
  },
  {
    fault: "it says yes and no",
    breaks: ["ordinary", "numbers", "texts", "together"],
    make: saying((status) => status === "breach"),
  },
  {
    fault: "it gives the whole answer",
    breaks: ["ordinary", "numbers", "texts", "together"],
    make: saying((status) => ({ transaction_id: "T-1", results: [{ rule_code: "THRESHOLD_BY_COUNTRY", status }] })),
  },
  {
    fault: "it speaks louder",
    breaks: ["ordinary", "numbers", "texts", "together"],
    make: saying((status) => status.toUpperCase()),
  },
];

/** Lets pass what it has been asked before, by what `remember` leaves of the ids. */
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
    fault: "it lets pass a repetition",
    breaks: ["twice"],
    make: forgiving((ids) => ids.slice(-1)),
  },
  {
    fault: "it lets pass whatever it has seen",
    // Among the few amounts around the thresholds of few countries some come again.
    breaks: ["numbers", "texts", "twice", "together"],
    make: forgiving((ids) => ids),
  },
  {
    fault: "it keeps answers by id",
    breaks: ["together"],
    make: keeping(({ transaction_id }) => transaction_id),
  },
  {
    fault: "it keeps answers by amount",
    breaks: ["together"],
    make: keeping(({ amount }) => String(amount)),
  },
  {
    fault: "it answers the last that came",
    breaks: ["together"],
    make: () => {
      let last: Transaction | undefined;
      return async (transaction) => {
        last = unwrap(parseTransaction(transaction));
        await setImmediate();
        return rightWrapper(last);
      };
    },
  },
];

export const wrongWrappers: readonly WrongWrapper[] = [...wrongAmounts, ...wrongAnswers, ...wrongTurns];
