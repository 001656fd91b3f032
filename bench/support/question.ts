/** What a benchmark is: a question, how it is measured, and what is told of it. */
import type { Chart } from "./chart.js";

/**
 * One question, exported as `question` by `bench/<name>.bench.ts`. The harness runs each in a process of its own, prints
 * what was found, keeps it, and compares its ratios with the budget.
 */
export interface Question {
  /** As in `npm run bench -- name`, and as its file is named. */
  readonly name: string;
  /** The question in one sentence that ends in a question mark. */
  readonly asks: string;
  /** Options of Node that it needs, such as `--expose-gc`. */
  readonly nodeOptions?: readonly string[];
  /** What has to be there first; made only for the questions that need it. Then its file may import none of it. */
  readonly needs?: readonly Need[];
  /** The packages beside us, whose versions are told. */
  readonly packages: readonly string[];
  /** What has to be reached. A budget guards what is; a target says what shall be. */
  readonly targets: readonly Target[];
  readonly measure: (run: Run) => Findings | Promise<Findings>;
}

/** What takes a while to make: dist/, which `vaspkit` is imported from, and the driver of SQLite. */
export type Need = "build" | "sqlite";

/** How a question is asked. */
export interface Run {
  /** Smaller and shorter, for CI. */
  readonly isQuick: boolean;
  /** Tells a person who waits what is being measured, and how much of all is done, from 0 to 1. */
  readonly progress: (what: string, done: number) => void;
}

/** A value that a ratio has to reach, and who says so. */
export interface Target {
  /** The name of the ratio. */
  readonly ratio: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** It is not reached yet, and told with each run; what a check holds until then is the budget of its ratio. */
  readonly isOpen?: true;
  /** Holds for quick runs only, or for full ones; absent: for both. */
  readonly of?: "quick" | "full";
}

/** What was found. Sent between processes and kept as JSON. */
export interface Findings {
  readonly tables: readonly Table[];
  /** By a name that stays the same from run to run, such as "valid: times as fast as ajv". Never an absolute time. */
  readonly ratios: Readonly<Record<string, Ratio>>;
  /** What of ours was wrong, a sentence each: then no speed counts. A peer's wrong answers stand in the table. */
  readonly wrong: readonly string[];
  /** Charts for the documents, by file name without its ending: docs/charts/<name>.svg. Drawn after full runs. */
  readonly charts?: Readonly<Record<string, Chart>>;
}

/** A ratio of medians of the same run, and how far it moved from round to round. */
export interface Ratio {
  readonly value: number;
  readonly better: "higher" | "lower";
  /** The 5th and 95th of a hundred rounds, where it was taken in rounds. */
  readonly low?: number;
  readonly high?: number;
  /** It moves too much from run to run for a budget, as a maximum does, or is held to one of its own by its target. */
  readonly hasNoBudget?: true;
  /** It is the same whenever it is taken, as bytes are: a check does not ask for it again. */
  readonly isExact?: true;
}

/** Rows under the names of their columns; numbers are set to the right. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}
