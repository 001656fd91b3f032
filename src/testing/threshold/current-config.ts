/** The configuration at the time of the decisions, as its sources return it. */
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { createThresholdEngine } from "../../domain/thresholds/engine.js";
import { checkRateAge } from "../../domain/thresholds/rate-age.js";
import type { RateTable, ThresholdConfig, ThresholdEngine } from "../../domain/thresholds/types.js";
import { type ConformanceCheck, checkThat, failedCheck, Violation } from "../check.js";
import { errorText } from "../outcome.js";
import { type DecidablePairs, decidablePairsOf, type Pair } from "./decidable-pairs.js";
import type { Subject } from "./subject.js";

export interface CurrentConfig {
  readonly at: Date;
  readonly config: ThresholdConfig & { readonly rates: RateTable };
  readonly pairs: DecidablePairs;
  readonly maxRateAgeMs: DurationMs;
}

/** @throws Violation when a source fails, or when its tables decide nothing. */
export async function currentConfigOf(subject: Subject): Promise<CurrentConfig> {
  const at = subject.now();
  const thresholds = await tableOf("thresholds", () => subject.thresholds.current(new Date(at)));
  const rates = await tableOf("rates", () => subject.rates.current(new Date(at)));
  const config = { thresholds, rates, officialCurrencies: subject.officialCurrencies };
  try {
    createThresholdEngine(config);
    const pairs = decidablePairsOf(config);
    if (Object.keys(thresholds).length === 0) throw new Violation("the source given as thresholds has none");
    return { at, config, pairs, maxRateAgeMs: subject.maxRateAgeMs };
  } catch (error) {
    if (error instanceof Violation) throw error;
    throw new Violation(`this configuration decides nothing: ${errorText(error)}`, [], error);
  }
}

async function tableOf<T extends object>(option: string, request: () => Promise<T>): Promise<T> {
  let table: unknown;
  try {
    table = await request();
  } catch (error) {
    throw new Violation(`the source given as ${option} failed with ${errorText(error)}`, [], error);
  }
  // Sources without types may return anything.
  if (typeof table !== "object" || table === null)
    throw new Violation(`the source given as ${option} returned no table`);
  return table as T;
}

/** Makes a check of the current configuration, without drawn cases. `look` returns the violation, if any. */
export function configCheck(
  subject: Subject,
  name: string,
  promise: string,
  look: (current: CurrentConfig) => Violation | undefined,
): ConformanceCheck {
  return checkThat(name, promise, async () => {
    const violation = await currentConfigOf(subject).then(look, (error: unknown) => {
      throw failedCheck({ name, promise }, error);
    });
    if (violation !== undefined) throw failedCheck({ name, promise }, violation);
  });
}

/** Returns a violation with the first problem in its sentence, and all of them as lines if there are more. */
export function violationOf(problems: readonly string[], more: readonly string[] = []): Violation | undefined {
  const [first] = problems;
  if (first === undefined) return undefined;
  if (problems.length === 1) return new Violation(first, more);
  return new Violation(`${first}, and ${problems.length - 1} more`, [...problems, ...more]);
}

/** The engine with the rate age check of `rules.evaluate`, to compare a wrapper with (§4.9). */
export interface ReferenceEngine extends ThresholdEngine {
  /** The pairs that can be decided at that time. */
  readonly pairs: DecidablePairs;
  /** The pairs that could be decided with current rates. */
  readonly outdated: readonly Pair[];
}

export function referenceEngineOf({ at, config, pairs, maxRateAgeMs }: CurrentConfig): ReferenceEngine {
  const engine = createThresholdEngine(config);
  const checkAge = (): void => checkRateAge(config.rates, at, maxRateAgeMs);
  const isOutdated = throws(checkAge);
  return {
    pairs: isOutdated ? withoutRates(pairs) : pairs,
    outdated: isOutdated ? convertedPairs(pairs) : [],
    evaluate: (transaction) => {
      const decision = engine.evaluate(transaction);
      // An amount in the currency of the threshold needs no rate, so the age does not matter.
      if (decision.rate !== null) checkAge();
      return decision;
    },
  };
}

function throws(check: () => void): boolean {
  try {
    check();
    return false;
  } catch {
    return true;
  }
}

function withoutRates({ pair, ...rest }: DecidablePairs): DecidablePairs {
  return {
    ...rest,
    currencies: [],
    pair: (country, currency) => (currency === country.unit ? pair(country, currency) : undefined),
  };
}

function convertedPairs({ countries, currencies, pair }: DecidablePairs): readonly Pair[] {
  return countries.flatMap((country) =>
    currencies.flatMap((currency) => {
      const found = pair(country, currency);
      return found?.rates ? [found] : [];
    }),
  );
}
