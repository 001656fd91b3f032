/** How long does a threshold decision take, and who decides rightly? */
import { createThresholdEngine } from "../src/domain/thresholds/engine.js";
import type { ThresholdDecision, Transaction } from "../src/domain/thresholds/types.js";
import type { Findings, Question, Ratio, Run } from "./support/question.js";
import { type Decided, decisionChart } from "./support/threshold-chart.js";
import { type Corpus, corpora, table, thresholds } from "./support/threshold-corpora.js";
import { dineroBreaches } from "./support/threshold-dinero.js";
import { bigBreaches, bigintBreaches, decimalBreaches, naiveBreaches } from "./support/threshold-peers.js";
import { rulesEngineBreaches } from "./support/threshold-rules.js";
import { asyncLoopOf, type Contender, inTurns, loopOf, timesAsFast, timesAsLong } from "./support/timing.js";
import { timingTable } from "./support/timing-table.js";

const engine = createThresholdEngine({ thresholds, rates: table });

/** Keeps the decision alive, so that V8 cannot leave out making it: its texts are a part of what is timed. */
let lastDecision: ThresholdDecision | undefined;

function engineBreaches(transaction: Transaction): boolean {
  lastDecision = engine.evaluate(transaction);
  return lastDecision.status === "breach";
}

type Peer = Contender<Transaction> & { readonly breaches: (transaction: Transaction) => boolean | Promise<boolean> };

function sync(name: string, breaches: (transaction: Transaction) => boolean): Peer {
  return { name, breaches, run: loopOf(breaches) };
}

const OURS = "vaspkit";
const NAIVE = "naive doubles";
const DECIMAL = "decimal.js";

const peers: readonly Peer[] = [
  sync(NAIVE, naiveBreaches),
  sync(OURS, engineBreaches),
  sync("BigInt, scaled", bigintBreaches),
  sync("big.js", bigBreaches),
  sync(DECIMAL, decimalBreaches),
  sync("dinero.js (BigInt)", dineroBreaches),
  { name: "json-rules-engine", breaches: rulesEngineBreaches, run: asyncLoopOf(rulesEngineBreaches) },
];

async function wrongOf({ breaches }: Peer, corpus: Corpus): Promise<number> {
  let wrong = 0;
  for (const [at, each] of corpus.transactions.entries()) {
    if ((await breaches(each)) !== corpus.breaches[at]) wrong += 1;
  }
  return wrong;
}

async function decided(corpus: Corpus, isQuick: boolean, progress: (done: number) => void): Promise<Decided> {
  const wrong = new Map<string, number>();
  for (const peer of peers) wrong.set(peer.name, await wrongOf(peer, corpus));
  const timings = await inTurns(peers, corpus.transactions, { isQuick, progress });
  return { corpus: corpus.name, of: corpus.transactions.length, timings, wrong: (name) => wrong.get(name) ?? 0 };
}

async function measure({ isQuick, progress }: Run): Promise<Findings> {
  const all = corpora();
  const found: Decided[] = [];
  for (const [index, corpus] of all.entries()) {
    found.push(await decided(corpus, isQuick, (done) => progress(corpus.name, (index + done) / all.length)));
  }
  return {
    tables: found.map(({ corpus, of, timings, wrong }) =>
      timingTable({
        title: `Amount: ${corpus} the boundary`,
        item: "one decision",
        timings,
        ours: OURS,
        wrong: (name) => [wrong(name), of],
      }),
    ),
    ratios: Object.fromEntries(found.flatMap(ratiosOf)),
    wrong: found.flatMap(({ corpus, of, wrong }) =>
      wrong(OURS) === 0 ? [] : [`${corpus} the boundary: ${wrong(OURS)} of ${of} decisions`],
    ),
    charts: { threshold: decisionChart(found, OURS) },
  };
}

function ratiosOf({ corpus, timings }: Decided): readonly (readonly [string, Ratio])[] {
  return [
    [`${corpus}: times as long as ${NAIVE}`, timesAsLong(timings, OURS, NAIVE)],
    [`${corpus}: times as fast as ${DECIMAL}`, timesAsFast(timings, OURS, DECIMAL)],
  ];
}

export const question: Question = {
  name: "threshold",
  asks: "How long does a threshold decision take, and who decides rightly?",
  packages: ["decimal.js", "big.js", "dinero.js", "json-rules-engine"],
  // Of the engine's whole decision, with its texts.
  targets: ["number, off", "number, on"].flatMap((corpus) => [
    { ratio: `${corpus}: times as long as ${NAIVE}`, atMost: 3 },
    { ratio: `${corpus}: times as fast as ${DECIMAL}`, atLeast: 10 },
  ]),
  measure,
};
