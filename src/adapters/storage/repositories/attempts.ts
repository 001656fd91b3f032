/** Attempts after failures that may pass, within a bound of time. */
import { ComplianceError } from "../../../domain/compliance-error.js";
import { EngineFault } from "../../../ports/storage-engine.js";

/** How long an operation is repeated before it fails. */
const RETRY_MS = 5_000;
/** Each pause is random, below a limit that starts here and doubles, so that colliding writers separate. */
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 256;
/** After a conflict another writer has finished, so the first attempt follows at once, and long pauses would not help. */
const LONGEST_CONFLICT_PAUSE_MS = 16;

/** Waits before the next attempt. Returns false if there is no time for one. */
export type NextAttempt = (isConflict: boolean) => Promise<boolean>;

/** Begins the first attempt. */
export function beginAttempts(): NextAttempt {
  const end = performance.now() + RETRY_MS;
  let round = 0;
  return async (isConflict) => {
    if (performance.now() >= end) return false;
    if (isConflict && round === 0) {
      round = 1;
      return true;
    }
    const longest = isConflict ? LONGEST_CONFLICT_PAUSE_MS : LONGEST_PAUSE_MS;
    await pause(Math.random() * Math.min(longest, FIRST_PAUSE_MS * 2 ** round));
    round += 1;
    return true;
  };
}

/** Resolves after this many milliseconds. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/**
 * Repeats a call after transient faults. It must be idempotent.
 *
 * @throws ComplianceError the failure of the last attempt
 */
export async function withRetry<R>(attempt: () => Promise<R>): Promise<R> {
  const next = beginAttempts();
  for (;;) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!(await mayRetry(thrown, next))) throw finalFailure(thrown, false);
    }
  }
}

/** Waits before the next attempt. Returns false if it would fail too, or if there is no time for it. */
export async function mayRetry(thrown: unknown, next: NextAttempt): Promise<boolean> {
  return thrown instanceof EngineFault && thrown.facts.isTransient && (await next(false));
}

/**
 * Returns what to throw after the last attempt.
 *
 * @param isUnknown - whether an attempt may have stored something although it failed
 */
export function finalFailure(thrown: unknown, isUnknown: boolean): unknown {
  const failure = thrown instanceof EngineFault ? thrown.failure : thrown;
  if (!isUnknown || !(failure instanceof ComplianceError) || failure.code === "storage_outcome_unknown") return failure;
  const advice = "An attempt to store may have succeeded, or may later. Repeat the call with the same input.";
  const cause = failure.cause ?? failure;
  return new ComplianceError("storage_outcome_unknown", `${failure.message} ${advice}`, { cause });
}

/** Returns the failure of a call whose every attempt another writer preceded. */
export function alwaysConflicting(): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    "Other writers changed the same record before each attempt. Retry.",
  );
}
