/** Time limits, and the caller's AbortSignal. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { ONCE } from "../../domain/own.js";

/** A running time limit. The function that starts it must call `end`. */
export interface Deadline {
  /** Aborts when the time is over, and at `end`. */
  readonly signal: AbortSignal;
  /** Returns the milliseconds left, never below zero. */
  remainingMs(): DurationMs;
  /** Returns the outcome of `work`, or rejects with the signal's reason when the time is over first. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Stops the timer and aborts pending work. */
  end(): void;
}

/**
 * Starts a time limit.
 *
 * @param reason what {@link Deadline.race} rejects with when the time is over
 * @param outer a signal that ends the time limit early
 * @param outerReason what `race` then rejects with
 */
export function startDeadline(
  limitMs: DurationMs,
  reason: Error,
  outer?: AbortSignal,
  outerReason: (outer: AbortSignal) => unknown = ({ reason: own }) => own,
): Deadline {
  const controller = new AbortController();
  // performance.now() does not jump when the clock of the machine is set.
  const endsAt = performance.now() + limitMs;
  const timer = setTimeout(() => controller.abort(reason), limitMs);
  const over = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), ONCE);
  });
  over.catch(() => {
    // `end` rejects this promise as well; without a race that would be an unhandled rejection.
  });
  const endEarly = (): void => controller.abort(outer && outerReason(outer));
  outer?.addEventListener("abort", endEarly, ONCE);
  if (outer?.aborted) endEarly();
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAt - performance.now()),
    race: (work) => Promise.race([work, over]),
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", endEarly);
      controller.abort(reason);
    },
  };
}

/** Returns the outcome of `work`, or rejects with `aborted` when the caller's signal aborts first. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(abortedBy(signal));
  });
  signal.addEventListener("abort", abort, ONCE);
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Resolves after `ms` milliseconds, or rejects as {@link Deadline.race} does. Leaves no timer behind. */
export async function pause(ms: DurationMs, deadline: Deadline): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await deadline.race(rest);
  } finally {
    clearTimeout(timer);
  }
}

/** Doubled after each poll: in the default 20 seconds a service gets at most six requests, below any rate limit. */
const firstPollPauseMs: DurationMs = 500;

/**
 * Polls until the result is ready.
 *
 * @param attempt returns undefined while the result is not ready
 * @throws ComplianceError `provider_pending` when no time is left for another attempt; what `attempt` throws
 */
export async function poll<T>(attempt: () => Promise<T | undefined>, deadline: Deadline, host: string): Promise<T> {
  for (let pauseMs = firstPollPauseMs; ; pauseMs *= 2) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (pauseMs >= deadline.remainingMs()) {
      const message = `${host} has no finished result yet. Try again, or raise timeoutMs.`;
      throw new ComplianceError("provider_pending", message);
    }
    await pause(pauseMs, deadline);
  }
}

/** Creates the error for an operation that the caller's signal ended. */
export function abortedBy(signal: AbortSignal): ComplianceError {
  return new ComplianceError("aborted", "The caller's signal ended the operation.", { cause: signal.reason });
}
