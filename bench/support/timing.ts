/**
 * Times of functions that do the same work, taken over mitata. In every round each contender has one turn, so that a slow
 * moment of the machine falls on all of them; a ratio is taken within each round, so that it holds though times move.
 */
import { do_not_optimize, measure } from "mitata";
import type { Ratio } from "./question.js";
import { type Spread, spreadOf } from "./spread.js";

/** Someone who does the work. */
export interface Contender<T> {
  readonly name: string;
  /**
   * Does each item once, in a loop of its own (so that V8 compiles it for itself alone), and gives something that comes
   * of all of them (so that nothing can be left out). A promise is awaited within the time.
   */
  readonly run: (items: readonly T[]) => unknown;
}

/** How much is measured. */
export interface Turns {
  /** Fewer rounds, for CI. */
  readonly isQuick?: boolean;
  readonly rounds?: number;
  /** How long one turn shall take. A contender who would need longer for all items gets a part of them, another in each round. */
  readonly turnMilliseconds?: number;
  /** How long each contender has the processor before anything counts, for V8 to compile it. */
  readonly warmUpMilliseconds?: number;
  /** Told after each round how much of all is done, from 0 to 1. */
  readonly progress?: (done: number) => void;
}

/** What was measured. */
export interface Timings {
  /** The contenders, in the order in which they were given. */
  readonly names: readonly string[];
  /** Nanoseconds for one item, over the rounds. */
  readonly of: (name: string) => Spread;
  /** How many times as long as the second the first takes, within each round. */
  readonly ratio: (name: string, other: string) => Spread;
}

const FULL = { rounds: 40, turnMilliseconds: 10, warmUpMilliseconds: 300 };
const QUICK = { rounds: 15, turnMilliseconds: 8, warmUpMilliseconds: 250 };
/** Who waits, as for a disk, has the processor for a small part of the time: no more than so many times as long. */
const MOST_WARM_UPS = 8;
/** Milliseconds: below it clocks say 0, and a turn would be endless. */
const SHORTEST = 1e-4;
/** So often, at least, each turn runs through its part of the items; the median is what the turn took. */
const LEAST_SAMPLES = 5;

/**
 * A loop of its own around the work, which counts the items that it said yes to. V8 keeps what it learns of a loop with
 * the place where it is written: loops that come from one place would be compiled for all of their works together, so
 * each comes from a text.
 */
export function loopOf<T>(work: (item: T) => boolean): (items: readonly T[]) => number {
  const text = "return (items) => { let yes = 0; for (const item of items) if (work(item)) yes += 1; return yes; };";
  return new Function("work", text)(work);
}

/** The same of a work that takes a while: each item waits for the one before it. */
export function asyncLoopOf<T>(work: (item: T) => Promise<boolean>): (items: readonly T[]) => Promise<number> {
  const text =
    "return async (items) => { let yes = 0; for (const item of items) if (await work(item)) yes += 1; return yes; };";
  return new Function("work", text)(work);
}

/** Lets the contenders take turns on the items. */
export async function inTurns<T>(
  contenders: readonly Contender<T>[],
  items: readonly T[],
  turns: Turns = {},
): Promise<Timings> {
  const { rounds, turnMilliseconds, warmUpMilliseconds, progress } = { ...(turns.isQuick ? QUICK : FULL), ...turns };
  const players: Player<T>[] = [];
  for (const contender of contenders) {
    players.push(await warmedUp(contender, items, turnMilliseconds, warmUpMilliseconds));
  }
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first changes: a turn begins with the garbage that the one before it left.
    for (let place = 0; place < players.length; place += 1) {
      const player = players[(round + place) % players.length];
      if (player !== undefined) await takeTurn(player, round);
    }
    progress?.((round + 1) / rounds);
  }
  return timingsOf(new Map(players.map(({ contender, times }) => [contender.name, times])));
}

