/** `vaspkit/testing`: laws that your own providers and storages must keep, for whatever test runner. Nothing of Node, no runner. */
export type { Law, LawRun } from "./testing/law.js";
export type { LawOptions } from "./testing/law-options.js";
export { riskProviderLaws } from "./testing/risk-provider-laws.js";
export type { RiskProviderSubject } from "./testing/risk-subject.js";
export type { DurableStorage, OpenStorage, StorageSubject } from "./testing/storage/subject.js";
export { type StorageLawsOptions, storageLaws } from "./testing/storage-laws.js";
