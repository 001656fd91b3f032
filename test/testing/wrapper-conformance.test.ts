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
import { runs, share } from "../support/runs.js";
import { right } from "../support/wrong-thresholds/right.js";
import { names, outdated, rightWrapper, tooEarly } from "../support/wrong-wrappers/right.js";
import { wrongWrappers } from "../support/wrong-wrappers/wrappers.js";

/** Returns the message of each failed check by its name. A seed, so that the result is always the same. */
async function failuresOf(checksOf: () => readonly ConformanceCheck[]): Promise<ReadonlyMap<string, string>> {
  const failures = new Map<string, string>();
  for (const { name } of checksOf()) {
    // A new wrapper for each check, because some remember earlier calls.
    const check = checksOf().find((each) => each.name === name);
    const error: unknown = await check?.run({ seed: 1 }).catch((reason: unknown) => reason);
    if (error !== undefined) failures.set(name, error instanceof Error ? error.message : "no error");
  }
  return failures;
}

const services: Compliance[] = [];
afterAll(() => Promise.all(services.map((each) => each.close())));

/** Creates a wrapper of `rules.evaluate`, as users write it. */
function serviceAt(at: Date, { maxRateAgeMs }: ThresholdConformanceConfig = right): WrappedEvaluate {
  const compliance = createCompliance({
    storage: memoryStorage(),
    thresholds: right.thresholds,
    rates: fixedRates(right.rates),
    clock: () => at,
    ...(maxRateAgeMs !== undefined && { maxRateAgeMs }),
  });
  services.push(compliance);
  return async (transaction) => {
    const answer = unwrap(await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
    return answer.results.some(({ status }) => status === "breach") ? "breach" : "pass";
  };
}

describe("wrapperConformance checks", () => {
  it.each(wrapperConformance(serviceAt(right.at), right, { runs: runs(200) }))(
    "pass for a service on rules.evaluate: $name",
    ({ run }) => run(),
  );

  it.each([
    ["older than a week", outdated],
    ["of a future day", tooEarly],
    ["older than maxRateAgeMs", { ...right, maxRateAgeMs: 1 }],
  ])("pass for a service whose rates are %s", async (_, config) => {
    expect(
      await failuresOf(() => wrapperConformance(serviceAt(config.at, config), config, { runs: runs(200) })),
    ).toEqual(new Map());
  });

  it.each(wrapperConformance(rightWrapper, right, { runs: runs(200) }))(
    "pass for a wrapper of the engine: $name",
    ({ run }) => run(),
  );

  const config = { ...right, rates: fixedRates(right.rates), thresholds: { current: async () => right.thresholds } };
  it.each(wrapperConformance(serviceAt(right.at), config, { runs: runs(200) }))(
    "pass with configured sources: $name",
    ({ run }) => run(),
  );

  it.each(share(wrongWrappers).map(([fault, ...rest]) => ({ fault, rest })))(
    "fail for a wrapper if $fault",
    async ({ rest }) => {
      const [breaks, make, config = right] = rest;
      const failures = await failuresOf(() => wrapperConformance(make(), config));
      expect([...failures.keys()]).toEqual(Object.keys(names).flatMap((name) => namesOf(breaks, name)));
      for (const message of failures.values()) expect(message).toMatch(/your wrapper returned/);
    },
  );

  function namesOf(breaks: readonly (keyof typeof names)[], name: string): readonly string[] {
    return breaks.filter((each) => each === name).map((each) => names[each]);
  }

  it("have a wrong wrapper for each check, and unique names", () => {
    const all = wrapperConformance(rightWrapper, right).map(({ name }) => name);
    const seen = new Set(wrongWrappers.flatMap(([, breaks]) => breaks.map((name) => names[name])));
    expect(seen).toEqual(new Set(all));
    expect(new Set(all).size).toBe(all.length);
  });
});
