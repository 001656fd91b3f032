/** What typia itself says of each input: whether a value is of its type and has no other property. */
import typia from "typia";
import type { AccountShape } from "../../src/domain/accounts/account.shape.js";
import type {
  AddressAssignRequest,
  AddressCreateFields,
  BalanceResponse,
  RiskResponse,
} from "../../src/domain/addresses/address.js";
import type { AlertReviewRequest } from "../../src/domain/alerts/alert.js";
import type {
  ChallengeRequest,
  OwnershipObserveRequest,
  OwnershipVerifyRequest,
} from "../../src/domain/ownership/requests.js";
import type { AssetAmount } from "../../src/domain/prices/types.js";
import type {
  AccountListRequest,
  AccountSearchRequest,
  AlertListRequest,
  VaspListRequest,
  VaspSearchRequest,
} from "../../src/domain/requests.js";
import type { EvaluationShape, TransactionShape } from "../../src/domain/thresholds/transaction.shape.js";
import type {
  DecisionShape,
  EvidenceShape,
  TransferConfirmRequest,
  TransferListFields,
  TransferReviewRequest,
} from "../../src/domain/transfers/decision-request.js";
import type { Policy } from "../../src/domain/transfers/policy.js";
import type { TransferShape } from "../../src/domain/transfers/transfer.shape.js";
import type { Vasp } from "../../src/domain/vasps/vasp.js";

/** By the record of the schema. */
const known: Readonly<Record<string, (value: unknown) => boolean>> = {
  account: typia.createEquals<AccountShape>(),
  "account list request": typia.createEquals<AccountListRequest>(),
  "account search": typia.createEquals<AccountSearchRequest>(),
  "answer to a challenge": typia.createEquals<OwnershipVerifyRequest>(),
  "amount of an asset": typia.createEquals<AssetAmount>(),
  "assignment request": typia.createEquals<AddressAssignRequest>(),
  "address request": typia.createEquals<AddressCreateFields>(),
  "alert list request": typia.createEquals<AlertListRequest>(),
  "alert review": typia.createEquals<AlertReviewRequest>(),
  "balance response": typia.createEquals<BalanceResponse>(),
  challenge: typia.createEquals<ChallengeRequest>(),
  confirmation: typia.createEquals<TransferConfirmRequest>(),
  "evaluation request": typia.createEquals<EvaluationShape>(),
  decision: typia.createEquals<EvidenceShape>(),
  observation: typia.createEquals<OwnershipObserveRequest>(),
  policy: typia.createEquals<Policy>(),
  "review of a transfer": typia.createEquals<TransferReviewRequest>(),
  "risk response": typia.createEquals<RiskResponse>(),
  transaction: typia.createEquals<TransactionShape>(),
  transfer: typia.createEquals<TransferShape>(),
  "transfer list request": typia.createEquals<TransferListFields>(),
  "transfer to decide": typia.createEquals<DecisionShape>(),
  "VASP list request": typia.createEquals<VaspListRequest>(),
  "VASP search": typia.createEquals<VaspSearchRequest>(),
  "VASP record": typia.createEquals<Vasp>(),
};

export function fits(record: string, value: unknown): boolean {
  const equals = known[record];
  if (equals === undefined) throw new TypeError("typia was not asked for this type; add it here");
  return equals(value);
}
