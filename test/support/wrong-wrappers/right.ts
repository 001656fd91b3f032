/** A wrapper that is right, the laws by their names, and what faults are made with. */
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import { parseTransaction } from "../../../src/domain/thresholds/parse.js";
import type { Transaction } from "../../../src/domain/thresholds/types.js";
import { unwrap } from "../../../src/index.js";
import type { ThresholdConformanceConfig, WrappedEvaluate } from "../../../src/testing.js";
import { right } from "../wrong-thresholds/right.js";

/** Short names in the table; the laws by their own. */
export const names = {
  ordinary: "ordinary transactions are answered as by the engine",
  numbers: "numbers around a threshold are answered as by the engine",
  texts: "texts around a threshold are answered as by the engine",
  extreme: "extreme amounts are answered as by the engine",
  places: "every threshold is answered as by the engine",
  undecidable: "what cannot be decided fails",
  invalid: "what is no transaction fails",
  twice: "asked twice, it answers the same",
  together: "asked at once, it answers each as alone",
} as const;

export interface WrongWrapper {
  readonly fault: string;
  readonly breaks: readonly (keyof typeof names)[];
  /** A new one each time: some remember what they were asked. */
  readonly make: () => WrappedEvaluate;
  /** Where the fault shows; usually with the right configuration. */
  readonly config?: ThresholdConformanceConfig;
}

export const engine = createThresholdEngine(right);

/** A wrapper that is right. */
export const rightWrapper: WrappedEvaluate = async (transaction) =>
  engine.evaluate(unwrap(parseTransaction(transaction))).status;

/** The right one, asked something else. */
export function asking(change: (transaction: Transaction) => Partial<Transaction>): () => WrappedEvaluate {
  return () => async (transaction) => {
    const parsed = unwrap(parseTransaction(transaction));
    return rightWrapper({ ...parsed, ...change(parsed) });
  };
}

/** The right one before whatever it is asked is checked. */
export function lenient(change: (transaction: Transaction) => Partial<Transaction>): () => WrappedEvaluate {
  return () => async (transaction) => rightWrapper({ ...transaction, ...change(transaction) });
}

/** The configuration a day after its rates have become too old. */
export const outdated = { ...right, at: new Date("2024-07-06T09:00:00Z") };

/** The configuration on a day for which its rates cannot be. */
export const tooEarly = { ...right, at: new Date("2024-06-26T09:00:00Z") };
