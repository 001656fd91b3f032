/** Types of travel-rule transfers (§2.9). */
import type { Party, PartyDraft } from "../accounts/account.js";
import type { Chain } from "../chains/chain.js";
import type { Vasp } from "../vasps/vasp.js";

/** The originator: described directly, or by the reference id of a stored account; never both (§2.9 rule 1). */
export type OriginatorParty<P = Party> =
  | { readonly originator_account: P; readonly originator_account_reference_id?: never }
  | { readonly originator_account?: never; readonly originator_account_reference_id: string };

/** The beneficiary: described directly, or by the reference id of a stored account; never both (§2.9 rule 1). */
export type BeneficiaryParty<P = Party> =
  | { readonly beneficiary_account: P; readonly beneficiary_account_reference_id?: never }
  | { readonly beneficiary_account?: never; readonly beneficiary_account_reference_id: string };

/** Which of the two addresses is self-hosted: at most one (§2.9 rule 4). */
export type SelfHosting =
  | { readonly originator_address_is_self_hosted: false; readonly beneficiary_address_is_self_hosted: boolean }
  | { readonly originator_address_is_self_hosted: true; readonly beneficiary_address_is_self_hosted: false };

/** {@link SelfHosting} as you write it: a flag that is left out is false. */
export type SelfHostingDraft =
  | {
      readonly originator_address_is_self_hosted?: false | undefined;
      readonly beneficiary_address_is_self_hosted?: boolean | undefined;
    }
  | {
      readonly originator_address_is_self_hosted: true;
      readonly beneficiary_address_is_self_hosted?: false | undefined;
    };

/** From where to where a transfer goes (§2.9). */
export interface TransferRoute {
  /** Address that sends. */
  readonly originator_address: string;
  /** Address that receives. */
  readonly beneficiary_address: string;
  /**
   * Network of both addresses. With it, both are checked to be addresses of that network. Without it, they are texts that
   * are not secret keys.
   */
  readonly chain?: Chain | undefined;
  /** `vasp_id` of the sending VASP. */
  readonly originator_vasp_id: string;
  /** `vasp_id` of the receiving VASP. */
  readonly beneficiary_vasp_id: string;
}

/** A transfer after parsing: both `…_is_self_hosted` have their default, false. */
export type TransferInput = OriginatorParty & BeneficiaryParty & SelfHosting & TransferRoute;

/**
 * A transfer as you write it, for `transfers.check`. An impossible combination of parties or of self-hosted addresses does
 * not compile.
 *
 * @example
 * const draft = { originator_account_reference_id: "A-1", … } satisfies TransferDraft;
 */
export type TransferDraft = OriginatorParty<PartyDraft> &
  BeneficiaryParty<PartyDraft> &
  SelfHostingDraft &
  TransferRoute;

/** Between two VASPs, or between a VASP and a self-hosted wallet (§2.9 rules 5 and 6). */
export type TransferKind = "vasp_to_vasp" | "withdrawal_to_self_hosted" | "deposit_from_self_hosted";

/** What checking adds to a transfer: both parties and VASPs in full, its kind and its initiator. */
export interface CheckedTransfer extends TransferRoute {
  /** Between two VASPs, to a self-hosted wallet, or from one. */
  readonly kind: TransferKind;
  /** The VASP that initiates the transfer: the beneficiary's for a deposit from a self-hosted wallet, else the originator's. */
  readonly initiator_vasp_id: string;
  /** Whether both addresses were checked to be addresses of `chain`. False without `chain`. */
  readonly addresses_checked: boolean;
  /** The originator, as described or as stored. */
  readonly originator_account: Party;
  /** Reference id of the originator's stored account, if the transfer named it. */
  readonly originator_account_reference_id?: string | undefined;
  /** The beneficiary, as described or as stored. */
  readonly beneficiary_account: Party;
  /** Reference id of the beneficiary's stored account, if the transfer named it. */
  readonly beneficiary_account_reference_id?: string | undefined;
  /** Record of the sending VASP. */
  readonly originator_vasp: Vasp;
  /** Record of the receiving VASP. */
  readonly beneficiary_vasp: Vasp;
}

/** A transfer with its references resolved (§2.9). */
export type Transfer = SelfHosting & CheckedTransfer;

/**
 * Returns the kind of a transfer (§2.9 rules 5 and 6).
 *
 * @param transfer - both flags of self-hosting
 * @returns the kind that the flags imply
 */
export function kindOf(transfer: SelfHosting): TransferKind {
  if (transfer.beneficiary_address_is_self_hosted) return "withdrawal_to_self_hosted";
  return transfer.originator_address_is_self_hosted ? "deposit_from_self_hosted" : "vasp_to_vasp";
}

/**
 * Returns the VASP that initiates a transfer (§2.9 rules 5 and 6).
 *
 * @param transfer - flags of self-hosting and both VASPs
 * @returns the `vasp_id` of the customer's VASP for a self-hosted wallet, else of the originator's
 */
export function initiatorOf(transfer: SelfHosting & TransferRoute): string {
  return kindOf(transfer) === "deposit_from_self_hosted" ? transfer.beneficiary_vasp_id : transfer.originator_vasp_id;
}
