/** What comes of a question that is asked again: after its answer was written to, or together with others. */
import { contentOf, spoil } from "./content.js";
import { type Seen, seenAt } from "./law.js";
import { type Outcome, seenOf } from "./outcome.js";

/** What is seen while an answer is written over. It may be shared with the rest of the test, and is put back. */
export async function whileSpoilt<T>(answer: unknown, look: () => Promise<T>): Promise<T> {
  const putBack = spoil(answer);
  try {
    return await look();
  } finally {
    putBack();
  }
}

/**
 * @param said the content of the first answer
 * @param other what is seen when the second says something else
 */
export function seenOfSecond(second: Outcome, said: string, other: string): Seen | undefined {
  if (second.kind === "failure") return seenAt("the second time", seenOf(second));
  return contentOf(second.value) === said ? undefined : other;
}

/** What came of a question, and what an answer said when it came: its object may say something else later. */
export interface Told {
  readonly outcome: Outcome;
  readonly said: string;
}

export function toldOf(outcome: Outcome): Told {
  return { outcome, said: outcome.kind === "answer" ? contentOf(outcome.value) : "" };
}

/** What is seen when a question that was asked alone is asked with others; that both fail is the matter of other laws. */
function seenOfTogether(alone: Told, together: Outcome): Seen | undefined {
  if (together.kind === "failure") {
    return alone.outcome.kind === "answer" ? seenAt("asked with others", seenOf(together)) : undefined;
  }
  if (alone.outcome.kind === "failure") {
    return seenAt("asked with others there is an answer, but alone", seenOf(alone.outcome));
  }
  return alone.said === contentOf(together.value) ? undefined : "asked with others there is another answer than alone";
}

/** The first that is seen when questions are asked together; how each came out alone says `alone`, again and again. */
export function firstTogether(
  alone: readonly Told[],
  together: readonly Outcome[],
  placeOf?: (index: number) => string,
): Seen | undefined {
  for (const [index, outcome] of together.entries()) {
    const before = alone[index % alone.length];
    const seen = before && seenOfTogether(before, outcome);
    if (seen === undefined) continue;
    const place = placeOf?.(index % alone.length);
    return place === undefined ? seen : seenAt(place, seen);
  }
  return undefined;
}
