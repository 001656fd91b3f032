/** Checks of decisions on drawn transactions around the configured thresholds (§4.9). */
import * as fc from "fast-check";
import type { ThresholdConfig, ThresholdDecision, Transaction } from "../../domain/thresholds/types.js";
import {
  anyAmount,
  type Case,
  cases,
  numberAround,
  ordinaryAmount,
  pairs,
  transactionOf,
} from "../arbitraries/near-threshold.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { errorText } from "../outcome.js";
import { drawnCheck } from "../property-check.js";
import { compare, exactText, MAX_DIGITS, readDecimal } from "../rational.js";
import { currentConfigOf } from "./current-config.js";
import { boundaryOf, type DecidablePairs, expectedStatus, explain, type Pair, unitPair } from "./decidable-pairs.js";
import type { Subject } from "./subject.js";

/** The deciding engine: that of vaspkit, or a wrong one in the tests of these checks. */
export interface Engine {
  evaluate(transaction: Transaction): Pick<ThresholdDecision, "status">;
}

export type MakeEngine = (config: ThresholdConfig) => Engine;

/** What the checks of decisions share. */
interface DecisionSuite {
  readonly subject: Subject;
  readonly makeEngine: MakeEngine;
  readonly runs: number;
}

/** Returns the decision. Throws a violation if it is not the expected one. */
type Decide = (of: Case, expected?: "breach" | "pass") => "breach" | "pass";

export function decisionChecks(suite: DecisionSuite): readonly ConformanceCheck[] {
  return [
    decisionCheck(
      suite,
      "a greater amount never passes where a smaller one breaches",
      "Of two amounts of one currency in one country, the greater breaches where the smaller does.",
      twoAmounts,
      ({ pair, lesser, greater }, decide) => {
        const [below, above] = [decide({ pair, amount: lesser }), decide({ pair, amount: greater })];
        if (below !== "breach" || above !== "pass") return;
        throw new Violation("the engine returned breach for the smaller amount and pass for the greater", [
          ...linesOf({ pair, amount: lesser }, below),
          ...linesOf({ pair, amount: greater }, above),
        ]);
      },
    ),
    decisionCheck(
      suite,
      "an amount equal to the threshold breaches",
      "An amount that is exactly the threshold when converted is a breach, as number and as text.",
      equalAmounts,
      (each, decide) => void decide(each, "breach"),
    ),
    decisionCheck(
      suite,
      "a number and its decimal text get the same decision",
      "A number and the decimal text of the same value, with any zeros at its end, get one decision.",
      spellings,
      ({ pair, amounts }, decide) => {
        const decisions = amounts.map((amount) => decide({ pair, amount }));
        if (new Set(decisions).size < 2) return;
        const lines = amounts.flatMap((amount, index) => linesOf({ pair, amount }, decisions[index] ?? ""));
        throw new Violation("the engine returned two decisions for one value", lines);
      },
    ),
    decisionCheck(
      suite,
      "conversion through the base is exact",
      "An amount breaches exactly if amount × rate(threshold) ≥ threshold × rate(currency), in rational numbers.",
      (decidable) => cases(decidable, anyAmount()),
      (each, decide) => void decide(each, expectedStatus(each.pair, each.amount)),
    ),
  ];
}

function decisionCheck<T>(
  { subject, makeEngine, runs }: DecisionSuite,
  name: string,
  promise: string,
  arbitrary: (decidable: DecidablePairs) => fc.Arbitrary<T>,
  look: (drawn: T, decide: Decide) => void,
): ConformanceCheck {
  return drawnCheck<T>(name, promise, { runs }, async () => {
    const current = await currentConfigOf(subject);
    const decide = deciding(makeEngine(current.config));
    return { arbitrary: () => arbitrary(current.pairs), holds: async (drawn) => look(drawn, decide) };
  });
}

function deciding(engine: Engine): Decide {
  return (of, expected) => {
    let status: "breach" | "pass";
    try {
      status = engine.evaluate(transactionOf(of, "T-1")).status;
    } catch (error) {
      throw new Violation(`the engine failed with ${errorText(error)}`, linesOf(of, "nothing"), error);
    }
    if (expected === undefined || status === expected) return status;
    throw new Violation(`the engine returned ${status}, expected ${expected}`, linesOf(of, status));
  };
}

function linesOf(of: Case, decision: string): readonly string[] {
  return [JSON.stringify(transactionOf(of, "T-1")), `the engine: ${decision}`, ...explain(of.pair, of.amount)];
}

interface TwoAmounts {
  readonly pair: Pair;
  readonly lesser: number | string;
  readonly greater: number | string;
}

function twoAmounts(decidable: DecidablePairs): fc.Arbitrary<TwoAmounts> {
  return fc.record({ pair: pairs(decidable), one: anyAmount(), other: anyAmount() }).map(({ pair, one, other }) => {
    const [a, b] = [one(boundaryOf(pair)), other(boundaryOf(pair))];
    const isLesser = compare(readDecimal(a), readDecimal(b)) === "below";
    return { pair, lesser: isLesser ? a : b, greater: isLesser ? b : a };
  });
}

/** Uses the currency of the threshold where no decimal text is exactly the threshold in the other currency. */
function equalAmounts(decidable: DecidablePairs): fc.Arbitrary<Case> {
  const zeros = fc.oneof(fc.constantFrom(0, 2), fc.nat({ max: MAX_DIGITS }));
  return fc.record({ pair: pairs(decidable), zeros, isNumber: fc.boolean() }).map(({ pair, zeros, isNumber }) => {
    const exact = exactText(boundaryOf(pair));
    if (exact === undefined) return unitThreshold(pair);
    const isLiteral = compare(readDecimal(Number(exact)), readDecimal(exact)) === "equal";
    return { pair, amount: isNumber && isLiteral ? Number(exact) : withZeros(exact, zeros) };
  });
}

function unitThreshold(pair: Pair): Case {
  return { pair: unitPair(pair), amount: exactText(pair.threshold) ?? Number(pair.text) };
}

interface Spellings {
  readonly pair: Pair;
  readonly amounts: readonly (number | string)[];
}

function spellings(decidable: DecidablePairs): fc.Arbitrary<Spellings> {
  const number = fc.oneof({ withCrossShrink: true }, ordinaryAmount(), numberAround());
  return fc
    .record({ pair: pairs(decidable), number, zeros: fc.nat({ max: MAX_DIGITS }) })
    .map(({ pair, number, zeros }) => {
      const amount = Number(number(boundaryOf(pair)));
      const text = exactText(readDecimal(amount));
      return { pair, amounts: text === undefined ? [amount] : [amount, text, withZeros(text, zeros)] };
    });
}

/** Adds zeros after the point, up to the longest decimal text. */
function withZeros(text: string, zeros: number): string {
  const digits = text.replace(".", "").length;
  const more = "0".repeat(Math.min(zeros, MAX_DIGITS - digits));
  return more === "" || text.includes(".") ? text + more : `${text}.${more}`;
}
