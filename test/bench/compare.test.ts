import { describe, expect, it } from "vitest";
import { comparison, leftOf } from "../../bench/support/harness/compare.js";
import type { Ratio, Target } from "../../bench/support/question.js";

function compare(
  ratios: Record<string, Ratio>,
  budget: Record<string, number> = {},
  targets: readonly Target[] = [],
  kind: "quick" | "full" = "full",
) {
  const { missed, lost, unguarded } = comparison({ targets }, { ratios }, budget, kind);
  return { missed: missed.map(({ text }) => text), lost: lost.map(({ text }) => text), unguarded };
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

  it("is named when nothing guards it, and nothing of it is lost", () => {
    expect(compare({ speed: higher(7) })).toEqual({ missed: [], lost: [], unguarded: ["speed"] });
    expect(compare({ constructor: higher(7) }).unguarded).toEqual(["constructor"]);
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
    expect(compare(most)).toEqual({ missed: [], lost: [], unguarded: [] });
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

  it("is told and fails nothing while it is open, but its ratio may not be lost", () => {
    const open = [{ ratio: "speed", atLeast: 10, isOpen: true }] as const;
    expect(compare({ speed: higher(2) }, { speed: 2 }, open)).toEqual({ missed: [], lost: [], unguarded: [] });
    expect(compare({ speed: higher(1) }, { speed: 2 }, open).lost).toEqual(["speed: 1, the budget is 2: lost 50 %"]);
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

describe("a ratio that is asked for again", () => {
  const budget = { speed: 10, cost: 1 };
  const found = (speed: Ratio, cost: Ratio) => comparison({ targets: [] }, { ratios: { speed, cost } }, budget);
  const namesOf = (compared: ReturnType<typeof found>) => compared.lost.map(({ ratio }) => ratio);

  it("is lost only when it was lost each time", () => {
    const [first, second] = [found(higher(5), lower(1)), found(higher(9), lower(2))];
    expect(namesOf(leftOf(second, first))).toEqual([]);
    expect(namesOf(leftOf(first, first))).toEqual(["speed"]);
  });

  it("is lost at once when it is exact", () => {
    const exact = found({ ...higher(5), isExact: true }, lower(1));
    expect(exact.lost).toEqual([expect.objectContaining({ ratio: "speed", mayBeNoise: false })]);
    expect(namesOf(leftOf(exact, found(higher(10), lower(1))))).toEqual(["speed"]);
    expect(found(higher(5), lower(1)).lost).toEqual([expect.objectContaining({ ratio: "speed", mayBeNoise: true })]);
  });
});
