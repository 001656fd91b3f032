/** The table of contenders who took turns. */
import type { Table } from "./question.js";
import { durations, timesSpread, wrongOf } from "./texts.js";
import type { Timings } from "./timing.js";

/** What a table of {@link timingTable} tells. */
export interface Timed {
  readonly title: string;
  /** What is timed, such as "one decision". */
  readonly item: string;
  readonly timings: Timings;
  /** The contender that is ours: each other's time is told as a multiple of it. */
  readonly ours: string;
  /** How many answers of a contender were wrong, and of how many. */
  readonly wrong: (name: string) => readonly [wrong: number, all: number];
}

/** A row for each contender: time, multiple of ours, wrong answers. */
export function timingTable({ title, item, timings, ours, wrong }: Timed): Table {
  return {
    title,
    columns: ["", item, "of ours", "wrong answers"],
    rows: timings.names.map((name) => [
      name,
      durations(timings.of(name)),
      name === ours ? "" : timesSpread(timings.ratio(name, ours)),
      wrongOf(...wrong(name)),
    ]),
  };
}
