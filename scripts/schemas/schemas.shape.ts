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
import type { CheckedTransfer } from "../../src/domain/transfers/transfer.js";
import type { BeneficiaryShape, TransferShape } from "../../src/domain/transfers/transfer.shape.js";
import type { Vasp, VaspDraft } from "../../src/domain/vasps/vasp.js";
import type { HttpProblem } from "../../src/http/problem.js";
import type { AddressAssignment } from "../../src/operations/addresses.js";
import type { AlertPage } from "../../src/operations/alerts.js";

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

/** A record that was removed. */
export interface RemovalShape {
  removed: boolean;
}

/** How many alerts were removed. */
export interface AlertRemovalShape {
  removed_count: number;
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
  AlertRemovalShape: "AlertRemoval",
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
    AlertRemovalShape,
    HttpProblem,
  ],
  "3.1"
>();
