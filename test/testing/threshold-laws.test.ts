import { describe, expect, it } from "vitest";
import { createThresholdEngine } from "../../src/domain/thresholds/engine.js";
import { thresholdConformanceOf } from "../../src/testing/threshold-laws.js";
import { type ConformanceCheck, type ThresholdConformanceConfig, thresholdConformance } from "../../src/testing.js";
import { wrongConfigurations } from "../support/wrong-thresholds/configurations.js";
import { wrongEngines } from "../support/wrong-thresholds/engines.js";
import { names, right, thresholds } from "../support/wrong-thresholds/right.js";

/** What is said by each law that is broken, by its name. The seed, for a test has to say the same each time. */
async function brokenOf(laws: readonly ConformanceCheck[]): Promise<ReadonlyMap<string, string>> {
  const broken = new Map<string, string>();
  for (const { name, run } of laws) {
    const error: unknown = await run({ seed: 1 }).catch((reason: unknown) => reason);
    if (error !== undefined) broken.set(name, error instanceof Error ? error.message : "no error");
  }
  return broken;
}

function sorted(all: Iterable<string>): readonly string[] {
  return [...all].sort();
}

describe("the laws of thresholds", () => {
  it.each(thresholdConformance(right))("are kept by a configuration that is right: $name", ({ run }) => run());

  const sources: ThresholdConformanceConfig = {
    ...right,
    thresholds: { current: async () => thresholds },
    rates: { current: async () => right.rates },
  };
  it.each(thresholdConformance(sources))("are kept by sources that are right: $name", ({ run }) => run());

  it.each([
    ["0 that is declared", { thresholds: { ...thresholds, DE: "0.0" }, unusual: { DE: 0 } }],
    ["a great one that is declared", { thresholds: { ...thresholds, DE: 1e6 }, unusual: { DE: "1000000.0" } }],
    ["a country of one's own", { thresholds: { XK: "1000" }, officialCurrencies: { XK: "EUR" } }],
    ["a rate of exactly the greatest age", { at: new Date("2024-07-05T00:00:00Z") }],
    [
      "rates of another base",
      { rates: { ...right.rates, base: "BTC", rates: { USD: "60000", EUR: "56000" } }, thresholds: { US: "3000" } },
    ],
    ["the band's own ends", { thresholds: { US: "1000" }, between: { currency: "USD", least: 1000, most: "1000" } }],
    ["the longest threshold", { thresholds: { US: `1000.${"0".repeat(95)}1` } }],
    [
      "a last day in force",
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
    "are kept with %s",
    async (_, change) => {
      const { rows: _rows, ...config } = right;
      expect(await brokenOf(thresholdConformance({ ...config, ...change }))).toEqual(new Map());
    },
  );

  it.each(wrongEngines)("are broken by an engine if $fault", async ({ breaks, makeEngine }) => {
    const broken = await brokenOf(thresholdConformanceOf(makeEngine, right));
    expect(sorted(broken.keys())).toEqual(sorted(breaks.map((name) => names[name])));
  });

  it.each(wrongConfigurations)("are broken by $fault", async ({ breaks, config, says }) => {
    const broken = await brokenOf(thresholdConformance(config));
    expect(sorted(broken.keys())).toEqual(sorted(breaks.map((name) => names[name])));
    for (const message of broken.values()) expect(message).toContain(says);
  });

  it("have something wrong each, and a name of their own", () => {
    const all = thresholdConformanceOf(createThresholdEngine, right).map(({ name }) => name);
    const seen = [...wrongEngines, ...wrongConfigurations].flatMap(({ breaks }) => breaks.map((name) => names[name]));
    expect(sorted(new Set(seen))).toEqual(sorted(all));
    expect(new Set(all).size).toBe(all.length);
  });

  it("have the laws on rows only where rows are given", () => {
    const { rows: _, ...config } = right;
    const all = thresholdConformance(config).map(({ name }) => name);
    expect(all).not.toContain(names.row);
    expect(all).not.toContain(names.overlap);
  });
});
