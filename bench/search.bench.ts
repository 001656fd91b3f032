/**
 * Measures searches with the index of vaspkit beside a scan of all accounts, and compares their results. A full run takes
 * some minutes and 3 GB of memory.
 */
import type { Account } from "vaspkit";
import type { Job } from "../src/adapters/storage/background.js";
import { type TextRow, textSearch } from "../src/adapters/storage/text-search.js";
import { searchTextsOf } from "../src/domain/accounts/search.js";
import { bestMatches, joinTexts } from "../src/domain/ranking.js";
import { foldText, squeezeText } from "../src/domain/text.js";
import type { Benchmark, Findings, Ratio, Run } from "./kit/benchmark.js";
import { digits, quantile, seededRandom, wrongOf } from "./kit/numbers.js";
import { bytesInUse } from "./kit/process.js";
import { accountAt, termOf } from "./kit/records.js";

const SEED = 20261121;
/** Accounts, and terms of each length. */
const SIZES = { full: [1_000_000, 60], quick: [100_000, 40], tiny: [400, 3] } as const;

type Search = (term: string, limit?: number) => readonly Account[];
interface Row extends TextRow {
  readonly record: Account;
}

interface TermClass {
  readonly name: string;
  readonly limit?: number;
  readonly terms: readonly string[];
}

/** Shortest and longest term of each class, in code units. */
const LENGTHS = { "1": [1, 1], "2": [2, 2], "3": [3, 3], "4-6": [4, 6], "7+": [7, 14] } as const;
/** All classes with at least three characters. */
const LONG = "3 to 7+";
/** Parts of most e-mail addresses, which no index can select by. */
const COMMON = ["example", "contact.", "@mail", "@", "mple.", "e"];
const common: readonly TermClass[] = [
  { name: "common", terms: COMMON },
  { name: "common, limit 20", limit: 20, terms: COMMON },
];

/** Returns parts of names, folded. */
function termClasses(size: number, count: number): readonly TermClass[] {
  const random = seededRandom(SEED + 2);
  return Object.entries(LENGTHS).map(([name, [least, most]]) => {
    const terms = new Set<string>();
    while (terms.size < count) {
      const text = squeezeText(foldText(termOf(Math.floor(random() * size))));
      const length = least + Math.floor(random() * (most - least + 1));
      const start = Math.floor(random() * (text.length - length + 1));
      const term = text.slice(start, start + length);
      if (term.trim().length === length && !/\p{Surrogate}/u.test(term)) terms.add(term);
    }
    return { name, terms: [...terms] };
  });
}

function scanOf(accounts: readonly Account[]): Search {
  const rows = accounts.map((record) => ({ id: record.reference_id, record, texts: searchTextsOf(record) }));
  return (term, limit) => bestMatches(rows, term, { limit });
}

/** Shares no text with the rows of the scan, because shared ones lie elsewhere in memory and take longer to read. */
function rowsOf(accounts: readonly Account[]): readonly Row[] {
  return accounts.map((record) => {
    return { key: record.reference_id, record, folded: joinTexts(searchTextsOf(record)), document: 0 };
  });
}

/** A search, and what it would do in the background. */
function indexOf(rows: readonly Row[]): { readonly index: Search; readonly jobs: ReadonlySet<Job> } {
  const jobs = new Set<Job>();
  const { put, search } = textSearch<Row>({ add: (job) => jobs.add(job) });
  for (const row of rows) put(row, undefined);
  return { index: (term, limit) => search(term, { limit }).map(({ record }) => record), jobs };
}

/** Times in milliseconds. */
interface Sample {
  readonly scan: number;
  readonly index: number;
  readonly results: number;
  readonly isRight: boolean;
}

function timed<R>(run: () => R): readonly [R, number] {
  const start = performance.now();
  const result = run();
  return [result, performance.now() - start];
}

function sampleOf(term: string, limit: number | undefined, scan: Search, index: Search): Sample {
  const once = (): Sample => {
    const [expected, scanTime] = timed(() => scan(term, limit));
    const [found, indexTime] = timed(() => index(term, limit));
    const isRight = found.length === expected.length && found.every((account, at) => account === expected[at]);
    return { scan: scanTime, index: indexTime, results: found.length, isRight };
  };
  const first = once();
  if (first.index <= first.scan) return first;
  // Slower than the scan: repeated, because the machine may have been busy.
  const all = [first, once(), once(), once(), once()].toSorted((a, b) => a.index / a.scan - b.index / b.scan);
  return { ...(all[2] as Sample), isRight: all.every(({ isRight }) => isRight) };
}

