/** One time limit over everything that a question does: every try, every pause, every byte of the body. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";

/** A running time limit. Whoever starts one ends it. */
export interface Deadline {
  /** For whoever can stop early by itself. Aborts when the time is over, and at `end`. */
  readonly signal: AbortSignal;
  /** Milliseconds left; never below zero. */
  remainingMs(): DurationMs;
  /** The outcome of `work`, or a rejection with the signal's reason when the time is over first, whatever `work` does then. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Stops the clock and aborts what is still under way. */
  end(): void;
}

/**
 * Starts a time limit of `limitMs` milliseconds; `reason` is what {@link Deadline.race} rejects with. An outer signal
 * ends it early, with the reason of that signal.
 */
export function startDeadline(limitMs: DurationMs, reason: Error, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  // performance.now() never jumps when somebody sets the clock of the machine.
  const endsAt = performance.now() + limitMs;
  const timer = setTimeout(() => controller.abort(reason), limitMs);
  const over = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
  });
  over.catch(() => {
    // `end` rejects it too, when nobody races any more: that is no unhandled rejection.
  });
  const endEarly = (): void => controller.abort(outer?.reason);
  outer?.addEventListener("abort", endEarly, { once: true });
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

/** A time limit that the caller's own signal ends as well: what races in it then rejects with `aborted`. */
export function startCallersDeadline(limitMs: DurationMs, reason: Error, signal: AbortSignal | undefined): Deadline {
  if (signal === undefined) return startDeadline(limitMs, reason);
  const typed = new AbortController();
  const abort = (): void => typed.abort(abortedBy(signal));
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  const deadline = startDeadline(limitMs, reason, typed.signal);
  return {
    ...deadline,
    end: () => {
      signal.removeEventListener("abort", abort);
      deadline.end();
    },
  };
}

/** The outcome of `work`, or a rejection with `aborted` when the caller's signal comes first, whatever `work` does then. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(abortedBy(signal));
  });
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Resolves after `ms` milliseconds, or rejects as {@link Deadline.race} does. A pause that is cut short keeps no process alive. */
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

/** What the end that a caller has set to a question is told as. */
export function abortedBy(signal: AbortSignal): ComplianceError {
  return new ComplianceError("aborted", "The caller's signal ended this before there was an answer.", {
    cause: signal.reason,
  });
}
