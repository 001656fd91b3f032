/** Turns of the event loop, for operations on many records. */

/** Longest time for which an operation blocks the event loop. */
const MAX_BUSY_MS = 10;

/** Returns a function for each record. It lets timers and I/O of the process run once the operation has been busy too long. */
export function pacer(): () => Promise<void> | undefined {
  let busySince = Date.now();
  return () => {
    if (Date.now() - busySince < MAX_BUSY_MS) return undefined;
    return nextTurn().then(() => {
      busySince = Date.now();
    });
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
