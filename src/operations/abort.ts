/** Operations that end early when the caller's signal aborts. */
import type { Actor } from "../domain/actor.js";
import { copiedActor } from "../domain/checked-actor.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { checkedOptions, type OptionKind } from "../domain/options.js";
import { bare, ONCE } from "../domain/own.js";
import type { ActorOptions, OperationOptions } from "./types.js";

/** The caller's signal, and the error for its abort. */
export interface Abort {
  readonly signal: AbortSignal | undefined;
  /** Creates the ComplianceError `aborted`, whose cause is the reason of the signal. */
  readonly error: () => ComplianceError;
}

function abortOf(signal: AbortSignal | undefined, message: string): Abort {
  return { signal, error: () => new ComplianceError("aborted", message, { cause: signal?.reason }) };
}

/** That of an operation without a signal. */
export const NO_ABORT: Abort = abortOf(undefined, "The operation was aborted.");

/** Returns whether an error is that of an abort or of the storage, by its code. A source of the caller may throw it as well. */
export function isAbortOrStorage({ code }: ComplianceError): boolean {
  return code === "aborted" || code.startsWith("storage_");
}

/** The checked options of a call. */
interface ReadOptions<T> {
  readonly abort: Abort;
  /** A copy of the options. */
  readonly given: Partial<T>;
  /** Who acts, if the caller says so. */
  readonly actor: Actor | undefined;
}

const none = { abort: NO_ABORT, given: bare({}), actor: undefined };

/**
 * Checks the options of an operation, which callers without types may pass.
 *
 * @param operation - its name, for messages
 * @param options - read once
 * @param kinds - the kinds of all its options
 * @param consequence - what an abort leaves behind, as a sentence
 * @returns A copy of the options, the abort of their signal, and the checked actor.
 * @throws ComplianceError `invalid_input`.
 */
export function readOptions<T extends object>(
  operation: string,
  options: T | undefined | null,
  kinds: Readonly<Record<keyof NoInfer<T>, OptionKind>>,
  consequence: string,
): ReadOptions<T> {
  if (options === undefined || options === null) return none;
  const given: T & OperationOptions & ActorOptions = checkedOptions(operation, options, kinds, invalidArgument);
  const { signal, actor } = given;
  return {
    abort: abortOf(signal, `The caller's signal aborted ${operation}. ${consequence}`),
    given,
    actor: actor === undefined ? undefined : copiedActor(`The option actor of ${operation}`, actor, invalidArgument),
  };
}

/** Returns the actor of an operation that has no other option. */
export function actorOf(operation: string, options: ActorOptions | undefined): Actor | undefined {
  return readOptions(operation, options, { actor: "checked" } as const, "").actor;
}

/** Creates the error for an argument that only a caller without types can pass. */
export function invalidArgument(message: string): ComplianceError {
  return new ComplianceError("invalid_input", message);
}

/**
 * Checks an option that is a count.
 *
 * @throws ComplianceError `invalid_input`
 */
export function checkedCount(operation: string, name: string, count: unknown, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof count === "number" && Number.isSafeInteger(count) && count >= 1 && count <= max) return count;
  const range = max === Number.MAX_SAFE_INTEGER ? "1 or more" : `1 to ${max}`;
  throw invalidArgument(`The option ${name} of ${operation} must be an integer, ${range}.`);
}

/** @throws ComplianceError `aborted` if the signal has aborted. */
export function throwIfAborted({ signal, error }: Abort): void {
  if (signal?.aborted) throw error();
}

/**
 * Waits for work until the signal aborts. The work may use the signal to end; it is not waited for.
 *
 * @throws ComplianceError `aborted`, before the work begins if the signal has aborted already.
 */
export function unlessAborted<T>(work: (signal?: AbortSignal) => Promise<T>, { signal, error }: Abort): Promise<T> {
  if (signal === undefined) return work();
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw error();
    const onAbort = (): void => reject(error());
    // Before the work, which may reject with an error of its own once its signal aborts.
    signal.addEventListener("abort", onAbort, ONCE);
    work(signal)
      .then(resolve, reject)
      // The signal may outlive many operations.
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/**
 * Does work that waits for outside parts, at most so long. Its signal then aborts, and what waits for it rejects with
 * `provider_timeout`.
 *
 * @throws ComplianceError `aborted`, before the work begins if the signal has aborted already.
 */
export async function inTime<T>(work: (limited: Abort) => Promise<T>, abort: Abort, milliseconds: number): Promise<T> {
  throwIfAborted(abort);
  const { signal, error } = abort;
  const controller = new AbortController();
  let isLate = false;
  const onAbort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort, ONCE);
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort(late());
  }, milliseconds);
  try {
    return await work({ signal: controller.signal, error: () => (isLate ? late() : error()) });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

function late(): ComplianceError {
  return new ComplianceError("provider_timeout", "An outside part did not answer in time. Try again later.");
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
    signal?.addEventListener("abort", onAbort, ONCE);
    // The cast: Promise.all keeps the order and types of the calls.
    Promise.all(calls.map((call) => call(controller.signal)))
      .then((values) => resolve(values as unknown as T), end)
      // The signal may outlive many operations.
      .finally(() => signal?.removeEventListener("abort", onAbort));
  });
}
