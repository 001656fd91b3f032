/** Recognition of repeated calls: an attempt to store may have succeeded, although its call was rejected. */
import { ComplianceError } from "../domain/compliance-error.js";

/** The attempts of this process whose outcome is unknown, by key. */
export interface UnknownOutcomes<T> {
  /**
   * Runs an attempt, and remembers it if its outcome is unknown, also because the caller's signal aborted. A repeated attempt
   * is remembered after any failure.
   */
  store<R>(key: string, attempt: T, run: () => Promise<R>, isRepeated?: boolean): Promise<R>;
  readonly isEmpty: () => boolean;
  /** Returns the attempt with this key and forgets it, so that only one repeated call is recognized. */
  take(key: string): T | undefined;
}

/** The most attempts to remember. A broken connection leaves one, so these are many. */
const MAX = 1_000;

/** Returns an empty memory of attempts. */
export function unknownOutcomes<T>(): UnknownOutcomes<T> {
  const attempts = new Map<string, T>();
  return {
    store: async (key, attempt, run, isRepeated = false) => {
      try {
        return await run();
      } catch (thrown) {
        if (isRepeated || isUnknown(thrown)) {
          attempts.set(key, attempt);
          for (const oldest of [...attempts.keys()].slice(0, -MAX)) attempts.delete(oldest);
        }
        throw thrown;
      }
    },
    isEmpty: () => attempts.size === 0,
    take: (key) => {
      const attempt = attempts.get(key);
      attempts.delete(key);
      return attempt;
    },
  };
}

function isUnknown(thrown: unknown): boolean {
  return thrown instanceof ComplianceError && (thrown.code === "storage_outcome_unknown" || thrown.code === "aborted");
}
