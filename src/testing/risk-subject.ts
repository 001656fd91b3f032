/** What the laws of a risk provider are checked with, and that it cannot be at fault itself. */
import type { AddressQuery, RiskProvider } from "../ports/risk-provider.js";
import { checkQuestions } from "./address-questions.js";
import { type Blame, checkMembers, type MemberNames, madeBy, wrongSubject } from "./subject.js";

/** A provider whose laws are to be checked. */
export interface RiskProviderSubject {
  /** Makes it. It must answer the same question in the same way while the laws run: give it a service that does. */
  readonly provider: () => RiskProvider;
  /** Addresses that it screens, in canonical form; at least one, better some with risk and some without. */
  readonly known: readonly AddressQuery[];
  /** Addresses of chains that it does not screen, if there are such. */
  readonly unsupported?: readonly AddressQuery[];
}

const blame: Blame = { laws: "riskProviderConformance", part: "provider" };

const names: MemberNames<RiskProviderSubject> = { provider: true, known: true, unsupported: true };

/** @throws ComplianceError `invalid_input`, with nothing of what is wrong but its place. */
export function checkSubject(subject: RiskProviderSubject): void {
  // For callers without types.
  if (typeof subject?.provider !== "function") {
    throw wrongSubject("provider must be a function that makes the provider, such as () => houseList", blame);
  }
  checkMembers("it", subject, names, blame);
  checkQuestions(subject, blame);
}

/** @throws ComplianceError `invalid_input` when what is made is no provider. */
export function providerOf({ provider: make }: Pick<RiskProviderSubject, "provider">): RiskProvider {
  return madeBy({ name: "provider", make, method: "screen" }, blame);
}
