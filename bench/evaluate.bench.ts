/** How long does it take to evaluate a transaction: checked and decided, and as the whole operation with its alert? */
import { BIG, DECIMAL, OURS, RULES_ENGINE, type TimedDecisions, timeDecisions } from "./support/evaluate-decisions.js";
import { PEER, type TimedOperation, timeOperations } from "./support/evaluate-whole.js";
import type { Findings, Question, Ratio, Run } from "./support/question.js";
import { type Corpus, corpora } from "./support/threshold-corpora.js";
import { timesAsFast } from "./support/timing.js";

/** What most transactions are: the ratios are taken on it. */
const ORDINARY = "number, off";

async function measure({ isQuick, progress }: Run): Promise<Findings> {
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
    `validated decision: faster than ${peer}`,
    timesAsFast(timed.timings, OURS, peer),
  ]);
}

/** What waits for a disk is no ratio that another machine could keep. */
function operationRatios({ keeps, outcome, timings }: TimedOperation): readonly (readonly [string, Ratio])[] {
  if (keeps === "file") return [];
  return [[`whole operation in memory, ${outcome}: faster than ${PEER}`, timesAsFast(timings, OURS, PEER)]];
}

export const question: Question = {
  name: "evaluate",
  asks: "How long does it take to evaluate a transaction, and who decides rightly?",
  packages: ["zod", "decimal.js", "big.js", "json-rules-engine", "lowdb"],
  targets: [
    { ratio: `validated decision: faster than ${DECIMAL}`, atLeast: 10 },
    { ratio: `validated decision: faster than ${RULES_ENGINE}`, atLeast: 50 },
  ],
  measure,
};
