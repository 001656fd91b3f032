/** The laws of the port `RiskProvider`, sentence by sentence, for any provider and any test runner. */
import type { RiskEntry } from "../domain/addresses/address.js";
import { parseRiskAnswer } from "../domain/addresses/answer.js";
import type { Issue } from "../domain/issue.js";
import type { AddressQuery, RiskProvider } from "../ports/risk-provider.js";
import { type Check, type Law, lawOf } from "./law.js";
import { type Outcome, outcomeOf, seenOf } from "./outcome.js";
import { riskRefusalLaws } from "./risk-refusal-laws.js";
import { checkSubject, type RiskProviderSubject } from "./risk-subject.js";

/**
 * The laws that `RiskProvider` promises. Nothing is asked before a law runs.
 *
 * @throws ComplianceError `invalid_input` at once, when the subject and not the provider is at fault: no function makes the
 *   provider, `known` is empty (the laws would then be kept by anything), or an address is none of its chain.
 * @example
 * const known = [{ chain: "bitcoin", address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT" }] as const;
 * for (const { name, run } of riskProviderLaws({ provider: () => houseList, known })) test(name, run);
 */
export function riskProviderLaws(subject: RiskProviderSubject): readonly Law[] {
  checkSubject(subject);
  return [...entryLaws(subject), ...answerLaws(subject), ...riskRefusalLaws(subject)];
}

/** What an answer says. */
function entryLaws(subject: RiskProviderSubject): readonly Law[] {
  return [
    lawOf(
      "an answer has at least one entry",
      "no entry is no statement about a risk",
      eachAnswer(subject, (answer) => (isFilled(answer) ? undefined : "it has none")),
    ),
    lawOf(
      "an entry is complete",
      "every entry has the fields of §2.8 and no other, each of its type, with texts that can be stored",
      eachAnswer(subject, (answer) => told(isFilled(answer) ? issuesOf(answer).filter((each) => !isRange(each)) : [])),
    ),
    lawOf(
      "a ratio is an integer from 0 to 100",
      "risk_ratio of every entry is one of the integers from 0 to 100",
      eachAnswer(subject, (answer) => told(issuesOf(answer).filter(isRange))),
    ),
    lawOf(
      "a ratio of 0 has its reason",
      "0 is only ever said when the provider answered that it found nothing, and then a descriptor says so",
      eachAnswer(subject, (answer) =>
        soundEntries(answer).some(({ risk_ratio, risk_descriptors }) => risk_ratio === 0 && !risk_descriptors.length)
          ? "risk_ratio is 0, and risk_descriptors is empty"
          : undefined,
      ),
    ),
    lawOf(
      "an entry carries the code of its provider",
      "provider_name of every entry is that of the provider, where the provider has one",
      eachAnswer(subject, (answer, { provider_name }) =>
        soundEntries(answer).some((entry) => provider_name !== undefined && entry.provider_name !== provider_name)
          ? "an entry has another provider_name"
          : undefined,
      ),
    ),
  ];
}

/** Whose an answer is. */
function answerLaws(subject: RiskProviderSubject): readonly Law[] {
  return [
    lawOf(
      "an answer belongs to its caller",
      "whatever a caller does to an answer, it changes no later answer",
      eachAnswer(subject, async (answer, provider, query) => {
        const before = JSON.stringify(answer);
        spoil(answer);
        const later = await outcomeOf(() => provider.screen(query));
        return later.kind === "answer" && JSON.stringify(later.value) === before
          ? undefined
          : "the second answer differs";
      }),
    ),
    lawOf(
      "questions do not disturb one another",
      "asked all at once, each question twice, it answers each as when it is asked alone",
      () => askedTogether(subject),
    ),
  ];
}

type Look = (
  answer: unknown,
  provider: RiskProvider,
  query: AddressQuery,
) => Promise<string | undefined> | string | undefined;

/** Looks at the answers to all known addresses; that there is no answer breaks every law. */
function eachAnswer({ provider: make, known }: RiskProviderSubject, look: Look): Check {
  return async () => {
    const provider = make();
    for (const [index, query] of known.entries()) {
      const outcome = await outcomeOf(() => provider.screen(query));
      const seen = outcome.kind === "answer" ? await look(outcome.value, provider, query) : seenOf(outcome);
      if (seen !== undefined) return `of known[${index}] ${seen}`;
    }
    return undefined;
  };
}

async function askedTogether({ provider: make, known }: RiskProviderSubject): Promise<string | undefined> {
  const provider = make();
  const asked = (query: AddressQuery): Promise<Outcome> => outcomeOf(() => provider.screen(query));
  const alone: Outcome[] = [];
  for (const query of known) alone.push(await asked(query));
  const together = await Promise.all([...known, ...known].map(asked));
  const differing = together.findIndex((outcome, index) => wordsOf(outcome) !== wordsOf(alone[index % known.length]));
  return differing === -1 ? undefined : `of known[${differing % known.length}] the answer is another one`;
}

function wordsOf(outcome: Outcome | undefined): string {
  return JSON.stringify(outcome?.kind === "answer" ? outcome.value : "failed");
}

function isFilled(answer: unknown): boolean {
  return Array.isArray(answer) && answer.length > 0;
}

function issuesOf(answer: unknown): readonly Issue[] {
  const parsed = parseRiskAnswer(answer);
  return parsed.ok ? [] : parsed.issues;
}

/** Entries that are of the right form; what is wrong with others, other laws say. */
function soundEntries(answer: unknown): readonly RiskEntry[] {
  const parsed = parseRiskAnswer(answer);
  return parsed.ok ? parsed.value : [];
}

function isRange({ code }: Issue): boolean {
  return code === "out_of_range";
}

function told([first]: readonly Issue[]): string | undefined {
  return first && `there is ${first.code} at "${first.path}"`;
}

/** Writes over every property of what a caller holds, however deep. What is frozen stays. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    spoil(Reflect.get(value, key));
    Reflect.set(value, key, "spoilt");
  }
}
