/** Rules of requests about addresses (§4.1, §4.2) and of the responses of providers (§2.8). */

import { hexWithoutChainIssue } from "../chains/address-issues.js";
import type { AddressParseCode, ChainTag, ParsedAddress, RegisteredChains } from "../chains/chain.js";
import { secretIssueOf } from "../chains/detect-other-network.js";
import { parseAddressIn, tagOf } from "../chains/parse.js";
import { specifiedChains } from "../chains/registry.js";
import { decimalRule } from "../decimal-rule.js";
import { integerRule, ruleOf } from "../input/rules.js";
import type { Description, FormatRule, Rule, RuleContext } from "../input/types.js";
import type { Issue } from "../issue.js";
import { bare, own } from "../own.js";
import type { Result } from "../result.js";
import type { AddressCreateFields, RiskEntry, RiskResponse } from "./address.js";

/**
 * Returns the rule that a text property, if present, is an address of the property `chain` (§4.1). Without a chain, only a text
 * that is a secret of some chain, or may be one, is an issue.
 */
export function addressRule(property: string, clause: string): Rule {
  return {
    code: "address_format",
    clause,
    path: `/${property}`,
    of: ["chain", property],
    isViolated: (chain: string | undefined, text: string | undefined, context: RuleContext) =>
      text !== undefined && addressIssueOf(chain, text, context) !== undefined,
    message: `${property} must be an address of the chain.`,
    describe: addressIssueOf,
  };
}

function addressIssueOf(chain: string | undefined, text: string, context: RuleContext): Description | undefined {
  if (chain === undefined) return secretIssueOf(text, context.chains) ?? hexWithoutChainIssue(text.trim());
  const parsed = parsedOnce(chain, text, context);
  return parsed.ok ? undefined : parsed.issues[0];
}

/** What rules about addresses need of their context. */
export type AddressContext = Pick<RuleContext, "chains" | "parsed">;

/** Parses an address of the input for a rule. Another rule of the same input does not parse it again. */
export function parsedOnce(
  chain: string,
  text: string,
  context: AddressContext,
): Result<ParsedAddress<string>, AddressParseCode> {
  context.parsed ??= new Map();
  const key = `${chain} ${text}`;
  const known = context.parsed.get(key);
  if (known !== undefined) return known;
  const parsed = parseAddressIn(context.chains ?? specifiedChains, chain, text);
  context.parsed.set(key, parsed);
  return parsed;
}

/** The one spelling of a number identifies the link. */
const INTEGER = /^(?:0|[1-9][0-9]{0,19})$/;

/**
 * Returns the issue of a tag that is a secret, or that its chain does not allow. On a chain without tags any other text is
 * allowed.
 *
 * @param property - that of the tag, for the message
 */
function tagIssueOf(
  property: string,
  chain: string | undefined,
  text: string | undefined,
  context: RuleContext,
): Description | undefined {
  if (text === undefined) return undefined;
  const secret = INTEGER.test(text) ? undefined : secretIssueOf(text, context.chains);
  if (secret !== undefined) return secret;
  const issue = formIssueOf(chain, text, context);
  return issue && { ...issue, message: `${property} ${issue.message}` };
}

function formIssueOf(
  chain: string | undefined,
  text: string,
  { chains = specifiedChains }: RuleContext,
): Description | undefined {
  const module = chains.get(chain);
  const tag = module && own(module, "tag");
  if (tag === undefined) return undefined;
  if (tag.kind === "integer") return integerIssueOf(tag, text);
  if (tag.kind === "hex") return hexIssueOf(tag, text);
  const maxBytes = own(tag, "maxBytes");
  if (maxBytes === undefined || utf8Length(text) <= maxBytes) return undefined;
  const message = `must be a ${tag.name}, a text of at most ${maxBytes} bytes in UTF-8.`;
  return { code: "tag_malformed", message, params: { maxBytes } };
}

function integerIssueOf(
  { name, bits }: ChainTag & { readonly kind: "integer" },
  text: string,
): Description | undefined {
  const max = 2n ** BigInt(bits) - 1n;
  if (INTEGER.test(text) && BigInt(text) <= max) return undefined;
  const message = `must be a ${name}, a whole number from 0 to ${max} without leading zeros.`;
  // The largest number of 64 bits is no exact number in JavaScript.
  return { code: "tag_malformed", message, params: bits === 32 ? { min: 0, max: Number(max) } : { min: 0 } };
}

/** Digits of one case only, because two spellings of a tag would be two links. */
function hexIssueOf({ name, digits }: ChainTag & { readonly kind: "hex" }, text: string): Description | undefined {
  if (text.length === digits && /^[0-9a-f]*$/.test(text)) return undefined;
  const message = `must be a ${name}: ${digits} hex digits in lower case.`;
  return { code: "tag_malformed", message, params: { digits } };
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = Number(character.codePointAt(0));
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}

/**
 * Returns the rules of the tag beside an address of the property `chain`.
 *
 * @param property - that of the tag
 * @param address - that of the address
 */
export function tagRules(
  clause: string,
  property = "tag",
  address = "address",
): readonly [malformed: Rule, contradicts: Rule] {
  const path = `/${property}`;
  return [
    {
      code: "tag_malformed",
      clause,
      path,
      of: ["chain", property],
      isViolated: (chain: string | undefined, tag: string | undefined, context: RuleContext) =>
        tagIssueOf(property, chain, tag, context) !== undefined,
      message: `${property} must have the form of the chain's tags.`,
      describe: (chain: string | undefined, tag: string | undefined, context: RuleContext) =>
        tagIssueOf(property, chain, tag, context),
    },
    {
      code: "tag_contradicts",
      clause,
      path,
      of: ["chain", address, property],
      isViolated: (
        chain: string | undefined,
        text: string | undefined,
        tag: string | undefined,
        context: RuleContext,
      ) => {
        if (chain === undefined || text === undefined || tag === undefined) return false;
        const parsed = parsedOnce(chain, text, context);
        const inAddress = parsed.ok ? tagOf(parsed.value) : undefined;
        return inAddress !== undefined && inAddress !== tag;
      },
      message: `${property} must be the one that the address contains; omit it, or give the address without a tag.`,
    },
  ];
}

/** Returns the tag that the text of an address contains: an X-address of the XRP Ledger, a muxed account of Stellar. */
export function tagIn(chains: RegisteredChains, chain: string, text: string): string | undefined {
  const parsed = parseAddressIn(chains, chain, text);
  return parsed.ok ? tagOf(parsed.value) : undefined;
}

/** Returns the issues of a tag beside an address, outside a request. */
export function tagIssues(chains: RegisteredChains, chain: string, address: string, tag: string): readonly Issue[] {
  const operands: Readonly<Record<string, unknown>> = { chain, address, tag };
  const context = { chains, parsed: undefined };
  return tagRules("4.1").flatMap((rule) => {
    const values = rule.of.map((name) => operands[name]);
    if (!rule.isViolated(...values, context)) return [];
    const { code, path, clause, message } = bare(rule);
    return [{ code, path, clause, message, ...rule.describe?.(...values, context) }];
  });
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
    code: "self_hosted_contradicts",
    clause: "4.1",
    path: "/vasp_id",
    of: ["is_self_hosted", "vasp_id?"],
    isViolated: (isSelfHosted, hasVasp) => isSelfHosted === true && hasVasp,
    message: "A self-hosted wallet belongs to no VASP: keep either is_self_hosted: true or vasp_id.",
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
