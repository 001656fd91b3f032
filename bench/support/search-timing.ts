/** Times of searches, term by term: all contenders take turns on each, so that slow moments fall on all of them. */
import type { TermClass } from "./search-corpora.js";
import type { Search } from "./search-peers.js";

/** Times of one contender over the terms of a class, in milliseconds. */
export interface Times {
  readonly median: number;
  readonly p99: number;
}

/** One class of terms, with a limit or without. */
export interface ClassRow {
  readonly name: string;
  readonly limit: number | null;
  readonly terms: number;
  /** The median number of results. */
  readonly results: number;
  readonly scan: Times;
  readonly index: Times;
  /** How many times faster than the scan, by the medians. */
  readonly faster: number;
  /** The longest that the index took for a term, in times of the scan. */
  readonly slowest: number;
  /** Terms whose results were not those of the scan, in its order. */
  readonly wrong: number;
}

/** What one term took, in milliseconds. */
export interface Sample {
  readonly scan: number;
  readonly index: number;
  readonly results: number;
  readonly isRight: boolean;
}

/** A term that took the index longer than the scan is measured again so often: was it the term, or the machine? */
const AGAIN = 5;

function sample(term: string, limit: number | undefined, scan: Search, index: Search): Sample {
  const [expected, scanTime] = timed(() => scan(term, limit));
  const [found, indexTime] = timed(() => index(term, limit));
  const isRight = found.length === expected.length && found.every((account, at) => account === expected[at]);
  return { scan: scanTime, index: indexTime, results: found.length, isRight };
}

function fairSample(term: string, limit: number | undefined, scan: Search, index: Search): Sample {
  const first = sample(term, limit, scan, index);
  if (first.index <= first.scan) return first;
  const all = [first, ...Array.from({ length: AGAIN }, () => sample(term, limit, scan, index))];
  const ratios = all.sort((a, b) => a.index / a.scan - b.index / b.scan);
  return { ...(ratios[Math.floor(ratios.length / 2)] as Sample), isRight: all.every(({ isRight }) => isRight) };
}

/** Runs it and gives what it gave, and the milliseconds it took. */
export function timed<R>(run: () => R): readonly [R, number] {
  const start = performance.now();
  const result = run();
  return [result, performance.now() - start];
}

/** Measures the terms of a class. */
export function samplesOf(
  { terms }: TermClass,
  limit: number | undefined,
  scan: Search,
  index: Search,
): readonly Sample[] {
  return terms.map((term) => fairSample(term, limit, scan, index));
}

/** The figures of the samples. */
export function rowOf(name: string, limit: number | undefined, samples: readonly Sample[]): ClassRow {
  const [scan, index] = [timesOf(samples.map((each) => each.scan)), timesOf(samples.map((each) => each.index))];
  return {
    name,
    limit: limit ?? null,
    terms: samples.length,
    results: quantile(
      samples.map(({ results }) => results),
      0.5,
    ),
    scan,
    index,
    faster: scan.median / index.median,
    slowest: Math.max(...samples.map((each) => each.index / each.scan)),
    wrong: samples.filter(({ isRight }) => !isRight).length,
  };
}

export function timesOf(times: readonly number[]): Times {
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