/** The timings, from the nanoseconds for one item in each round, by contender. */
export function timingsOf(times: ReadonlyMap<string, readonly number[]>): Timings {
  const timesOf = (name: string): readonly number[] => {
    const own = times.get(name);
    if (own === undefined) throw new Error(`there is no contender ${name}`);
    return own;
  };
  return {
    names: [...times.keys()],
    of: (name) => spreadOf(timesOf(name)),
    ratio: (name, other) => {
      const others = timesOf(other);
      return spreadOf(timesOf(name).map((time, round) => time / (others[round] ?? Number.NaN)));
    },
  };
}

/** How many times as fast as the peer ours is: more is better. */
export function timesAsFast(timings: Timings, ours: string, peer: string): Ratio {
  const { median, low, high } = timings.ratio(peer, ours);
  return { value: median, low, high, better: "higher" };
}

/** How many times as long as the peer ours takes: less is better. */
export function timesAsLong(timings: Timings, ours: string, peer: string): Ratio {
  const { median, low, high } = timings.ratio(ours, peer);
  return { value: median, low, high, better: "lower" };
}

interface Player<T> {
  readonly contender: Contender<T>;
  /** The parts of the items, one of them in each round. */
  readonly parts: readonly (readonly T[])[];
  /** How often it runs through its part in a turn. */
  readonly samples: number;
  readonly times: number[];
}

async function warmedUp<T>(
  contender: Contender<T>,
  items: readonly T[],
  turnMilliseconds: number,
  warmUpMilliseconds: number,
): Promise<Player<T>> {
  if (items.length === 0) throw new Error("there is nothing to do in no items");
  let [part, done, pace] = [1, 0, 0];
  const [begun, busy] = [performance.now(), processorMilliseconds()];
  // By the clock, a contender on a machine that is busy with others would be timed before V8 has compiled it.
  const isWarm = (): boolean =>
    processorMilliseconds() - busy >= warmUpMilliseconds ||
    performance.now() - begun >= warmUpMilliseconds * MOST_WARM_UPS;
  // Parts that double: one who takes a millisecond for an item is not given thousands of them at once.
  do {
    const given = partAt(items, done, part);
    const start = performance.now();
    do_not_optimize(await contender.run(given));
    const took = performance.now() - start;
    done += given.length;
    // Once V8 has compiled it, it is faster than at first: the latest pace counts.
    pace = Math.max(took, SHORTEST) / given.length;
    if (took < turnMilliseconds / LEAST_SAMPLES) part = Math.min(items.length, part * 2);
  } while (!isWarm());
  const fitting = Math.max(1, Math.min(items.length, Math.floor(turnMilliseconds / LEAST_SAMPLES / pace)));
  const parts = partsOf(items, fitting);
  const samples = Math.max(LEAST_SAMPLES, Math.floor(turnMilliseconds / (pace * fitting)));
  return { contender, parts, samples, times: [] };
}

/** What this process had of the processors, V8's compiler included. */
function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

function partAt<T>(items: readonly T[], done: number, length: number): readonly T[] {
  const start = done % items.length;
  return items.slice(start, start + length);
}

/** The items in parts of about that many, each of items from everywhere: cheap and dear ones may stand in a row. */
function partsOf<T>(items: readonly T[], length: number): readonly (readonly T[])[] {
  const count = Math.floor(items.length / length);
  return Array.from({ length: count }, (_, part) => items.filter((_item, index) => index % count === part));
}

async function takeTurn<T>({ contender, parts, samples, times }: Player<T>, round: number): Promise<void> {
  const part = parts[round % parts.length] ?? [];
  const run = (): unknown => {
    const outcome = contender.run(part);
    do_not_optimize(outcome);
    return outcome;
  };
  // mitata runs it once before, and then so often as asked; never in batches, for the items are one already. It collects
  // no garbage in between, as that would take most of the time.
  const { p50 } = await measure(run, {
    gc: false,
    min_samples: samples,
    max_samples: samples,
    min_cpu_time: 0,
    warmup_threshold: -1,
    samples_threshold: Number.MAX_SAFE_INTEGER,
  });
  times.push(p50 / part.length);
}
