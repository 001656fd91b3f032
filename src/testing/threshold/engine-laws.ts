/** The laws on decisions, each on drawn transactions around the thresholds of the configuration (§4.9). */
import * as fc from "fast-check";
import type { ThresholdConfig, ThresholdDecision, Transaction } from "../../domain/thresholds/types.js";
import {
  anyAmount,
  type Case,
  cases,
  numberAround,
  ordinaryAmount,
  ownPair,
  pairs,
  transactionOf,
} from "../arbitraries/near-threshold.js";
import type { ConformanceCheck } from "../law.js";
import { Finding, propertyLaw } from "../property-law.js";
import { compare, exactText, MAX_DIGITS, readDecimal } from "../rational.js";
import { failureText } from "../storage/watched.js";
import { boundaryOf, type Ground, type Pair, rightStatus } from "./ground.js";
import { standingOf } from "./standing.js";
import type { Subject } from "./subject.js";
import { factLines } from "./words.js";

/** What decides: the engine of vaspkit; in the tests of these laws others, which are wrong. */
export interface Engine {
  evaluate(transaction: Transaction): Pick<ThresholdDecision, "status">;
}

export type MakeEngine = (config: ThresholdConfig) => Engine;

/** What the laws on decisions are made with. */
interface Making {
  readonly subject: Subject;
  readonly makeEngine: MakeEngine;
  readonly runs: number;
}

/** Asks the engine, and throws a finding when what it says is not `right`. */
type Ask = (of: Case, right?: "breach" | "pass") => "breach" | "pass";

export function engineLaws(making: Making): readonly ConformanceCheck[] {
  return [
    engineLaw(
      making,
      "a greater amount never passes where a smaller one breaches",
      "of two amounts of one currency in one country, the greater breaches where the smaller does",
      ladders,
      ({ pair, lesser, greater }, ask) => {
        const [below, above] = [ask({ pair, amount: lesser }), ask({ pair, amount: greater })];
        if (below !== "breach" || above !== "pass") return;
        throw finding("the engine says breach of the smaller amount and pass of the greater", [
          ...told({ pair, amount: lesser }, below),
          ...told({ pair, amount: greater }, above),
        ]);
      },
    ),
    engineLaw(
      making,
      "an amount equal to the threshold breaches",
      "an amount that is exactly the threshold when it is converted is a breach, as number and as text",
      equalAmounts,
      (each, ask) => void ask(each, "breach"),
    ),
    engineLaw(
      making,
      "a number and its text are answered alike",
      "a number and the decimal text of the same value, with whatever zeros at its end, have one answer",
      spellings,
      ({ pair, amounts }, ask) => {
        const answers = amounts.map((amount) => ask({ pair, amount }));
        if (new Set(answers).size < 2) return;
        const lines = amounts.flatMap((amount, index) => told({ pair, amount }, answers[index] ?? ""));
        throw finding("the engine answers one value in two ways", lines);
      },
    ),
    engineLaw(
      making,
      "conversion through the base is exact",
      "an amount breaches exactly if amount × rate(official) ≥ threshold × rate(currency), in rational numbers",
      (ground) => cases(ground, anyAmount()),
      (each, ask) => void ask(each, rightStatus(each.pair, each.amount)),
    ),
  ];
}

function engineLaw<T>(
  { subject, makeEngine, runs }: Making,
  name: string,
  rule: string,
  drawn: (ground: Ground) => fc.Arbitrary<T>,
  look: (each: T, ask: Ask) => void,
): ConformanceCheck {
  return propertyLaw<T>(name, rule, { runs, heading: "The smallest that was found" }, async () => {
    const { config, ground } = await standingOf(subject);
    const ask = asking(makeEngine(config));
    return { drawn: () => drawn(ground), holds: async (each) => look(each, ask) };
  });
}

function asking(engine: Engine): Ask {
  return (of, right) => {
    let status: "breach" | "pass";
    try {
      status = engine.evaluate(transactionOf(of, "T-1")).status;
    } catch (error) {
      throw new Finding(`the engine failed with ${failureText(error)}`, told(of, "nothing"), error);
    }
    if (right === undefined || status === right) return status;
    throw finding(`the engine says ${status}, where ${right} is right`, told(of, status));
  };
}

function finding(seen: string, lines: readonly string[]): Finding {
  return new Finding(seen, lines, undefined);
}

function told(of: Case, said: string): readonly string[] {
  return [JSON.stringify(transactionOf(of, "T-1")), `the engine says: ${said}`, ...factLines(of.pair, of.amount)];
}

interface Ladder {
  readonly pair: Pair;
  readonly lesser: number | string;
  readonly greater: number | string;
}

function ladders(ground: Ground): fc.Arbitrary<Ladder> {
  return fc.record({ pair: pairs(ground), one: anyAmount(), other: anyAmount() }).map(({ pair, one, other }) => {
    const [a, b] = [one(boundaryOf(pair)), other(boundaryOf(pair))];
    const isLesser = compare(readDecimal(a), readDecimal(b)) === "below";
    return { pair, lesser: isLesser ? a : b, greater: isLesser ? b : a };
  });
}

/** Where no decimal text is exactly the threshold in that currency, the official one is paid in. */
function equalAmounts(ground: Ground): fc.Arbitrary<Case> {
  const zeros = fc.oneof(fc.constantFrom(0, 2), fc.nat({ max: MAX_DIGITS }));
  return fc.record({ pair: pairs(ground), zeros, isNumber: fc.boolean() }).map(({ pair, zeros, isNumber }) => {
    const exact = exactText(boundaryOf(pair));
    if (exact === undefined) return ownThreshold(pair);
    const isLiteral = compare(readDecimal(Number(exact)), readDecimal(exact)) === "equal";
    return { pair, amount: isNumber && isLiteral ? Number(exact) : withZeros(exact, zeros) };
  });
}

function ownThreshold(pair: Pair): Case {
  return { pair: ownPair(pair), amount: exactText(pair.threshold) ?? Number(pair.text) };
}

interface Spellings {
  readonly pair: Pair;
  readonly amounts: readonly (number | string)[];
}

function spellings(ground: Ground): fc.Arbitrary<Spellings> {
  const number = fc.oneof({ withCrossShrink: true }, ordinaryAmount(), numberAround());
  return fc
    .record({ pair: pairs(ground), number, zeros: fc.nat({ max: MAX_DIGITS }) })
    .map(({ pair, number, zeros }) => {
      const amount = Number(number(boundaryOf(pair)));
      const text = exactText(readDecimal(amount));
      return { pair, amounts: text === undefined ? [amount] : [amount, text, withZeros(text, zeros)] };
    });
}

/** As many zeros after the point as there is room for. */
function withZeros(text: string, zeros: number): string {
  const digits = text.replace(".", "").length;
  const more = "0".repeat(Math.min(zeros, MAX_DIGITS - digits));
  return more === "" || text.includes(".") ? text + more : `${text}.${more}`;
}
