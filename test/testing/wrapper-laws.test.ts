import { afterAll, describe, expect, it } from "vitest";
import { fixedRates } from "../../src/adapters/rates/fixed.js";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import { type Compliance, createCompliance } from "../../src/compliance.js";
import { unwrap } from "../../src/domain/result.js";
import {
  type ConformanceCheck,
  type ThresholdConformanceConfig,
  type WrappedEvaluate,
  wrapperConformance,
} from "../../src/testing.js";
import { right } from "../support/wrong-thresholds/right.js";
import { names, outdated, rightWrapper, tooEarly } from "../support/wrong-wrappers/right.js";
import { wrongWrappers } from "../support/wrong-wrappers/wrappers.js";

/** What is said by each law that is broken, by its name. The seed, for a test has to say the same each time. */
async function brokenOf(lawsOf: () => readonly ConformanceCheck[]): Promise<ReadonlyMap<string, string>> {
  const broken = new Map<string, string>();
  for (const { name } of lawsOf()) {
    // A new wrapper for each law: what one law asked must not be what another finds.
    const law = lawsOf().find((each) => each.name === name);
    const error: unknown = await law?.run({ seed: 1 }).catch((reason: unknown) => reason);
    if (error !== undefined) broken.set(name, error instanceof Error ? error.message : "no error");
  }
  return broken;
}

const services: Compliance[] = [];
afterAll(() => Promise.all(services.map((each) => each.close())));

/** As a consumer has it. */
function serviceAt(at: Date, { maxRateAge }: ThresholdConformanceConfig = right): WrappedEvaluate {
  const compliance = createCompliance({
    storage: memoryStorage(),
    thresholds: right.thresholds,
    rates: fixedRates(right.rates),
    clock: () => at,
    ...(maxRateAge !== undefined && { maxRateAge }),
  });
  services.push(compliance);
  return async (transaction) => {
    const answer = unwrap(await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
    return answer.results.some(({ status }) => status === "breach") ? "breach" : "pass";
  };
}

describe("the laws of a wrapper", () => {
  it.each(wrapperConformance(serviceAt(right.at), right))("are kept by a service on rules.evaluate: $name", ({ run }) =>
    run(),
  );

  it.each([
    ["older than a week", outdated],
    ["of a day to come", tooEarly],
    ["older than maxRateAge", { ...right, maxRateAge: 1 }],
  ])("are kept by a service whose rates are %s", async (_, config) => {
    expect(await brokenOf(() => wrapperConformance(serviceAt(config.at, config), config))).toEqual(new Map());
  });

  it.each(wrapperConformance(rightWrapper, right))("are kept by a wrapper of the engine: $name", ({ run }) => run());

  const config = { ...right, rates: fixedRates(right.rates), thresholds: { current: async () => right.thresholds } };
  it.each(wrapperConformance(serviceAt(right.at), config))("are kept where sources are configured: $name", ({ run }) =>
    run(),
  );

  it.each(wrongWrappers)("are broken by a wrapper if $fault", async ({ breaks, make, config = right }) => {
    const broken = await brokenOf(() => wrapperConformance(make(), config));
    expect([...broken.keys()]).toEqual(Object.keys(names).flatMap((name) => namesOf(breaks, name)));
    for (const message of broken.values()) expect(message).toMatch(/your wrapper says/);
  });

  function namesOf(breaks: readonly (keyof typeof names)[], name: string): readonly string[] {
    return breaks.filter((each) => each === name).map((each) => names[each]);
  }

  it("have a wrong wrapper each, and a name of their own", () => {
    const all = wrapperConformance(rightWrapper, right).map(({ name }) => name);
    const seen = new Set(wrongWrappers.flatMap(({ breaks }) => breaks.map((name) => names[name])));
    expect(seen).toEqual(new Set(all));
    expect(new Set(all).size).toBe(all.length);
  });
});
