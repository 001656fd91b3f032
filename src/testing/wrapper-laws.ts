/** The laws of a consumer's wrapper of `rules.evaluate` (§4.9): that it answers as the engine does. For any test runner. */
import * as fc from "fast-check";
import { ComplianceError } from "../domain/compliance-error.js";
import {
  amountAround,
  cases,
  extremeAmount,
  numberAround,
  ordinaryAmount,
  type Placing,
  textAround,
  transactionOf,
} from "./arbitraries/near-threshold.js";
import { type ConformanceCheck, checkThat } from "./law.js";
import { type CheckOptions, validatedCheckOptions } from "./law-options.js";
import { brokenLaw, Finding, propertyLaw } from "./property-law.js";
import { failureText } from "./storage/watched.js";
import { askedAtOnce, crossed } from "./threshold/at-once.js";
import { expectEveryPlace } from "./threshold/every-place.js";
import { type Reference, referenceOf } from "./threshold/reference.js";
import { type Standing, standingOf } from "./threshold/standing.js";
import { type Subject, subjectOf, type ThresholdConformanceConfig } from "./threshold/subject.js";
import { noTransactions, undecidable } from "./threshold/undecided.js";
import { factLines } from "./threshold/words.js";
import { answerText, asked, expectAnswer, expectFailure, idOf, type WrappedEvaluate } from "./threshold/wrapped.js";

/** How the laws of a wrapper are made. */
export type WrapperConformanceOptions = Pick<CheckOptions, "runs">;

/** A wrapper may ask over a network. */
const USUAL_RUNS = 200;

/**
 * The laws of a function that wraps `rules.evaluate`: it answers as the engine of this configuration does, also on the
 * last digit, at every turn, and it fails where that one fails. The wrapper has to decide by the same thresholds and
 * rates, at the same time: give both the same tables, and `at` what the wrapper takes for the present. A wrapper says
 * nothing of its clock, so what it does with rates that are older than `maxRateAge` is only seen where they are too old at
 * that time: make the laws once more with a later `at`, and a wrapper whose clock says it.
 *
 * Transactions are made up. Each has an id of its own, made of its content, for a wrapper may count on that; so one that
 * stores them is given a storage of the test. `runs` says how many are tried by each law (usually 200).
 *
 * @throws ComplianceError at once, when the call is at fault: `invalid_input` without a function or a configuration, the
 *   codes of {@link thresholdConformance} for a configuration that cannot be right.
 * @example
 * const ask = async (transaction) => (await service.check(transaction)).mustReport ? "breach" : "pass";
 * for (const law of wrapperConformance(ask, { thresholds: { US: "3000", SG: "1500" }, rates: table })) it(law.name, () => law.run());
 */
export function wrapperConformance(
  evaluate: WrappedEvaluate,
  config: ThresholdConformanceConfig,
  options: WrapperConformanceOptions = {},
): readonly ConformanceCheck[] {
  // For callers without types.
  if (typeof evaluate !== "function") {
    const message =
      'wrapperConformance needs your wrapper first: a function that gives "breach" or "pass" of a transaction.';
    throw new ComplianceError("invalid_input", message);
  }
  const subject = subjectOf("wrapperConformance", config);
  const { runs = USUAL_RUNS } = validatedCheckOptions("wrapperConformance", options, ["runs"]);
  const making = { evaluate, subject, runs };
  return [...answerLaws(making), placeLaw(making), ...failureLaws(making), ...askingLaws(making)];
}

interface Making {
  readonly evaluate: WrappedEvaluate;
  readonly subject: Subject;
  readonly runs: number;
}

/** What is drawn and looked at, once the configuration is known. */
interface Look<T> {
  readonly drawn: (reference: Reference, standing: Standing) => fc.Arbitrary<T>;
  /** @throws Finding */
  readonly look: (each: T, engine: Reference) => Promise<void>;
}

function wrapperLaw<T>(
  { subject, runs }: Making,
  name: string,
  rule: string,
  { drawn, look }: Look<T>,
): ConformanceCheck {
  return propertyLaw<T>(name, rule, { runs, heading: "The smallest that was found" }, async () => {
    const standing = await standingOf(subject);
    const reference = referenceOf(standing);
    return { drawn: () => drawn(reference, standing), holds: (each) => look(each, reference) };
  });
}

