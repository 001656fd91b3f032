/** The types of requests and responses over HTTP, as JSON Schema. `npm run generate` writes src/generated/schema-table.ts. */
import typia from "typia";
import type { AccountCategory, RetrievedAddress } from "../../src/domain/accounts/account.js";
import type { AccountShape, PartyShape } from "../../src/domain/accounts/account.shape.js";
import type { AccountSummary } from "../../src/domain/accounts/views.js";
import type {
  AccountAddress,
  AddressAssignRequest,
  AddressCreateFields,
  AddressHistory,
  WalletAddress,
} from "../../src/domain/addresses/address.js";
import type { AlertRecord, AlertReviewRequest } from "../../src/domain/alerts/alert.js";
import type { Challenge, OwnershipAnswer, Proof } from "../../src/domain/ownership/proof.js";
import type {
  ChallengeRequest,
  OwnershipObserveRequest,
  OwnershipVerifyRequest,
} from "../../src/domain/ownership/requests.js";
import type { Pagination } from "../../src/domain/page.js";
import type {
  AccountListFields,
  AccountSearchRequest,
  AddressListFields,
  AlertListFields,
  VaspListRequest,
  VaspSearchRequest,
} from "../../src/domain/requests.js";
import type { EvaluationShape, TransactionShape } from "../../src/domain/thresholds/transaction.shape.js";
import type { RuleCode, RuleDecision, RuleEvaluation } from "../../src/domain/thresholds/types.js";
import type { DutyEvidence, TransferDecision } from "../../src/domain/transfers/decision.js";
import type {
  DecisionShape,
  TransferConfirmRequest,
  TransferListFields,
  TransferReviewRequest,
} from "../../src/domain/transfers/decision-request.js";
import type { TransferRecord, TransferVersion } from "../../src/domain/transfers/record.js";
import type { CheckedTransfer } from "../../src/domain/transfers/transfer.js";
import type { BeneficiaryShape, TransferShape } from "../../src/domain/transfers/transfer.shape.js";
import type { Vasp, VaspDraft } from "../../src/domain/vasps/vasp.js";
import type { HttpProblem } from "../../src/http/problem.js";
import type { AddressAssignment } from "../../src/operations/addresses.js";
import type { AlertPage } from "../../src/operations/alerts.js";
import type { ErasureReport } from "../../src/operations/erase.js";

/** A stored account (§2.2). */
export interface StoredAccountShape extends AccountShape {
  /** Whether the account is a customer of yours. */
  account_category: AccountCategory;
  /** When the account was created: ISO 8601 with offset, milliseconds, UTC. */
  created: string;
  /** When the account was last changed: ISO 8601 with offset, milliseconds, UTC. */
  last_modified: string;
}

/** An account as it is retrieved (§4.4). */
export interface RetrievedAccountShape extends Omit<StoredAccountShape, "address" | "created" | "last_modified"> {
  /** Postal address. */
  address?: RetrievedAddress;
  /** When the account was created: `YYYY-MM-DD HH:MM:SS.mmm +ZZZZ`. */
  created: string;
  /** When the account was last changed: `YYYY-MM-DD HH:MM:SS.mmm +ZZZZ`. */
  last_modified: string;
}

/** A party of a checked transfer (§2.9). */
interface CheckedPartyShape extends PartyShape {
  /** Whether the account is a customer of yours. */
  account_category: AccountCategory;
}

/** The beneficiary of a checked transfer (§2.9). */
interface CheckedBeneficiaryShape extends BeneficiaryShape {
  /** Whether the account is a customer of yours. */
  account_category: AccountCategory;
}

/** Result of `rules.evaluate` (§2.10). */
export interface RuleEvaluationShape extends Omit<RuleEvaluation, "results"> {
  /** One entry per evaluated rule, in the order of the request. */
  results: RuleResultShape[];
}