/** The samples of a class of terms. */
interface Class {
  readonly name: string;
  readonly samples: readonly Sample[];
}

type Figure = (sample: Sample) => number;
const scanTime: Figure = ({ scan }) => scan;
const indexTime: Figure = ({ index }) => index;
const part = ({ samples }: Class, of: number, figure: Figure): number => quantile(samples.map(figure), of);
const fasterOf = (each: Class): number => part(each, 0.5, scanTime) / part(each, 0.5, indexTime);
const slowestOf = (each: Class): number => part(each, 1, ({ index, scan }) => index / scan);
const wrongIn = ({ samples }: Class): number => samples.filter(({ isRight }) => !isRight).length;

/** Columns of the table. Times are medians unless the name says otherwise. */
const COLUMNS: Readonly<Record<string, (each: Class) => string | number>> = {
  length: ({ name }) => name,
  results: (each) => part(each, 0.5, ({ results }) => results),
  scan: (each) => digits(part(each, 0.5, scanTime)),
  "scan, p99": (each) => digits(part(each, 0.99, scanTime)),
  index: (each) => digits(part(each, 0.5, indexTime)),
  "index, p99": (each) => digits(part(each, 0.99, indexTime)),
  faster: (each) => `${digits(fasterOf(each))} ×`,
  "slowest of scan": (each) => digits(slowestOf(each)),
  "wrong results": (each) => wrongOf(wrongIn(each), each.samples.length),
};

/** Compares the first searches, which find no index, with the scan. Returns the median ratio. */
function firstSearches(rows: readonly Row[], scan: Search): number {
  const NO_MATCH = "\u{10ffff}\u{10ffff}";
  const ratios = Array.from({ length: 5 }, () => {
    const { index } = indexOf(rows);
    const [, first] = timed(() => index(NO_MATCH));
    return first / timed(() => scan(NO_MATCH))[1];
  });
  return quantile(ratios, 0.5);
}

function measure({ scale, progress }: Run): Findings {
  const [count, terms] = SIZES[scale];
  progress("storing accounts");
  const accounts = Array.from({ length: count }, (_, index) => accountAt(index));
  const [scan, rows, classes] = [scanOf(accounts), rowsOf(accounts), termClasses(count, terms)];
  const first = firstSearches(rows, scan);
  const before = bytesInUse();
  const { index, jobs } = indexOf(rows);
  const [, total] = timed(() => {
    // The first slices find that rows were just added.
    for (const job of jobs) while (!job(() => true));
  });
  const bytes = (bytesInUse() - before) / count;
  const measured: readonly Class[] = [...classes, ...common].map(({ name, limit, terms: all }) => {
    progress(`terms of ${name}`);
    return { name, samples: all.map((term) => sampleOf(term, limit, scan, index)) };
  });
  const long: Class = { name: LONG, samples: measured.slice(2, classes.length).flatMap(({ samples }) => samples) };
  const results = [...measured, long];
  const size = `${digits(Math.round(bytes))} bytes per account, complete after ${digits(total)} ms in the background`;
  // No budget for times: each term is searched once, so they vary by half.
  const free = { hasNoBudget: true } as const;
  const isTiny = scale === "tiny";
  const faster: Ratio = { value: fasterOf(long), better: "higher", atLeast: { full: 100, quick: 20, tiny: 1 }[scale] };
  const slowest: Ratio = { value: Math.max(...results.map(slowestOf)), better: "lower", atMost: isTiny ? 9 : 2 };
  const firsts: Ratio = { value: first, better: "lower", atMost: isTiny ? 9 : 1.2 };
  return {
    tables: [
      {
        title: `Among ${digits(count)} accounts, by the length of the term in code units; ms. Index: ${size}`,
        columns: Object.keys(COLUMNS),
        rows: results.map((each) => Object.values(COLUMNS).map((cell) => cell(each))),
      },
    ],
    ratios: {
      "terms of 3 or more: times as fast as the scan": { ...faster, ...free },
      "slowest term: times as long as the scan": { ...slowest, ...free },
      "first search, without an index: times as long as the scan": { ...firsts, ...free },
      "bytes of the index for an account": { value: bytes, better: "lower", atMost: 1536 },
    },
    wrong: results
      .map((each) => `terms of ${each.name}: ${wrongIn(each)} wrong results`)
      .filter((line) => !line.includes(": 0 ")),
  };
}

export const benchmark: Benchmark = {
  measures: "The time of a search with and without an index, and whether both find the same accounts.",
  packages: [],
  measure,
};
