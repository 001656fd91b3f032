/** What is there soon, and what never comes. */

// As they are when this is loaded: a law has to end also where a runner fakes them for the test.
const { setTimeout, clearTimeout } = globalThis;

/** For so long a law waits for what must come at once, in milliseconds; shorter than a runner waits for a test. */
const PATIENCE_MS = 1000;

/** What it resolves to; undefined when it has not a second later. */
export async function soon<T>(work: Promise<T>): Promise<T | undefined> {
  return before(work, PATIENCE_MS);
}

/** What it resolves to without waiting for anything outside of the process; undefined when it has to. */
export async function atOnce<T>(work: Promise<T>): Promise<T | undefined> {
  return before(work, 0);
}

/** Lets whatever is ready have its turn. */
export async function turn(): Promise<void> {
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