/** Result of one rule (§2.10). */
interface RuleResultShape {
  /** Rule that was evaluated. */
  rule_code: RuleCode;
  /** `breach`: equal to or above the threshold. */
  status: "breach" | "pass";
  /** Contains the threshold (amount and currency code) and the country. */
  message: string;
  /** Threshold, converted amount and rate of the decision, and the sum of linked transactions. */
  decision: RuleDecision;
  /** The stored alert of a `breach`; absent for a `pass`. */
  alert_id?: string;
}

/** A transfer with its references resolved (§2.9). */
export interface CheckedTransferShape
  extends Omit<CheckedTransfer, "originator_account" | "beneficiary_account" | "originator_vasp" | "beneficiary_vasp"> {
  /** The originator, as described or as stored. */
  originator_account: CheckedPartyShape;
  /** The beneficiary, as described or as stored. */
  beneficiary_account: CheckedBeneficiaryShape;
  /** Record of the sending VASP. */
  originator_vasp: VaspShape;
  /** Record of the receiving VASP. */
  beneficiary_vasp: VaspShape;
  /** Whether the sending address is self-hosted. */
  originator_address_is_self_hosted: boolean;
  /** Whether the receiving address is self-hosted. At most one of the two is. */
  beneficiary_address_is_self_hosted: boolean;
}

/** A VASP record as it is returned: the country of its national id is null where unset (§2.7). */
export interface VaspShape extends Omit<Vasp, "national_id_issue_country"> {
  /** Country that issued `national_id`; null where unset. */
  national_id_issue_country: string | null;
}

/** One page of accounts. */
export interface AccountPageShape {
  items: StoredAccountShape[];
  next_cursor: string | null;
}

/** One page of addresses. */
export interface AddressPageShape {
  items: WalletAddress[];
  next_cursor: string | null;
}

/** One page of VASP records (§4.8). */
export interface VaspPageShape {
  items: VaspShape[];
  pagination: Pagination;
}

/** A stored account, and whether it is new. */
export interface AccountPutShape {
  account: StoredAccountShape;
  is_new: boolean;
}

/** A transfer to decide, with evidence beside it. */
export interface TransferDecideShape extends DecisionShape {
  /** Duties that you performed about this transfer. */
  evidence?: DutyEvidence[];
  /** Whether the sending address is self-hosted. State it unless that side has a VASP other than your own. */
  originator_address_is_self_hosted?: boolean;
  /** Whether the receiving address is self-hosted. State it unless that side has a VASP other than your own. */
  beneficiary_address_is_self_hosted?: boolean;
}

/** A transfer as it was decided: addresses in canonical form with their tags, and the amount as decimal text. */
interface DecidedTransferShape extends Omit<DecisionShape, "amount" | "originator_account" | "beneficiary_account"> {
  amount: string;
  originator_account?: CheckedPartyShape;
  beneficiary_account?: CheckedBeneficiaryShape;
}

/** One decision as it is stored, with what it was made on. */
interface TransferVersionShape
  extends Omit<TransferVersion, "transfer" | "originator_account" | "beneficiary_account" | "evaluations"> {
  transfer: DecidedTransferShape;
  originator_account: CheckedPartyShape;
  beneficiary_account: CheckedBeneficiaryShape;
  evaluations: RuleResultShape[];
}

/** A decided transfer with all decisions, reviews and confirmations. */
export interface TransferRecordShape extends Omit<TransferRecord, "versions"> {
  versions: TransferVersionShape[];
}

/** A decision about a transfer. */
export interface TransferDecisionShape extends Omit<TransferDecision, "evaluations"> {
  evaluations: RuleResultShape[];
}

/** One page of decided transfers. */
export interface TransferPageShape {
  items: TransferRecordShape[];
  next_cursor: string | null;
}

type AnswerOf<S extends OwnershipAnswer["status"]> = Extract<OwnershipAnswer, { status: S }>;

