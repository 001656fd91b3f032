import { describe, expect, it } from "vitest";
import { createThresholdEngine } from "../../src/domain/thresholds/engine.js";
import type { MakeEngine } from "../../src/testing/threshold/decision-checks.js";
import { thresholdConformanceOf } from "../../src/testing/threshold-conformance.js";
import { type ThresholdConformanceConfig, thresholdConformance } from "../../src/testing.js";
import { failuresOf } from "../support/failed-checks.js";
import { runs, share } from "../support/runs.js";
import { wrongConfigurations } from "../support/wrong-thresholds/configurations.js";
import { wrongEngines } from "../support/wrong-thresholds/engines.js";
import { names, right, thresholds } from "../support/wrong-thresholds/right.js";

const euroZero = { amount: "0", currency: "EUR" };

function sorted(all: Iterable<string>): readonly string[] {
  return [...all].sort();
}

describe("thresholdConformance checks", () => {
  it.each(thresholdConformance(right, { runs: runs(500) }))("pass for a correct configuration: $name", ({ run }) =>
    run(),
  );

  const sources: ThresholdConformanceConfig = {
    ...right,
    thresholds: { current: async () => thresholds },
    rates: { current: async () => right.rates },
  };
  it.each(thresholdConformance(sources, { runs: runs(500) }))("pass for correct sources: $name", ({ run }) => run());

  it.each([
    ["a declared 0", { thresholds: { ...thresholds, DE: "0.0" }, declaredOutliers: { DE: 0 } }],
    ["a declared large threshold", { thresholds: { ...thresholds, DE: 1e6 }, declaredOutliers: { DE: "1000000.0" } }],
    ["a country without an official currency", { thresholds: { XK: "1000" }, officialCurrencies: { XK: "EUR" } }],
    [
      "a threshold with its own currency, and the declaration of another",
      {
        thresholds: { ...thresholds, GI: { amount: "1000", currency: "EUR", operator: ">" }, AQ: euroZero },
        declaredOutliers: { AQ: euroZero },
      },
    ],
    ["rates of exactly maxRateAgeMs", { at: new Date("2024-07-05T00:00:00Z") }],
    [
      "rates of another base",
      { rates: { ...right.rates, base: "BTC", rates: { USD: "60000", EUR: "56000" } }, thresholds: { US: "3000" } },
    ],
    [
      "the ends of the range",
      { thresholds: { US: "1000" }, plausibleRange: { currency: "USD", min: 1000, max: "1000" } },
    ],
    ["the longest threshold", { thresholds: { US: `1000.${"0".repeat(95)}1` } }],
    [
      "a row on its last day",
      {
        rows: right.rows.map((row) => ({
          ...row,
          in_force_until: "2024-07-01",
          source: "the gazette",
          note: "as of counsel",
        })),
      },
    ],
  ] satisfies readonly (readonly [string, Partial<ThresholdConformanceConfig>])[])(
    "pass with %s",
    async (_, change) => {
      const { rows: _rows, ...config } = right;
      expect(await failuresOf(thresholdConformance({ ...config, ...change }, { runs: runs(500) }))).toEqual(new Map());
    },
  );

  it.each(share(wrongEngines))("fail for an engine if %s", async (_, breaks, makeEngine) => {
    const failures = await failuresOf(thresholdConformanceOf(makeEngine, right));
    expect(sorted(failures.keys())).toEqual(sorted(breaks.map((name) => names[name])));
  });

  it.each(wrongConfigurations)("fail for %s", async (_, breaks, says, config) => {
    const failures = await failuresOf(thresholdConformance(config));
    expect([...failures.keys()]).toEqual([names[breaks]]);
    for (const { message } of failures.values()) expect(message).toContain(says);
  });

  it("have a fault for each check, and unique names", () => {
    const all = thresholdConformanceOf(createThresholdEngine, right).map(({ name }) => name);
    const seen = [...wrongEngines, ...wrongConfigurations].flatMap(([, breaks]) => [breaks].flat());
    expect(sorted(new Set(seen.map((name) => names[name])))).toEqual(sorted(all));
    expect(new Set(all).size).toBe(all.length);
  });

  it("fail for an engine that takes a threshold with its own currency as one in the official currency", async () => {
    const makeEngine: MakeEngine = (config) => {
      const all = Object.entries(config.thresholds);
      const amounts = all.map(([country, each]) => [country, typeof each === "object" ? each.amount : each] as const);
      return createThresholdEngine({ ...config, thresholds: Object.fromEntries(amounts) });
    };
    const config = { rates: right.rates, at: right.at, thresholds: { GB: { amount: "1000", currency: "EUR" } } };
    const failures = await failuresOf(thresholdConformanceOf(makeEngine, config));
    expect(sorted(failures.keys())).toEqual(sorted([names.equal, names.exact]));
    expect(failures.get(names.exact)?.message).toContain("the threshold of 1000 EUR in GB");
    expect(await failuresOf(thresholdConformanceOf(createThresholdEngine, config))).toEqual(new Map());
  });

  it("fail where the row or the declaration of a threshold has another currency", async () => {
    const config = { rates: right.rates, at: right.at, thresholds: { GB: { amount: "1", currency: "EUR" } } };
    const rows = [{ country: "GB", threshold: "1", currency: "GBP", in_force_from: "2024-01-01" }];
    const declaredOutliers = { GB: { amount: "1", currency: "GBP" } };
    const failures = await failuresOf(thresholdConformance({ ...config, rows, declaredOutliers }));
    expect(failures.get(names.row)?.message).toContain("has 1 GBP, but thresholds are read as EUR");
    expect(failures.get(names.size)?.message).toContain("GB: 1 EUR is configured, but declaredOutliers has 1 GBP");
    const declared = { ...config, declaredOutliers: { GB: 1 } };
    expect(await failuresOf(thresholdConformance(declared))).toEqual(new Map());
  });

  it("check rows only if there are rows", () => {
    const { rows: _, ...config } = right;
    const all = thresholdConformance(config).map(({ name }) => name);
    expect(all).not.toContain(names.row);
    expect(all).not.toContain(names.overlap);
  });
});
