/** Shape of transfers (§2.9), from which their reader is generated. Rules are in transfer.rules.ts. */
import type { PartyShape } from "../accounts/account.shape.js";
import type { Chain } from "../chains/chain.js";

/** The beneficiary of a transfer: a party that needs no identifying item (FATF Recommendation 16). */
export interface BeneficiaryShape extends PartyShape {}

/** A transfer as it is written (§2.9). */
export interface TransferShape {
  /** The originator, described directly. */
  originator_account?: PartyShape;
  /** The beneficiary, described directly. */
  beneficiary_account?: BeneficiaryShape;
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
  /** Tag or memo beside the sending address. With `chain`, it must be one of that network. */
  originator_tag?: string;
  /** Tag or memo beside the receiving address. With `chain`, it must be one of that network. */
  beneficiary_tag?: string;
  /** `vasp_id` of the sending VASP. */
  originator_vasp_id: string;
  /** `vasp_id` of the receiving VASP. */
  beneficiary_vasp_id: string;
  /** Value of the transfer in units of `currency` or `asset`: 0 or more. Jurisdictions compare it with their thresholds. */
  amount?: number | string;
  /** Currency of the amount (ISO 4217). */
  currency?: string;
  /** Symbol of the crypto-asset of the amount, as the prices spell it. */
  asset?: string;
  /** Country of the originator's VASP; without it, that of its record. */
  originator_country?: string;
  /** Country of the beneficiary's VASP; without it, that of its record. */
  beneficiary_country?: string;
}
