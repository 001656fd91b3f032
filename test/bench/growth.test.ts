/** growth.bench.ts asks about what is kept, and counts what is answered wrongly. */
import { describe, expect, it } from "vitest";
import { emptyKept, type Group, groups } from "../../bench/support/growth-operations.js";
import { growGroup } from "../../bench/support/growth-timing.js";

/** Whole pages. */
const sizes = [50, 150];
const turns = { isQuick: true, rounds: 2, turnMilliseconds: 0.5, warmUpMilliseconds: 1 };

// Records of many scripts take a while to make.
describe.each(groups.map((group) => [group.name, group] as const))("%s", (_, group) => {
  it("answer rightly on every size", { timeout: 60_000 }, async () => {
    const progress: number[] = [];
    const grown = await growGroup(group, sizes, turns, (_what, done) => progress.push(done));
    expect(grown.map(({ operation, wrong }) => [operation, wrong])).toEqual(
      group.operations.map(({ name }) => [name, 0]),
    );
    for (const { timings } of grown) expect(timings.names).toEqual(["50", "150"]);
    expect(progress.at(-1)).toBe(1);
    expect(progress.every((done) => done >= 0 && done <= 1)).toBe(true);
  });

  it("are wrong where nothing is kept", { timeout: 60_000 }, async () => {
    const asking = group.operations.filter(({ adds }) => !adds);
    const grown = await growGroup({ ...group, fill: async () => undefined, operations: asking }, sizes, turns);
    for (const { wrong } of grown) expect(wrong).toBeGreaterThan(0);
  });
});

describe("an operation that adds", () => {
  it("is asked about something new each time, and its wrong answers are counted", async () => {
    const asked: unknown[] = [];
    const group: Group = {
      name: "new ones",
      fill: async () => undefined,
      operations: [
        { name: "add", adds: true, input: (index) => index, ask: async (_, input) => asked.push(input) % 2 === 0 },
      ],
    };
    const [added] = await growGroup(group, [1], turns);
    expect(new Set(asked).size).toBe(asked.length);
    expect(added?.wrong).toBe(Math.ceil(asked.length / 2));
  });
});

it("begins with nothing", async () => {
  const { size, compliance } = emptyKept(7);
  expect(size).toBe(7);
  expect(await compliance.alerts.list()).toMatchObject({ value: { pagination: { total: 0 } } });
});
