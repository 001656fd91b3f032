import { describe, expect, it } from "vitest";
import type { Ratio } from "../../bench/kit/benchmark.js";
import { complaintsOf, renewedBudget, stillLost } from "../../bench/kit/compare.js";
import { digits, duration, durations, quantile, spreadOf, timesSpread, wrongOf } from "../../bench/kit/numbers.js";
import { compactJson, report, tableText } from "../../bench/kit/report.js";
import { asyncLoopOf, inTurns, loopOf, timesAsFast, timesAsLong, timingsOf } from "../../bench/kit/timing.js";

const higher = (value: number): Ratio => ({ value, better: "higher" });
const lower = (value: number): Ratio => ({ value, better: "lower" });
const reasons = (ratios: Record<string, Ratio>, budget: Record<string, number> = {}): readonly string[] =>
  complaintsOf(ratios, budget).map(({ ratio, text }) => `${ratio}: ${text}`);

describe("a ratio and its budget", () => {
  it("fails if 26 % are lost, and passes if 24 % are lost", () => {
    const budget = { speed: 10, cost: 1 };
    expect(reasons({ speed: higher(7.4), cost: lower(1.26) }, budget)).toEqual([
      "speed: lost 26 %: 7.4, the budget is 10",
      "cost: lost 26 %: 1.26, the budget is 1",
    ]);
    expect(reasons({ speed: higher(7.6), cost: lower(1.24) }, budget)).toEqual([]);
    expect(reasons({ speed: higher(1000), cost: lower(0.001) }, budget)).toEqual([]);
  });

  it("fails without a budget, without a ratio, and without a number", () => {
    expect(reasons({ constructor: higher(7) })).toEqual([expect.stringContaining("constructor: no budget yet")]);
    expect(reasons({}, { speed: 10 })).toEqual([expect.stringContaining("speed: a budget exists")]);
    expect(reasons({ speed: higher(Number.NaN) }, { speed: 10 })).toEqual(["speed: no ratio was measured"]);
    expect(reasons({ speed: higher(Number.POSITIVE_INFINITY) }, { speed: 10 })).toHaveLength(1);
    const varying = { speed: { ...higher(2), hasNoBudget: true } } as const;
    expect(reasons(varying)).toEqual([]);
    expect(reasons(varying, { speed: 2 })).toHaveLength(1);
  });

  it("fails if an enforced target is missed", () => {
    const target = { atLeast: 10, hasNoBudget: true } as const;
    expect(reasons({ speed: { ...higher(10), ...target } })).toEqual([]);
    expect(reasons({ speed: { ...higher(9.9), ...target } })).toEqual([
      "speed: target missed: 9.9, the target is ≥ 10",
    ]);
    expect(reasons({ speed: { ...higher(9.9), ...target, isOpen: true } })).toEqual([]);
    const cost = { ...lower(3.1), atMost: 3, hasNoBudget: true } as const;
    expect(reasons({ cost })).toHaveLength(1);
    // A quick run has room.
    expect(complaintsOf({ speed: { ...higher(9.2), ...target }, cost }, {}, 0.1)).toEqual([]);
    expect(complaintsOf({ speed: { ...higher(9), ...target } }, {}, 0.1)).toHaveLength(1);
  });

  it("is lost only if it is lost in every try", () => {
    const before = complaintsOf({ speed: higher(5), cost: lower(1) }, { speed: 10, cost: 1 });
    const after = complaintsOf({ speed: higher(9), cost: lower(2) }, { speed: 10, cost: 1 });
    expect(stillLost(after, before)).toEqual([]);
    expect(stillLost(before, before)).toEqual(before);
  });

  it("is renewed for the benchmarks that ran, sorted, with three digits", () => {
    const found = new Map([["b", { slow: higher(0.123456), fast: higher(1234.5) }]]);
    const renewed = renewedBudget({ b: { gone: 1 }, a: { kept: 2 }, removed: { c: 3 } }, found, ["a", "b"]);
    expect(JSON.stringify(renewed)).toBe('{"a":{"kept":2},"b":{"fast":1230,"slow":0.123}}');
  });
});

describe("timings", () => {
  const timings = timingsOf(new Map(Object.entries({ ours: [10, 20, 100], peer: [30, 60, 300] })));

  it("have ratios within each round, which a slow round does not change", () => {
    expect(timings.of("ours").median).toBe(20);
    expect(timesAsFast(timings, "ours", "peer")).toEqual({ value: 3, low: 3, high: 3, better: "higher" });
    expect(timesAsLong(timings, "ours", "peer").value).toBeCloseTo(1 / 3);
    expect(() => timings.of("other")).toThrow("no contender other");
  });

  it("are taken per item, in parts for slow contenders", async () => {
    const turns = { rounds: 2, turnMilliseconds: 1, warmUpMilliseconds: 1 };
    const items = Array.from({ length: 100 }, (_, index) => index);
    let largest = 0;
    const slow = async (part: readonly number[]): Promise<void> => {
      largest = Math.max(largest, part.length);
      await new Promise((resolve) => setTimeout(resolve, 2 * part.length));
    };
    const fast = { name: "fast", run: loopOf(Boolean) };
    const found = await inTurns([{ name: "slow", run: slow }, fast], items, turns);
    expect(found.of("slow").median).toBeGreaterThan(1e6);
    expect(found.ratio("slow", "fast").low).toBeGreaterThan(2);
    expect(largest).toBeLessThan(20);
    await expect(inTurns([], [], turns)).rejects.toThrow("no items");
  });

  it("count the items in loops", async () => {
    expect(loopOf((item: number) => item > 1)([1, 2, 3])).toBe(2);
    expect(await asyncLoopOf(async (item: number) => item > 2)([1, 2, 3])).toBe(1);
  });
});

describe("a report", () => {
  it("formats numbers", () => {
    expect([0.12345, 12.34, 1234.5, 4096, Number.NaN].map(digits)).toEqual(["0.123", "12.3", "1,235", "4,096", "?"]);
    expect([0.5, 999, 1500, 2.5e6, 3e9].map(duration)).toEqual(["0.5 ns", "999 ns", "1.5 µs", "2.5 ms", "3 s"]);
    expect(durations({ median: 1500, low: 900, high: 2500 })).toBe("1.5 µs (0.9–2.5)");
    expect(timesSpread({ median: 2, low: 1.5, high: 3 })).toBe("2 × (1.5–3)");
    expect([wrongOf(0, 10), wrongOf(3, 4096)]).toEqual(["none", "3 of 4,096 WRONG"]);
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, low: 1.15, high: expect.closeTo(3.85) });
    expect(() => quantile([], 0.5)).toThrow("no values");
  });

  it("aligns tables, and lists wrong results and complaints", () => {
    const rows = Object.entries({ ours: 5, other: 1234.5 });
    const table = { title: "Times", columns: ["", "time"], rows };
    expect(tableText(table).split("\n").slice(3)).toEqual(["ours       5", "other  1,235"]);
    const text = report({ tables: [table], ratios: { speed: higher(2) }, wrong: ["one"] }, { speed: 3 }, [
      { ratio: "speed", text: "lost" },
    ]);
    expect(text).toContain("WRONG: one\nFAILED: speed: lost");
    expect(text).toMatch(/speed +↑ +2 +3\n/);
  });

  it("stores results as JSON with one line per row", () => {
    const rows = Array.from({ length: 40 }, (_, index) => [`row ${index}`, index / 3]);
    const text = compactJson({ rows });
    expect(text.split("\n")).toHaveLength(44);
    expect(JSON.parse(text).rows[1]).toEqual(["row 1", 0.3333]);
  });
});
