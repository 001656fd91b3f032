/** Every kind of input: its type, its clauses and its rules. `npm run generate` writes a reader for each. */
import typia from "typia";
import * as accountRules from "../../src/domain/accounts/account.rules.js";
import type { AccountShape } from "../../src/domain/accounts/account.shape.js";
import type {
  AddressAssignRequest,
  AddressCreateFields,
  BalanceResponse,
  RescreenRequest,
  RiskResponse,
} from "../../src/domain/addresses/address.js";
import * as addressRules from "../../src/domain/addresses/address.rules.js";
import type { AlertReviewRequest } from "../../src/domain/alerts/alert.js";
import type { AuditHoldRequest, HoldSubjectFields } from "../../src/domain/audit/hold.js";
import * as holdRules from "../../src/domain/audit/hold.rules.js";
import * as ownershipRules from "../../src/domain/ownership/ownership.rules.js";
import type {
  ChallengeRequest,
  OwnershipObserveRequest,
  OwnershipVerifyRequest,
} from "../../src/domain/ownership/requests.js";
import type { AssetAmount } from "../../src/domain/prices/types.js";
import * as queryRules from "../../src/domain/query.rules.js";
import type {
  AccountListFields,
  AccountSearchRequest,
  AddressListFields,
  AlertListFields,
  AuditListFields,
  VaspListRequest,
  VaspSearchRequest,
} from "../../src/domain/requests.js";
import * as transactionRules from "../../src/domain/thresholds/transaction.rules.js";
import type { EvaluationShape, TransactionShape } from "../../src/domain/thresholds/transaction.shape.js";
import * as decisionRules from "../../src/domain/transfers/decision.rules.js";
import type {
  DecisionShape,
  EvidenceShape,
  TransferConfirmRequest,
  TransferListFields,
  TransferReviewRequest,
} from "../../src/domain/transfers/decision-request.js";
import type { Policy } from "../../src/domain/transfers/policy.js";
import * as transferRules from "../../src/domain/transfers/transfer.rules.js";
import type { TransferShape } from "../../src/domain/transfers/transfer.shape.js";
import type { Vasp } from "../../src/domain/vasps/vasp.js";
import * as vaspRules from "../../src/domain/vasps/vasp.rules.js";
import type { InputSchema, RuleTable } from "./schema.js";

type Tables = Readonly<Record<string, unknown>>;

/** Returns a function for the tables of a module. */
function tablesOf(module: string, tables: Tables): (name: string, at?: string) => RuleTable {
  // A missing table fails when the schema is compiled.
  return (name, at = "") => ({ at, module, name, rows: tables[name] as RuleTable["rows"] });
}

const account = tablesOf("src/domain/accounts/account.rules", accountRules);
const address = tablesOf("src/domain/addresses/address.rules", addressRules);
const query = tablesOf("src/domain/query.rules", queryRules);
const transaction = tablesOf("src/domain/thresholds/transaction.rules", transactionRules);
const transfer = tablesOf("src/domain/transfers/transfer.rules", transferRules);
const decision = tablesOf("src/domain/transfers/decision.rules", decisionRules);
const ownership = tablesOf("src/domain/ownership/ownership.rules", ownershipRules);
const hold = tablesOf("src/domain/audit/hold.rules", holdRules);
const vasp = tablesOf("src/domain/vasps/vasp.rules", vaspRules);

/** Returns the rules of a party at a place: "" for an account, "/originator_account" in a transfer. */
function partyRulesAt(at: string, isIdentified = true): readonly RuleTable[] {
  return [
    account("partyRules", at),
    account("individualRules", `${at}/individual`),
    account("entityRules", `${at}/entity`),
    account("addressRules", `${at}/address`),
    account("nationalIdOfPartyRules", at),
    account("nationalIdRules", `${at}/national_id`),
    // The last one, so that the rules before it have the same operands without it.
    ...(isIdentified ? [account("identificationRules", at)] : []),
  ];
}

