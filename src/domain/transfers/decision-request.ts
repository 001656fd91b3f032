/** Requests of `transfers.decide`, `review`, `confirm` and `list`: the input of their readers. */
import type { PartyDraft } from "../accounts/account.js";
import type { Chain } from "../chains/chain.js";
import type { AssetCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import type { Decision, DutyEvidence } from "./decision.js";
import type { BeneficiaryParty, OriginatorParty, SelfHostingDraft, TransferRoute } from "./transfer.js";
import type { TransferShape } from "./transfer.shape.js";

/** What a decision needs besides the transfer. */
interface DecisionPart {
  /** Your identifier of the transfer. */
  readonly transfer_id: string;
  /**
   * What links the transfer to others, for the rule `LINKED_TRANSACTIONS_BY_COUNTRY`. It may be personal data.
   *
   * @default the rule is not evaluated
   */
  readonly link_key?: string | undefined;
}

/** Value of a transfer: units of a currency or of a crypto-asset. */
type DecisionAmount =
  | { readonly amount: number | DecimalText; readonly currency: CurrencyCode; readonly asset?: undefined }
  | { readonly amount: number | DecimalText; readonly asset: AssetCode; readonly currency?: undefined };

/**
 * A transfer as you write it, for `transfers.decide`. The other side is stated: by a `vasp_id` other than the own one, or by
 * `…_is_self_hosted: true`.
 *
 * @example
 * const withdrawal = {
 *   transfer_id: "W-1", amount: "0.5", asset: "BTC", chain: "bitcoin",
 *   originator_account_reference_id: "A-1", originator_vasp_id: "V-1", originator_address: "bc1q…",
 *   beneficiary_account_reference_id: "A-1", beneficiary_vasp_id: "V-1", beneficiary_address: "bc1p…",
 *   beneficiary_address_is_self_hosted: true,
 * } satisfies TransferToDecide;
 */
export type TransferToDecide<C extends string = Chain> = OriginatorParty<PartyDraft> &
  BeneficiaryParty<PartyDraft> &
  SelfHostingDraft &
  Omit<TransferRoute<C>, "amount" | "currency" | "asset" | "beneficiary_address"> &
  DecisionDestination &
  DecisionAmount &
  DecisionPart;

/** Where a transfer goes: the address, or the travel address of a beneficiary whose VASP names the address when it approves. */
type DecisionDestination =
  | { readonly beneficiary_address: string; readonly beneficiary_travel_address?: undefined }
  | {
      readonly beneficiary_address?: undefined;
      /** Travel address of TRP. The decision is `request_information` until the VASP approves: see `vaspkit/trp`. */
      readonly beneficiary_travel_address: string;
    };

/**
 * A transfer to decide after parsing: addresses in canonical form with their tags, and the amount as plain decimal text. One with
 * a travel address has the address of the approval, once there is one.
 */
export type DecisionDraft = OriginatorParty<PartyDraft> &
  BeneficiaryParty<PartyDraft> &
  SelfHostingDraft &
  Omit<TransferRoute, "beneficiary_address"> &
  DecisionPart & {
    readonly amount: DecimalText;
    readonly beneficiary_address?: string;
    readonly beneficiary_travel_address?: string;
  };

/** A transfer to decide, as it is written. A missing flag of self-hosting stays missing. */
export interface DecisionShape extends Omit<TransferShape, "beneficiary_address"> {
  /** Address that receives. */
  beneficiary_address?: string;
  /** Travel address of the beneficiary, instead of an address. */
  beneficiary_travel_address?: string;
  /** Your identifier of the transfer. */
  transfer_id: string;
  /** Value of the transfer in units of `currency` or `asset`: 0 or more. */
  amount: number | string;
  /** What links the transfer to others. */
  link_key?: string;
}

/** Evidence as the reader has it. A property, because paths of issues need a name. */
export interface EvidenceShape {
  /** Duties that were performed. */
  readonly evidence: readonly DutyEvidence[];
}

/** What became of a transfer. */
export type ConfirmedOutcome = "executed" | "rejected" | "returned" | "cancelled";

/** Request of `transfers.confirm`. */
export interface TransferConfirmRequest {
  readonly outcome: ConfirmedOutcome;
  /**
   * When it happened: ISO 8601 with offset, not later than now. Not for `rejected` and `cancelled`.
   *
   * @default now
   */
  readonly executed_at?: string | undefined;
  /**
   * Identifies the transaction on its chain. Not for `rejected` and `cancelled`.
   *
   * @default none
   */
  readonly transaction_hash?: string | undefined;
  /**
   * Reasons, in one line.
   *
   * @default no note
   */
  readonly note?: string | undefined;
}

/** Request of `transfers.review`. */
export interface TransferReviewRequest {
  readonly decision: "execute" | "reject";
  /**
   * The version that the officer saw. If the transfer was decided again since, nothing is recorded.
   *
   * @default the newest version
   */
  readonly version?: number | undefined;
  /** Reasons, in one line. */
  readonly note: string;
}

/** Which transfers to list. Absent conditions list all. Times are a `Date`, a day or a time with offset. */
export interface TransferListRequest {
  /**
   * Only transfers with this decision, that of the newest version or of its review.
   *
   * @default all
   */
  readonly decision?: Decision | undefined;
  /**
   * Only transfers in this state.
   *
   * @default all
   */
  readonly state?: "open" | ConfirmedOutcome | undefined;
  /**
   * Only transfers of this account, on either side.
   *
   * @default all
   */
  readonly account_ref_id?: string | undefined;
  /**
   * Only transfers that were executed without a permission (true), or only others (false).
   *
   * @default both
   */
  readonly executed_without_permission?: boolean | undefined;
  /**
   * Only transfers that were first decided at this time or later.
   *
   * @default no limit
   */
  readonly from?: string | Date | undefined;
  /**
   * Only transfers that were first decided before this time.
   *
   * @default no limit
   */
  readonly to?: string | Date | undefined;
  /**
   * Transfers per page, 1 to 1000.
   *
   * @default 50
   */
  readonly size?: number | undefined;
  /**
   * The `next_cursor` of the page before, unchanged, with the same conditions. Null requests the first page.
   *
   * @default the first page
   */
  readonly cursor?: string | null | undefined;
}

/** Conditions of `transfers.all`: the request of `transfers.list` without its page. */
export interface TransferAllRequest extends Omit<TransferListRequest, "size" | "cursor"> {}

/** Request of `transfers.list`, as readers and JSON have it. */
export interface TransferListFields extends Omit<TransferListRequest, "from" | "to" | "cursor"> {
  /** Only transfers that were first decided at this time or later. */
  readonly from?: string | undefined;
  /** Only transfers that were first decided before this time. */
  readonly to?: string | undefined;
  /** The `next_cursor` of the page before, unchanged, with the same conditions. */
  readonly cursor?: string | undefined;
}

/** A transfer list for a storage. */
export interface TransferListQuery {
  readonly decision?: Decision | undefined;
  readonly state?: "open" | ConfirmedOutcome | undefined;
  readonly account_ref_id?: string | undefined;
  readonly executed_without_permission?: boolean | undefined;
  /** The earliest time of the first decision. */
  readonly from?: string | undefined;
  /** Only earlier times. */
  readonly to?: string | undefined;
  /** The most transfers of the page. */
  readonly size: number;
  /** The cursor of the page before; absent for the first page. */
  readonly cursor?: string | undefined;
}
