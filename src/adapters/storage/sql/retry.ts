/** Trying again what other transactions, or a connection that broke, stood in the way of. */
import { ComplianceError } from "../../../domain/compliance-error.js";
import { failureOf, faultOf } from "./failures.js";

/** How long, in milliseconds, an operation tries again before it fails. */
const PATIENCE_MS = 5_000;
/** Pauses are drawn between nothing and this, which doubles up to the longest one: who collided must part. */
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 256;
/** A race that was lost means that another one was won: no reason to wait longer and longer. */
const LONGEST_RACE_PAUSE_MS = 16;

/** Another writer came first, and nothing was written. */
export class RaceLost extends Error {}

/**
 * What `attempt` answers, once it does. `isAgain`: an attempt before this one failed, and may have taken effect all the
 * same, so that an attempt must be such that doing it twice is as doing it once.
 *
 * @throws ComplianceError
 */
export async function retrying<R>(attempt: (isAgain: boolean) => Promise<R>): Promise<R> {
  const end = performance.now() + PATIENCE_MS;
  for (let round = 0; ; round += 1) {
    try {
      return await attempt(round > 0);
    } catch (thrown) {
      if (!mayPass(thrown) || performance.now() >= end) throw finalFailure(thrown);
      await pause(pauseOf(round, thrown));
    }
  }
}

function pauseOf(round: number, thrown: unknown): number {
  const longest = thrown instanceof RaceLost ? LONGEST_RACE_PAUSE_MS : LONGEST_PAUSE_MS;
  return Math.random() * Math.min(longest, FIRST_PAUSE_MS * 2 ** round);
}

function mayPass(thrown: unknown): boolean {
  if (thrown instanceof ComplianceError) return false;
  return thrown instanceof RaceLost || faultOf(thrown).isPassing;
}

function finalFailure(thrown: unknown): ComplianceError {
  if (!(thrown instanceof RaceLost)) return failureOf(thrown);
  return new ComplianceError(
    "storage_unavailable",
    "Other writers changed the same record each time before this one could: try again. Nothing of it was stored.",
  );
}

/** Waits so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
