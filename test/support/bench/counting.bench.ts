/** A benchmark with a known ratio: the other one counts twice as far. SLOWED makes ours count further. */
import type { Benchmark } from "../../../bench/kit/benchmark.js";
import { type Contender, inTurns, timesAsFast, timingTable } from "../../../bench/kit/timing.js";

function counting(name: string, steps: number): Contender<number> {
  const run = (items: readonly number[]): number => {
    let sum = 0;
    for (const item of items) for (let step = 0; step < steps; step += 1) sum = (sum + item * step) % 1_000_003;
    return sum;
  };
  return { name, run };
}

export const benchmark: Benchmark = {
  measures: "The time of counting.",
  packages: ["mitata"],
  measure: async () => {
    const ours = counting("ours", process.env["SLOWED"] === undefined ? 20_000 : 34_000);
    const turns = { rounds: 9, turnMilliseconds: 5, warmUpMilliseconds: 60 };
    const timings = await inTurns([ours, counting("other", 40_000)], [1, 2, 3, 4], turns);
    const bars = timings.names.map((name) => ({ name, value: timings.of(name).median, label: name }));
    const wrong = process.env["WRONG"] === undefined ? [] : ["one of four"];
    return {
      tables: [timingTable("Counting", "one", timings, "ours")],
      ratios: { "times as fast": { ...timesAsFast(timings, "ours", "other"), atLeast: 0.5 } },
      wrong,
      charts: { counting: { title: "Counting", subtitle: [], description: "Two bars.", bars } },
    };
  },
};
