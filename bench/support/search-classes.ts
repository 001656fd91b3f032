/** The index of vaspkit beside a linear scan, term by term. */
import { bytesInUse } from "./heap.js";
import type { Ratio, Table } from "./question.js";
import { accounts, commonTerms, termClasses } from "./search-corpora.js";
import { indexOf, rowsOf, type Search, scanOf } from "./search-peers.js";
import { type ClassRow, rowOf, samplesOf, timed } from "./search-timing.js";
import { digits, times, wrongOf } from "./texts.js";

/** Of searches with a limit, as a page shows them. */
const LIMIT = 20;
/** All terms of three code units and more, together: what an index is for. */
const LONG = "3 to 7+";
/** Nothing matches it, and the index knows none of it. */
const NO_MATCH = "\u{10ffff}\u{10ffff}";

/** The searches until an index holds all accounts, in milliseconds. */
interface Making {
  readonly searches: number;
  readonly total: number;
  readonly first: number;
  readonly scan: number;
}

export interface Searched {
  readonly accounts: number;
  readonly rows: readonly ClassRow[];
  readonly bytes: number;
  readonly making: Making;
}

/** Times and answers of searches among so many accounts, with that many terms of each length. */
export function searched(count: number, terms: number, progress: (done: number) => void): Searched {
  const all = [...accounts(count)];
  const scan = scanOf(all);
  const rows = rowsOf(all);
  const classes = termClasses(all, terms);
  progress(0.2);
  const before = bytesInUse();
  const index = indexOf(rows);
  const making = made(index, scan);
  const bytes = (bytesInUse() - before) / count;
  const limits = [undefined, LIMIT];
  const measured = limits.flatMap((limit, at) => {
    const samples = [...classes, commonTerms].map((each, place) => {
      progress(0.3 + (0.7 * (at + place / (classes.length + 1))) / limits.length);
      return { name: each.name, samples: samplesOf(each, limit, scan, index) };
    });
    const long = samples.slice(2, classes.length).flatMap((each) => each.samples);
    return [...samples, { name: LONG, samples: long }].map((each) => rowOf(each.name, limit, each.samples));
  });
  return { accounts: count, rows: measured, bytes, making };
}

/** Searches until the index holds all accounts: it is made by and by, in the first searches. */
export function made(index: Search, scan: Search): Making {
  const [, first] = timed(() => index(NO_MATCH));
  const [, scanTime] = timed(() => scan(NO_MATCH));
  let [searches, total, latest] = [1, first, first];
  // A search of a complete index for what is not there takes microseconds.
  while (latest > 0.2 || searches < 3) {
    [, latest] = timed(() => index(NO_MATCH));
    searches += 1;
    total += latest;
  }
  return { searches, total, first, scan: scanTime };
}

/** Of {@link classCells}; times in milliseconds. */
export const CLASS_COLUMNS: readonly string[] = [
  "length",
  "limit",
  "results",
  "scan",
  "p99",
  "index",
  "p99",
  "times as fast",
  "slowest term, of the scan",
  "wrong results",
];

export function classTable({ rows, accounts, bytes, making }: Searched): Table {
  const { searches, total, first, scan } = making;
  return {
    title:
      `Among ${digits(accounts)} accounts, by the length of the term in code units; ms\n` +
      `index: ${digits(Math.round(bytes))} bytes for each account, made by and by in ${searches} searches, ${digits(Math.round(total))} ms in all; ` +
      `the first took ${digits(Math.round(first))} ms, a scan ${digits(Math.round(scan))} ms`,
    columns: CLASS_COLUMNS,
    rows: rows.map(classCells),
  };
}

/** The row of a class of terms. */
export function classCells({ name, limit, results, scan, index, faster, slowest, wrong, terms }: ClassRow) {
  return [
    name,
    limit === null ? "none" : String(limit),
    results,
    ...[scan.median, scan.p99, index.median, index.p99].map(digits),
    times(faster),
    digits(slowest),
    wrongOf(wrong, terms),
  ];
}

/**
 * By their names: how much faster long terms are, what the slowest of all terms took of the scan, and the memory. The index
 * takes microseconds where the scan takes milliseconds, each term once: that moves by half from run to run, and has targets
 * but no budget.
 */
export function classRatios({ rows, bytes }: Searched): Readonly<Record<string, Ratio>> {
  const long = rows.filter(({ name }) => name === LONG);
  return {
    ...Object.fromEntries(
      long.map(({ limit, faster }): [string, Ratio] => [
        longName(limit),
        { value: faster, better: "higher", hasNoBudget: true },
      ]),
    ),
    [SLOWEST]: { value: Math.max(...rows.map(({ slowest }) => slowest)), better: "lower", hasNoBudget: true },
    [BYTES]: { value: bytes, better: "lower" },
  };
}

/** The ratios that have targets. */
const longName = (limit: number | null): string =>
  `terms of 3 or more, ${limit === null ? "all results" : `limit ${limit}`}: times as fast as the scan`;
export const LONG_NAMES: readonly string[] = [longName(null), longName(LIMIT)];
export const SLOWEST = "slowest term: times as long as the scan";
export const BYTES = "bytes of the index for an account";

/** Classes with wrong results, a sentence each. */
export function wrongClasses({ rows }: Pick<Searched, "rows">): readonly string[] {
  return rows
    .filter(({ wrong }) => wrong > 0)
    .map(({ name, limit, wrong }) => `terms of ${name}, limit ${limit ?? "none"}: ${wrong} wrong results`);
}
