/** Measures threshold decisions and validated decisions, and how many of them are right. */
import {
  createCompliance,
  createThresholdEngine,
  fixedRates,
  memoryStorage,
  parseTransaction,
  type RuleResult,
  type ThresholdDecision,
  type Transaction,
  unwrap,
} from "vaspkit";
import type { Benchmark, Findings, Ratio, Run } from "./kit/benchmark.js";
import type { Chart } from "./kit/charts.js";
import { duration, durations, timesSpread } from "./kit/numbers.js";
import {
  asyncLoopOf,
  type Contender,
  inTurns,
  loopOf,
  type Timings,
  timesAsFast,
  timesAsLong,
  timingTable,
  turnsOf,
} from "./kit/timing.js";
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

async function measure(run: Run): Promise<Findings> {
  const plain = await measured("Decision", decisions, run);
  const checked = await measured("Validated decision", validatedDecisions, run);
  const all = [...plain, ...checked];
  const evaluated = await evaluations(run);
  const decided = all.map(({ title, corpus, timings, wrong }) =>
    timingTable(`${title}; amount: ${corpus.name} the boundary`, "one decision", timings, OURS, (name) => [
      wrong.get(name) ?? 0,
      corpus.transactions.length,
    ]),
  );
  return {
    tables: [
      ...decided,
      ...evaluated.map(([status, timings]) => ({
        title: `rules.evaluate in memory: ${status}`,
        columns: ["", "one evaluation", "of ours"],
        rows: timings.names.map((name) => [name, durations(timings.of(name)), timesSpread(timings.ratio(name, OURS))]),
      })),
    ],
    ratios: Object.fromEntries([
      ...plain.flatMap(ratiosOf),
      ...checked.flatMap(validatedRatios),
      ...evaluated.map(
        ([status, timings]): NamedRatio => [
          `rules.evaluate, ${status}: times as fast as ${ZOD_MAP}`,
          { ...timesAsFast(timings, OURS, ZOD_MAP), atLeast: 2, ...(status === "breach" && { isOpen: true }) },
        ],
      ),
    ]),
    wrong: all
      .filter(({ wrong }) => wrong.get(OURS) !== 0)
      .map(({ title, corpus, wrong }) => `${title}, ${corpus.name} the boundary: ${wrong.get(OURS)} decisions`),
    charts: { threshold: chartOf(plain) },
  };
}

type NamedRatio = readonly [name: string, ratio: Ratio];

function ratiosOf({ corpus: { name }, timings }: Measured): readonly NamedRatio[] {
  const atLeast = name.startsWith("number") ? 10 : 5;
  return [
    [`${name}: times as long as ${NAIVE}`, { ...timesAsLong(timings, OURS, NAIVE), atMost: 3 }],
    [`${name}: times as fast as ${DECIMAL}`, { ...timesAsFast(timings, OURS, DECIMAL), atLeast }],
  ];
}

function validatedRatios({ corpus, timings }: Measured): readonly NamedRatio[] {
  if (corpus.name !== ORDINARY) return [];
  const times = "validated decision: times as fast as";
  return [
    [`${times} ${ZOD_DECIMAL}`, { ...timesAsFast(timings, OURS, ZOD_DECIMAL), atLeast: 10 }],
    [`${times} ${ZOD_RULES}`, { ...timesAsFast(timings, OURS, ZOD_RULES), atLeast: 50, isOpen: true }],
  ];
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
