/** What growth.bench.ts measures: in memory, from a thousand records of each kind to a million. */
import type { Chart } from "./chart.js";
import { groups } from "./growth-operations.js";
import { type Grown, growGroup, sizeName } from "./growth-timing.js";
import type { Findings, Ratio, Run } from "./question.js";
import type { Series } from "./svg-lines.js";
import { duration, durations, times, timesSpread } from "./texts.js";
import { timesAsLong } from "./timing.js";

const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;
const SMALLEST = SIZES[0];

export async function measure({ isQuick, progress }: Run): Promise<Findings> {
  const sizes = isQuick ? SIZES.slice(0, -1) : SIZES;
  const grown: Grown[] = [];
  for (const [index, group] of groups.entries()) {
    const tell: Run["progress"] = (what, done) => progress(what, (index + done) / groups.length);
    grown.push(...(await growGroup(group, sizes, { isQuick }, tell)));
  }
  const largest = sizes.at(-1) ?? SMALLEST;
  const [small, large] = [sizeName(SMALLEST), sizeName(largest)];
  return {
    tables: [
      {
        title: "One operation, by how many records of each kind are kept in memory",
        columns: ["", ...sizes.map(sizeName), `${large} against ${small}`],
        rows: grown.map(({ operation, timings }) => [
          operation,
          ...timings.names.map((name) => durations(timings.of(name))),
          timesSpread(timings.ratio(large, small)),
        ]),
      },
    ],
    ratios: Object.fromEntries(grown.map((each) => ratioOf(each, small, large, `1e${Math.log10(largest)}`))),
    wrong: grown.filter(({ wrong }) => wrong > 0).map(({ operation, wrong }) => `${operation}: ${wrong} wrong answers`),
    charts: { growth: growthChart(grown, sizes) },
  };
}

/** Caches of the processor and what V8 happens to compile make so much of a difference: it tells of no growth. */
const NOISE = 2;

/** For the budget what is below {@link NOISE} is all the same; the table tells what was measured. */
function ratioOf({ operation, timings }: Grown, small: string, large: string, power: string): readonly [string, Ratio] {
  const { value, better } = timesAsLong(timings, large, small);
  return [`${operation}: ${power} against 1e3, ${NOISE} at least`, { value: Math.max(NOISE, value), better }];
}

/** Operations that grow have a colour each, all others this one. */
const LEVEL_INK = 6;

function growthChart(grown: readonly Grown[], sizes: readonly number[]): Chart {
  const [small, large] = [sizeName(SMALLEST), sizeName(sizes.at(-1) ?? SMALLEST)];
  const growthOf = ({ timings }: Grown): number => timesAsLong(timings, large, small).value;
  const growing = grown.filter((each) => growthOf(each) > NOISE);
  const level = grown.filter((each) => !growing.includes(each));
  return {
    kind: "lines",
    title: `Does the cost of an operation grow with the directory? That of ${growing.length} in ${grown.length} does`,
    subtitle: `Medians, storage in memory. Grey: with ${large} records at most ${NOISE} times what it costs with ${small}.`,
    description: `Median time of one operation with ${sizes.map(sizeName).join(", ")} records: ${grown
      .map(
        ({ operation, timings }) =>
          `${operation} ${timings.names.map((name) => duration(timings.of(name).median)).join(", ")}`,
      )
      .join("; ")}.`,
    xTitle: "records of each kind",
    yTitle: "microseconds",
    series: [
      ...level.map((each) => lineOf(each, sizes, LEVEL_INK)),
      ...growing.map((each, place) => lineOf(each, sizes, place % LEVEL_INK, `, ${times(growthOf(each))}`)),
    ],
  };
}

function lineOf({ operation, timings }: Grown, sizes: readonly number[], ink: number, growth = ""): Series {
  const medians = sizes.map((size) => timings.of(sizeName(size)).median);
  return {
    name: operation,
    ink,
    label: `${duration(medians.at(-1) ?? 0)}${growth}`,
    points: medians.map((median, index) => [sizes[index] ?? SMALLEST, median / 1e3] as const),
  };
}
