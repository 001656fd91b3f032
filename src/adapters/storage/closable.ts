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
  let running = 0;
  let whenIdle: (() => void) | undefined;
  let closed: Promise<void> | undefined;
  const closeOnce = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      if (running === 0) resolve();
      else whenIdle = resolve;
    });
    await release();
  };
  return {
    runWhileOpen: async (operation) => {
      if (closed !== undefined) {
        throw new ComplianceError("storage_closed", "The storage is closed. Open a new one.");
      }
      running += 1;
      try {
        return await operation();
      } finally {
        const next = turn();
        if (next !== undefined) await next;
        running -= 1;
        if (running === 0) whenIdle?.();
      }
    },
    close: () => {
      closed ??= closeOnce();
      return closed;
    },
  };
}
