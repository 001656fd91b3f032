/**
 * A sampler for functions of nanoseconds. All contenders take turns in every round, so that a slow moment of the machine
 * falls on all of them, and their ratios hold though their times move. No harness measures ratios that way; hence this.
 */
import { cpus } from "node:os";

export interface Contender<T> {
  readonly name: string;
  /** Decides each item once, in a loop of its own (so that V8 compiles it for itself alone), and counts the breaches or takings. */
  readonly run: (items: readonly T[]) => number;
}

const WARM_UP_ROUNDS = 40;

/** The median time of each contender for one item, in nanoseconds, in the order of the contenders. */
export function medianNanoseconds<T>(
  contenders: readonly Contender<T>[],
  items: readonly T[],
  rounds: number,
  warmUpRounds = WARM_UP_ROUNDS,
): number[] {
  const samples = contenders.map((): number[] => []);
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const [index, { run }] of contenders.entries()) {
      const start = process.hrtime.bigint();
      run(items);
      const elapsed = Number(process.hrtime.bigint() - start);
      if (round >= 0) samples[index]?.push(elapsed / items.length);
    }
  }
  return samples.map(median);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the figures were taken on. */
export function machine(): string {
  const { version, platform, arch } = process;
  return `Node ${version}, V8 ${process.versions.v8}, ${platform} ${arch}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}`;
}
