/** The life of a storage: open until `close`, which waits for what is under way. */
import { ComplianceError } from "../../domain/compliance-error.js";

/** Runs an operation unless the storage is closed. */
export type Run = <R>(operation: () => Promise<R>) => Promise<R>;

/** What the repositories of a storage run in, and its `close`. */
export interface Lifetime {
  readonly run: Run;
  readonly close: () => Promise<void>;
}

/** A lifetime that ends with `release`, which is called once, when nothing is under way. */
export function lifetime(release: () => Promise<void>): Lifetime {
  const underWay = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;
  const closing = async (): Promise<void> => {
    await Promise.allSettled(underWay);
    await release();
  };
  return {
    run: async (operation) => {
      if (closed !== undefined) {
        throw new ComplianceError("storage_closed", "The storage has been closed; open a new one to go on.");
      }
      const running = operation();
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
      }
    },
    close: () => {
      closed ??= closing();
      return closed;
    },
  };
}
