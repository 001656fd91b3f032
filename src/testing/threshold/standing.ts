/** The configuration as it stands at the time of the decisions: what its sources give then. */
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { createThresholdEngine } from "../../domain/thresholds/engine.js";
import type { RateTable, ThresholdConfig } from "../../domain/thresholds/types.js";
import { type ConformanceCheck, checkThat } from "../law.js";
import { brokenLaw, Finding } from "../property-law.js";
import { failureText } from "../storage/watched.js";
import { type Ground, groundOf } from "./ground.js";
import type { Subject } from "./subject.js";

/** What a law looks at. */
export interface Standing {
  readonly at: Date;
  readonly config: ThresholdConfig & { readonly rates: RateTable };
  readonly ground: Ground;
  readonly maxRateAge: DurationMs;
}

/** @throws Finding when a source fails, or gives what no decision can be made with. */
export async function standingOf(subject: Subject): Promise<Standing> {
  const at = subject.now();
  const thresholds = await given("thresholds", () => subject.thresholds.current(new Date(at)));
  const rates = await given("rates", () => subject.rates.current(new Date(at)));
  const config = { thresholds, rates, officialCurrencies: subject.officialCurrencies };
  try {
    createThresholdEngine(config);
    const ground = groundOf(config);
    if (Object.keys(thresholds).length === 0)
      throw new Finding("the source given as thresholds has none", [], undefined);
    return { at, config, ground, maxRateAge: subject.maxRateAge };
  } catch (error) {
    if (error instanceof Finding) throw error;
    throw new Finding(`nothing can be decided with this configuration: ${failureText(error)}`, [], error);
  }
}

/** What a law without drawn cases sees; undefined: it is kept. */
export interface Sight {
  readonly seen: string;
  readonly lines?: readonly string[];
}

/** A law on the configuration as it stands. */
export function standingLaw(
  subject: Subject,
  name: string,
  rule: string,
  look: (standing: Standing) => Sight | undefined,
): ConformanceCheck {
  return checkThat(name, rule, async () => {
    const sight = await standingOf(subject).then(look, (error: unknown) => {
      throw brokenLaw(name, rule, error);
    });
    if (sight !== undefined) throw brokenLaw(name, rule, new Finding(sight.seen, sight.lines ?? [], undefined));
  });
}

async function given<T extends object>(option: string, ask: () => Promise<T>): Promise<T> {
  let table: unknown;
  try {
    table = await ask();
  } catch (error) {
    throw new Finding(`the source given as ${option} failed with ${failureText(error)}`, [], error);
  }
  // Sources without types may give anything.
  if (typeof table !== "object" || table === null) {
    throw new Finding(`the source given as ${option} gave no table`, [], undefined);
  }
  return table as T;
}
