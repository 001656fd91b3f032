/** `vaspkit/testing`: conformance checks, arbitraries and fakes for your own tests, with any test runner. */

export type { OptionalProperties } from "./testing/arbitraries/account.js";
export type { ChainArbitraryOptions, DrawnAddress } from "./testing/arbitraries/chains.js";
export type { Ivms101DocumentOf } from "./testing/arbitraries/ivms101.js";
export type {
  AccountArbitraryOptions,
  AddressArbitraryOptions,
  Ivms101ArbitraryOptions,
  PropertiesOption,
  TransferArbitraryOptions,
} from "./testing/arbitraries/options.js";
export { type Arbitraries, arbitraries } from "./testing/arbitraries.js";
export {
  type BalanceSourceSubject,
  balanceSourceConformance,
  type KnownBalance,
} from "./testing/balance-source-conformance.js";
export type { CheckOptions, ConformanceCheck, RunCheck } from "./testing/check.js";
export {
  type CutPlace,
  type DamagedPlace,
  type DurableEngine,
  type EngineConformanceOptions,
  type EngineSubject,
  engineConformance,
  type OpenEngine,
} from "./testing/engine-conformance.js";
export type {
  FakeAlertSink,
  FakeBalance,
  FakeBalanceSource,
  FakeBalanceSourceOptions,
  FakeClock,
  FakeRateSource,
  FakeRiskEntry,
  FakeRiskProvider,
  FakeRiskProviderOptions,
  RequestedAddress,
} from "./testing/fakes/parts.js";
export type {
  AlertSinkFault,
  BalanceSourceFault,
  RateSourceFault,
  RiskProviderFault,
  Scripted,
} from "./testing/fakes/script.js";
export { type Fakes, fakes } from "./testing/fakes.js";
export { type PropertyCheck, propertyCheck } from "./testing/property-check.js";
export { type RateSourceSubject, rateSourceConformance } from "./testing/rate-source-conformance.js";
export { type RiskProviderSubject, riskProviderConformance } from "./testing/risk-provider-conformance.js";
export type {
  AccountIssueCode,
  InvalidAddress,
  InvalidAddressByCode,
  TransactionIssueCode,
  TransferIssueCode,
  VaspIssueCode,
} from "./testing/single-fault/by-code.js";
export type { Invalid, InvalidByCode } from "./testing/single-fault/fault.js";
export type { InvalidIvms101, Ivms101DocumentIssueCode } from "./testing/single-fault/ivms101-faults.js";
export type { DurableStorage, OpenStorage, StorageSubject } from "./testing/storage/trial.js";
export { type StorageConformanceOptions, storageConformance } from "./testing/storage-conformance.js";
export type { PlausibleRange, ThresholdConformanceConfig, ThresholdRow } from "./testing/threshold/subject.js";
export type { WrappedEvaluate } from "./testing/threshold/wrapper-calls.js";
export { type ThresholdConformanceOptions, thresholdConformance } from "./testing/threshold-conformance.js";
export { type WrapperConformanceOptions, wrapperConformance } from "./testing/wrapper-conformance.js";
