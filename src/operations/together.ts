/** Several questions at once, of which all are answered or none counts. */
import { ComplianceError } from "../domain/compliance-error.js";

/** A question to an outside part. Its signal aborts when nobody waits for the answer any more. */
type Question<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Both answers. The first failure is what comes through, and ends the other question; an abort by the caller ends both.
 * Neither waits for a question that does not mind its signal.
 *
 * @throws ComplianceError `aborted`, whose cause is the reason of `signal`; before anything is asked if it has aborted.
 */
export async function together<A, B>(
  first: Question<A>,
  second: Question<B>,
  signal?: AbortSignal,
): Promise<readonly [A, B]> {
  throwIfAborted(signal);
  const ended = new AbortController();
  return new Promise((resolve, reject) => {
    const end = (failure: unknown, reason = failure): void => {
      // What the questions make of their signal comes later, so that it is not what comes through.
      reject(failure);
      ended.abort(reason);
    };
    const onAbort = (): void => end(aborted(signal), signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    Promise.all([first(ended.signal), second(ended.signal)])
      .then(resolve, (failure: unknown) => end(failure))
      // The caller's signal may outlive many questions.
      .finally(() => signal?.removeEventListener("abort", onAbort));
  });
}

/** @throws ComplianceError `aborted`. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal);
}

function aborted(signal: AbortSignal | undefined): ComplianceError {
  const message = "The caller's signal ended this before it was done; nothing was stored.";
  return new ComplianceError("aborted", message, { cause: signal?.reason });
}
