/** The texts of the reasons of decisions. */
import type { PartySide } from "../jurisdictions/requirements.js";
import type { DecisionReason } from "./decision.js";
import { EXCHANGE_TEXTS } from "./exchange-reasons.js";

/** Decision, message, what to do, and clause of each code. */
const texts: Readonly<Record<DecisionReason["code"], readonly [DecisionReason["decision"], string, string, string?]>> =
  {
    risk_rejected: [
      "reject",
      "A provider reports a risk of policy.rejectRisk or more.",
      "Do not execute the transfer; follow your procedure for such addresses.",
      "2.8",
    ],
    risk_suspended: [
      "suspend",
      "A provider reports a risk of policy.suspendRisk or more.",
      "Let an officer look at the screening and call transfers.review.",
      "2.8",
    ],
    address_of_other_account: [
      "suspend",
      "The address is linked to an account that takes no part in the transfer on this side.",
      "Find out whose address it is; correct the link with addresses.create, or let an officer decide.",
      "2.8",
    ],
    not_screened: [
      "suspend",
      "The address was not screened by every provider of policy.screenWith.",
      "Give chain; then decide again.",
      "4.1",
    ],
    screening_failed: [
      "suspend",
      "A risk provider did not answer.",
      "Decide again later; failure names what went wrong.",
      "4.1",
    ],
    requirements_undecided: ["suspend", "A pack leaves open what is required.", "See requirements.undecided.", "2.9"],
    requirements_failed: [
      "suspend",
      "A price or a rate that a threshold of a pack needs is missing.",
      "Decide again later; failure names what went wrong.",
      "2.9",
    ],
    evaluation_failed: [
      "suspend",
      "A rule could not be evaluated.",
      "Decide again later; failure names what went wrong.",
      "4.9",
    ],
    threshold_reached: [
      "suspend",
      "The amount reaches a threshold, and policy.suspendOnBreach is true.",
      "Let an officer review the alert and call transfers.review.",
      "4.9",
    ],
    self_hosted_contradicts: [
      "suspend",
      "The transfer and what is known about the address differ about whether it is self-hosted.",
      "Find out which is right; correct the transfer, or the label with addresses.create.",
      "2.9",
    ],
    vasp_contradicts: [
      "suspend",
      "A label or a provider names another VASP for the address.",
      "Find out which is right; correct the transfer, or the label with addresses.create.",
      "2.9",
    ],
    vasp_unconfirmed: [
      "suspend",
      "Only the customer says that the VASP has the address.",
      "Ask the VASP, then label the address: addresses.create with vasp_id.",
      "2.9",
    ],
    own_address_claimed: [
      "suspend",
      "The address is one of policy.ownAddresses, and the transfer names it as that of someone else.",
      "Find out what the customer means; a transfer to an own address names policy.ownVasp on both sides.",
      "2.9",
    ],
    own_address_unknown: [
      "suspend",
      "The transfer is internal, and the address is not known as an own one.",
      "Add it to policy.ownAddresses. Or link it to the account of the side, and label it: addresses.create with vasp_id.",
      "2.9",
    ],
    address_shared: [
      "suspend",
      "Customers share the address by tags, so it is not self-hosted.",
      "Find out which provider has the address, and name its vasp_id.",
      "2.9",
    ],
    field_missing: [
      "request_information",
      "A party lacks what a pack requires.",
      "Add the field, then decide again.",
      "2.9",
    ],
    duty_open: [
      "request_information",
      "A duty of your VASP is open.",
      "Perform the duty, then decide again with evidence.",
      "2.9",
    ],
    ...EXCHANGE_TEXTS,
  };

/** Returns the reason with its texts. */
export function reasonOf(code: DecisionReason["code"], side?: PartySide): DecisionReason {
  const [decision, message, what_to_do, clause] = texts[code];
  return { code, decision, message, what_to_do, ...(clause !== undefined && { clause }), ...(side && { side }) };
}
