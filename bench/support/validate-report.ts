/** What validate-account.bench.ts tells. */
import type { Chart } from "./chart.js";
import type { Table } from "./question.js";
import { digits, duration, durations, timesSpread, wrongOf } from "./texts.js";
import type { Timings } from "./timing.js";
import type { AccountCorpus } from "./validate-corpora.js";
import type { Level } from "./validate-rules.js";
import { labelOf, OURS, type Validator } from "./validate-validator.js";
import { foundBy, type Judged, type Verdicts } from "./validate-verdicts.js";

/** One corpus, timed. */
export interface Timed {
  readonly level: Level;
  readonly corpus: AccountCorpus;
  readonly validators: readonly Validator[];
  readonly timings: Timings;
}

export const LEVELS: Readonly<Record<Level, string>> = { rules: "The same rules", shape: "The bare shape" };

/** Times beside what is done in them: who gives a copy, and who finds how many of the faults. */
export function timeTable({ level, corpus, validators, timings }: Timed): Table {
  const isFaulty = corpus.faults.some((faults) => faults.length > 0);
  return {
    title: `${LEVELS[level]}${level === "shape" ? " (vaspkit: all its rules)" : ""}: ${corpus.name}`,
    columns: ["", "one account", "of ours", "gives", "faults found", "wrong verdicts"],
    rows: validators.map((validator) => {
      const label = labelOf(validator);
      const { faults, of, wrong } = foundBy(validator, corpus);
      return [
        label,
        durations(timings.of(label)),
        validator.name === OURS ? "" : timesSpread(timings.ratio(label, OURS)),
        validator.gives,
        isFaulty ? `${digits(faults)} of ${digits(of)}` : "",
        wrongOf(wrong, corpus.accounts.length),
      ];
    }),
  };
}

/** Verdicts by construction, of those that enforce the same rules. */
export function verdictTable(verdicts: ReadonlyMap<Validator, Verdicts>, judged: readonly Judged[]): Table {
  const valid = judged.filter(({ isValid }) => isValid).length;
  return {
    title: "The same rules: verdicts on drawn accounts, valid and broken in one way",
    columns: ["", "valid ones refused", "invalid ones taken", "threw"],
    rows: [...verdicts].map(([validator, { wrongRefusals, wrongAcceptances, threw }]) => [
      labelOf(validator),
      wrongOf(wrongRefusals, valid),
      wrongOf(wrongAcceptances, judged.length - valid),
      threw,
    ]),
  };
}

/** Bars of those who find all issues, under what they were given. */
export function validationChart(
  timed: readonly Timed[],
  headings: Readonly<Record<string, string>>,
  verdicts: ReadonlyMap<Validator, Verdicts>,
): Chart {
  const bars = timed.flatMap(({ corpus, validators, timings }) =>
    validators
      .filter(({ finds }) => finds === "all")
      .map((validator) => {
        const time = timings.of(labelOf(validator)).median;
        const { wrongAcceptances = 0, wrongRefusals = 0 } = verdicts.get(validator) ?? {};
        return {
          name: validator.name,
          value: time,
          label: duration(time),
          under: headings[corpus.name] ?? corpus.name,
          isOurs: validator.name === OURS,
          ...(wrongAcceptances + wrongRefusals > 0 && { wrong: "wrong verdicts" }),
        };
      }),
  );
  return {
    kind: "bars",
    title: "How long does it take to check an account by every rule?",
    subtitle:
      "Bars: one account, all issues; shorter is better. ajv and the one by hand check in place, the others give a copy.",
    description: `Median time of one account: ${bars.map(({ under, name, label }) => `${under}, ${name} ${label}`).join("; ")}.`,
    xTitle: "",
    bars,
  };
}
