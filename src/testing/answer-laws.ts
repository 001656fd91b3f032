/** Whose an answer about an address is: laws that are the same for every port which is asked about addresses. */
import type { AddressQuery } from "../ports/risk-provider.js";
import type { AddressQuestions } from "./address-questions.js";
import { firstTogether, seenOfSecond, type Told, toldOf, whileSpoilt } from "./again.js";
import { contentOf } from "./content.js";
import { type Check, type ConformanceCheck, checkOf, type Seen, seenAt } from "./law.js";
import { type Outcome, outcomeOf, seenOf } from "./outcome.js";
import { soon, turn } from "./soon.js";

/** Who is asked. */
export interface Asked {
  readonly ask: (query: AddressQuery) => Promise<unknown>;
  /** The code that its answers carry, where it has one. */
  readonly provider_name?: string | undefined;
}

/** Who is on trial, and what it is asked. */
export interface AskedAboutAddresses extends AddressQuestions {
  /** Makes who is asked. */
  readonly asking: () => Asked;
}

/** What is seen against an answer, in words without a value of it; undefined: nothing. */
export type AnswerLook = (
  answer: unknown,
  asked: Asked,
  query: AddressQuery,
  index: number,
) => Promise<Seen | undefined> | Seen | undefined;

/** Looks at the answers to all known addresses; that there is no answer breaks every law. */
export function eachAnswer({ asking, known }: AskedAboutAddresses, look: AnswerLook): Check {
  return async () => {
    const asked = asking();
    for (const [index, query] of known.entries()) {
      const outcome = await outcomeOf(() => asked.ask(query));
      const seen = outcome.kind === "answer" ? await look(outcome.value, asked, query, index) : seenOf(outcome);
      if (seen !== undefined) return seenAt(`of known[${index}]`, seen);
    }
    return undefined;
  };
}

export function answerChecks(subject: AskedAboutAddresses): readonly ConformanceCheck[] {
  return [
    checkOf(
      "an answer belongs to its caller",
      "whatever a caller does to an answer, it changes no later answer",
      eachAnswer(subject, async (answer, { ask }, query) => {
        const before = contentOf(answer);
        return whileSpoilt(answer, async () => {
          const later = await outcomeOf(() => ask(query));
          return seenOfSecond(later, before, "the second answer differs from the first, to which its caller wrote");
        });
      }),
    ),
    checkOf(
      "questions do not disturb one another",
      "asked all at once, each question twice, with others that are given up, it answers each as when it is asked alone",
      () => askedTogether(subject),
    ),
  ];
}

async function askedTogether({ asking, known }: AskedAboutAddresses): Promise<Seen | undefined> {
  const { ask } = asking();
  const alone: Told[] = [];
  for (const query of known) alone.push(toldOf(await outcomeOf(() => ask(query))));
  const leaving = known.slice(0, 1).flatMap((query) => [leavingOf(ask, query), leavingOf(ask, query)]);
  const asked = [...known, ...known].map((query) => outcomeOf(() => ask(query)));
  // One leaves at once, the other when it is under way.
  for (const { leave } of leaving) {
    leave();
    await turn();
  }
  const together = await Promise.all(asked);
  // What becomes of them is the matter of another law; but nothing of them should be left over.
  await soon(Promise.all(leaving.map(({ outcome }) => outcome)));
  return firstTogether(alone, together, (index) => `of known[${index}]`);
}

function leavingOf(ask: Asked["ask"], query: AddressQuery): { readonly outcome: Promise<Outcome>; leave(): void } {
  const controller = new AbortController();
  return {
    outcome: outcomeOf(() => ask({ ...query, signal: controller.signal })),
    leave: () => controller.abort(),
  };
}
