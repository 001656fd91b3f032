/** Rules of transfers (§2.9), one row each, in the order of the specification. Rule 3 allows every combination. */
import type { Rule } from "../input/types.js";
import type { TransferShape } from "./transfer.shape.js";

export const transferRules: readonly Rule<TransferShape>[] = [
  ...partyRules("originator"),
  ...partyRules("beneficiary"),
  {
    code: "both_self_hosted",
    clause: "2.9",
    path: "/beneficiary_address_is_self_hosted",
    dependsOn: ["originator_address_is_self_hosted", "beneficiary_address_is_self_hosted"],
    isViolated: (transfer) =>
      transfer.originator_address_is_self_hosted === true && transfer.beneficiary_address_is_self_hosted === true,
    message: "At most one of the two addresses of a transfer may be self-hosted (rule 4).",
  },
  {
    code: "not_sent_to_itself",
    clause: "2.9",
    path: "/beneficiary_vasp_id",
    dependsOn: ["beneficiary_address_is_self_hosted", "originator_vasp_id", "beneficiary_vasp_id"],
    isViolated: (transfer) =>
      transfer.beneficiary_address_is_self_hosted === true &&
      transfer.beneficiary_vasp_id !== transfer.originator_vasp_id,
    message:
      "A withdrawal to a self-hosted wallet is recorded as sent to itself: beneficiary_vasp_id must equal originator_vasp_id (rule 5).",
  },
  {
    code: "not_sent_to_itself",
    clause: "2.9",
    path: "/originator_vasp_id",
    dependsOn: [
      "originator_address_is_self_hosted",
      "beneficiary_address_is_self_hosted",
      "originator_vasp_id",
      "beneficiary_vasp_id",
    ],
    isViolated: (transfer) =>
      transfer.originator_address_is_self_hosted === true &&
      transfer.originator_vasp_id !== transfer.beneficiary_vasp_id,
    message:
      "A deposit from a self-hosted wallet is initiated by the customer's VASP: originator_vasp_id must equal beneficiary_vasp_id (rule 6).",
  },
];

/** Rule 1: either a description or the reference id of a stored account. */
function partyRules(side: "originator" | "beneficiary"): readonly Rule<TransferShape>[] {
  const direct = `${side}_account` as const;
  const reference = `${side}_account_reference_id` as const;
  return [
    {
      code: "party_missing",
      clause: "2.9",
      path: `/${direct}`,
      dependsOn: [],
      isViolated: (transfer) => transfer[direct] === undefined && transfer[reference] === undefined,
      message: `The ${side} of the transfer is missing: describe it in ${direct}, or refer to a stored account in ${reference} (rule 1).`,
    },
    {
      code: "party_ambiguous",
      clause: "2.9",
      path: `/${reference}`,
      dependsOn: [],
      isViolated: (transfer) => transfer[direct] !== undefined && transfer[reference] !== undefined,
      message: `The ${side} of the transfer is described twice: keep either ${direct} or ${reference} (rule 1).`,
    },
  ];
}
