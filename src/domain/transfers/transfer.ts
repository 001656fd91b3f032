/** Types of travel-rule transfers (§2.9). */
import type { Party, PartyDraft } from "../accounts/account.js";
import type { Chain } from "../chains/chain.js";
import type { AssetCode, CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import type { Requirements } from "../jurisdictions/requirements.js";
import type { Proof } from "../ownership/proof.js";
import type { AppliedPrice } from "../prices/types.js";
import type { Vasp } from "../vasps/vasp.js";
import type { TransferKind } from "./kind.js";

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
export interface TransferRoute<C extends string = Chain> {
  /** Address that sends. */
  readonly originator_address: string;
  /** Address that receives. */
  readonly beneficiary_address: string;
  /**
   * Network of both addresses. With it, both are checked to be addresses of that network. Without it, they are texts that
   * are neither secret keys nor 64 hex digits, which can be a secret key.
   */
  readonly chain?: C | undefined;
  /**
   * Tag, memo or comment beside the sending address, where several customers share it. With `chain`, it must be one of that
   * network, and the one in the address, if the address contains a tag.
   */
  readonly originator_tag?: string | undefined;
  /** Tag, memo or comment beside the receiving address; see `originator_tag`. */
  readonly beneficiary_tag?: string | undefined;
  /** `vasp_id` of the sending VASP. */
  readonly originator_vasp_id: string;
  /** `vasp_id` of the receiving VASP. */
  readonly beneficiary_vasp_id: string;
  /**
   * Value in units of `currency` or `asset`, 0 or more: a finite number or decimal text. The packs of `jurisdictions` need
   * it.
   */
  readonly amount?: number | DecimalText | undefined;
  /** Currency of the amount (ISO 4217), for example `"EUR"`. An amount has either a `currency` or an `asset`. */
  readonly currency?: CurrencyCode | undefined;
  /** Symbol of the crypto-asset of the amount, as the prices spell it, for example `"BTC"`. It needs `prices`. */
  readonly asset?: AssetCode | undefined;
  /**
   * Country whose rules the originator's VASP follows.
   *
   * @default `address_country_code` of its record
   */
  readonly originator_country?: CountryCode | undefined;
  /**
   * Country whose rules the beneficiary's VASP follows.
   *
   * @default `address_country_code` of its record
   */
  readonly beneficiary_country?: CountryCode | undefined;
}

/** A transfer after parsing: both `…_is_self_hosted` have their default, false. */
export type TransferInput<C extends string = Chain> = OriginatorParty &
  BeneficiaryParty &
  SelfHosting &
  TransferRoute<C>;

/**
 * A transfer as you write it, for `transfers.check`. An impossible combination of parties or of self-hosted addresses does
 * not compile.
 *
 * @example
 * const draft = { originator_account_reference_id: "A-1", … } satisfies TransferDraft;
 */
export type TransferDraft<C extends string = Chain> = OriginatorParty<PartyDraft> &
  BeneficiaryParty<PartyDraft> &
  SelfHostingDraft &
  TransferRoute<C>;

/** What checking adds to a transfer: both parties and VASPs in full, its kind and its initiator. */
export interface CheckedTransfer<C extends string = Chain> extends TransferRoute<C> {
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
  /**
   * What the packs of the option `jurisdictions` require of the transfer. Both parties have all listed fields. If it is
   * `undecided`, more may be required. Absent without the option.
   */
  readonly requirements?: Requirements | undefined;
  /** Price of `asset` that the amount was compared with thresholds by. Absent where no threshold needed it. */
  readonly price?: AppliedPrice | undefined;
  /**
   * Proofs by which the duty `ownership_check` is performed: those of the customer's account that are not too old. None
   * if the party on the side of the wallet is not the customer. Absent without this duty, and without the option `ownership`.
   */
  readonly proofs?: readonly Proof[] | undefined;
}

/** A transfer with its references resolved (§2.9). */
export type Transfer<C extends string = Chain> = SelfHosting & CheckedTransfer<C>;

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
export function initiatorOf(transfer: SelfHosting & TransferRoute<string>): string {
  return kindOf(transfer) === "deposit_from_self_hosted" ? transfer.beneficiary_vasp_id : transfer.originator_vasp_id;
}
