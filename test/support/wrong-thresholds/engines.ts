/** Engines with one fault each, and all checks that it fails. */
import { Decimal } from "decimal.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { createThresholdEngine } from "../../../src/domain/thresholds/engine.js";
import type { ThresholdDecision, Transaction } from "../../../src/domain/thresholds/types.js";
import type { MakeEngine } from "../../../src/testing/threshold/decision-checks.js";
import type { CheckName } from "./right.js";

interface WrongEngine {
  readonly fault: string;
  readonly breaks: readonly CheckName[];
  readonly makeEngine: MakeEngine;
}

/** The correct engine with another rule for a breach. */
function judging(isBreach: (decision: ThresholdDecision) => boolean): MakeEngine {
  return (config) => {
    const engine = createThresholdEngine(config);
    return { evaluate: (transaction) => ({ status: isBreach(engine.evaluate(transaction)) ? "breach" : "pass" }) };
  };
}

/** The correct engine with a changed transaction. */
function reading(change: (transaction: Transaction) => Transaction): MakeEngine {
  return (config) => {
    const engine = createThresholdEngine(config);
    return { evaluate: (transaction) => engine.evaluate(change(transaction)) };
  };
}

/** Returns the amount in the official currency, as a double. */
function converted({ amount, rate }: ThresholdDecision): number {
  return rate === null ? Number(amount) : Number(amount) * (Number(rate.to) / Number(rate.from));
}

export const wrongEngines: readonly WrongEngine[] = [
  {
    fault: "an equal amount passes",
    breaks: ["equal", "exact"],
    makeEngine: judging(({ comparison }) => comparison === "above"),
  },
  {
    fault: "it converts as doubles",
    breaks: ["equal", "exact"],
    makeEngine: judging((decision) => converted(decision) >= Number(decision.threshold)),
  },
  {
    fault: "it divides with 20 digits",
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
    fault: "it drops the cents",
    breaks: ["equal", "exact"],
    makeEngine: reading((transaction) => ({ ...transaction, amount: Math.trunc(Number(transaction.amount)) })),
  },
  {
    fault: "it converts in the opposite direction",
    breaks: ["equal", "exact"],
    makeEngine: judging(
      ({ amount, rate, threshold }) =>
        Number(amount) * (Number(rate?.from ?? 1) / Number(rate?.to ?? 1)) >= Number(threshold),
    ),
  },
  {
    fault: "it reads only 8 characters of a text",
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
    fault: "it converts amounts to 32-bit integers",
    breaks: ["monotone", "equal", "exact"],
    makeEngine: reading((transaction) => ({ ...transaction, amount: Number(transaction.amount) >>> 0 })),
  },
  {
    fault: "it compares texts as strings",
    breaks: ["monotone", "alike", "equal", "exact"],
    makeEngine: judging(({ amount, status, threshold, rate }) =>
      typeof amount === "string" && rate === null ? amount >= threshold : status === "breach",
    ),
  },
  {
    fault: "it cannot convert through a third currency",
    breaks: ["monotone", "alike", "exact", "reachable"],
    makeEngine: judging(({ rate, status }) => {
      if (rate !== null && rate.from !== "1" && rate.to !== "1") {
        throw new ComplianceError("rate_missing", "There is no rate from one to the other.");
      }
      return status === "breach";
    }),
  },
];
