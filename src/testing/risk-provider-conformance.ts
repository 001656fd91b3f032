/** The conformance suite of the port `RiskProvider`. */
import type { RiskEntry } from "../domain/addresses/address.js";
import { parseRiskResponse } from "../domain/addresses/responses.js";
import type { Issue } from "../domain/issue.js";
import type { AddressQuery, RiskProvider } from "../ports/risk-provider.js";
import {
  type AddressPortSubject,
  answerChecks,
  checkRequests,
  eachAnswer,
  refusalChecks,
} from "./address-port-checks.js";
import {
  type ConformanceCheck,
  checkOf,
  checkSubjectNames,
  createdBy,
  readSubject,
  type SuiteCall,
  wrongSubject,
} from "./check.js";
import { describeOutcome, isAllowedFailure } from "./outcome.js";

/** A risk provider to test. */
export interface RiskProviderSubject {
  /** Creates the provider. It must answer the same request the same way during a check, so use a fixed service. */
  readonly provider: () => RiskProvider;
  /** Addresses that it screens, in canonical form. At least one; better some with risk and some without. */
  readonly known: readonly AddressQuery[];
  /**
   * Addresses of chains that it does not screen.
   *
   * @default no check on unsupported chains
   */
  readonly unsupported?: readonly AddressQuery[] | undefined;
}

const call: SuiteCall = { suite: "riskProviderConformance", part: "provider" };

/**
 * Returns the checks for the promises of `RiskProvider`. No request is sent before a check runs.
 *
 * @param subject the provider and the addresses to request
 * @returns The checks, to be run by any test runner.
 * @throws ComplianceError `invalid_input` at once for a wrong subject. No function creates the provider, `known` is empty,
 *   an address is invalid, or a property is unknown. A check rejects with it when the created provider has no method
 *   `screen`.
 * @example
 * const known = [{ chain: "bitcoin", address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT" }] as const;
 * for (const { name, run } of riskProviderConformance({ provider: () => houseList, known })) test(name, run);
 */
export function riskProviderConformance(subject: RiskProviderSubject): readonly ConformanceCheck[] {
  readSubject(() => checkSubject(subject), call);
  const { provider: create, ...requests } = subject;
  const port: AddressPortSubject = {
    ...requests,
    create: () => {
      const provider = createdBy<RiskProvider>({ name: "provider", create, method: "screen" }, call);
      return { request: (query) => provider.screen(query), provider_name: provider.provider_name };
    },
  };
  return [
    ...entryChecks(port),
    ...answerChecks(port),
    ...refusalChecks(port, {
      invalid: {
        name: "an invalid address is never screened",
        promise: "An invalid address is refused with a ComplianceError that a provider may throw.",
        look: (outcome) => (isAllowedFailure(outcome, "risk") ? undefined : describeOutcome(outcome)),
      },
      unsupported: "An address of another chain is refused with chain_unsupported.",
    }),
  ];
}

function checkSubject(subject: RiskProviderSubject): void {
  // Callers without types may pass anything.
  if (typeof subject?.provider !== "function") {
    throw wrongSubject("provider must be a function that creates the provider, such as () => houseList", call);
  }
  checkSubjectNames("it", subject, { provider: true, known: true, unsupported: true }, call);
  checkRequests(subject, call);
}

/** Checks on the content of an answer. */
function entryChecks(port: AddressPortSubject): readonly ConformanceCheck[] {
  return [
    checkOf(
      "an answer has at least one entry",
      "An answer without an entry says nothing about a risk.",
      eachAnswer(port, (answer) => (isFilled(answer) ? undefined : "the answer has no entry")),
    ),
    checkOf(
      "an entry is complete",
      "Every entry has the properties of §2.8 and no other, each of its type, with texts that can be stored.",
      eachAnswer(port, (answer) =>
        describeFirst(isFilled(answer) ? issuesOf(answer).filter((each) => !isRange(each) && !isReason(each)) : []),
      ),
    ),
    checkOf(
      "a ratio is an integer from 0 to 100",
      "risk_ratio of every entry is an integer from 0 to 100.",
      eachAnswer(port, (answer) => describeFirst(issuesOf(answer).filter(isRange))),
    ),
    checkOf(
      "a ratio of 0 has a reason",
      "risk_ratio is 0 only where the provider answered that it found nothing, and a descriptor says so.",
      eachAnswer(port, (answer) =>
        issuesOf(answer).some(isReason) ? "risk_ratio is 0, and risk_descriptors is empty" : undefined,
      ),
    ),
    checkOf(
      "an entry has the provider's code",
      "provider_name of every entry is that of the provider, if the provider has one.",
      eachAnswer(port, (answer, { provider_name }) =>
        validEntries(answer).some((entry) => provider_name !== undefined && entry.provider_name !== provider_name)
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

/** Returns the entries of a valid answer. Other checks report an invalid one. */
function validEntries(answer: unknown): readonly RiskEntry[] {
  const parsed = parseRiskResponse(answer);
  return parsed.ok ? parsed.value : [];
}

function isRange({ code }: Issue): boolean {
  return code === "out_of_range";
}

/** Whether the issue is about a risk_ratio of 0 without a descriptor. */
function isReason({ code, path }: Issue): boolean {
  return code === "required" && path.endsWith("/risk_descriptors/0");
}

function describeFirst([first]: readonly Issue[]): string | undefined {
  return first && `the answer has the issue ${first.code} at "${first.path}"`;
}
