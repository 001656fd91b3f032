/** `vaspkit/testing`: laws that your own providers and storages must keep, for whatever test runner. Nothing of Node, no runner. */

export type { OptionalProperties } from "./testing/arbitraries/account.js";
export type { AddressIssueCode } from "./testing/arbitraries/invalid-address-text.js";
export type {
  AccountArbitraryOptions,
  AddressArbitraryOptions,
  DrawnAddress,
  PropertiesOption,
  TransferArbitraryOptions,
} from "./testing/arbitraries/options.js";
export type { GivenVasp } from "./testing/arbitraries/records.js";
export { type Arbitraries, arbitraries } from "./testing/arbitraries.js";
export { balanceSourceConformance } from "./testing/balance-source-laws.js";
export type { BalanceSourceSubject, KnownBalance } from "./testing/balance-subject.js";
export type { FakeAlertSink } from "./testing/fakes/alert-sink.js";
export type { FakeBalance, FakeBalanceSource, FakeBalanceSourceOptions } from "./testing/fakes/balance-source.js";
export type { FakeClock } from "./testing/fakes/clock.js";
export type { AskedAddress } from "./testing/fakes/question.js";
export type { FakeRateSource } from "./testing/fakes/rate-source.js";
export type { FakeRiskEntry, FakeRiskProvider, FakeRiskProviderOptions } from "./testing/fakes/risk-provider.js";
export type {
  AlertSinkFault,
  BalanceSourceFault,
  RateSourceFault,
  RiskProviderFault,
  Scripted,
} from "./testing/fakes/script.js";
export { type Fakes, fakes } from "./testing/fakes.js";
export type { ConformanceCheck, RunCheck } from "./testing/law.js";
export type { CheckOptions } from "./testing/law-options.js";
export { type PropertyCheck, propertyCheck } from "./testing/own-law.js";
export { rateSourceConformance } from "./testing/rate-source-laws.js";
export type { RateSourceSubject } from "./testing/rate-subject.js";
export { riskProviderConformance } from "./testing/risk-provider-laws.js";
export type { RiskProviderSubject } from "./testing/risk-subject.js";
export type {
  AccountIssueCode,
  InvalidAddress,
  InvalidAddressByCode,
  TransactionIssueCode,
  TransferIssueCode,
  VaspIssueCode,
} from "./testing/single-fault/by-code.js";
export type { Invalid, InvalidByCode } from "./testing/single-fault/fault.js";
export type { DurableStorage, OpenStorage, StorageSubject } from "./testing/storage/subject.js";
export { type StorageConformanceOptions, storageConformance } from "./testing/storage-laws.js";
export type { ThresholdBand } from "./testing/threshold/band.js";
export type { ThresholdRow } from "./testing/threshold/rows.js";
export type { ThresholdConformanceConfig } from "./testing/threshold/subject.js";
export type { WrappedEvaluate } from "./testing/threshold/wrapped.js";
export { type ThresholdConformanceOptions, thresholdConformance } from "./testing/threshold-laws.js";
export { type WrapperConformanceOptions, wrapperConformance } from "./testing/wrapper-laws.js";
