/** Measures threshold decisions and validated decisions, and how many of them are right. */
import type { RuleResult, ThresholdDecision, Transaction } from "vaspkit";
import { createCompliance, createThresholdEngine, fixedRates, memoryStorage, parseTransaction, unwrap } from "vaspkit";
import type { Benchmark, Findings, Ratio, Run } from "./kit/benchmark.js";
import type { Chart } from "./kit/charts.js";
import { duration, wrongOf } from "./kit/numbers.js";
import type { Contender, Timings } from "./kit/timing.js";
import { asyncLoopOf, inTurns, loopOf, timesAsFast, timesAsLong, timingTable, turnsOf } from "./kit/timing.js";
import { type Corpus, corpora, ORDINARY, table, thresholds, wrongDecisions } from "./kit/transactions.js";
import * as bare from "./peers/thresholds.js";
import * as validated from "./peers/validated-thresholds.js";

const OURS = "vaspkit";
const NAIVE = "naive doubles";
const DECIMAL = "decimal.js";
const ZOD_DECIMAL = "zod + decimal.js";
const ZOD_RULES = "zod + json-rules-engine";
const ZOD_MAP = "zod + decimal.js + Map";

const engine = createThresholdEngine({ thresholds, rates: table });
/** Prevents V8 from leaving out the texts of a decision. */
let lastDecision: validated.Decided | ThresholdDecision | undefined;

type Decider = Contender<Transaction> & { readonly breaches: (transaction: Transaction) => boolean | Promise<boolean> };

function sync(name: string, breaches: (transaction: Transaction) => boolean): Decider {
  return { name, breaches, run: loopOf(breaches) };
}

function async(name: string, breaches: (transaction: Transaction) => Promise<boolean>): Decider {
  return { name, breaches, run: asyncLoopOf(breaches) };
}

function deciding(name: string, decide: (input: Transaction) => validated.Decided | ThresholdDecision): Decider {
  return sync(name, (transaction) => {
    lastDecision = decide(transaction);
    return lastDecision.status === "breach";
  });
}

const decisions: readonly Decider[] = [
  sync(NAIVE, bare.naiveBreaches),
  deciding(OURS, engine.evaluate),
  sync("BigInt, scaled", bare.bigintBreaches),
  sync("big.js", bare.bigBreaches),
  sync(DECIMAL, bare.decimalBreaches),
  async("json-rules-engine", bare.rulesEngineBreaches),
];

/** Of an unknown transaction, which is validated first. */
const validatedDecisions: readonly Decider[] = [
  deciding(OURS, (input: unknown) => {
    const parsed = parseTransaction(input);
    if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
    return engine.evaluate(parsed.value);
  }),
  deciding(ZOD_DECIMAL, validated.zodAndDecimal),
  async(ZOD_RULES, async (input) => {
    lastDecision = await validated.zodAndRulesEngine(input);
    return lastDecision.status === "breach";
  }),
];

type Evaluate = (request: unknown) => Promise<{ readonly results: readonly Pick<RuleResult, "status">[] }>;

const evaluators: Readonly<Record<string, () => Evaluate>> = {
  [OURS]: () => {
    const clock = (): Date => new Date(`${table.date}T12:00:00Z`);
    const { rules } = createCompliance({ storage: memoryStorage(), thresholds, rates: fixedRates(table), clock });
    return async (request) => unwrap(await rules.evaluate(request));
  },
  [ZOD_MAP]: validated.zodAndMap,
};

/** Alerts of one storage. A new one follows, so that contenders keep as much memory at every moment. */
const MAX_ALERTS = 20_000;

/** Evaluates new transactions only: each breach stores an alert. */
function evaluating(name: string, make: () => Evaluate): Contender<Transaction> {
  let [count, evaluate] = [0, make()];
  return {
    name,
    run: asyncLoopOf(async (transaction: Transaction) => {
      count += 1;
      if (count % MAX_ALERTS === 0) evaluate = make();
      const request = { transaction: { ...transaction, transaction_id: `N-${count}` }, rule_codes: [RULE] };
      return (await evaluate(request)).results[0]?.status === "breach";
    }),
  };
}

const RULE = "THRESHOLD_BY_COUNTRY";

/** Times evaluations of ordinary amounts. Returns a ratio for each status. */
async function evaluations({ scale, progress }: Run) {
  const { transactions, breaches } = corpora().find(({ name }) => name === ORDINARY) as Corpus;
  const found: [status: string, timings: Timings][] = [];
  for (const status of ["pass", "breach"]) {
    progress(`Evaluation, ${status}`);
    const some = transactions.filter((_, index) => breaches[index] === (status === "breach"));
    const contenders = Object.entries(evaluators).map(([name, make]) => evaluating(name, make));
    found.push([status, await inTurns(contenders, some, turnsOf[scale])]);
  }
  return found;
}

interface Measured {
  readonly title: string;
  readonly corpus: Corpus;
  readonly timings: Timings;
  readonly wrong: ReadonlyMap<string, number>;
}

