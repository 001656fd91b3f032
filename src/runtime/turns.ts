/** Turns of the event loop. Promises that are resolved already keep every timer waiting. */

/** How long a loop may keep timers and I/O from running, in milliseconds. */
export const BUSY_MS = 10;

/** Node's own: a test may fake the global one. */
const immediate = typeof setImmediate === "undefined" ? undefined : setImmediate;

/**
 * Lets timers and I/O run. Outside Node by a message if possible, because a timer waits longer, and a test may fake timers.
 * Not in Node, whose messages read `Object.prototype`.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (immediate !== undefined) {
      immediate(resolve);
      return;
    }
    if (typeof MessageChannel === "undefined") {
      setTimeout(resolve, 0);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Returns a function for each round of a loop. It returns the next turn once the loop has been busy for 10 ms. */
export function pacer(): () => Promise<void> | undefined {
  let busySince = performance.now();
  return () => {
    if (performance.now() - busySince < BUSY_MS) return undefined;
    return nextTurn().then(() => {
      busySince = performance.now();
    });
  };
}
