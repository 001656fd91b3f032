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
 * Returns a closable. Its `close` calls `release` after the last operation has ended. Concurrent calls of `close` share one
 * attempt. After a failure the next call tries again, and operations stay rejected.
 */
export function closable(release: () => Promise<void>): Closable {
  let running = 0;
  let whenIdle: (() => void) | undefined;
  let isClosed = false;
  /** The attempt to close that runs or has succeeded. */
  let closing: Promise<void> | undefined;
  const attemptToClose = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      if (running === 0) resolve();
      else whenIdle = resolve;
    });
    try {
      await release();
    } catch (error) {
      closing = undefined;
      throw error;
    }
  };
  return {
    runWhileOpen: async (operation) => {
      if (isClosed) {
        throw new ComplianceError("storage_closed", "The storage is closed. Open a new one.");
      }
      running += 1;
      try {
        return await operation();
      } finally {
        running -= 1;
        if (running === 0) whenIdle?.();
      }
    },
    close: () => {
      isClosed = true;
      closing ??= attemptToClose();
      return closing;
    },
  };
}
