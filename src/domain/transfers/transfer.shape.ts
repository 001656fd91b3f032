/** Shape of transfers (§2.9), from which their reader is generated. Rules are in transfer.rules.ts. */
import type { PartyShape } from "../accounts/account.shape.js";
import type { Chain } from "../chains/chain.js";

export interface TransferShape {
  originator_account?: PartyShape;
  beneficiary_account?: PartyShape;
  originator_account_reference_id?: string;
  beneficiary_account_reference_id?: string;
  originator_address: string;
  beneficiary_address: string;
  originator_address_is_self_hosted?: boolean;
  beneficiary_address_is_self_hosted?: boolean;
  chain?: Chain;
  originator_vasp_id: string;
  beneficiary_vasp_id: string;
}
