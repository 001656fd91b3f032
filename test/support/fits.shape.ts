/** What typia itself says of each shape: whether a value is of its type and has no other property. */
import typia from "typia";
import { type AccountShape, accountShape } from "../../src/domain/accounts/account.shape.js";
import type {
  AddressAssignRequest,
  AddressCreateFields,
  BalanceResponse,
  RiskResponse,
} from "../../src/domain/addresses/address.js";
import {
  addressAssignShape,
  addressCreateShape,
  balanceResponseShape,
  riskResponseShape,
} from "../../src/domain/addresses/address.shape.js";
import { accountSearchShape, alertListShape, vaspListShape, vaspSearchShape } from "../../src/domain/query.shape.js";
import type {
  AccountSearchRequest,
  AlertListRequest,
  VaspListRequest,
  VaspSearchRequest,
} from "../../src/domain/requests.js";
import { evaluationShape, transactionShape } from "../../src/domain/thresholds/transaction.shape.js";
import type { EvaluationRequest, Transaction } from "../../src/domain/thresholds/types.js";
import { type TransferShape, transferShape } from "../../src/domain/transfers/transfer.shape.js";
import type { Vasp } from "../../src/domain/vasps/vasp.js";
import { vaspShape } from "../../src/domain/vasps/vasp.shape.js";

const known: ReadonlyMap<object, (value: unknown) => boolean> = new Map<object, (value: unknown) => boolean>([
  [accountShape, typia.createEquals<AccountShape>()],
  [accountSearchShape, typia.createEquals<AccountSearchRequest>()],
  [addressAssignShape, typia.createEquals<AddressAssignRequest>()],
  [addressCreateShape, typia.createEquals<AddressCreateFields>()],
  [alertListShape, typia.createEquals<AlertListRequest>()],
  [balanceResponseShape, typia.createEquals<BalanceResponse>()],
  [evaluationShape, typia.createEquals<EvaluationRequest>()],
  [riskResponseShape, typia.createEquals<RiskResponse>()],
  [transactionShape, typia.createEquals<Transaction>()],
  [transferShape, typia.createEquals<TransferShape>()],
  [vaspListShape, typia.createEquals<VaspListRequest>()],
  [vaspSearchShape, typia.createEquals<VaspSearchRequest>()],
  [vaspShape, typia.createEquals<Vasp>()],
]);

export function fits(shape: object, value: unknown): boolean {
  const equals = known.get(shape);
  if (equals === undefined) throw new TypeError("typia was not asked for this shape; add it here");
  return equals(value);
}
