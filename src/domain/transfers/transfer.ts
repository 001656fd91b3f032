/** The travel-rule transfer (§2.9). */
import type { Party, PartyDraft } from "../accounts/account.js";
import type { Chain } from "../chains/chain.js";
import type { Vasp } from "../vasps/vasp.js";

/** §2.9 rule 1, the originator: direct input, or the reference id of a stored account; never both. */
export type OriginatorParty<P = Party> =
  | { readonly originator_account: P; readonly originator_account_reference_id?: never }
  | { readonly originator_account?: never; readonly originator_account_reference_id: string };

/** §2.9 rule 1, the beneficiary: direct input, or the reference id of a stored account; never both. */
export type BeneficiaryParty<P = Party> =
  | { readonly beneficiary_account: P; readonly beneficiary_account_reference_id?: never }
  | { readonly beneficiary_account?: never; readonly beneficiary_account_reference_id: string };

/** §2.9 rule 4: at most one of the two addresses is self-hosted. */
export type SelfHosting =
  | { readonly originator_address_is_self_hosted: false; readonly beneficiary_address_is_self_hosted: boolean }
  | { readonly originator_address_is_self_hosted: true; readonly beneficiary_address_is_self_hosted: false };

/** The same as a caller may write it: what is left out is false. */
type SelfHostingDraft =
  | { readonly originator_address_is_self_hosted?: false; readonly beneficiary_address_is_self_hosted?: boolean }
  | { readonly originator_address_is_self_hosted: true; readonly beneficiary_address_is_self_hosted?: false };

interface TransferRoute {
  readonly originator_address: string;
  readonly beneficiary_address: string;
  /** Ours: an address means nothing without its network (§4.1). With it both are checked to be addresses of it. */
  readonly chain?: Chain;
  readonly originator_vasp_id: string;
  readonly beneficiary_vasp_id: string;
}

/** A transfer as described by the caller, once parsed: both `…_is_self_hosted` have their default, false. */
export type TransferInput = OriginatorParty & BeneficiaryParty & SelfHosting & TransferRoute;

/**
 * What `transfers.check` takes, for callers who want their compiler to check it: an impossible combination of parties or
 * of self-hosted addresses does not compile.
 *
 * @example
 * const draft = { originator_account_reference_id: "A-1", … } satisfies TransferDraft;
 */
export type TransferDraft = OriginatorParty<PartyDraft> &
  BeneficiaryParty<PartyDraft> &
  SelfHostingDraft &
  TransferRoute;

/** Between two VASPs, or between a VASP and a wallet that its customer or the other side holds alone (§2.9 rules 5, 6). */
export type TransferKind = "vasp_to_vasp" | "withdrawal_to_self_hosted" | "deposit_from_self_hosted";

/** A transfer whose references are resolved: the fields of §2.9, both parties described, and what follows from them. */
export type Transfer = SelfHosting &
  TransferRoute & {
    readonly kind: TransferKind;
    /** Who initiates it: the originator's VASP; for a deposit from a self-hosted wallet the customer's, that is the beneficiary's (§2.9 rules 5, 6). */
    readonly initiator_vasp_id: string;
    /** Given directly, or taken from the directory; then `originator_account_reference_id` says which account. */
    readonly originator_account: Party;
    readonly originator_account_reference_id?: string;
    readonly beneficiary_account: Party;
    readonly beneficiary_account_reference_id?: string;
    readonly originator_vasp: Vasp;
    readonly beneficiary_vasp: Vasp;
  };

/** §2.9 rules 5 and 6: what the two flags say. */
export function kindOf(transfer: SelfHosting): TransferKind {
  if (transfer.beneficiary_address_is_self_hosted) return "withdrawal_to_self_hosted";
  return transfer.originator_address_is_self_hosted ? "deposit_from_self_hosted" : "vasp_to_vasp";
}

/** §2.9 rules 5 and 6: the customer's VASP for a self-hosted wallet, the originator's between two VASPs. */
export function initiatorOf(transfer: SelfHosting & TransferRoute): string {
  return kindOf(transfer) === "deposit_from_self_hosted" ? transfer.beneficiary_vasp_id : transfer.originator_vasp_id;
}