/** On every threshold: draws meet each of many countries too seldom. */
function placeLaw({ evaluate, subject }: Making): ConformanceCheck {
  const name = "every threshold is answered as by the engine";
  const rule =
    "in each country the threshold, in its official currency, breaches, and one last digit less passes, however many there are";
  return checkThat(name, rule, async () => {
    try {
      await expectEveryPlace(evaluate, referenceOf(await standingOf(subject)));
    } catch (error) {
      throw brokenLaw(name, rule, error, "What was asked:");
    }
  });
}

/** On answers. Each kind of amount apart, for what gets one kind wrong is told by which law is broken. */
function answerLaws(making: Making): readonly ConformanceCheck[] {
  const kinds: readonly (readonly [name: string, rule: string, placing: fc.Arbitrary<Placing>])[] = [
    [
      "ordinary transactions are answered as by the engine",
      "whole cents, well below or above the threshold, have the answer of the engine",
      ordinaryAmount(),
    ],
    [
      "numbers around a threshold are answered as by the engine",
      "a number on the threshold, or one double beside it, has the answer of the engine",
      numberAround(),
    ],
    [
      "texts around a threshold are answered as by the engine",
      "a decimal text on the threshold, or one last digit beside it, however long, has the answer of the engine",
      textAround(),
    ],
    [
      "extreme amounts are answered as by the engine",
      "nothing, the least and the greatest amounts, and those at which integers of 32, 53 and 64 bits end, have the answer of the engine",
      extremeAmount(),
    ],
  ];
  return kinds.map(([name, rule, placing]) =>
    wrapperLaw(making, name, rule, {
      drawn: ({ ground }) => cases(ground, placing),
      look: async (each, engine) => {
        const transaction = transactionOf(each, idOf(each));
        const outcome = await asked(making.evaluate, transaction);
        const facts = [JSON.stringify(transaction), ...factLines(each.pair, each.amount)];
        expectAnswer(outcome, engine.evaluate(transaction).status, facts);
      },
    }),
  );
}

/** On what has no answer. */
function failureLaws(making: Making): readonly ConformanceCheck[] {
  const look = async (input: object, engine: Reference): Promise<void> => {
    const because = refusalOf(engine, input);
    expectFailure(await asked(making.evaluate, input), fc.stringify(input), because);
  };
  return [
    wrapperLaw(
      making,
      "what cannot be decided fails",
      "without a threshold, or a rate that is not older than maxRateAge, it rejects, and answers nothing",
      { drawn: undecidable, look },
    ),
    wrapperLaw(
      making,
      "what is no transaction fails",
      "of an amount, a currency or a country that is none it rejects, and answers nothing",
      { drawn: ({ ground }) => noTransactions(ground), look },
    ),
  ];
}

/** On how often and when it is asked. */
function askingLaws(making: Making): readonly ConformanceCheck[] {
  return [
    wrapperLaw(making, "asked twice, it answers the same", "the same transaction, asked again, has the same answer", {
      drawn: ({ ground }) => cases(ground, amountAround()),
      look: async (each) => {
        const transaction = transactionOf(each, idOf(each));
        const first = answerText(await asked(making.evaluate, transaction));
        const second = answerText(await asked(making.evaluate, transaction));
        if (first === second) return;
        const lines = [JSON.stringify(transaction), `first: ${first}`, `then: ${second}`];
        throw new Finding(`your wrapper says first ${first}, then ${second}`, lines, undefined);
      },
    }),
    wrapperLaw(
      making,
      "asked at once, it answers each as alone",
      "many transactions at once, also of one id or one amount, have the answers of the engine",
      {
        drawn: ({ ground }) =>
          fc.array(cases(ground, ordinaryAmount()), { minLength: 2, maxLength: 4 }).map((drawn) => crossed(drawn)),
        look: (each, engine) => askedAtOnce(making.evaluate, each, engine),
      },
    ),
  ];
}

function refusalOf(engine: Reference, input: object): string {
  try {
    // What is no transaction is refused, whatever its type says.
    engine.evaluate(input as never);
  } catch (error) {
    return failureText(error);
  }
  throw new Error("The engine decides what this law holds to be undecidable; that is a fault of vaspkit.");
}
