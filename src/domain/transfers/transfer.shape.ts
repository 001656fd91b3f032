/** Shape of transfers (§2.9), from which their reader is generated. Rules are in transfer.rules.ts. */
import type { PartyShape } from "../accounts/account.shape.js";
import type { Chain } from "../chains/chain.js";

/** A transfer as it is written (§2.9). */
export interface TransferShape {
  /** The originator, described directly. */
  originator_account?: PartyShape;
  /** The beneficiary, described directly. */
  beneficiary_account?: PartyShape;
  /** The originator, a stored account. */
  originator_account_reference_id?: string;
  /** The beneficiary, a stored account. */
  beneficiary_account_reference_id?: string;
  /** Address that sends. */
  originator_address: string;
  /** Address that receives. */
  beneficiary_address: string;
  /** Whether the sending address is self-hosted; without it, it is not. */
  originator_address_is_self_hosted?: boolean;
  /** Whether the receiving address is self-hosted; without it, it is not. */
  beneficiary_address_is_self_hosted?: boolean;
  /** Network of both addresses. With it, both are checked to be addresses of that network. */
  chain?: Chain;
  /** `vasp_id` of the sending VASP. */
  originator_vasp_id: string;
  /** `vasp_id` of the receiving VASP. */
  beneficiary_vasp_id: string;
}
