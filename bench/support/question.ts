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
  /** The packages beside us, whose versions are told. */
  readonly packages: readonly string[];
  /** What has to be reached. A budget guards what is; a target says what shall be. */
  readonly targets: readonly Target[];
  readonly measure: (run: Run) => Findings | Promise<Findings>;
}

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
  /** Holds for quick runs only, or for full ones; absent: for both. */
  readonly of?: "quick" | "full";
}

/** What was found. Sent between processes and kept as JSON. */
export interface Findings {
  readonly tables: readonly Table[];
  /** By a name that stays the same from run to run, such as "valid: faster than ajv". Never an absolute time. */
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
  /** It moves too much from run to run for a budget, as a maximum does: only its target guards it. */
  readonly hasNoBudget?: true;
}

/** Rows under the names of their columns; numbers are set to the right. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}
