/**
 * Times functions that do the same work, with mitata. Each contender has one turn in every round, and a ratio is taken
 * within each round. A slow moment of the machine therefore affects all contenders alike.
 */
import { do_not_optimize, measure } from "mitata";
import type { Ratio, Scale, Table } from "./benchmark.js";
import { durations, type Spread, spreadOf, timesSpread } from "./numbers.js";

export interface Contender<T> {
  readonly name: string;
  /** Processes each item once. Returns a value that depends on all of them. A returned promise is awaited. */
  readonly run: (items: readonly T[]) => unknown;
}

export interface Turns {
  readonly rounds: number;
  readonly turnMilliseconds: number;
  /** Processor time of each contender before its first turn, for V8 to compile it. */
  readonly warmUpMilliseconds: number;
}

export const turnsOf: Readonly<Record<Scale, Turns>> = {
  full: { rounds: 40, turnMilliseconds: 10, warmUpMilliseconds: 300 },
  quick: { rounds: 15, turnMilliseconds: 8, warmUpMilliseconds: 250 },
  tiny: { rounds: 1, turnMilliseconds: 0.5, warmUpMilliseconds: 1 },
};

export interface Timings {
  readonly names: readonly string[];
  /** Nanoseconds per item. */
  readonly of: (name: string) => Spread;
  /** How many times as long the first contender takes as the second one. */
  readonly ratio: (name: string, other: string) => Spread;
}

/** Warm-up ends after this multiple of its time, for contenders that mostly wait. */
const MAX_WARM_UP_FACTOR = 8;
/** Milliseconds. Replaces a measured time of 0. */
const MIN_TIME = 1e-4;
const MIN_SAMPLES = 5;

/**
 * Returns a loop that counts the items for which `work` returns true. The loop is compiled from text, because V8 would
 * share what it learns about one loop between all contenders.
 */
export function loopOf<T>(work: (item: T) => boolean): (items: readonly T[]) => number {
  return new Function("work", `return (items) => { ${LOOP("")} };`)(work);
}

/** Same as {@link loopOf} for asynchronous work. Items are processed one after another. */
export function asyncLoopOf<T>(work: (item: T) => Promise<boolean>): (items: readonly T[]) => Promise<number> {
  return new Function("work", `return async (items) => { ${LOOP("await ")} };`)(work);
}

const LOOP = (wait: string): string =>
  `let yes = 0; for (const item of items) if (${wait}work(item)) yes += 1; return yes;`;

/** Times the contenders in turns. A slow contender processes only a part of the items per turn, a different one each time. */
export async function inTurns<T>(
  contenders: readonly Contender<T>[],
  items: readonly T[],
  turns: Turns,
): Promise<Timings> {
  if (items.length === 0) throw new Error("There are no items.");
  const times = new Map<string, number[]>();
  const players: ((round: number) => Promise<void>)[] = [];
  for (const contender of contenders) {
    const turn = await warmUp(contender, items, turns);
    const own: number[] = [];
    times.set(contender.name, own);
    players.push(async (round) => void own.push(await turn(round)));
  }
  for (let round = 0; round < turns.rounds; round += 1) {
    // The order rotates, because a turn starts with the garbage of the previous one.
    for (let place = 0; place < players.length; place += 1) await players[(round + place) % players.length]?.(round);
  }
  return timingsOf(times);
}

/** Returns the timings for nanoseconds per item in each round, by contender. */
export function timingsOf(times: ReadonlyMap<string, readonly number[]>): Timings {
  const timesOf = (name: string): readonly number[] => {
    const own = times.get(name);
    if (own === undefined) throw new Error(`There is no contender ${name}.`);
    return own;
  };
  const ratio = (name: string, other: string): Spread => {
    const others = timesOf(other);
    return spreadOf(timesOf(name).map((time, round) => time / (others[round] ?? Number.NaN)));
  };
  return { names: [...times.keys()], of: (name) => spreadOf(timesOf(name)), ratio };
}

export function timesAsFast(timings: Timings, ours: string, peer: string): Ratio {
  const { median, ...range } = timings.ratio(peer, ours);
  return { value: median, ...range, better: "higher" };
}

export function timesAsLong(timings: Timings, ours: string, peer: string): Ratio {
  const { median, ...range } = timings.ratio(ours, peer);
  return { value: median, ...range, better: "lower" };
}

/** Returns a table with the time of each contender, as a multiple of that of `base` too, and with more columns. */
export function timingTable(
  title: string,
  item: string,
  timings: Timings,
  base: string,
  more: Readonly<Record<string, (name: string) => string>> = {},
): Table {
  const rows = timings.names.map((name) => [
    name,
    durations(timings.of(name)),
    name === base ? "" : timesSpread(timings.ratio(name, base)),
    ...Object.values(more).map((cell) => cell(name)),
  ]);
  return { title, columns: ["", item, `of ${base}`, ...Object.keys(more)], rows };
}

/** Prepares a contender. Returns a function that measures one turn, in nanoseconds per item. */
async function warmUp<T>({ run }: Contender<T>, items: readonly T[], turns: Turns) {
  const { turnMilliseconds, warmUpMilliseconds } = turns;
  const [start, busy] = [performance.now(), processorMilliseconds()];
  let [length, done, pace] = [1, 0, 0];
  do {
    const first = done % items.length;
    const part = items.slice(first, first + length);
    const before = performance.now();
    do_not_optimize(await run(part));
    const time = Math.max(performance.now() - before, MIN_TIME);
    done += part.length;
    // The last pace counts: V8 has compiled the contender by then.
    pace = time / part.length;
    if (time < turnMilliseconds / MIN_SAMPLES) length = Math.min(items.length, length * 2);
  } while (
    processorMilliseconds() - busy < warmUpMilliseconds &&
    performance.now() - start < warmUpMilliseconds * MAX_WARM_UP_FACTOR
  );
  const fitting = Math.max(1, Math.min(items.length, Math.floor(turnMilliseconds / MIN_SAMPLES / pace)));
  const count = Math.floor(items.length / fitting);
  const parts = Array.from({ length: count }, (_, at) => items.filter((_item, index) => index % count === at));
  const samples = Math.max(MIN_SAMPLES, Math.floor(turnMilliseconds / (pace * fitting)));
  return async (round: number): Promise<number> => {
    const part = parts[round % parts.length] ?? [];
    // No batches, because the items are one. No forced garbage collection, because it would take most of the time.
    const single = { gc: false, warmup_threshold: -1, samples_threshold: Number.MAX_SAFE_INTEGER };
    const exactly = { min_samples: samples, max_samples: samples, min_cpu_time: 0 };
    const { p50 } = await measure(() => run(part), { ...single, ...exactly });
    return p50 / part.length;
  };
}

function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
