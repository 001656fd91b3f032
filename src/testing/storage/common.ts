/** What the laws of a storage do in common. */
import { Seen, textOf } from "./same.js";
import { failureText } from "./watched.js";

/** So many calls at once are a race, and a slow storage has done with them soon. */
export const RIVALS: readonly number[] = Array.from({ length: 20 }, (_, index) => index);

/** Texts that differ by code units although something may take two of them for one, or one of them for its own. */
export const LIKE_TEXTS: readonly string[] = [
  ...["r", "R", "r ", " r", "rr", "é", "e\u0301", "ﬁ", "fi", "__proto__", "constructor", "r%", "r_", "1", "01"],
  ...["\u{1f600}", "\ud83d", "\ude00", "\ufffd"],
];

/** Texts that no law stores anything under. */
export const UNKNOWN_TEXTS: readonly string[] = ["toString", "", "r\u0000", "\ud83e", "%"];

/** In the order of UTF-16 code units, which is that of no locale and, at the end, not that of UTF-8 either. */
export const IN_ORDER: readonly string[] = ["10", "9", "Z", "a", "b", "ä", "東", "\u{1f600}", "\uffff"];

/** The same in another order. */
export const OUT_OF_ORDER: readonly string[] = ["\uffff", "b", "9", "東", "a", "10", "\u{1f600}", "ä", "Z"];

/** What is a pattern, a quote or an escape elsewhere; in a search it is itself. */
export const PATTERN_CHARACTERS: readonly string[] = [...`%_\\*?"'[]^$.()|+:-&!<~@;`, "--", " OR "];

/** Writes over every member of what a caller holds, however deep. What is frozen stays. */
export function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    spoil(Reflect.get(value, key));
    Reflect.set(value, key, "spoilt");
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push("spoilt");
  Reflect.set(value, "more", "spoilt");
}

/** A copy of which no member can be written over. */
export function frozen<T>(value: T): T {
  const copy = structuredClone(value);
  const freeze = (inner: unknown): void => {
    if (typeof inner !== "object" || inner === null) return;
    for (const key of Object.keys(inner)) freeze(Reflect.get(inner, key));
    Object.freeze(inner);
  };
  freeze(copy);
  return copy;
}

/** What the promise rejects with. `what`: of what, as the subject of a sentence. @throws Seen when it does not reject. */
export async function rejectionOf(what: string, ask: () => Promise<unknown>): Promise<unknown> {
  const asked = started(what, ask);
  const outcome = await asked.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if ("answer" in outcome) throw new Seen(`${what} answered ${textOf(outcome.answer)} where it must reject`);
  return outcome.error;
}

/** Callers use `.catch` as well as `try`. */
function started(what: string, ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return ask();
  } catch (error) {
    throw new Seen(`${what} threw ${failureText(error)} where it must answer a promise that rejects`);
  }
}
