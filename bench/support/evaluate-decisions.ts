/** Validated decisions: an unknown transaction, checked and decided. */
import { createThresholdEngine, parseTransaction, type ThresholdDecision } from "vaspkit";
import type { Transaction } from "../../src/domain/thresholds/types.js";
import { type Decided, zodAndBig, zodAndDecimal, zodAndDecimalVerdict, zodAndRulesEngine } from "./evaluate-peers.js";
import type { Table } from "./question.js";
import { type Corpus, table, thresholds } from "./threshold-corpora.js";
import { asyncLoopOf, type Contender, inTurns, loopOf, type Timings, type Turns } from "./timing.js";
import { timingTable } from "./timing-table.js";

export const OURS = "vaspkit";
export const DECIMAL = "zod + decimal.js";
export const BIG = "zod + big.js";
export const RULES_ENGINE = "zod + json-rules-engine";

const engine = createThresholdEngine({ thresholds, rates: table });

/** Keeps what was decided, so that V8 cannot leave out its texts. */
let lastDecision: Decided | ThresholdDecision | undefined;

function oursBreaches(input: Transaction): boolean {
  const parsed = parseTransaction(input);
  if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
  lastDecision = engine.evaluate(parsed.value);
  return lastDecision.status === "breach";
}

function decimalBreaches(input: Transaction): boolean {
  lastDecision = zodAndDecimal(input);
  return lastDecision.status === "breach";
}

function bigBreaches(input: Transaction): boolean {
  lastDecision = zodAndBig(input);
  return lastDecision.status === "breach";
}

function verdictBreaches(input: Transaction): boolean {
  lastDecision = zodAndDecimalVerdict(input);
  return lastDecision.status === "breach";
}

async function rulesEngineBreaches(input: Transaction): Promise<boolean> {
  lastDecision = await zodAndRulesEngine(input);
  return lastDecision.status === "breach";
}

type Decider = Contender<Transaction> & { readonly breaches: (input: Transaction) => boolean | Promise<boolean> };

const deciders: readonly Decider[] = [
  { name: OURS, breaches: oursBreaches, run: loopOf(oursBreaches) },
  { name: BIG, breaches: bigBreaches, run: loopOf(bigBreaches) },
  { name: DECIMAL, breaches: decimalBreaches, run: loopOf(decimalBreaches) },
  { name: `${DECIMAL}, verdict only`, breaches: verdictBreaches, run: loopOf(verdictBreaches) },
  { name: RULES_ENGINE, breaches: rulesEngineBreaches, run: asyncLoopOf(rulesEngineBreaches) },
];

/** Decisions on one corpus, timed and judged. */
export interface TimedDecisions {
  readonly table: Table;
  readonly timings: Timings;
  /** A sentence for each kind of wrong decision of ours. */
  readonly wrong: readonly string[];
}

export async function timeDecisions(corpus: Corpus, turns: Turns): Promise<TimedDecisions> {
  const wrong = new Map<string, number>();
  for (const decider of deciders) wrong.set(decider.name, await wrongBy(decider, corpus));
  const timings = await inTurns(deciders, corpus.transactions, turns);
  const count = corpus.transactions.length;
  const ours = wrong.get(OURS) ?? 0;
  return {
    table: timingTable({
      title: `Validated decision; amount: ${corpus.name} the boundary`,
      item: "one transaction",
      timings,
      ours: OURS,
      wrong: (name) => [wrong.get(name) ?? 0, count],
    }),
    timings,
    wrong: ours === 0 ? [] : [`${corpus.name} the boundary: ${ours} of ${count} decisions`],
  };
}

async function wrongBy({ breaches }: Decider, corpus: Corpus): Promise<number> {
  let wrong = 0;
  for (const [at, transaction] of corpus.transactions.entries()) {
    if ((await breaches(transaction)) !== corpus.breaches[at]) wrong += 1;
  }
  return wrong;
}
