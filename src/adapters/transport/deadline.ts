/** One time limit over everything that a read does: every try, every pause, every byte of the body. */
import type { DurationMs } from "../../domain/identifiers/codes.js";

/** A running time limit. Whoever starts one ends it. */
export interface Deadline {
  /** For whoever can stop early by itself. Aborts when the time is over, and at `end`. */
  readonly signal: AbortSignal;
  /** Milliseconds left; never below zero. */
  remainingMs(): DurationMs;
  /** The outcome of `work`, or a rejection with `reason` when the time is over first, whatever `work` does then. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Stops the clock and aborts what is still under way. */
  end(): void;
}

/** Starts a time limit of `limitMs` milliseconds; `reason` is what {@link Deadline.race} rejects with. */
export function startDeadline(limitMs: DurationMs, reason: Error): Deadline {
  const controller = new AbortController();
  // performance.now() never jumps when somebody sets the clock of the machine.
  const endsAt = performance.now() + limitMs;
  const timer = setTimeout(() => controller.abort(reason), limitMs);
  const over = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(reason), { once: true });
  });
  over.catch(() => {
    // `end` rejects it too, when nobody races any more: that is no unhandled rejection.
  });
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAt - performance.now()),
    race: (work) => Promise.race([work, over]),
    end: () => {
      clearTimeout(timer);
      controller.abort(reason);
    },
  };
}

/** Resolves after `ms` milliseconds. */
export function pause(ms: DurationMs): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
