/** A question whose answer is known: the other counts twice as far. With SLOWED in the environment, ours counts further. */
import type { Question } from "../../../bench/support/question.js";
import { type Contender, inTurns, timesAsFast } from "../../../bench/support/timing.js";
import { timingTable } from "../../../bench/support/timing-table.js";

const OURS = "ours";
const OTHER = "the other";
const far = process.env["SLOWED"] === undefined ? 20_000 : 34_000;

function counting(name: string, steps: number): Contender<number> {
  const run = (items: readonly number[]): number => {
    let sum = 0;
    for (const item of items) for (let step = 0; step < steps; step += 1) sum = (sum + item * step) % 1_000_003;
    return sum;
  };
  return { name, run };
}

export const question: Question = {
  name: "even",
  asks: "Who counts faster?",
  packages: ["mitata"],
  targets: [{ ratio: "times as fast", atLeast: 0.5 }],
  measure: async ({ progress }) => {
    const contenders = [counting(OURS, far), counting(OTHER, 40_000)];
    const turns = { rounds: 9, turnMilliseconds: 5, warmUpMilliseconds: 60 };
    const timings = await inTurns(contenders, [1, 2, 3, 4], {
      ...turns,
      progress: (done) => progress("counting", done),
    });
    const wrong = (): readonly [number, number] => [0, 4];
    return {
      tables: [timingTable({ title: "Counting", item: "one", timings, ours: OURS, wrong })],
      ratios: { "times as fast": timesAsFast(timings, OURS, OTHER) },
      wrong: [],
      charts: {
        even: {
          kind: "bars",
          title: "Who counts faster?",
          subtitle: "Shorter is better.",
          description: "Two bars.",
          xTitle: "",
          bars: timings.names.map((name) => ({ name, value: timings.of(name).median, label: name })),
        },
      },
    };
  },
};
