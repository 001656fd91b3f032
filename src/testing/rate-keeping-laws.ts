/** The laws of the port `RateSource` about tables that somebody holds, and about whoever asks. */
import { isDate } from "../domain/identifiers/date.js";
import { firstTogether, seenOfSecond, type Told, toldOf, whileSpoilt } from "./again.js";
import { contentOf } from "./content.js";
import { type ConformanceCheck, checkOf, type Seen } from "./law.js";
import { type Outcome, outcomeOf, seenOf } from "./outcome.js";
import { notRenewed, type RateSourceSubject, sourceOf } from "./rate-subject.js";
import { turn } from "./soon.js";

const DAY_MS = 24 * 60 * 60 * 1000;

export function rateKeepingChecks(subject: RateSourceSubject): readonly ConformanceCheck[] {
  return [
    checkOf(
      "a table that was returned is never changed",
      "whoever asks again, a table that somebody holds says what it said",
      () => seenOfHeld(subject),
    ),
    checkOf(
      "new rates come in a new object",
      "when the time or the world brings other rates, the tables from before say what they said: the same object, the " +
        "same content",
      () => seenOfNewRates(subject),
    ),
    checkOf(
      "a later time has no older table",
      "it gives the newest table known at the time that it is asked for, so that of a later time is never of an earlier day",
      () => seenOfAge(subject),
    ),
    checkOf(
      "a table is nobody's to change",
      "whatever a caller does to a table, it changes no later answer",
      async () => {
        const asked = asking(subject);
        const first = await asked.ask(0);
        if (first.kind === "failure") return seenOf(first);
        const before = contentOf(first.value);
        return whileSpoilt(first.value, async () =>
          seenOfSecond(
            await asked.ask(0),
            before,
            "the second table differs from the first, to which its caller wrote",
          ),
        );
      },
    ),
    checkOf(
      "questions do not disturb one another",
      "asked all at once, for one time and another, it answers each as when it is asked alone",
      () => seenTogether(subject),
    ),
    checkOf(
      "the time that is asked for is left alone",
      "the Date that was handed over is the same time afterwards",
      async () => {
        const given = timeOf(subject);
        const before = given.getTime();
        const source = sourceOf(subject);
        const outcome = await outcomeOf(() => source.current(given));
        if (outcome.kind === "failure") return seenOf(outcome);
        return given.getTime() === before ? undefined : "the Date is another time than before";
      },
    ),
  ];
}

interface Asking {
  /** Asks for the time so many days later, or earlier. */
  readonly ask: (days: number) => Promise<Outcome>;
}

/** Makes a source, and asks it. */
function asking(subject: RateSourceSubject): Asking {
  const time = timeOf(subject).getTime();
  const source = sourceOf(subject);
  return { ask: (days) => outcomeOf(() => source.current(new Date(time + days * DAY_MS))) };
}

/** The time to ask for, as a Date of its own. */
function timeOf({ at }: RateSourceSubject): Date {
  return new Date(at ?? Date.now());
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
  return changed === -1
    ? undefined
    : `table ${changed + 1} of the ${held.length} that it gave says something else by now`;
}

async function seenOfHeld(subject: RateSourceSubject): Promise<Seen | undefined> {
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

async function seenOfNewRates(subject: RateSourceSubject): Promise<Seen | undefined> {
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

/** Times for which there is no table say nothing. */
async function seenOfAge(subject: RateSourceSubject): Promise<Seen | undefined> {
  const { ask } = asking(subject);
  const dates: string[] = [];
  for (const days of [-8, -1, 0, 1, 8]) {
    const outcome = await ask(days);
    if (outcome.kind === "failure" && days === 0) return seenOf(outcome);
    const date = outcome.kind === "answer" ? dateOf(outcome.value) : undefined;
    if (date !== undefined) dates.push(date);
  }
  const isOlder = dates.some((date, index) => date < (dates[index - 1] ?? ""));
  return isOlder ? "the table of a later time is of an earlier day" : undefined;
}

/** Whether it is a date, another law says. Those that are stand in the order of their texts. */
function dateOf(table: unknown): string | undefined {
  try {
    const date: unknown = Reflect.get(Object(table), "date");
    return typeof date === "string" && isDate(date) ? date : undefined;
  } catch {
    // What a getter throws may tell anything.
    return undefined;
  }
}

async function seenTogether(subject: RateSourceSubject): Promise<Seen | undefined> {
  const { ask } = asking(subject);
  const days = [0, -1, 1, 0, -8];
  const alone: Told[] = [];
  for (const each of days) alone.push(toldOf(await ask(each)));
  const [first] = alone;
  if (first && alone.every(({ outcome }) => outcome.kind === "failure")) return seenOf(first.outcome);
  return firstTogether(alone, await Promise.all([...days, ...days].map(ask)));
}
