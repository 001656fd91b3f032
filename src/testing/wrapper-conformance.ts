/** The conformance suite of a wrapper of `rules.evaluate`: it returns the decisions of the engine (§4.9). */
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
import {
  type CheckOptions,
  type ConformanceCheck,
  checkThat,
  failedCheck,
  Violation,
  validCheckOptions,
} from "./check.js";
import { errorText } from "./outcome.js";
import { drawnCheck } from "./property-check.js";
import {
  type CurrentConfig,
  currentConfigOf,
  type ReferenceEngine,
  referenceEngineOf,
} from "./threshold/current-config.js";
import { type Subject, subjectOf, type ThresholdConformanceConfig } from "./threshold/subject.js";
import {
  callWrapper,
  expectConcurrentDecisions,
  expectDecision,
  expectEveryThreshold,
  expectFailure,
  idOf,
  invalidTransactions,
  resultText,
  undecidable,
  type WrappedEvaluate,
  withMixedCases,
} from "./threshold/wrapper-calls.js";

/** Options for {@link wrapperConformance}: `runs` is the number of drawn cases of each check, 200 by default. */
export type WrapperConformanceOptions = Pick<CheckOptions, "runs">;

/** A wrapper may call a service over a network. */
const DEFAULT_RUNS = 200;

/**
 * Returns the checks of a function that wraps `rules.evaluate`. It must return the engine's decision for this
 * configuration, also at the last digit and for concurrent calls, and reject where the engine fails.
 *
 * The wrapper must use the same thresholds, rates and time: pass both the same tables, and as `at` the wrapper's present.
 * Whether it refuses outdated rates shows only where they are outdated at that time. To test that, call the suite again
 * with a later `at` and a wrapper with the same later clock.
 *
 * Transactions are made up. Each has its own id, made from its content. Give a wrapper that stores transactions a storage
 * of the test.
 *
 * @param evaluate your wrapper
 * @param config the configuration of the wrapper
 * @param options the number of drawn cases
 * @returns The checks, to be run by any test runner.
 * @throws ComplianceError at once for a wrong argument. `invalid_input`: there is no function or configuration. The codes of
 *   {@link thresholdConformance}: the configuration is not valid.
 * @example
 * const decide = async (transaction) => (await service.check(transaction)).mustReport ? "breach" : "pass";
 * const config = { thresholds: { US: "3000", SG: "1500" }, rates: table };
 * for (const check of wrapperConformance(decide, config)) it(check.name, () => check.run());
 */
export function wrapperConformance(
  evaluate: WrappedEvaluate,
  config: ThresholdConformanceConfig,
  options: WrapperConformanceOptions = {},
): readonly ConformanceCheck[] {
  // Callers without types may pass anything.
  if (typeof evaluate !== "function") {
    const message =
      'wrapperConformance needs your wrapper first: a function that returns "breach" or "pass" for a transaction.';
    throw new ComplianceError("invalid_input", message);
  }
  const subject = subjectOf("wrapperConformance", config);
  const { runs = DEFAULT_RUNS } = validCheckOptions("wrapperConformance", options, ["runs"]);
  const suite = { evaluate, subject, runs };
  return [...decisionChecks(suite), everyThresholdCheck(suite), ...failureChecks(suite), ...callChecks(suite)];
}

/** What the checks of one suite share. */
interface WrapperSuite {
  readonly evaluate: WrappedEvaluate;
  readonly subject: Subject;
  readonly runs: number;
}

/** The drawn cases of a check, and what must hold for each. */
interface WrapperCases<T> {
  readonly arbitrary: (engine: ReferenceEngine, current: CurrentConfig) => fc.Arbitrary<T>;
  /** @throws Violation when the case breaks the promise. */
  readonly look: (drawn: T, engine: ReferenceEngine) => Promise<void>;
}

function wrapperCheck<T>(
  { subject, runs }: WrapperSuite,
  name: string,
  promise: string,
  { arbitrary, look }: WrapperCases<T>,
): ConformanceCheck {
  return drawnCheck<T>(name, promise, { runs }, async () => {
    const current = await currentConfigOf(subject);
    const engine = referenceEngineOf(current);
    return { arbitrary: () => arbitrary(engine, current), holds: (drawn) => look(drawn, engine) };
  });
}

