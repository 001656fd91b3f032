/** Checks of actors, as callers without types may pass them. */
import type { Actor } from "./actor.js";
import { isSafeText } from "./input/text-rules.js";
import { membersOf } from "./options.js";
import { bare } from "./own.js";

/** Who acts if the caller names no actor. */
export const UNNAMED_PROGRAM: Actor = /* @__PURE__ */ Object.freeze({
  id: "unnamed",
  role: "program",
  kind: "program",
});

const NAMES: readonly string[] = ["id", "role", "kind"];

/**
 * Checks and copies an actor.
 *
 * @param owner - what it is, for messages
 * @param fail - creates the error
 */
export function copiedActor(owner: string, given: Actor, fail: (message: string) => Error): Actor {
  const members = membersOf(given, NAMES) ?? [];
  // The cast: what it lacks or has in another form is refused.
  const { id, role, kind } = bare(Object.fromEntries(members) as Partial<Actor>);
  const isKnown = members.every(([name]) => NAMES.includes(name));
  const isKind = kind === "person" || kind === "program";
  if (isKnown && isKind && isFine(id) && isFine(role)) return { id, role, kind };
  throw fail(`${owner} must be { id, role, kind }: two texts of one line, not too long, and "person" or "program".`);
}

function isFine(text: unknown): text is string {
  return typeof text === "string" && isSafeText(text);
}
