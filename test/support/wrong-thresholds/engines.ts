/** Engines with one fault each, and the laws that it breaks, all of them. */
import { Decimal } from "decimal.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import type { ThresholdDecision, Transaction } from "../../../src/domain/thresholds/types.js";
import type { MakeEngine } from "../../../src/testing/threshold/engine-laws.js";
import type { LawName } from "./right.js";

interface WrongEngine {
  readonly fault: string;
  readonly breaks: readonly LawName[];
  readonly makeEngine: MakeEngine;
}

/** The right engine, but for whether a decision that it made is a breach. */
function judging(isBreach: (decision: ThresholdDecision) => boolean): MakeEngine {
  return (config) => {
    const engine = createThresholdEngine(config);
    return { evaluate: (transaction) => ({ status: isBreach(engine.evaluate(transaction)) ? "breach" : "pass" }) };
  };
}

/** The right engine, asked something else. */
function reading(change: (transaction: Transaction) => Transaction): MakeEngine {
  return (config) => {
    const engine = createThresholdEngine(config);
    return { evaluate: (transaction) => engine.evaluate(change(transaction)) };
  };
}

/** The amount in the official currency, in doubles. */
function converted({ amount, rate }: ThresholdDecision): number {
  return rate === null ? Number(amount) : Number(amount) * (Number(rate.to) / Number(rate.from));
}

export const wrongEngines: readonly WrongEngine[] = [
  {
    fault: "equal is not enough for it",
    breaks: ["equal", "exact"],
    makeEngine: judging(({ comparison }) => comparison === "above"),
  },
  {
    fault: "it converts in doubles",
    breaks: ["equal", "exact"],
    makeEngine: judging((decision) => converted(decision) >= Number(decision.threshold)),
  },
  {
    fault: "it divides with the 20 digits of decimal.js",
    breaks: ["exact"],
    makeEngine: judging(({ amount, rate, threshold }) =>
      new Decimal(amount)
        .div(rate?.from ?? 1)
        .times(rate?.to ?? 1)
        .gte(threshold),
    ),
  },
  {
    fault: "it rounds the converted amount to cents",
    breaks: ["exact"],
    makeEngine: judging((decision) => Math.round(converted(decision) * 100) / 100 >= Number(decision.threshold)),
  },
  {
    fault: "it leaves out the cents",
    breaks: ["equal", "exact"],
    makeEngine: reading((transaction) => ({ ...transaction, amount: Math.trunc(Number(transaction.amount)) })),
  },
  {
    fault: "it converts the other way round",
    breaks: ["equal", "exact"],
    makeEngine: judging(
      ({ amount, rate, threshold }) =>
        Number(amount) * (Number(rate?.from ?? 1) / Number(rate?.to ?? 1)) >= Number(threshold),
    ),
  },
  {
    fault: "it reads no more than 8 characters of a text",
    breaks: ["monotone", "alike", "exact"],
    makeEngine: reading((transaction) => {
      const { amount } = transaction;
      return typeof amount === "number"
        ? transaction
        : { ...transaction, amount: amount.slice(0, 8).replace(/\.$/, "") };
    }),
  },
  {
    fault: "it reads a text as a number",
    breaks: ["exact"],
    makeEngine: reading((transaction) => ({
      ...transaction,
      amount: Math.min(Number(transaction.amount), Number.MAX_VALUE),
    })),
  },
  {
    fault: "it compares with a whole number of 32 bits",
    breaks: ["monotone", "equal", "exact"],
    makeEngine: reading((transaction) => ({ ...transaction, amount: Number(transaction.amount) >>> 0 })),
  },
  {
    fault: "it takes a text and a threshold by their letters",
    breaks: ["monotone", "alike", "equal", "exact"],
    makeEngine: judging(({ amount, status, threshold, rate }) =>
      typeof amount === "string" && rate === null ? amount >= threshold : status === "breach",
    ),
  },
  {
    fault: "it knows no way through a base that is neither currency",
    breaks: ["monotone", "alike", "exact", "reachable"],
    makeEngine: judging(({ rate, status }) => {
      if (rate !== null && rate.from !== "1" && rate.to !== "1") {
        throw new ComplianceError("rate_missing", "There is no rate from one to the other.");
      }
      return status === "breach";
    }),
  },
];
