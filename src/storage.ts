/** `vaspkit/storage`: helpers and types for authors of storages. Imports nothing of Node. */

export { type AccountQuery, searchTextsOf } from "./domain/accounts/search.js";
export type { AddressUpdate, StoredAddress, StoredAddressHistory } from "./domain/addresses/address.js";
export { applyAddressUpdate, sortAddresses } from "./domain/addresses/record.js";
export { type AlertListQuery, sortAlerts } from "./domain/alerts/alert.js";
export { type AsyncDisposal, withAsyncDispose } from "./domain/disposal.js";
export { type Listed, type PageQuery, pageOf } from "./domain/page.js";
export { bestMatches, type Searchable } from "./domain/ranking.js";
export { foldText, squeezeText } from "./domain/text.js";
export { sortVasps, type VaspListQuery, type VaspSort, vaspTextsOf } from "./domain/vasps/list.js";
export type {
  AccountRepository,
  AddressRepository,
  AlertRepository,
  ComplianceStorage,
  DisposableStorage,
  VaspRepository,
} from "./ports/storage.js";
