import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { asyncLoopOf, inTurns, loopOf, timesAsFast, timesAsLong, timingsOf } from "../../bench/support/timing.js";

const short = { rounds: 3, turnMilliseconds: 1, warmUpMilliseconds: 2 };

describe("timings", () => {
  const timings = timingsOf(
    new Map([
      ["ours", [10, 20, 100]],
      ["peer", [30, 60, 300]],
    ]),
  );

  it("are told by contender", () => {
    expect(timings.names).toEqual(["ours", "peer"]);
    expect(timings.of("ours").median).toBe(20);
    expect(() => timings.of("nobody")).toThrow("no contender nobody");
  });

  it("have ratios within each round, which a slow round does not move", () => {
    expect(timings.ratio("peer", "ours")).toEqual({ median: 3, low: 3, high: 3 });
  });

  it("are told as times as fast, where more is better, and as times as long, where less is", () => {
    expect(timesAsFast(timings, "ours", "peer")).toEqual({ value: 3, low: 3, high: 3, better: "higher" });
    expect(timesAsLong(timings, "ours", "peer").value).toBeCloseTo(1 / 3);
    expect(timesAsLong(timings, "ours", "peer").better).toBe("lower");
  });
});

describe("contenders who take turns", () => {
  it("are timed for one item, whether they answer at once or with a promise", async () => {
    const timings = await inTurns(
      [
        { name: "waits", run: (items: readonly number[]) => wait(2 * items.length) },
        { name: "adds", run: loopOf((item: number) => item > 1) },
      ],
      [1, 2],
      short,
    );
    expect(timings.of("waits").median).toBeGreaterThan(0.9e6);
    expect(timings.of("adds").median).toBeLessThan(0.5e6);
    expect(timings.ratio("waits", "adds").low).toBeGreaterThan(2);
  });

  it("who are slow get a part of the items in each round, and another one in the next", async () => {
    const given = new Set<number>();
    let most = 0;
    const slow = async (items: readonly number[]): Promise<void> => {
      for (const item of items) given.add(item);
      most = Math.max(most, items.length);
      await wait(2 * items.length);
    };
    const items = Array.from({ length: 1000 }, (_, index) => index);
    await inTurns([{ name: "slow", run: slow }], items, { ...short, rounds: 4, warmUpMilliseconds: 1 });
    expect(most).toBeLessThan(20);
    expect(given.size).toBeGreaterThan(3);
  });

  it("say after each round how much is done", async () => {
    const done: number[] = [];
    await inTurns([{ name: "one", run: () => 1 }], [1], { ...short, progress: (part) => done.push(part) });
    expect(done).toEqual([1 / 3, 2 / 3, 1]);
  });

  it("warm up by the time that they have the processor: waiting for it compiles nothing", async () => {
    const begun = performance.now();
    const turns = { rounds: 1, turnMilliseconds: 1, warmUpMilliseconds: 40 };
    await inTurns([{ name: "waits", run: () => wait(10) }], [1], turns);
    expect(performance.now() - begun).toBeGreaterThan(40 * 3);
  });

  it("end also where the clock sees no time pass", async () => {
    const now = vi.spyOn(performance, "now").mockReturnValue(1);
    onTestFinished(() => now.mockRestore());
    const { names } = await inTurns([{ name: "one", run: () => 1 }], [1], { ...short, rounds: 1 });
    expect(names).toEqual(["one"]);
  });

  it("run at least once to warm up, however much the processor did meanwhile", async () => {
    let spent = 0;
    const usage = vi.spyOn(process, "cpuUsage").mockImplementation(() => {
      spent += 1e9;
      return { user: spent, system: 0 };
    });
    onTestFinished(() => usage.mockRestore());
    let runs = 0;
    const run = (): void => {
      runs += 1;
      if (runs > 100_000) throw new Error("a turn without an end");
    };
    await inTurns([{ name: "one", run }], [1], { ...short, rounds: 1, turnMilliseconds: 0.01 });
    expect(runs).toBeGreaterThan(1);
  });

  it("need something to do", async () => {
    await expect(inTurns([{ name: "one", run: () => 1 }], [], short)).rejects.toThrow("no items");
  });
});

describe("loops", () => {
  it("count the items that the work said yes to", async () => {
    expect(loopOf((item: number) => item > 1)([1, 2, 3])).toBe(2);
    expect(await asyncLoopOf(async (item: number) => item > 2)([1, 2, 3])).toBe(1);
  });
});
