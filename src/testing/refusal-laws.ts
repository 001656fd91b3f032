/** What must not be answered: laws that are the same for every port which is asked about addresses. */
import type { ComplianceErrorCode } from "../domain/compliance-error.js";
import type { AddressQuery } from "../ports/risk-provider.js";
import { misspellings } from "./address-questions.js";
import type { Asked, AskedAboutAddresses } from "./answer-laws.js";
import { type Check, type ConformanceCheck, checkOf, type Seen, seenAt } from "./law.js";
import { codeOf, type Outcome, outcomeOf, seenOf } from "./outcome.js";
import { isRepeated } from "./repeated.js";
import { atOnce, soon, turn } from "./soon.js";

/** Kept by a refusal: what is seen against it otherwise. */
export type RefusalLook = (outcome: Outcome, query: AddressQuery) => Seen | undefined;

/** What a port says in words of its own. */
export interface RefusalWords {
  readonly mistyped: { readonly name: string; readonly rule: string; readonly look: RefusalLook };
  readonly unsupported: { readonly name: string; readonly rule: string };
}

export function refusalChecks(subject: AskedAboutAddresses, words: RefusalWords): readonly ConformanceCheck[] {
  const { known, unsupported = [] } = subject;
  const mistyped = known.flatMap(misspellings);
  const ended = known.map((query) => ({ ...query, signal: AbortSignal.abort() }));
  const laws = [
    checkOf(words.mistyped.name, words.mistyped.rule, eachRefusal(subject, mistyped, words.mistyped.look)),
    checkOf(
      "a question that has ended is not answered",
      "with a signal that has aborted it throws aborted",
      eachRefusal(subject, ended, unless("aborted")),
    ),
    checkOf(
      "a question that is given up ends",
      "when its signal aborts before there is an answer, it throws aborted, and at once",
      eachGivenUp(subject),
    ),
    checkOf(
      "an error tells nothing personal",
      "no error, nor any of its causes, repeats the address",
      eachRefusal(subject, [...mistyped, ...ended, ...unsupported], untold),
    ),
  ];
  if (unsupported.length === 0) return laws;
  const { name, rule } = words.unsupported;
  return [...laws, checkOf(name, rule, eachRefusal(subject, unsupported, unless("chain_unsupported")))];
}

/** Looks at what comes of questions that must not be answered. */
export function eachRefusal(
  { asking }: Pick<AskedAboutAddresses, "asking">,
  queries: readonly AddressQuery[],
  look: RefusalLook,
): Check {
  return async () => {
    const { ask } = asking();
    for (const query of queries) {
      const seen = look(await outcomeOf(() => ask(query)), query);
      if (seen !== undefined) return seenAt(`on ${query.chain}`, seen);
    }
    return undefined;
  };
}

export function unless(code: ComplianceErrorCode): RefusalLook {
  return (outcome) => (codeOf(outcome) === code ? undefined : seenOf(outcome));
}

/** Kept by whatever does not repeat the address. */
export function untold(outcome: Outcome, { address }: AddressQuery): string | undefined {
  return outcome.kind === "failure" && isRepeated(outcome.error, address) ? "the error repeats the address" : undefined;
}

function eachGivenUp({ asking, known }: AskedAboutAddresses): Check {
  return async () => {
    const { ask } = asking();
    for (const query of known) {
      // At once, and when it is under way.
      for (const moment of [async () => undefined, turn]) {
        const seen = await seenOfGivenUp(ask, query, moment);
        if (seen !== undefined) return seenAt(`on ${query.chain}`, seen);
      }
    }
    return undefined;
  };
}

async function seenOfGivenUp(
  ask: Asked["ask"],
  query: AddressQuery,
  moment: () => Promise<void>,
): Promise<Seen | undefined> {
  const leaving = new AbortController();
  const outcome = outcomeOf(() => ask({ ...query, signal: leaving.signal }));
  await moment();
  leaving.abort();
  // Who has to wait for nothing has its answer by now, or may give it all the same.
  const early = await atOnce(outcome);
  if (early?.kind === "answer") return undefined;
  const late = early ?? (await soon(outcome));
  return late === undefined ? "there is nothing a second later" : unless("aborted")(late, query);
}
