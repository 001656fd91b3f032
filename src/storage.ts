/** `vaspkit/storage`: what authors of storages need. Imports nothing of Node. */

export { type EngineStorageOptions, storageOf } from "./adapters/storage/repositories/storage.js";
export type { AccountListQuery, AccountSort } from "./domain/accounts/list.js";
export { type AccountQuery, searchTextsOf } from "./domain/accounts/search.js";
export type {
  AddressLink,
  AddressListQuery,
  AddressUpdate,
  LinkedAddress,
  StoredAddress,
  StoredAddressHistory,
} from "./domain/addresses/address.js";
export type { AlertFilter, AlertListQuery, StoredAlert } from "./domain/alerts/alert.js";
export { type Cursors, plainCursors } from "./domain/cursor.js";
export { type AsyncDisposal, withAsyncDispose } from "./domain/disposal.js";
export type {
  Exchange,
  ExchangeAlarm,
  ExchangeEvent,
  ExchangeEventKind,
  ExchangeInquiry,
  ExchangeReason,
  ExchangeState,
  ExchangeUrls,
  OutgoingMessage,
  ReceivedMessage,
} from "./domain/exchanges/exchange.js";
export type { OwnershipRecord, OwnershipTry, ProofPart } from "./domain/ownership/proof.js";
export type { CursorPage, PageQuery } from "./domain/page.js";
export { bestMatches, type Searchable } from "./domain/ranking.js";
export { foldText, squeezeText } from "./domain/text.js";
export type {
  LinkedAmount,
  LinkedEvaluation,
  LinkedPlace,
  LinkedTransaction,
  LinkedUpdate,
} from "./domain/thresholds/linked.js";
export type { TransferListQuery } from "./domain/transfers/decision-request.js";
export type { VaspListQuery, VaspSort } from "./domain/vasps/list.js";
export type { VaspSyncCounts, VaspSyncEntry, VaspSyncRemoval } from "./domain/vasps/sync.js";
export type { AuditLine, AuditListQuery, AuditRecording, AuditRepository, OpenRecord } from "./ports/audit.js";
export { collections } from "./ports/collections.js";
export type {
  ExchangeLease,
  ExchangeLeaseQuery,
  ExchangeListQuery,
  ExchangeRepository,
} from "./ports/exchanges.js";
export type { Held, HoldListQuery, HoldRepository } from "./ports/holds.js";
export type { OwnershipRepository } from "./ports/ownership.js";
export { holds, isIndexed, isSameData, nextVersion, orderOf, stateColumns } from "./ports/rows.js";
export type {
  AccountPut,
  AccountRepository,
  AddressRepository,
  AlertLease,
  AlertLeaseQuery,
  AlertRepository,
  ComplianceStorage,
  DisposableStorage,
  LinkedQuery,
  LinkedTransactionRepository,
  VaspRepository,
} from "./ports/storage.js";
export {
  type Change,
  type Collection,
  type ColumnShape,
  type Columns,
  type ColumnValue,
  type Committed,
  type Condition,
  type Draft,
  EngineFault,
  type FaultFacts,
  type Found,
  type IndexShape,
  type KeyRead,
  type RangeRead,
  type Read,
  type Removal,
  type ReplaceCounts,
  type ReplaceOptions,
  type Row,
  type SearchQuery,
  type StorageEngine,
  type Taking,
} from "./ports/storage-engine.js";
export type {
  AddressFacts,
  ErasureCounts,
  TransferErasure,
  TransferFacts,
  TransferFactsQuery,
  TransferPruning,
  TransferRepository,
  TransferSideEffects,
} from "./ports/transfers.js";
