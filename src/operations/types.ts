/** Types that all operations share. */
import type { Actor } from "../domain/actor.js";
import type { CallerSignal } from "../ports/risk-provider.js";

/**
 * Arguments of the overload for values of type `unknown` or `any`, such as request bodies. A value of any other type has
 * no such arguments, so the compiler checks it against the request type of the operation.
 */
export type UncheckedArgs<T, Options extends readonly unknown[] = []> = unknown extends T
  ? [input: T, ...options: Options]
  : [];

/** Options of an operation that may wait for a service, a source or a callback of yours. */
export interface OperationOptions {
  /**
   * Ends the operation early: it rejects with the code `aborted`, and `cause` is the reason of the signal.
   *
   * @default no signal
   */
  readonly signal?: CallerSignal | undefined;
}

/** Options of an operation that changes or decides something. */
export interface ActorOptions {
  /**
   * Who acts. It is stored with a decision, a review, a confirmation, a label and a link. Other operations only check it.
   *
   * @default a program without a name; labels, links and reviews of alerts have no actor then
   */
  readonly actor?: Actor | undefined;
}

/** Options of an operation that changes or decides something, and may wait for a service, a source or a callback. */
export interface ChangeOptions extends OperationOptions, ActorOptions {}
