/** Operations that are rejected after `close`, which waits for those that still run. */
import { ComplianceError } from "../../domain/compliance-error.js";

/** Runs an operation unless the storage is closed. */
export type RunWhileOpen = <R>(operation: () => Promise<R>) => Promise<R>;

/** Runs the operations of a storage and closes it. */
export interface Closable {
  readonly runWhileOpen: RunWhileOpen;
  readonly close: () => Promise<void>;
}

/**
 * Returns a closable. Its `close` calls `release` once, after the last operation has ended. `turn` returns what to wait for
 * after an operation, so that other code can run.
 */
export function closable(
  release: () => Promise<void>,
  turn: () => Promise<void> | undefined = () => undefined,
): Closable {
  const running = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;
  const closeOnce = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running);
    await release();
  };
  return {
    runWhileOpen: async (operation) => {
      if (closed !== undefined) {
        throw new ComplianceError("storage_closed", "The storage is closed. Open a new one.");
      }
      const result = operation();
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
        const next = turn();
        if (next !== undefined) {
          running.add(next);
          await next;
          running.delete(next);
        }
      }
    },
    close: () => {
      closed ??= closeOnce();
      return closed;
    },
  };
}
