/** `vaspkit/storage`: helpers and types for authors of storages. Imports nothing of Node. */

export {
  type AccountListQuery,
  type AccountSort,
  pageOfAccounts,
  replaceAccount,
} from "./domain/accounts/list.js";
export { type AccountQuery, searchTextsOf } from "./domain/accounts/search.js";
export type {
  AddressLink,
  AddressListQuery,
  AddressUpdate,
  LinkedAddress,
  StoredAddress,
  StoredAddressHistory,
} from "./domain/addresses/address.js";
export { type LinkChange, linkChangeOf, linkOf, sortLinks } from "./domain/addresses/link.js";
export { applyAddressUpdate, sortAddresses, unlinkAddress } from "./domain/addresses/record.js";
export {
  type AlertFilter,
  type AlertListQuery,
  type AlertPlace,
  type StoredAlert,
  sortAlerts,
} from "./domain/alerts/alert.js";
export { type Cursors, plainCursors } from "./domain/cursor.js";
export { type AsyncDisposal, withAsyncDispose } from "./domain/disposal.js";
export { type CursorPage, type Listed, type PageQuery, pageOf } from "./domain/page.js";
export { bestMatches, type Searchable } from "./domain/ranking.js";
export { foldText, squeezeText } from "./domain/text.js";
export {
  addLinkedAmount,
  type LinkedAmount,
  type LinkedEvaluation,
  type LinkedPlace,
  type LinkedTransaction,
  sortLinked,
} from "./domain/thresholds/linked.js";
export { sortVasps, type VaspListQuery, type VaspSort, vaspTextsOf } from "./domain/vasps/list.js";
export {
  readRegister,
  type VaspRegister,
  type VaspSyncCounts,
  type VaspSyncEntry,
  type VaspSyncPlan,
  type VaspSyncRemoval,
  vaspSync,
} from "./domain/vasps/sync.js";
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
