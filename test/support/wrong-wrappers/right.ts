/** A correct wrapper, and the names of its checks. */
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import { parseTransaction } from "../../../src/domain/thresholds/parse.js";
import type { Transaction } from "../../../src/domain/thresholds/types.js";
import { unwrap } from "../../../src/index.js";
import type { WrappedEvaluate } from "../../../src/testing.js";
import { right } from "../wrong-thresholds/right.js";

/** The names of the checks, by short names for the tables of faults. */
export const names = {
  ordinary: "ordinary amounts get the engine's decision",
  numbers: "numbers around a threshold get the engine's decision",
  texts: "texts around a threshold get the engine's decision",
  extreme: "extreme amounts get the engine's decision",
  places: "every country's threshold gets the engine's decision",
  undecidable: "undecidable transactions fail",
  invalid: "invalid transactions fail",
  twice: "repeated calls return the same decision",
  together: "concurrent calls return their own decisions",
} as const;

export const engine = createThresholdEngine(right);

/** Parses a transaction of the suite, which has a currency. */
export function parsedTransaction(transaction: unknown): Transaction {
  const parsed = unwrap(parseTransaction(transaction));
  if (parsed.asset !== undefined) throw new Error("The suite has no prices.");
  return parsed;
}

/** A correct wrapper. */
export const rightWrapper: WrappedEvaluate = async (transaction) =>
  engine.evaluate(parsedTransaction(transaction)).status;

/** The configuration a day after its rates became outdated. */
export const outdated = { ...right, at: new Date("2024-07-06T09:00:00Z") };

/** The configuration on a day before its rates. */
export const tooEarly = { ...right, at: new Date("2024-06-26T09:00:00Z") };
