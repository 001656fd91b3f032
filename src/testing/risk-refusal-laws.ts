/** The laws of the port `RiskProvider` about questions that it must not answer. */
import type { AskedAboutAddresses } from "./answer-laws.js";
import type { ConformanceCheck } from "./law.js";
import { isRefusal, seenOf } from "./outcome.js";
import { refusalChecks } from "./refusal-laws.js";

export function riskRefusalChecks(subject: AskedAboutAddresses): readonly ConformanceCheck[] {
  return refusalChecks(subject, {
    mistyped: {
      name: "a mistyped address is never screened",
      rule: "what is no address of its chain is refused with a ComplianceError that a provider may throw",
      look: (outcome) => (isRefusal(outcome, "risk") ? undefined : seenOf(outcome)),
    },
    unsupported: {
      name: "a chain that it does not screen is refused",
      rule: "an address of another chain is refused with chain_unsupported",
    },
  });
}
