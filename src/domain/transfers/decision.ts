/** Types of decisions about transfers. Requests are in requests.ts, what is stored in record.ts. */
import type { Party } from "../accounts/account.js";
import type { Actor } from "../actor.js";
import type { RecordedRiskEntry } from "../addresses/address.js";
import type { Chain } from "../chains/chain.js";
import type { ComplianceErrorCode } from "../compliance-error.js";
import type { CountryCode, CurrencyCode, DecimalText } from "../identifiers/codes.js";
import type { PartySide, RequirementSource, Requirements } from "../jurisdictions/requirements.js";
import type { PartyField, TierDuty } from "../jurisdictions/types.js";
import type { Proof } from "../ownership/proof.js";
import type { AppliedPrice } from "../prices/types.js";
import type { RuleResult } from "../thresholds/types.js";
import type { ExchangeFacts, ExchangeReasonCode } from "./exchange-facts.js";
import type { TransferKind } from "./kind.js";

/** The four decisions of Article 17 of Regulation (EU) 2023/1113. Only `execute` permits anything. */
export type Decision = "execute" | "request_information" | "suspend" | "reject";

/** All decisions, worst first. */
export const DECISIONS: readonly Decision[] = ["reject", "suspend", "request_information", "execute"];

/** From the own VASP to outside, from outside to it, or between its customers. */
export type TransferDirection = "outgoing" | "incoming" | "internal";

/** Why a transfer is not executed. */
export type DecisionReasonCode =
  | "risk_rejected" // a risk_ratio from policy.rejectRisk.
  | "risk_suspended" // a risk_ratio from policy.suspendRisk.
  | "address_of_other_account" // the address is linked to another account.
  | "not_screened" // without a chain, or the provider returned no entry.
  | "screening_failed" // a provider did not answer.
  | "requirements_undecided" // the packs leave something open.
  | "requirements_failed" // a price or a rate for the packs is missing.
  | "evaluation_failed" // a rule could not be evaluated.
  | "threshold_reached" // a breach, with policy.suspendOnBreach.
  | "self_hosted_contradicts" // a label or a provider says otherwise.
  | "vasp_contradicts" // a label or a provider names another VASP.
  | "vasp_unconfirmed" // only the customer names the VASP.
  | "own_address_claimed" // an own address, named as that of someone else.
  | "own_address_unknown" // an internal transfer with an address that is not known as an own one.
  | "address_shared" // customers share the address by tags, so it is not self-hosted.
  | "field_missing" // a party lacks a field.
  | "duty_open" // no evidence that a duty was performed.
  | ExchangeReasonCode;

/** One reason of a decision. It contains no value of the transfer. */
export interface DecisionReason {
  /** Kind of reason, for programs. */
  readonly code: DecisionReasonCode;
  /** The decision that the reason alone leads to. */
  readonly decision: Exclude<Decision, "execute">;
  /** One English sentence: what was found. */
  readonly message: string;
  /** One English sentence: what to do next. */
  readonly what_to_do: string;
  /** Clause of the specification, or the citation of a law. */
  readonly clause?: string;
  readonly side?: PartySide;
  readonly field?: PartyField;
  /** JSON Pointer into the transfer. */
  readonly path?: string;
  /** Whether the same call may be decided otherwise later. `decide` then decides it again. */
  readonly retry?: true;
  /** Who says it: `"label"`, `"link"`, `"own_addresses"`, the name of a risk provider, or the country of a pack or threshold. */
  readonly source?: string;
  /** The code of the failure of a provider, a rate, a price or a rule. */
  readonly failure?: ComplianceErrorCode;
}

/** What is missing before a transfer can be executed: one of `field`, `one_of` and `duty`. */
export interface MissingItem {
  readonly side: PartySide;
  /** A field of the party. */
  readonly field?: PartyField;
  /** Groups of fields: all of one group are enough. */
  readonly one_of?: readonly (readonly PartyField[])[];
  /** A duty without evidence. */
  readonly duty?: TierDuty;
  /** The tiers that require it. */
  readonly sources: readonly RequirementSource[];
}

/** That you performed a duty about this transfer. */
export interface DutyEvidence {
  readonly duty: TierDuty;
  /** The side of the provider that has the duty, as in `missing`. */
  readonly side: PartySide;
  /** How it was performed, in one line. */
  readonly note: string;
  /** When: a day or ISO 8601 with offset, not later than now. */
  readonly at: string;
}

