/** Work in the background, in slices, so that other code runs in between. */

/** Does a part of some work, and continues while `mayContinue` returns true. Returns whether all of it is done. */
export type Job = (mayContinue: () => boolean) => boolean;

export interface Background {
  /** Runs the job until it is done, one job after another. It may be added again. */
  add(job: Job): void;
  /** Before this, no job runs. */
  start(): void;
  stop(): void;
}

/** The longest slice, and the time for other code after it, in milliseconds. */
const SLICE_MS = 10;

/** Returns a background without jobs. It does not keep the process alive. */
export function createBackground(): Background {
  const jobs = new Set<Job>();
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const schedule = (): void => {
    if (!isStarted || timer !== undefined || jobs.size === 0) return;
    timer = setTimeout(runSlice, SLICE_MS);
    // Only Node's timers keep a process alive. Those of browsers are numbers.
    if (typeof timer === "object") timer.unref();
  };
  const runSlice = (): void => {
    timer = undefined;
    const end = performance.now() + SLICE_MS;
    const [job] = jobs;
    // To the end of the line: a job that waits must not keep others from running.
    if (job !== undefined && jobs.delete(job) && !job(() => performance.now() < end)) jobs.add(job);
    schedule();
  };
  return {
    add: (job) => {
      jobs.add(job);
      schedule();
    },
    start: () => {
      isStarted = true;
      schedule();
    },
    stop: () => {
      isStarted = false;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
