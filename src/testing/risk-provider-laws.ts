/** The laws of the port `RiskProvider`, sentence by sentence, for any provider and any test runner. */
import type { RiskEntry } from "../domain/addresses/address.js";
import { parseRiskResponse } from "../domain/addresses/responses.js";
import type { Issue } from "../domain/issue.js";
import type { RiskProvider } from "../ports/risk-provider.js";
import { type Asked, type AskedAboutAddresses, answerChecks, eachAnswer } from "./answer-laws.js";
import { type ConformanceCheck, checkOf } from "./law.js";
import { riskRefusalChecks } from "./risk-refusal-laws.js";
import { checkSubject, providerOf, type RiskProviderSubject } from "./risk-subject.js";

/**
 * The laws that `RiskProvider` promises. Nothing is asked before a law runs.
 *
 * @throws ComplianceError `invalid_input` at once, when the subject and not the provider is at fault: no function makes the
 *   provider, `known` is empty (the laws would then be kept by anything), an address is none of its chain, or a member is
 *   unknown. The laws reject so when what was made has no function `screen`.
 * @example
 * const known = [{ chain: "bitcoin", address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT" }] as const;
 * for (const { name, run } of riskProviderConformance({ provider: () => houseList, known })) test(name, run);
 */
export function riskProviderConformance(subject: RiskProviderSubject): readonly ConformanceCheck[] {
  checkSubject(subject);
  const { provider, ...questions } = subject;
  const asked: AskedAboutAddresses = { ...questions, asking: () => askedOf(providerOf({ provider })) };
  return [...entryLaws(asked), ...answerChecks(asked), ...riskRefusalChecks(asked)];
}

function askedOf(provider: RiskProvider): Asked {
  return { ask: (query) => provider.screen(query), provider_name: provider.provider_name };
}

/** What an answer says. */
function entryLaws(subject: AskedAboutAddresses): readonly ConformanceCheck[] {
  return [
    checkOf(
      "an answer has at least one entry",
      "no entry is no statement about a risk",
      eachAnswer(subject, (answer) => (isFilled(answer) ? undefined : "the answer has no entry")),
    ),
    checkOf(
      "an entry is complete",
      "every entry has the fields of §2.8 and no other, each of its type, with texts that can be stored",
      eachAnswer(subject, (answer) => told(isFilled(answer) ? issuesOf(answer).filter((each) => !isRange(each)) : [])),
    ),
    checkOf(
      "a ratio is an integer from 0 to 100",
      "risk_ratio of every entry is one of the integers from 0 to 100",
      eachAnswer(subject, (answer) => told(issuesOf(answer).filter(isRange))),
    ),
    checkOf(
      "a ratio of 0 has its reason",
      "0 is only ever said when the provider answered that it found nothing, and then a descriptor says so",
      eachAnswer(subject, (answer) =>
        soundEntries(answer).some(({ risk_ratio, risk_descriptors }) => risk_ratio === 0 && !risk_descriptors.length)
          ? "risk_ratio is 0, and risk_descriptors is empty"
          : undefined,
      ),
    ),
    checkOf(
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

function isFilled(answer: unknown): boolean {
  return Array.isArray(answer) && answer.length > 0;
}

function issuesOf(answer: unknown): readonly Issue[] {
  const parsed = parseRiskResponse(answer);
  return parsed.ok ? [] : parsed.issues;
}

/** Entries that are of the right form; what is wrong with others, other laws say. */
function soundEntries(answer: unknown): readonly RiskEntry[] {
  const parsed = parseRiskResponse(answer);
  return parsed.ok ? parsed.value : [];
}

function isRange({ code }: Issue): boolean {
  return code === "out_of_range";
}

function told([first]: readonly Issue[]): string | undefined {
  return first && `there is ${first.code} at "${first.path}"`;
}
