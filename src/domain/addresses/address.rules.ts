/** Rules of requests about addresses (§4.1, §4.2) and of the responses of providers (§2.8). */
import type { Chain } from "../chains/chain.js";
import { parseAddress } from "../chains/parse.js";
import { isDecimalText } from "../decimal.js";
import { formatRule, integerRule, ruleOf } from "../input/rules.js";
import type { FormatRule, Rule } from "../input/types.js";
import type { Issue } from "../issue.js";
import type { AddressCreateFields, RiskEntry, RiskResponse } from "./address.js";

/** Returns the rule that a required text property is an address of the property `chain` (§4.1). No chain, no issue. */
export function addressRule(property: string, clause: string): Rule {
  return {
    code: "address_format",
    clause,
    path: `/${property}`,
    of: ["chain", property],
    isViolated: (chain: Chain | undefined, text: string) =>
      chain !== undefined && addressIssueOf(chain, text) !== undefined,
    message: `${property} must be an address of the chain.`,
    describe: addressIssueOf,
  };
}

function addressIssueOf(chain: Chain, text: string): Issue | undefined {
  const parsed = parseAddress(chain, text);
  return parsed.ok ? undefined : parsed.issues[0];
}

export const createRules = [
  addressRule("address", "4.1"),
  ruleOf<AddressCreateFields>()({
    code: "provider_name_missing",
    clause: "4.1",
    path: "/provider_name",
    of: ["scan_for_risk", "provider_name?"],
    isViolated: (scans, hasProvider) => scans === true && !hasProvider,
    message: "A wallet address with scan_for_risk needs provider_name, the code of the provider that screens it.",
  }),
] as const;

export const assignRules = [addressRule("address", "4.2")] as const;

export const riskRules = [
  ruleOf<RiskResponse>()({
    code: "required",
    clause: "2.8",
    path: "/entries/0",
    of: ["entries"],
    isViolated: (entries) => entries.length === 0,
    message: "The risk provider returned no entry; return at least one: risk_ratio 0 says that nothing was found.",
  }),
] as const;

export const riskEntryRules = [
  integerRule("risk_ratio", "2.8", 0, 100),
  // A 0 says that the provider found nothing, so it must not come from a missing value.
  ruleOf<RiskEntry>()({
    code: "required",
    clause: "2.8",
    path: "/risk_descriptors/0",
    of: ["risk_ratio", "risk_descriptors"],
    isViolated: (ratio, descriptors) => ratio === 0 && descriptors.length === 0,
    message: "risk_descriptors must have a reason when risk_ratio is 0, for example not-listed.",
  }),
] as const;

export const balanceRules = [balanceRule("balance"), balanceRule("balance_usd")] as const;

function balanceRule(property: string): FormatRule {
  const message = `${property} must be decimal text, for example 0.10: digits, at most one point, no sign, at most 100 digits.`;
  return formatRule(property, "amount_malformed", "2.8", isDecimalText, message);
}