async function measured(
  title: string,
  deciders: readonly Decider[],
  { scale, progress }: Run,
): Promise<readonly Measured[]> {
  const all: Measured[] = [];
  for (const corpus of corpora()) {
    progress(`${title}, ${corpus.name}`);
    const wrong = new Map<string, number>();
    for (const { name, breaches } of deciders) wrong.set(name, await wrongDecisions(breaches, corpus));
    all.push({ title, corpus, wrong, timings: await inTurns(deciders, corpus.transactions, turnsOf[scale]) });
  }
  return all;
}

/** By the name of the ratio. */
const TARGETS: Readonly<Record<string, Pick<Ratio, "atLeast" | "isOpen">>> = {
  [`number: times as fast as ${DECIMAL}`]: { atLeast: 10 },
  [`text: times as fast as ${DECIMAL}`]: { atLeast: 5 },
  [`validated decision: times as fast as ${ZOD_DECIMAL}`]: { atLeast: 10 },
  [`validated decision: times as fast as ${ZOD_RULES}`]: { atLeast: 50, isOpen: true },
  [`rules.evaluate, pass: times as fast as ${ZOD_MAP}`]: { atLeast: 2 },
  [`rules.evaluate, breach: times as fast as ${ZOD_MAP}`]: { atLeast: 2, isOpen: true },
};

type NamedRatio = readonly [name: string, ratio: Ratio];

function fast(what: string, timings: Timings, peer: string): NamedRatio {
  const name = `${what}: times as fast as ${peer}`;
  return [name, { ...timesAsFast(timings, OURS, peer), ...TARGETS[name.replace(/, o(n|ff)(?=:)/, "")] }];
}

async function measure(run: Run): Promise<Findings> {
  const plain = await measured("Decision", decisions, run);
  const checked = await measured("Validated decision", validatedDecisions, run);
  const all = [...plain, ...checked];
  const ordinary = checked.find(({ corpus }) => corpus.name === ORDINARY) as Measured;
  const evaluated = await evaluations(run);
  return {
    tables: [
      ...all.map(({ title, corpus: { name: corpus, transactions }, timings, wrong }) =>
        timingTable(`${title}; amount: ${corpus} the boundary`, "one decision", timings, OURS, {
          "wrong results": (name) => wrongOf(wrong.get(name) ?? 0, transactions.length),
        }),
      ),
      ...evaluated.map(([status, timings]) =>
        timingTable(`rules.evaluate in memory: ${status}`, "one evaluation", timings, OURS),
      ),
    ],
    ratios: Object.fromEntries([
      ...plain.flatMap(({ corpus: { name }, timings }): readonly NamedRatio[] => [
        [`${name}: times as long as ${NAIVE}`, { ...timesAsLong(timings, OURS, NAIVE), atMost: 3 }],
        fast(name, timings, DECIMAL),
      ]),
      ...[ZOD_DECIMAL, ZOD_RULES].map((peer) => fast("validated decision", ordinary.timings, peer)),
      ...evaluated.map(([status, timings]) => fast(`rules.evaluate, ${status}`, timings, ZOD_MAP)),
    ]),
    wrong: all
      .filter(({ wrong }) => wrong.get(OURS) !== 0)
      .map(({ title, corpus, wrong }) => `${title}, ${corpus.name} the boundary: ${wrong.get(OURS)} decisions`),
    charts: { threshold: chartOf(plain) },
  };
}

/** Shows times far from the threshold, and the share of wrong decisions at the threshold. */
function chartOf(measuredDecisions: readonly Measured[]): Chart {
  const { timings } = measuredDecisions.find(({ corpus }) => corpus.name === ORDINARY) as Measured;
  const atBoundary = measuredDecisions.filter(({ corpus }) => corpus.name.endsWith(", on"));
  const size = atBoundary.reduce((sum, { corpus }) => sum + corpus.transactions.length, 0);
  const bars = timings.names.map((name) => {
    const wrong = atBoundary.reduce((sum, each) => sum + (each.wrong.get(name) ?? 0), 0);
    const { median: value } = timings.of(name);
    const share = wrong > 0 ? ` ✗ wrong in ${Math.ceil((100 * wrong) / size)} %` : "";
    return { name, value, label: `${duration(value)}${share}`, isOurs: name === OURS, isWrong: wrong > 0 };
  });
  bars.sort((a, b) => a.value - b.value);
  return {
    title: `How long does a threshold decision take? ${OURS}: ${duration(timings.of(OURS).median)}`,
    subtitle: [
      "Time of one decision on an ordinary amount; shorter is better.",
      "✗: how many decisions are wrong at the threshold, or one last digit above or below it.",
    ],
    description: `Median time of one threshold decision: ${bars.map(({ name, label }) => `${name} ${label}`).join(", ")}.`,
    bars,
  };
}

export const benchmark: Benchmark = {
  measures: "The time of a threshold decision, also of an unknown transaction, and how many decisions are right.",
  packages: ["decimal.js", "big.js", "json-rules-engine", "zod"],
  measure,
};
