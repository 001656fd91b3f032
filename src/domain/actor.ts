/** Who acts: a person or a program of the caller. Checks are in checked-actor.ts. */

/**
 * The person or the program that makes a call.
 *
 * @example
 * const officer: Actor = { id: "u-17", role: "compliance officer", kind: "person" };
 */
export interface Actor {
  /** Your identifier, in one line. */
  readonly id: string;
  /** The role in which it acts, in your words. */
  readonly role: string;
  readonly kind: "person" | "program";
}
