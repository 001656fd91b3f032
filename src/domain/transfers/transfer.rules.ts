/** Rules of transfers (§2.9), one row each, in the order of the specification. Rule 3 allows every combination. */
import { addressRule, tagRules } from "../addresses/address.rules.js";
import { amountRules, unitRules } from "../amount-rules.js";
import { countryRule, ruleOf } from "../input/rules.js";
import type { Rule } from "../input/types.js";
import type { DecisionShape } from "./decision-request.js";
import { isSameAddress } from "./same-address.js";
import type { TransferShape } from "./transfer.shape.js";

const transferRule = ruleOf<TransferShape>();

export const transferRules = [
  ...partyRules("originator"),
  ...partyRules("beneficiary"),
  transferRule({
    code: "both_self_hosted",
    clause: "2.9",
    path: "/beneficiary_address_is_self_hosted",
    of: ["originator_address_is_self_hosted", "beneficiary_address_is_self_hosted"],
    isViolated: (isOriginator, isBeneficiary) => isOriginator === true && isBeneficiary === true,
    message: "At most one of the two addresses of a transfer may be self-hosted (rule 4).",
  }),
  transferRule({
    code: "not_sent_to_itself",
    clause: "2.9",
    path: "/beneficiary_vasp_id",
    of: ["beneficiary_address_is_self_hosted", "originator_vasp_id", "beneficiary_vasp_id"],
    isViolated: (isBeneficiary, originator, beneficiary) => isBeneficiary === true && beneficiary !== originator,
    message:
      "A withdrawal to a self-hosted wallet is recorded as sent to itself: beneficiary_vasp_id must equal originator_vasp_id (rule 5).",
  }),
  transferRule({
    code: "not_sent_to_itself",
    clause: "2.9",
    path: "/originator_vasp_id",
    of: [
      "originator_address_is_self_hosted",
      "originator_vasp_id",
      "beneficiary_vasp_id",
      "beneficiary_address_is_self_hosted",
    ],
    isViolated: (isOriginator, originator, beneficiary) => isOriginator === true && originator !== beneficiary,
    message:
      "A deposit from a self-hosted wallet is initiated by the customer's VASP: originator_vasp_id must equal beneficiary_vasp_id (rule 6).",
  }),
  addressRule("originator_address", "2.9"),
  addressRule("beneficiary_address", "2.9"),
  ...tagRules("2.9", "originator_tag", "originator_address"),
  ...tagRules("2.9", "beneficiary_tag", "beneficiary_address"),
  transferRule({
    code: "same_address",
    clause: "2.9",
    path: "/beneficiary_address",
    of: ["chain", "originator_address", "beneficiary_address", "originator_tag", "beneficiary_tag"],
    isViolated: (chain, originator, beneficiary: string | undefined, originatorTag, beneficiaryTag, context) => {
      // A transfer to decide may have a travel address instead.
      if (beneficiary === undefined) return false;
      const one = { text: originator, tag: originatorTag };
      return isSameAddress(chain, one, { text: beneficiary, tag: beneficiaryTag }, context);
    },
    message:
      "Both sides of the transfer have the same address; correct one, or add the tags of two customers who share it.",
  }),
  ...amountRules("2.9"),
  ...unitRules("2.9"),
  countryRule("originator_country", "2.9"),
  countryRule("beneficiary_country", "2.9"),
] as const;

/** A transfer to check may have no amount. */
export const optionalAmountRules = [
  transferRule({
    code: "required",
    clause: "2.9",
    path: "/currency",
    of: ["amount?", "currency?", "asset?"],
    isViolated: (hasAmount, hasCurrency, hasAsset) => hasAmount && !(hasCurrency || hasAsset),
    message: "currency is missing; give it, or asset for an amount of a crypto-asset.",
  }),
  transferRule({
    code: "required",
    clause: "2.9",
    path: "/amount",
    of: ["amount?", "currency?", "asset?"],
    isViolated: (hasAmount, hasCurrency, hasAsset) => (hasCurrency || hasAsset) && !hasAmount,
    message: "amount is missing; give it, or remove currency and asset.",
  }),
] as const;

const decisionRule = ruleOf<DecisionShape>();

/** A transfer to decide has an amount, and an address or a travel address. */
export const requiredAmountRules = [
  decisionRule({
    code: "required",
    clause: "2.9",
    path: "/beneficiary_address",
    of: ["beneficiary_address?", "beneficiary_travel_address?"],
    isViolated: (hasAddress, hasTravelAddress) => !(hasAddress || hasTravelAddress),
    message: "beneficiary_address is missing; give it, or beneficiary_travel_address.",
  }),
  decisionRule({
    code: "not_allowed",
    clause: "2.9",
    path: "/beneficiary_travel_address",
    of: ["beneficiary_address?", "beneficiary_travel_address?"],
    isViolated: (hasAddress, hasTravelAddress) => hasAddress && hasTravelAddress,
    message: "The approval names the address, so give either beneficiary_address or beneficiary_travel_address.",
  }),
  transferRule({
    code: "required",
    clause: "2.9",
    path: "/currency",
    of: ["currency?", "asset?"],
    isViolated: (hasCurrency, hasAsset) => !(hasCurrency || hasAsset),
    message: "currency is missing; give it, or asset for an amount of a crypto-asset.",
  }),
] as const;

/** Rule 1: either a description or the reference id of a stored account. */
function partyRules(side: "originator" | "beneficiary"): readonly [missing: Rule, ambiguous: Rule] {
  const direct = `${side}_account` as const;
  const reference = `${side}_account_reference_id` as const;
  return [
    transferRule({
      code: "party_missing",
      clause: "2.9",
      path: `/${direct}`,
      of: [`${direct}?`, `${reference}?`],
      isViolated: (isDirect, isReference) => !(isDirect || isReference),
      message: `The ${side} of the transfer is missing: describe it in ${direct}, or refer to a stored account in ${reference} (rule 1).`,
    }),
    transferRule({
      code: "party_ambiguous",
      clause: "2.9",
      path: `/${reference}`,
      of: [`${direct}?`, `${reference}?`],
      isViolated: (isDirect, isReference) => isDirect && isReference,
      message: `The ${side} of the transfer is described twice: keep either ${direct} or ${reference} (rule 1).`,
    }),
  ];
}