/** The screening of the address of one side. */
export interface ScreeningResult {
  readonly side: PartySide;
  readonly chain: Chain;
  /** In canonical form. */
  readonly address: string;
  /** What the providers returned. The same entries are stored with the address. */
  readonly entries: readonly RecordedRiskEntry[];
  /** The providers of policy.screenWith that did not answer. */
  readonly failures: readonly { readonly provider_name: string; readonly code: ComplianceErrorCode }[];
}

/** The amount in money. */
export interface MoneyOfTransfer {
  /** Exact up to 100 digits. Further decimals are rounded up. */
  readonly amount: DecimalText;
  readonly currency: CurrencyCode;
  /** Price of the crypto-asset; absent for an amount in a currency. */
  readonly price?: AppliedPrice;
}

/** What counsel answered where a pack has no tier. Days are those of the jurisdiction, both included. */
export interface CounselAnswer {
  /** Code of the pack. */
  readonly jurisdiction: CountryCode;
  readonly kind: TransferKind;
  /** What the provider has to do; empty: nothing. */
  readonly duties: readonly TierDuty[];
  /** Who answered. */
  readonly by: string;
  readonly note: string;
  /** First day, `YYYY-MM-DD`. */
  readonly from: string;
  /**
   * Last day, `YYYY-MM-DD`.
   *
   * @default no end
   */
  readonly until?: string;
}

/** The review of a suspended transfer by an officer. */
export interface TransferReview {
  readonly decision: "execute" | "reject";
  readonly note: string;
  readonly actor: Actor;
  /** ISO 8601 with offset, milliseconds, UTC. */
  readonly reviewed_at: string;
  /** The reasons that `execute` overrides. */
  readonly overridden: readonly DecisionReason[];
}

/** A decision about a transfer. Only `decision: "execute"` permits it, until `valid_until`. */
export interface TransferDecision {
  readonly transfer_id: string;
  /** Counts the decisions about this transfer from 1. */
  readonly version: number;
  /** ISO 8601 with offset, milliseconds, UTC. */
  readonly decided_at: string;
  readonly direction: TransferDirection;
  readonly kind: TransferKind;
  /** After a review, what the officer decided. */
  readonly decision: Decision;
  /** End of the permission, inclusive; null unless `decision` is `execute`. */
  readonly valid_until: string | null;
  /** Worst first. */
  readonly reasons: readonly DecisionReason[];
  readonly missing: readonly MissingItem[];
  /** What the packs require, with the answers of counsel; null if it could not be found out. */
  readonly requirements: Requirements | null;
  /** Answers of counsel that count. */
  readonly answers: readonly CounselAnswer[];
  readonly screenings: readonly ScreeningResult[];
  /** Results of the rules of §4.9 in the countries of both providers. */
  readonly evaluations: readonly RuleResult[];
  /** The value in money; null where no price was needed or it is unknown. */
  readonly value: MoneyOfTransfer | null;
  readonly evidence: readonly DutyEvidence[];
  /**
   * Proofs by which the duty `ownership_check` is performed: those of the customer's account that are not too old. None if the
   * party on the side of the wallet is not the customer.
   */
  readonly proofs: readonly Proof[];
  /** The exchange of the message with the counterparty; null without one. */
  readonly exchange: ExchangeFacts | null;
  /** Null without a review. A version with the content of one that an officer rejected has that review. */
  readonly review: TransferReview | null;
}

/** What the directory says about the address of one side, and who says it. */
export interface KnownAddress {
  /** Whether policy.ownAddresses has it. Of Ethereum's form on another chain too, unless the transfer is internal. */
  readonly is_own: boolean;
  /** The label of `addresses.create`; null without one. */
  readonly is_self_hosted: boolean | null;
  /** The label of `addresses.create`; null without one. */
  readonly vasp_id: string | null;
  /** The account that is linked under the tag; null without one. */
  readonly tag_account: string | null;
  /** The account that is linked without a tag; null without one. */
  readonly account: string | null;
  /** Accounts that are linked under any tag, of at most 100 links. */
  readonly shared_by: readonly string[];
  /** Whether it has 100 links or more. Then it counts as shared, also if all accounts in `shared_by` are those of the party. */
  readonly has_many_links: boolean;
}

/** Both parties, as the decision found them. */
export interface DecidedParties {
  readonly originator_account: Party;
  readonly beneficiary_account: Party;
}
