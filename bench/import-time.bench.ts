/** How long does the first import take, in a process that has loaded nothing else? */
import { FLOOR, type Format, timeImports } from "./support/import-timing.js";
import type { Findings, Question, Ratio, Run, Table } from "./support/question.js";
import { durations, timesSpread } from "./support/texts.js";
import { type Timings, timesAsLong } from "./support/timing.js";

/** Ours beside what is like it: an entry point that imports a peer takes at least as long as that. And what it may take. */
const BESIDE: Readonly<Record<string, { readonly peer: string; readonly atMost: number }>> = {
  vaspkit: { peer: "zod", atMost: 1.5 },
  "vaspkit/json-file": { peer: "zod", atMost: 1 },
  "vaspkit/providers": { peer: "zod", atMost: 2.5 },
  "vaspkit/sql": { peer: "kysely", atMost: 2.5 },
  "vaspkit/testing": { peer: "fast-check", atMost: 12 },
};
const PEERS = ["zod", "ajv", "decimal.js", "json-rules-engine", "kysely", "fast-check"];
const FORMATS: readonly Format[] = ["ESM", "CJS"];

async function measure({ isQuick, progress }: Run): Promise<Findings> {
  const timed = new Map<Format, Timings>();
  const specifiers = [...Object.keys(BESIDE), ...PEERS];
  for (const [index, format] of FORMATS.entries()) {
    const tell = (done: number): void => progress(format, (index + done) / FORMATS.length);
    timed.set(format, await timeImports(format, specifiers, isQuick ? 9 : 40, tell));
  }
  return {
    tables: [...timed].map(([format, timings]) => importTable(format, timings)),
    ratios: Object.fromEntries([...timed].flatMap(([format, timings]) => ratiosOf(format, timings))),
    wrong: [],
  };
}

function importTable(format: Format, timings: Timings): Table {
  return {
    title: `${format}: first import in a fresh process`,
    columns: ["", "one import", `of ${FLOOR}`],
    rows: timings.names.map((name) => [
      name,
      durations(timings.of(name)),
      name === FLOOR ? "" : timesSpread(timings.ratio(name, FLOOR)),
    ]),
  };
}

function ratioName(format: Format, entry: string): string {
  return `${format} ${entry}: times as long as ${BESIDE[entry]?.peer}`;
}

/**
 * The start of a process is a tenth of a second of files and compilers: from one run to the next a ratio moves by a third.
 * So there is no budget, but a target of about twice what was measured, which an import too many does not reach.
 */
function ratiosOf(format: Format, timings: Timings): readonly (readonly [string, Ratio])[] {
  return Object.entries(BESIDE).map(([entry, { peer }]) => [
    ratioName(format, entry),
    { ...timesAsLong(timings, entry, peer), hasNoBudget: true },
  ]);
}

export const question: Question = {
  name: "import-time",
  asks: "How long does the first import take?",
  needs: ["build"],
  packages: PEERS,
  targets: FORMATS.flatMap((format) =>
    Object.entries(BESIDE).map(([entry, { atMost }]) => ({ ratio: ratioName(format, entry), atMost })),
  ),
  measure,
};
