/** The chart of threshold.bench.ts. */
import type { Chart } from "./chart.js";
import { duration, percent } from "./texts.js";
import type { Timings } from "./timing.js";

/** What was found on one corpus of amounts. */
export interface Decided {
  readonly corpus: string;
  readonly timings: Timings;
  /** How many decisions of a contender were wrong, and of how many. */
  readonly wrong: (name: string) => number;
  readonly of: number;
}

/** The corpus whose times are drawn: what most transactions are. */
const ORDINARY = "number, off";

/** The time of an ordinary decision by contender, and the share of those on the boundary that are wrong. */
export function decisionChart(found: readonly Decided[], ours: string): Chart {
  const ordinary = found.find(({ corpus }) => corpus === ORDINARY);
  if (ordinary === undefined) throw new Error(`there is no corpus ${ORDINARY}`);
  const { timings } = ordinary;
  const onBoundary = found.filter(({ corpus }) => corpus.endsWith(", on"));
  const bars = timings.names.map((name) => {
    const wrong = onBoundary.reduce((sum, each) => sum + each.wrong(name), 0);
    const share = wrong / onBoundary.reduce((sum, { of }) => sum + of, 0);
    return {
      name,
      value: timings.of(name).median,
      label: duration(timings.of(name).median),
      isOurs: name === ours,
      ...(wrong > 0 && { wrong: `wrong in ${percent(share)}` }),
    };
  });
  bars.sort((a, b) => a.value - b.value);
  const isRight = bars.every(({ isOurs, wrong }) => !isOurs || wrong === undefined);
  const own = duration(timings.of(ours).median);
  return {
    kind: "bars",
    title: `How long does a threshold decision take? ${ours}: ${own}${isRight ? ", and none was wrong" : ""}`,
    subtitle:
      "Time of one decision on an ordinary amount; shorter is better. ✗: how many decisions are wrong where the amount is the threshold, or one last digit above or below it.",
    description: `Median time of one threshold decision: ${bars.map(({ name, label, wrong }) => `${name} ${label}${wrong === undefined ? "" : ` (${wrong} of the amounts at the threshold)`}`).join(", ")}.`,
    xTitle: "",
    bars,
  };
}
