/** Waiting with a limit, also under a runner that fakes the timers of a test. */

// Taken when this module is loaded, because checks must end where a runner fakes timers later.
const { setTimeout, clearTimeout } = globalThis;

/** How long a check waits for something that must happen at once, in milliseconds. Shorter than a test's time-out. */
const PATIENCE_MS = 1000;

/** Returns what the promise resolves to within a second, or undefined. */
export async function withinPatience<T>(work: Promise<T>): Promise<T | undefined> {
  return before(work, PATIENCE_MS);
}

/** Returns what the promise resolves to without waiting for anything outside the process, or undefined. */
export async function immediately<T>(work: Promise<T>): Promise<T | undefined> {
  return before(work, 0);
}

/** Waits for one turn of the event loop. */
export async function nextTurn(): Promise<void> {
  await pause(0);
}

export async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms));
}

async function before<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
