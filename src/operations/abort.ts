/** Operations that end early when the caller's signal aborts. */
import { ComplianceError } from "../domain/compliance-error.js";
import { checkOptionNames, membersOf } from "../domain/options.js";
import type { OperationOptions } from "./types.js";

/** The caller's signal, and the error for its abort. */
export interface Abort {
  readonly signal: AbortSignal | undefined;
  /** Creates the ComplianceError `aborted`, whose cause is the reason of the signal. */
  readonly error: () => ComplianceError;
}

function abortOf(signal: AbortSignal | undefined, message: string): Abort {
  return { signal, error: () => new ComplianceError("aborted", message, { cause: signal?.reason }) };
}

/** Abort of an operation without a signal: never. */
const never = abortOf(undefined, "The operation was aborted.");

/**
 * Checks the options of an operation.
 *
 * @param operation - its name, for messages
 * @param options - as callers without types may pass them
 * @param known - the names of all its options
 * @param consequence - what an abort leaves behind, as a sentence
 * @returns The abort of its signal.
 * @throws ComplianceError `invalid_input` for an unknown option and for something else than a signal.
 */
export function readAbort<T extends OperationOptions>(
  operation: string,
  options: T | undefined | null,
  known: Readonly<Record<keyof NoInfer<T>, true>>,
  consequence: string,
): Abort {
  if (options === undefined || options === null) return never;
  if (membersOf(options) === undefined) {
    throw invalidArgument(`The options of ${operation} must be an object: { ${Object.keys(known).join(", ")} }.`);
  }
  checkOptionNames(operation, options, known, { fail: invalidArgument });
  const { signal } = options;
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw invalidArgument(`signal of ${operation} must be an AbortSignal, for example controller.signal.`);
  }
  return abortOf(signal, `The caller's signal aborted ${operation}. ${consequence}`);
}

/** Creates the error for an argument that only a caller without types can pass. */
export function invalidArgument(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}

/** @throws ComplianceError `aborted` if the signal has aborted. */
export function throwIfAborted({ signal, error }: Abort): void {
  if (signal?.aborted) throw error();
}

/**
 * Waits for work until the signal aborts. The work may use the signal to end; it is not waited for.
 *
 * @throws ComplianceError `aborted`.
 */
export function unlessAborted<T>(work: (signal?: AbortSignal) => Promise<T>, abort: Abort): Promise<T> {
  return abort.signal === undefined ? work() : allOrAbort([work], abort).then(([value]) => value);
}

/** A call to an outside part. Its signal aborts when the result is no longer needed. */
type Call<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Runs calls at the same time. The first failure rejects and aborts the other calls; an abort of the caller rejects and
 * aborts all. A call that ignores its signal is not waited for.
 *
 * @throws ComplianceError `aborted`, before any call if the signal has aborted already.
 */
export async function allOrAbort<T extends readonly unknown[]>(
  calls: { readonly [Index in keyof T]: Call<T[Index]> },
  abort: Abort,
): Promise<T> {
  throwIfAborted(abort);
  const { signal, error } = abort;
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const end = (failure: unknown, reason = failure): void => {
      // First, because the calls may reject with errors of their own once they are aborted.
      reject(failure);
      controller.abort(reason);
    };
    const onAbort = (): void => end(error(), signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    // The cast: Promise.all keeps the order and types of the calls.
    Promise.all(calls.map((call) => call(controller.signal)))
      .then((values) => resolve(values as unknown as T), end)
      // The signal may outlive many operations.
      .finally(() => signal?.removeEventListener("abort", onAbort));
  });
}
