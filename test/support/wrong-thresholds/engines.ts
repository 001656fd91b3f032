/** Engines with one fault each, and all checks that it fails. */
import { Decimal } from "decimal.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import type { ThresholdDecision, Transaction } from "../../../src/domain/thresholds/types.js";
import type { MakeEngine } from "../../../src/testing/threshold/decision-checks.js";
import type { CheckName } from "./right.js";

/** The correct engine with another rule for a breach. */
function judging(isBreach: (decision: ThresholdDecision) => boolean): MakeEngine {
  return (config) => {
    const engine = createThresholdEngine(config);
    return { evaluate: (transaction) => ({ status: isBreach(engine.evaluate(transaction)) ? "breach" : "pass" }) };
  };
}

/** The correct engine with another amount. */
function reading(change: (amount: Transaction["amount"]) => Transaction["amount"]): MakeEngine {
  return (config) => {
    const engine = createThresholdEngine(config);
    return { evaluate: (transaction) => engine.evaluate({ ...transaction, amount: change(transaction.amount) }) };
  };
}

/** Returns the amount in the official currency, as a double. */
function converted({ amount, rate }: ThresholdDecision): number {
  return rate === null ? Number(amount) : Number(amount) * (Number(rate.to) / Number(rate.from));
}

export const wrongEngines: readonly (readonly [fault: string, breaks: readonly CheckName[], make: MakeEngine])[] = [
  ["an equal amount passes", ["equal", "exact"], judging(({ comparison }) => comparison === "above")],
  ["it converts as doubles", ["equal", "exact"], judging((each) => converted(each) >= Number(each.threshold))],
  [
    "it divides with 20 digits",
    ["exact"],
    judging(({ amount, rate, threshold }) =>
      new Decimal(amount)
        .div(rate?.from ?? 1)
        .times(rate?.to ?? 1)
        .gte(threshold),
    ),
  ],
  [
    "it rounds the converted amount to cents",
    ["exact"],
    judging((each) => Math.round(converted(each) * 100) / 100 >= Number(each.threshold)),
  ],
  ["it drops the cents", ["equal", "exact"], reading((amount) => Math.trunc(Number(amount)))],
  [
    "it converts in the opposite direction",
    ["equal", "exact"],
    judging(
      ({ amount, rate, threshold }) =>
        Number(amount) * (Number(rate?.from ?? 1) / Number(rate?.to ?? 1)) >= Number(threshold),
    ),
  ],
  [
    "it reads only 8 characters of a text",
    ["monotone", "alike", "exact"],
    reading((amount) => (typeof amount === "number" ? amount : amount.slice(0, 8).replace(/\.$/, ""))),
  ],
  ["it reads a text as a number", ["exact"], reading((amount) => Math.min(Number(amount), Number.MAX_VALUE))],
  ["it converts amounts to 32-bit integers", ["monotone", "equal", "exact"], reading((amount) => Number(amount) >>> 0)],
  [
    "it compares texts as strings",
    ["monotone", "alike", "equal", "exact"],
    judging(({ amount, status, threshold, rate }) =>
      typeof amount === "string" && rate === null ? amount >= threshold : status === "breach",
    ),
  ],
  [
    "it cannot convert through a third currency",
    ["monotone", "alike", "exact", "reachable"],
    judging(({ rate, status }) => {
      if (rate === null || rate.from === "1" || rate.to === "1") return status === "breach";
      throw new ComplianceError("rate_missing", "There is no rate from one to the other.");
    }),
  ],
];
