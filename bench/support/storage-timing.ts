/** Times single operations within a bound of time: how many a second, the median and the slowest hundredth. */
import { open } from "node:fs/promises";
import { join } from "node:path";

/** Milliseconds, but for `perSecond`. */
export interface Timing {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly samples: number;
  /** How many answers were not what they must be. */
  readonly wrong: number;
}

/** When to stop: after that many milliseconds or that many samples, whichever comes first, but not before three. */
export interface Bound {
  readonly milliseconds: number;
  readonly samples: number;
}

/** Prepares one operation, told how many there were before. What it gives back is timed, and says whether the answer was right. */
export type Task = (index: number) => () => Promise<boolean>;

const LEAST_SAMPLES = 3;

/** The task again and again, each once the one before is done. `perSecond` leaves out what its preparation took. */
export async function timed(task: Task, bound: Bound): Promise<Timing> {
  return timedTogether(task, bound, 1);
}

/** The same by several callers, each of which waits for its own only; preparing, some 10 µs each, counts here. */
export async function timedTogether(task: Task, { milliseconds, samples }: Bound, callers: number): Promise<Timing> {
  const times: number[] = [];
  let begun = 0;
  let wrong = 0;
  const start = now();
  const mayGoOn = (): boolean => begun < LEAST_SAMPLES || (begun < samples && now() - start < milliseconds);
  const call = async (): Promise<void> => {
    while (mayGoOn()) {
      const index = begun;
      begun += 1;
      const operation = task(index);
      const before = now();
      const isRight = await operation();
      times.push(now() - before);
      if (!isRight) wrong += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const elapsed = callers === 1 ? times.reduce((sum, time) => sum + time, 0) : now() - start;
  return { ...summary(times), perSecond: (times.length * 1000) / elapsed, wrong };
}

/** Median and slowest hundredth of the times. */
export function summary(times: readonly number[]): Pick<Timing, "p50" | "p99" | "samples"> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), samples: sorted.length };
}

/** Milliseconds of the clock that only goes forward. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** What the file system asks for making 4 KB at the end of a file durable: no acknowledged write can be had for less. */
export async function timedSync(folder: string, bound: Bound): Promise<Timing> {
  const file = await open(join(folder, "reference"), "a");
  const block = Buffer.alloc(4096, "x");
  try {
    return await timed(
      () => async () => {
        const { bytesWritten } = await file.write(block);
        await file.sync();
        return bytesWritten === block.length;
      },
      bound,
    );
  } finally {
    await file.close();
  }
}