/** An answer to a challenge that proves nothing. */
interface OwnershipRefusedShape extends AnswerOf<"refused"> {}

/** An answer to a challenge that a signature alone cannot decide. */
interface OwnershipInconclusiveShape extends AnswerOf<"inconclusive"> {}

/** A proof, or why an answer to a challenge is none. */
type OwnershipAnswerShape = Proof | OwnershipRefusedShape | OwnershipInconclusiveShape;

/** A record that was removed. */
export interface RemovalShape {
  removed: boolean;
}

/** How many records were removed. */
export interface RemovalCountShape {
  removed_count: number;
}

/** What `transfers.prune` did. */
export interface PruningCountsShape {
  removed_count: number;
  /** Transfers that stay because of holds. */
  held_count: number;
}

/** The types by their names in the document, the names of their types here. */
export const names = {
  IssueIssueCode: "Issue",
  AccountShape: "AccountDraft",
  PartyShape: "PartyDraft",
  NationalIdShape: "NationalId",
  TransferShape: "TransferDraft",
  TransactionShape: "AnyTransaction",
  EvaluationShape: "EvaluationRequest",
  AddressCreateFields: "AddressCreateRequest",
  AccountListFields: "AccountListRequest",
  AddressListFields: "AddressListRequest",
  AlertListFields: "AlertListRequest",
  StoredAccountShape: "Account",
  RetrievedAccountShape: "RetrievedAccount",
  BeneficiaryShape: "BeneficiaryDraft",
  CheckedPartyShape: "Party",
  CheckedBeneficiaryShape: "Beneficiary",
  CheckedTransferShape: "Transfer",
  VaspShape: "Vasp",
  AccountPageShape: "AccountPage",
  AddressPageShape: "AddressPage",
  VaspPageShape: "VaspPage",
  AccountPutShape: "AccountPut",
  RuleEvaluationShape: "RuleEvaluation",
  RuleResultShape: "RuleResult",
  RemovalShape: "Removal",
  RemovalCountShape: "RemovalCount",
  PruningCountsShape: "PruningCounts",
  TransferDecideShape: "TransferDecideRequest",
  TransferListFields: "TransferListRequest",
  DecidedTransferShape: "DecidedTransfer",
  TransferVersionShape: "TransferVersion",
  TransferRecordShape: "TransferRecord",
  TransferDecisionShape: "TransferDecision",
  TransferPageShape: "TransferPage",
  OwnershipRefusedShape: "OwnershipRefused",
  OwnershipInconclusiveShape: "OwnershipInconclusive",
  OwnershipAnswerShape: "OwnershipAnswer",
} as const;

export const shapes = typia.json.schemas<
  [
    AccountShape,
    VaspDraft,
    TransferShape,
    TransactionShape,
    EvaluationShape,
    AddressCreateFields,
    AddressAssignRequest,
    AccountSearchRequest,
    AccountListFields,
    AddressListFields,
    VaspSearchRequest,
    VaspListRequest,
    AlertListFields,
    AlertReviewRequest,
    StoredAccountShape,
    RetrievedAccountShape,
    AccountSummary,
    AccountPageShape,
    AccountPutShape,
    VaspShape,
    VaspPageShape,
    WalletAddress,
    AccountAddress,
    AddressPageShape,
    AddressHistory,
    AddressAssignment,
    RuleEvaluationShape,
    CheckedTransferShape,
    AlertRecord,
    AlertPage,
    RemovalShape,
    RemovalCountShape,
    PruningCountsShape,
    TransferDecideShape,
    TransferReviewRequest,
    TransferConfirmRequest,
    TransferListFields,
    TransferDecisionShape,
    TransferRecordShape,
    TransferPageShape,
    ChallengeRequest,
    Challenge,
    OwnershipVerifyRequest,
    OwnershipObserveRequest,
    OwnershipAnswerShape,
    ErasureReport,
    HttpProblem,
  ],
  "3.1"
>();
