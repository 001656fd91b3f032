/** The laws of the port `RateSource` about tables that somebody holds, and about whoever asks. */
import type { RateSource } from "../ports/rate-source.js";
import { contentOf, spoil } from "./content.js";
import { type Law, lawOf } from "./law.js";
import { type Outcome, outcomeOf, seenOf } from "./outcome.js";
import { notRenewed, type RateSourceSubject } from "./rate-subject.js";
import { turn } from "./soon.js";

const DAY_MS = 24 * 60 * 60 * 1000;

export function rateKeepingLaws(subject: RateSourceSubject): readonly Law[] {
  return [
    lawOf(
      "a table that was returned is never changed",
      "whoever asks again, a table that somebody holds says what it said",
      () => seenOfHeld(subject),
    ),
    lawOf(
      "new rates come in a new object",
      "when the time or the world brings other rates, the tables from before say what they said: the same object, the " +
        "same content",
      () => seenOfNewRates(subject),
    ),
    lawOf(
      "a table is nobody's to change",
      "whatever a caller does to a table, it changes no later answer",
      async () => {
        const asked = asking(subject);
        const first = await asked.ask(0);
        if (first.kind === "failure") return seenOf(first);
        const before = contentOf(first.value);
        spoil(first.value);
        return wordsOf(await asked.ask(0)) === before ? undefined : "the second table differs";
      },
    ),
    lawOf(
      "questions do not disturb one another",
      "asked all at once, for one time and another, it answers each as when it is asked alone",
      () => seenTogether(subject),
    ),
    lawOf(
      "the time that is asked for is left alone",
      "the Date that was handed over is the same time afterwards",
      async () => {
        const given = asking(subject).at;
        const before = given.getTime();
        const outcome = await outcomeOf(() => subject.source().current(given));
        if (outcome.kind === "failure") return seenOf(outcome);
        return given.getTime() === before ? undefined : "it is another time";
      },
    ),
  ];
}

interface Asking {
  readonly at: Date;
  /** Asks for the time so many days later, or earlier. */
  readonly ask: (days: number) => Promise<Outcome>;
}

/** Makes a source, and asks it. */
function asking({ source: make, at: given }: RateSourceSubject): Asking {
  const at = new Date(given ?? Date.now());
  let source: RateSource | undefined;
  return {
    at,
    ask: (days) =>
      outcomeOf(() => {
        source ??= make();
        return source.current(new Date(at.getTime() + days * DAY_MS));
      }),
  };
}

/** A table that somebody holds, and what it said. */
interface Held {
  readonly table: unknown;
  readonly said: string;
}

function heldOf(outcome: Outcome): readonly Held[] {
  return outcome.kind === "answer" ? [{ table: outcome.value, said: contentOf(outcome.value) }] : [];
}

function seenOfChange(held: readonly Held[]): string | undefined {
  const changed = held.findIndex(({ table, said }) => contentOf(table) !== said);
  return changed === -1 ? undefined : `table ${changed + 1} of ${held.length} says something else by now`;
}

async function seenOfHeld(subject: RateSourceSubject): Promise<string | undefined> {
  const { ask } = asking(subject);
  const first = await ask(0);
  if (first.kind === "failure") return seenOf(first);
  const held = [...heldOf(first)];
  held.push(...heldOf(await ask(0)));
  for (const outcome of await Promise.all([ask(0), ask(0)])) held.push(...heldOf(outcome));
  // What a source does behind its answers.
  await turn();
  return seenOfChange(held);
}

async function seenOfNewRates(subject: RateSourceSubject): Promise<string | undefined> {
  const { ask } = asking(subject);
  const first = await ask(0);
  if (first.kind === "failure") return seenOf(first);
  const held = [...heldOf(first)];
  // Forward and back: where there is no table for a time, none can be wrong.
  for (const days of [1, 8, -1, 0]) held.push(...heldOf(await ask(days)));
  if (subject.renew !== undefined) {
    await subject.renew();
    const renewed = heldOf(await ask(0));
    if (renewed[0]?.said === held.at(-1)?.said) throw notRenewed();
    held.push(...renewed);
  }
  return seenOfChange(held);
}

async function seenTogether(subject: RateSourceSubject): Promise<string | undefined> {
  const { ask } = asking(subject);
  const days = [0, -1, 1, 0, -8];
  const alone: string[] = [];
  for (const each of days) alone.push(wordsOf(await ask(each)));
  const together = await Promise.all([...days, ...days].map(ask));
  if (alone.every((words) => words === failed)) return "there is no answer";
  const isOther = together.some((outcome, index) => wordsOf(outcome) !== alone[index % days.length]);
  return isOther ? "the table is another one" : undefined;
}

const failed = "failed";

function wordsOf(outcome: Outcome): string {
  return outcome.kind === "answer" ? contentOf(outcome.value) : failed;
}
