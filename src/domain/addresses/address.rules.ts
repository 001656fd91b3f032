/** Rules of requests about addresses (§4.1, §4.2) and of the responses of providers (§2.8). */
import type { Chain } from "../chains/chain.js";
import { secretIssueOf } from "../chains/detect-other-network.js";
import { parseAddress, tagOf } from "../chains/parse.js";
import { decimalRule } from "../decimal-rule.js";
import { integerRule, ruleOf } from "../input/rules.js";
import type { FormatRule, Rule } from "../input/types.js";
import type { Issue } from "../issue.js";
import type { AddressCreateFields, RiskEntry, RiskResponse } from "./address.js";

/**
 * Returns the rule that a required text property is an address of the property `chain` (§4.1). Without a chain, only a text
 * that is a secret of some chain is an issue.
 */
export function addressRule(property: string, clause: string): Rule {
  return {
    code: "address_format",
    clause,
    path: `/${property}`,
    of: ["chain", property],
    isViolated: (chain: Chain | undefined, text: string) => addressIssueOf(chain, text) !== undefined,
    message: `${property} must be an address of the chain.`,
    describe: addressIssueOf,
  };
}

function addressIssueOf(chain: Chain | undefined, text: string): Pick<Issue, "code" | "message"> | undefined {
  if (chain === undefined) return secretIssueOf(text);
  const parsed = parseAddress(chain, text);
  return parsed.ok ? undefined : parsed.issues[0];
}

/** A destination tag of the XRP Ledger is a number of 32 bits. Its one spelling identifies the link. */
const XRP_TAG = /^(?:0|[1-9][0-9]{0,9})$/;
const MAX_XRP_TAG = 4_294_967_295;

/** Returns the rules of the tag of a link. Another chain's tag is any text. */
function tagRules(clause: string): readonly [malformed: Rule, contradicts: Rule] {
  return [
    {
      code: "tag_malformed",
      clause,
      path: "/tag",
      of: ["chain", "tag"],
      isViolated: (chain: Chain | undefined, tag: string | undefined) =>
        chain === "ripple" && tag !== undefined && !(XRP_TAG.test(tag) && Number(tag) <= MAX_XRP_TAG),
      params: { min: 0, max: MAX_XRP_TAG },
      message:
        "tag must be a destination tag of the XRP Ledger, a whole number from 0 to 4294967295 without leading zeros.",
    },
    {
      code: "tag_contradicts",
      clause,
      path: "/tag",
      of: ["chain", "address", "tag"],
      isViolated: (chain: Chain | undefined, address: string, tag: string | undefined) => {
        const inAddress = chain === undefined || tag === undefined ? undefined : tagIn(chain, address);
        return inAddress !== undefined && inAddress !== tag;
      },
      message: "tag must be the one that the address contains; omit it, or give the address without a tag.",
    },
  ];
}

/** Returns the tag that the text of an address contains: an X-address of the XRP Ledger, a muxed account of Stellar. */
export function tagIn(chain: Chain, text: string): string | undefined {
  const parsed = parseAddress(chain, text);
  return parsed.ok ? tagOf(parsed.value) : undefined;
}

/** Returns the issues of a tag beside an address, outside a request. */
export function tagIssues(chain: Chain, address: string, tag: string): readonly Issue[] {
  const operands: Readonly<Record<string, unknown>> = { chain, address, tag };
  return tagRules("4.1")
    .filter(({ of, isViolated }) => isViolated(...of.map((name) => operands[name])))
    .map(({ code, path, clause, params, message }) => ({ code, path, clause, ...(params && { params }), message }));
}

export const createRules = [
  addressRule("address", "4.1"),
  ...tagRules("4.1"),
  ruleOf<AddressCreateFields>()({
    code: "required",
    clause: "4.1",
    path: "/account_ref_id",
    of: ["tag?", "account_ref_id?"],
    isViolated: (hasTag, hasAccount) => hasTag && !hasAccount,
    message: "A tag belongs to a link, so it needs account_ref_id, the account to link.",
  }),
  ruleOf<AddressCreateFields>()({
    code: "provider_name_missing",
    clause: "4.1",
    path: "/provider_name",
    of: ["scan_for_risk", "provider_name?"],
    isViolated: (scans, hasProvider) => scans === true && !hasProvider,
    message: "A wallet address with scan_for_risk needs provider_name, the code of the provider that screens it.",
  }),
] as const;

export const assignRules = [addressRule("address", "4.2"), ...tagRules("4.2")] as const;

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
  return decimalRule(property, "2.8", message);
}
