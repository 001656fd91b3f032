/**
 * How long does a threshold decision take, and who decides rightly? `npx tsx bench/threshold.bench.ts`, 10 seconds. With
 * `--check` it exits with 2 when a decision is wrong, else with 1 when a target is missed: the engine's whole decision
 * (with its texts) of a number amount within 3 times a naive comparison of doubles, 10 times faster than decimal.js.
 */
import { createRequire } from "node:module";
import { createThresholdEngine, type ThresholdDecision } from "../src/domain/thresholds/engine.js";
import type { Transaction } from "../src/domain/thresholds/transaction.js";
import { type Contender, machine, medianNanoseconds } from "./support/sample.js";
import { type Corpus, corpora, table, thresholds } from "./support/threshold-corpora.js";
import { bigintBreaches, decimalBreaches, naiveBreaches } from "./support/threshold-peers.js";

const ROUNDS = 200;
const engine = createThresholdEngine({ thresholds, rates: table });

/** Keeps the decision alive, so that V8 cannot leave out making it. */
let lastDecision: ThresholdDecision | undefined;

function engineBreaches(transaction: Transaction): boolean {
  lastDecision = engine.evaluate(transaction);
  return lastDecision.status === "breach";
}

type Peer = Contender<Transaction> & { readonly breaches: (transaction: Transaction) => boolean };

const naive: Peer = {
  name: "naive double",
  breaches: naiveBreaches,
  run: (all) => {
    let breaches = 0;
    for (const each of all) if (naiveBreaches(each)) breaches += 1;
    return breaches;
  },
};

const vaspkit: Peer = {
  name: "vaspkit evaluate",
  breaches: engineBreaches,
  run: (all) => {
    let breaches = 0;
    for (const each of all) if (engineBreaches(each)) breaches += 1;
    return breaches;
  },
};

const bigint: Peer = {
  name: "BigInt, scaled",
  breaches: bigintBreaches,
  run: (all) => {
    let breaches = 0;
    for (const each of all) if (bigintBreaches(each)) breaches += 1;
    return breaches;
  },
};

const decimal: Peer = {
  name: "decimal.js, 20 digits",
  breaches: decimalBreaches,
  run: (all) => {
    let breaches = 0;
    for (const each of all) if (decimalBreaches(each)) breaches += 1;
    return breaches;
  },
};

const peers = [naive, vaspkit, bigint, decimal];

interface Row {
  readonly corpus: string;
  readonly peer: Peer;
  readonly nanoseconds: number;
  /** Multiples of the naive comparison's time. */
  readonly ofNaive: number;
  /** How many times faster than decimal.js. */
  readonly fasterThanDecimal: number;
  readonly wrong: number;
  readonly of: number;
}

function measure({ name, transactions, breaches }: Corpus): readonly Row[] {
  const medians = medianNanoseconds(peers, transactions, ROUNDS);
  const [ofNaive = Number.NaN] = medians;
  const ofDecimal = medians.at(-1) ?? Number.NaN;
  return peers.map((peer, index) => {
    const nanoseconds = medians[index] ?? Number.NaN;
    return {
      corpus: name,
      peer,
      nanoseconds,
      ofNaive: nanoseconds / ofNaive,
      fasterThanDecimal: ofDecimal / nanoseconds,
      wrong: transactions.filter((each, at) => peer.breaches(each) !== breaches[at]).length,
      of: transactions.length,
    };
  });
}

function line({ corpus, peer, nanoseconds, ofNaive, fasterThanDecimal, wrong, of }: Row): string {
  return [
    corpus.padEnd(12),
    peer.name.padEnd(22),
    nanoseconds.toFixed(0).padStart(7),
    `${ofNaive.toFixed(2)} x`.padStart(9),
    `${fasterThanDecimal.toFixed(1)} x`.padStart(12),
    wrong === 0 ? "   none" : `   ${wrong} of ${of} WRONG`,
  ].join(" ");
}

function missed({ corpus, peer, ofNaive, fasterThanDecimal, wrong }: Row): readonly string[] {
  if (peer !== vaspkit) return [];
  const timed = corpus.startsWith("number");
  return [
    ...(wrong > 0 ? [`${corpus}: ${wrong} wrong decisions`] : []),
    ...(timed && ofNaive > 3 ? [`${corpus}: ${ofNaive.toFixed(2)} times the naive comparison, more than 3`] : []),
    ...(timed && fasterThanDecimal < 10
      ? [`${corpus}: ${fasterThanDecimal.toFixed(1)} times faster, less than 10`]
      : []),
  ];
}

const { version: decimalVersion } = createRequire(import.meta.url)("decimal.js/package.json") as { version: string };
console.log(`${machine()}; decimal.js ${decimalVersion}; medians of ${ROUNDS} interleaved rounds\n`);
console.log("amount       contender                   ns   x naive  vs decimal   wrong decisions");
const rows = corpora().flatMap(measure);
for (const row of rows) console.log(line(row));
const misses = rows.flatMap(missed);
const isEverWrong = rows.some(({ peer, wrong }) => peer === vaspkit && wrong > 0);
for (const miss of misses) console.log(`target missed: ${miss}`);
if (process.argv.includes("--check") && misses.length > 0) process.exitCode = isEverWrong ? 2 : 1;