function partyClausesAt(at: string): InputSchema["clauses"] {
  return [
    [`${at}/individual`, "2.3"],
    [`${at}/entity`, "2.4"],
    [`${at}/address`, "2.5"],
    [`${at}/national_id`, "2.6"],
  ];
}

/** An earlier reader's functions are used by later ones. */
export const schemas: readonly InputSchema[] = [
  {
    record: "account",
    type: ["AccountShape", "src/domain/accounts/account.shape"],
    file: "src/generated/account.reader",
    reader: "accountReader",
    shape: typia.json.schemas<[AccountShape], "3.1">(),
    defaults: { account_category: "customer" },
    clauses: [["", "2.2"], ...partyClausesAt("")],
    rules: partyRulesAt(""),
  },
  {
    record: "VASP record",
    type: ["Vasp", "src/domain/vasps/vasp"],
    file: "src/generated/vasp.reader",
    reader: "vaspReader",
    shape: typia.json.schemas<[Vasp], "3.1">(),
    nullIsAbsent: true,
    clauses: [["", "2.7"]],
    rules: [vasp("vaspRules")],
  },
  {
    record: "transfer",
    type: ["TransferShape", "src/domain/transfers/transfer.shape"],
    file: "src/generated/transfer.reader",
    reader: "transferReader",
    shape: typia.json.schemas<[TransferShape], "3.1">(),
    defaults: {
      account_category: "customer",
      originator_address_is_self_hosted: false,
      beneficiary_address_is_self_hosted: false,
    },
    clauses: [["", "2.9"], ...partyClausesAt("/originator_account"), ...partyClausesAt("/beneficiary_account")],
    rules: [
      transfer("transferRules"),
      transfer("optionalAmountRules"),
      ...partyRulesAt("/originator_account"),
      // FATF Recommendation 16 asks for name and account of the beneficiary.
      ...partyRulesAt("/beneficiary_account", false),
    ],
  },
  {
    record: "transaction",
    type: ["AnyTransaction", "src/domain/thresholds/types"],
    file: "src/generated/transaction.reader",
    reader: "transactionReader",
    inner: ["link_key"],
    shape: typia.json.schemas<[TransactionShape], "3.1">(),
    clauses: [["", "4.9"]],
    rules: [transaction("transactionRules")],
  },
  {
    record: "amount of an asset",
    type: ["AssetAmount", "src/domain/prices/types"],
    file: "src/generated/asset-amount.reader",
    reader: "assetAmountReader",
    shape: typia.json.schemas<[AssetAmount], "3.1">(),
    clauses: [["", "4.9"]],
    rules: [transaction("assetAmountRules")],
  },
  {
    record: "evaluation request",
    type: ["EvaluationRequest", "src/domain/thresholds/types"],
    file: "src/generated/transaction.reader",
    reader: "evaluationReader",
    shape: typia.json.schemas<[EvaluationShape], "3.1">(),
    clauses: [["", "4.9"]],
    rules: [transaction("transactionRules", "/transaction"), transaction("evaluationRules")],
  },
  {
    record: "address request",
    type: ["AddressCreateFields", "src/domain/addresses/address"],
    file: "src/generated/address.reader",
    reader: "addressCreateReader",
    shape: typia.json.schemas<[AddressCreateFields], "3.1">(),
    clauses: [["", "4.1"]],
    rules: [address("createRules")],
  },
  {
    record: "assignment request",
    type: ["AddressAssignRequest", "src/domain/addresses/address"],
    file: "src/generated/address.reader",
    reader: "addressAssignReader",
    shape: typia.json.schemas<[AddressAssignRequest], "3.1">(),
    clauses: [["", "4.2"]],
    rules: [address("assignRules")],
  },
  {
    record: "rescreen request",
    type: ["RescreenRequest", "src/domain/addresses/address"],
    file: "src/generated/address.reader",
    reader: "rescreenReader",
    shape: typia.json.schemas<[RescreenRequest], "3.1">(),
    clauses: [["", "4.1"]],
    rules: [],
  },
  {
    record: "risk response",
    type: ["RiskResponse", "src/domain/addresses/address"],
    file: "src/generated/response.reader",
    reader: "riskResponseReader",
    shape: typia.json.schemas<[RiskResponse], "3.1">(),
    mayBeEmpty: ["vasp_name_legal", "vasp_name_business", "vasp_category"],
    clauses: [["", "2.8"]],
    rules: [address("riskRules"), address("riskEntryRules", "/entries/0")],
  },
  {
    record: "balance response",
    type: ["BalanceResponse", "src/domain/addresses/address"],
    file: "src/generated/response.reader",
    reader: "balanceResponseReader",
    shape: typia.json.schemas<[BalanceResponse], "3.1">(),
    clauses: [["", "2.8"]],
    rules: [address("balanceRules")],
  },
  {
    record: "account search",
    type: ["AccountSearchRequest", "src/domain/requests"],
    file: "src/generated/query.reader",
    reader: "accountSearchReader",
    shape: typia.json.schemas<[AccountSearchRequest], "3.1">(),
    clauses: [["", "4.5"]],
    rules: [query("accountSearchRules")],
  },
  {
    record: "account list request",
    type: ["AccountListFields", "src/domain/requests"],
    file: "src/generated/query.reader",
    reader: "accountListReader",
    shape: typia.json.schemas<[AccountListFields], "3.1">(),
    clauses: [["", "4.8"]],
    rules: [query("accountListRules")],
  },
  {
    record: "address list request",
    type: ["AddressListFields", "src/domain/requests"],
    file: "src/generated/query.reader",
    reader: "addressListReader",
    shape: typia.json.schemas<[AddressListFields], "3.1">(),
    clauses: [["", "4.8"]],
    rules: [query("addressListRules")],
  },
  {
    record: "VASP search",
    type: ["VaspSearchRequest", "src/domain/requests"],
    file: "src/generated/query.reader",
    reader: "vaspSearchReader",
    shape: typia.json.schemas<[VaspSearchRequest], "3.1">(),
    clauses: [["", "4.6"]],
    rules: [query("vaspSearchRules")],
  },
  {
    record: "VASP list request",
    type: ["VaspListRequest", "src/domain/requests"],
    file: "src/generated/query.reader",
    reader: "vaspListReader",
    shape: typia.json.schemas<[VaspListRequest], "3.1">(),
    clauses: [["", "4.8"]],
    rules: [query("vaspListRules")],
  },
  {
    record: "alert list request",
    type: ["AlertListFields", "src/domain/requests"],
    file: "src/generated/query.reader",
    reader: "alertListReader",
    shape: typia.json.schemas<[AlertListFields], "3.1">(),
    clauses: [["", "8"]],
    rules: [query("alertListRules")],
  },
  {
    record: "audit list request",
    type: ["AuditListFields", "src/domain/requests"],
    file: "src/generated/query.reader",
    reader: "auditListReader",
    shape: typia.json.schemas<[AuditListFields], "3.1">(),
    clauses: [["", "8"]],
    rules: [query("auditListRules")],
  },
  {
    record: "alert review",
    type: ["AlertReviewRequest", "src/domain/alerts/alert"],
    file: "src/generated/review.reader",
    reader: "alertReviewReader",
    shape: typia.json.schemas<[AlertReviewRequest], "3.1">(),
    clauses: [["", "4.9"]],
    rules: [],
  },
  {
    record: "hold",
    type: ["AuditHoldRequest", "src/domain/audit/hold"],
    file: "src/generated/review.reader",
    reader: "holdReader",
    shape: typia.json.schemas<[AuditHoldRequest], "3.1">(),
    clauses: [["", "8"]],
    rules: [hold("holdRules")],
  },
  {
    record: "subject of a hold",
    type: ["HoldSubjectFields", "src/domain/audit/hold"],
    file: "src/generated/review.reader",
    reader: "holdSubjectReader",
    shape: typia.json.schemas<[HoldSubjectFields], "3.1">(),
    clauses: [["", "8"]],
    rules: [],
  },
  {
    record: "transfer to decide",
    type: ["DecisionShape", "src/domain/transfers/decision-request"],
    file: "src/generated/decision.reader",
    reader: "decisionReader",
    shape: typia.json.schemas<[DecisionShape], "3.1">(),
    defaults: { account_category: "customer" },
    clauses: [["", "2.9"], ...partyClausesAt("/originator_account"), ...partyClausesAt("/beneficiary_account")],
    rules: [
      transfer("transferRules"),
      transfer("requiredAmountRules"),
      ...partyRulesAt("/originator_account"),
      ...partyRulesAt("/beneficiary_account", false),
    ],
  },
  {
    record: "decision",
    type: ["EvidenceShape", "src/domain/transfers/decision-request"],
    file: "src/generated/decision.reader",
    reader: "evidenceReader",
    shape: typia.json.schemas<[EvidenceShape], "3.1">(),
    labels: { evidence: "piece of evidence" },
    clauses: [["", "2.9"]],
    rules: [decision("evidenceRules", "/evidence/0")],
  },
  {
    record: "review of a transfer",
    type: ["TransferReviewRequest", "src/domain/transfers/decision-request"],
    file: "src/generated/decision.reader",
    reader: "transferReviewReader",
    shape: typia.json.schemas<[TransferReviewRequest], "3.1">(),
    clauses: [["", "2.9"]],
    rules: [],
  },
  {
    record: "confirmation",
    type: ["TransferConfirmRequest", "src/domain/transfers/decision-request"],
    file: "src/generated/decision.reader",
    reader: "confirmReader",
    shape: typia.json.schemas<[TransferConfirmRequest], "3.1">(),
    clauses: [["", "2.9"]],
    rules: [decision("confirmRules")],
  },
  {
    record: "challenge",
    type: ["ChallengeRequest", "src/domain/ownership/requests"],
    file: "src/generated/ownership.reader",
    reader: "challengeReader",
    shape: typia.json.schemas<[ChallengeRequest], "3.1">(),
    clauses: [["", "2.9"]],
    rules: [ownership("challengeRules")],
  },
  {
    record: "answer to a challenge",
    type: ["OwnershipVerifyRequest", "src/domain/ownership/requests"],
    file: "src/generated/ownership.reader",
    reader: "ownershipVerifyReader",
    shape: typia.json.schemas<[OwnershipVerifyRequest], "3.1">(),
    clauses: [["", "2.9"]],
    rules: [ownership("ownershipVerifyRules")],
  },
  {
    record: "observation",
    type: ["OwnershipObserveRequest", "src/domain/ownership/requests"],
    file: "src/generated/ownership.reader",
    reader: "ownershipObserveReader",
    shape: typia.json.schemas<[OwnershipObserveRequest], "3.1">(),
    labels: { transaction: "observed transaction" },
    clauses: [["", "2.9"]],
    rules: [ownership("observedRules", "/transaction")],
  },
  {
    record: "transfer list request",
    type: ["TransferListFields", "src/domain/transfers/decision-request"],
    file: "src/generated/decision.reader",
    reader: "transferListReader",
    shape: typia.json.schemas<[TransferListFields], "3.1">(),
    clauses: [["", "4.8"]],
    rules: [decision("transferListRules")],
  },
  {
    record: "policy",
    type: ["Policy", "src/domain/transfers/policy"],
    file: "src/generated/decision.reader",
    reader: "policyReader",
    shape: typia.json.schemas<[Policy], "3.1">(),
    clauses: [["", "2.9"]],
    rules: [decision("ownAddressRules", "/ownAddresses/0")],
  },
];
