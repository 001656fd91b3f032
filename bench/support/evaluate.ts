/** What evaluate.bench.ts measures. */
import { BIG, DECIMAL, OURS, RULES_ENGINE, type TimedDecisions, timeDecisions } from "./evaluate-decisions.js";
import { PEER, type TimedOperation, timeOperations } from "./evaluate-whole.js";
import type { Findings, Ratio, Run } from "./question.js";
import { type Corpus, corpora } from "./threshold-corpora.js";
import { timesAsFast } from "./timing.js";

/** What most transactions are: the ratios are taken on it. */
const ORDINARY = "number, off";

export async function measure({ isQuick, progress }: Run): Promise<Findings> {
  const all = corpora();
  const ordinary = all.find(({ name }) => name === ORDINARY);
  if (ordinary === undefined) throw new Error(`there is no corpus ${ORDINARY}`);
  const steps = all.length + 2;
  const turnsOf = (what: string, step: number) => ({
    isQuick,
    progress: (done: number) => progress(what, (step + done) / steps),
  });
  const decisions = new Map<Corpus, TimedDecisions>();
  for (const [step, corpus] of all.entries()) {
    decisions.set(corpus, await timeDecisions(corpus, turnsOf(`decision, ${corpus.name}`, step)));
  }
  const operations = [
    ...(await timeOperations("memory", ordinary, turnsOf("in memory", all.length))),
    ...(await timeOperations("file", ordinary, turnsOf("on a file", all.length + 1))),
  ];
  return {
    tables: [...decisions.values(), ...operations].map(({ table }) => table),
    ratios: Object.fromEntries([...decisionRatios(decisions.get(ordinary)), ...operations.flatMap(operationRatios)]),
    wrong: [...new Set([...decisions.values(), ...operations].flatMap(({ wrong }) => wrong))],
  };
}

function decisionRatios(timed: TimedDecisions | undefined): readonly (readonly [string, Ratio])[] {
  if (timed === undefined) return [];
  return [DECIMAL, BIG, RULES_ENGINE].map((peer) => [
    `validated decision: times as fast as ${peer}`,
    timesAsFast(timed.timings, OURS, peer),
  ]);
}

/**
 * What waits for a disk is no ratio that another machine could keep. In memory each breach keeps an alert, and when those are
 * collected as garbage differs by half from run to run: told, but no budget.
 */
function operationRatios({ keeps, outcome, timings }: TimedOperation): readonly (readonly [string, Ratio])[] {
  if (keeps === "file") return [];
  return [
    [
      `whole operation in memory, ${outcome}: times as fast as ${PEER}`,
      { ...timesAsFast(timings, OURS, PEER), hasNoBudget: true },
    ],
  ];
}
