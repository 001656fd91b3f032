/** What a wrapper is compared with: the engine as `rules.evaluate` asks it, with rates that may be too old (§4.9). */
import { createThresholdEngine } from "../../domain/thresholds/engine.js";
import { checkRateAge } from "../../domain/thresholds/rates.js";
import type { ThresholdEngine } from "../../domain/thresholds/types.js";
import type { Ground, Pair } from "./ground.js";
import type { Standing } from "./standing.js";

export interface Reference extends ThresholdEngine {
  /** All that can be decided at that time. */
  readonly ground: Ground;
  /** What could be decided if the rates were not too old. */
  readonly outdated: readonly Pair[];
}

export function referenceOf({ at, config, ground, maxRateAge }: Standing): Reference {
  const engine = createThresholdEngine(config);
  const checkAge = (): void => checkRateAge(config.rates, at, maxRateAge);
  const isOutdated = throws(checkAge);
  return {
    ground: isOutdated ? withoutRates(ground) : ground,
    outdated: isOutdated ? convertedPairs(ground) : [],
    evaluate: (transaction) => {
      const decision = engine.evaluate(transaction);
      // An amount in the official currency needs no rate, so none can be too old for it.
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

function withoutRates({ pair, ...ground }: Ground): Ground {
  return {
    ...ground,
    listed: [],
    pair: (place, currency) => (currency === place.official ? pair(place, currency) : undefined),
  };
}

function convertedPairs({ places, listed, pair }: Ground): readonly Pair[] {
  return places.flatMap((place) =>
    listed.flatMap((currency) => {
      const found = pair(place, currency);
      return found?.rates ? [found] : [];
    }),
  );
}
