import { describe, expect, it } from "vitest";
import { comparison } from "../../bench/support/harness/compare.js";
import type { Ratio, Target } from "../../bench/support/question.js";

function compare(
  ratios: Record<string, Ratio>,
  budget: Record<string, number> = {},
  targets: readonly Target[] = [],
  kind: "quick" | "full" = "full",
) {
  return comparison({ targets }, { ratios }, budget, kind);
}

const higher = (value: number): Ratio => ({ value, better: "higher" });
const lower = (value: number): Ratio => ({ value, better: "lower" });

describe("a ratio beside its budget", () => {
  it("fails when 26 % are lost", () => {
    expect(compare({ speed: higher(7.4) }, { speed: 10 }).lost).toEqual(["speed: 7.4, the budget is 10: lost 26 %"]);
    expect(compare({ cost: lower(1.26) }, { cost: 1 }).lost).toEqual(["cost: 1.26, the budget is 1: lost 26 %"]);
  });

  it("does not fail when 24 % are lost", () => {
    expect(compare({ speed: higher(7.6), cost: lower(1.24) }, { speed: 10, cost: 1 }).lost).toEqual([]);
  });

  it("never fails when it got better", () => {
    expect(compare({ speed: higher(1000), cost: lower(0.001) }, { speed: 10, cost: 1 }).lost).toEqual([]);
  });

  it("fails when nothing guards it", () => {
    expect(compare({ speed: higher(7) }).lost).toEqual([expect.stringContaining("speed: nothing guards it")]);
    expect(compare({ constructor: higher(7) }).lost).toHaveLength(1);
  });

  it("fails when the budget guards nothing", () => {
    expect(compare({}, { speed: 10 }).lost).toEqual([expect.stringContaining("speed: there is a budget for it")]);
  });

  it("fails when no number came of it", () => {
    expect(compare({ speed: higher(Number.NaN) }, { speed: 10 }).lost).toEqual(["speed: no ratio came of it"]);
    expect(compare({ speed: higher(Number.POSITIVE_INFINITY) }, { speed: 10 }).lost).toHaveLength(1);
  });

  it("that moves too much has none, and a budget for it guards nothing", () => {
    const most = { slowest: { ...lower(2), hasNoBudget: true } as const };
    expect(compare(most).lost).toEqual([]);
    expect(compare(most, { slowest: 1 }).lost).toEqual([expect.stringContaining("slowest: there is a budget")]);
  });
});

describe("a ratio beside its target", () => {
  const targets = [
    { ratio: "speed", atLeast: 10 },
    { ratio: "cost", atMost: 3 },
  ];

  it("reaches it or misses it", () => {
    expect(compare({ speed: higher(10), cost: lower(3) }, {}, targets).missed).toEqual([]);
    expect(compare({ speed: higher(9.9), cost: lower(3.1) }, {}, targets).missed).toEqual([
      "speed: 9.9, the target is ≥ 10",
      "cost: 3.1, the target is ≤ 3",
    ]);
  });

  it("misses it when it was not measured, or is no number", () => {
    expect(compare({ speed: higher(Number.NaN) }, {}, targets).missed).toEqual([
      "speed: ?, the target is ≥ 10",
      "cost: there is a target for it, but it was not measured",
    ]);
  });

  it("has to reach only what holds for such a run", () => {
    const conditional = [
      { ratio: "speed", atLeast: 100, of: "full" },
      { ratio: "speed", atLeast: 20, of: "quick" },
    ] as const;
    expect(compare({ speed: higher(50) }, {}, conditional, "quick").missed).toEqual([]);
    expect(compare({ speed: higher(50) }, {}, conditional, "full").missed).toHaveLength(1);
  });
});
