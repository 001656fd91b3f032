/** What a benchmark is, and what it reports. */
import type { Chart } from "./charts.js";

/** Exported as `benchmark` by `bench/<name>.bench.ts`. It runs in a process of its own, after `dist` was built. */
export interface Benchmark {
  /** One sentence: what is measured. */
  readonly measures: string;
  /** Packages whose versions the report names. */
  readonly packages: readonly string[];
  readonly measure: (run: Run) => Findings | Promise<Findings>;
}

/** `full` for published results, `quick` for CI, `tiny` for tests. */
export type Scale = "full" | "quick" | "tiny";

export interface Run {
  readonly scale: Scale;
  /** Shows on a terminal what is being measured. */
  readonly progress: (what: string) => void;
}

/** Must be serializable as JSON. */
export interface Findings {
  readonly tables: readonly Table[];
  /** By a stable name, such as "valid: times as fast as ajv". */
  readonly ratios: Readonly<Record<string, Ratio>>;
  /** Wrong results of vaspkit, one sentence each. Wrong results of peers go into a table. */
  readonly wrong: readonly string[];
  /** By file name: `docs/charts/<name>.svg`. */
  readonly charts?: Readonly<Record<string, Chart>>;
}

/** A ratio of times or sizes within one run. Absolute times differ between machines; ratios mostly do not. */
export interface Ratio {
  readonly value: number;
  readonly better: "higher" | "lower";
  /** 5th percentile of the rounds. */
  readonly low?: number;
  /** 95th percentile of the rounds. */
  readonly high?: number;
  /** A target that `--check` enforces. */
  readonly atLeast?: number;
  /** A target that `--check` enforces. */
  readonly atMost?: number;
  /** The target is not reached yet and not enforced. */
  readonly isOpen?: true;
  /** Varies too much between runs for a budget. */
  readonly hasNoBudget?: true;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}