/** Checks of decisions. One for each kind of amount, so that the failing check names the kind. */
function decisionChecks(suite: WrapperSuite): readonly ConformanceCheck[] {
  const kinds: readonly (readonly [kind: string, promise: string, placing: fc.Arbitrary<Placing>])[] = [
    [
      "ordinary amounts",
      "Amounts in whole cents, well below or above the threshold, get the engine's decision.",
      ordinaryAmount(),
    ],
    [
      "numbers around a threshold",
      "A number on the threshold, or one double beside it, gets the engine's decision.",
      numberAround(),
    ],
    [
      "texts around a threshold",
      "A decimal text of any length on the threshold, or one last digit beside it, gets the engine's decision.",
      textAround(),
    ],
    [
      "extreme amounts",
      "0, the smallest and greatest amounts, and the limits of integers of 32, 53 and 64 bits get the engine's decision.",
      extremeAmount(),
    ],
  ];
  return kinds.map(([kind, promise, placing]) =>
    wrapperCheck(suite, `${kind} get the engine's decision`, promise, {
      arbitrary: ({ pairs }) => cases(pairs, placing),
      look: async (each, engine) => {
        const transaction = transactionOf(each, idOf(each));
        const outcome = await callWrapper(suite.evaluate, transaction);
        expectDecision(outcome, engine.evaluate(transaction).status, each, idOf(each));
      },
    }),
  );
}

function everyThresholdCheck({ evaluate, subject }: WrapperSuite): ConformanceCheck {
  const name = "every country's threshold gets the engine's decision";
  const promise = "In each country, the threshold in its currency breaches, and one last digit less passes.";
  return checkThat(name, promise, async () => {
    try {
      await expectEveryThreshold(evaluate, referenceEngineOf(await currentConfigOf(subject)));
    } catch (error) {
      throw failedCheck({ name, promise }, error, "Call made:");
    }
  });
}

/** Checks of transactions without a decision. */
function failureChecks(suite: WrapperSuite): readonly ConformanceCheck[] {
  const look = async (input: object, engine: ReferenceEngine): Promise<void> => {
    const reason = reasonOf(engine, input);
    expectFailure(await callWrapper(suite.evaluate, input), fc.stringify(input), reason);
  };
  return [
    wrapperCheck(
      suite,
      "undecidable transactions fail",
      "Without a threshold, or without a rate within maxRateAgeMs, it rejects and returns no decision.",
      { arbitrary: undecidable, look },
    ),
    wrapperCheck(
      suite,
      "invalid transactions fail",
      "For an invalid amount, currency or country, it rejects and returns no decision.",
      { arbitrary: ({ pairs }) => invalidTransactions(pairs), look },
    ),
  ];
}

/** Checks of repeated and concurrent calls. */
function callChecks(suite: WrapperSuite): readonly ConformanceCheck[] {
  return [
    wrapperCheck(
      suite,
      "repeated calls return the same decision",
      "A second call with the same transaction returns the same decision.",
      {
        arbitrary: ({ pairs }) => cases(pairs, amountAround()),
        look: async (each) => {
          const transaction = transactionOf(each, idOf(each));
          const first = resultText(await callWrapper(suite.evaluate, transaction));
          const second = resultText(await callWrapper(suite.evaluate, transaction));
          if (first === second) return;
          const lines = [JSON.stringify(transaction), `first: ${first}`, `second: ${second}`];
          throw new Violation(`your wrapper returned first ${first}, then ${second}`, lines);
        },
      },
    ),
    wrapperCheck(
      suite,
      "concurrent calls return their own decisions",
      "Each of several concurrent calls gets the engine's decision, also with equal ids or amounts.",
      {
        arbitrary: ({ pairs }) =>
          fc
            .array(cases(pairs, ordinaryAmount()), { minLength: 2, maxLength: 4 })
            .map((drawn) => withMixedCases(drawn)),
        look: (calls, engine) => expectConcurrentDecisions(suite.evaluate, calls, engine),
      },
    ),
  ];
}

function reasonOf(engine: ReferenceEngine, input: object): string {
  try {
    // An invalid transaction is refused, whatever its type.
    engine.evaluate(input as never);
  } catch (error) {
    return errorText(error);
  }
  throw new Error("The engine decides a transaction of this check. That is a fault of vaspkit.");
}
