/** `vaspkit`: parsing, the threshold engine, the storage in memory and the operations. Imports nothing of Node. */
export {
  type CrossCheckOptions,
  crossCheckedPrices,
  crossCheckedRates,
} from "./adapters/prices/cross-checked.js";
export { fixedPrices } from "./adapters/prices/fixed.js";
export { fixedRates } from "./adapters/rates/fixed.js";
export { memoryStorage } from "./adapters/storage/memory.js";
export { type Compliance, createCompliance } from "./compliance.js";
export type {
  Account,
  AccountCategory,
  AccountDraft,
  AccountInput,
  AccountType,
  Entity,
  EntityAccount,
  EntityAccountDraft,
  EntityAccountInput,
  EntityName,
  EntityNationalId,
  EntityNationalIdType,
  EntityParty,
  EntityPartyDraft,
  Individual,
  IndividualAccount,
  IndividualAccountDraft,
  IndividualAccountInput,
  IndividualName,
  IndividualNationalId,
  IndividualNationalIdType,
  IndividualParty,
  IndividualPartyDraft,
  Party,
  PartyDraft,
  PostalAddress,
  RetrievedAccount,
  RetrievedAddress,
  RetrievedEntityAccount,
  RetrievedIndividualAccount,
} from "./domain/accounts/account.js";
export type { AccountSort } from "./domain/accounts/list.js";
export { parseAccount } from "./domain/accounts/parse.js";
export { type AccountSummary, toDraft } from "./domain/accounts/views.js";
export type { Actor } from "./domain/actor.js";
export type {
  AccountAddress,
  AddressAssignRequest,
  AddressCreateRequest,
  AddressHistory,
  AddressLink,
  AddressUse,
  BalanceReading,
  RecordedRiskEntry,
  RescreenRequest,
  RiskEntry,
  Screening,
  WalletAddress,
} from "./domain/addresses/address.js";
export type {
  Alert,
  AlertRecord,
  AlertReview,
  AlertReviewRequest,
  AlertState,
  ReviewOutcome,
} from "./domain/alerts/alert.js";
export type {
  AddressIssue,
  AddressIssueCode,
  AddressParseCode,
  Chain,
  ChainModule,
  ChainTag,
  DecodedAddress,
  ParsedAddress,
} from "./domain/chains/chain.js";
export { type AddressParseOptions, parseAddress, tagOf } from "./domain/chains/parse.js";
export type { ChainOptions } from "./domain/chains/register.js";
export { chains, isChain } from "./domain/chains/registry.js";
export {
  ComplianceError,
  type ComplianceErrorCode,
  type IncompleteEvaluation,
  type UndecidedRule,
} from "./domain/compliance-error.js";
export type { ExchangeSubject, NewExchangeEvent } from "./domain/exchanges/apply.js";
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
export type { VaspStanding } from "./domain/exchanges/standing.js";
export type { AssetCode, CountryCode, CurrencyCode, DecimalText, DurationMs } from "./domain/identifiers/codes.js";
export { isCountry } from "./domain/identifiers/country.js";
export { isCurrency } from "./domain/identifiers/currency.js";
export { isDate } from "./domain/identifiers/date.js";
export { isEmail } from "./domain/identifiers/email.js";
export { isLei } from "./domain/identifiers/lei.js";
export {
  type Country,
  type Currency,
  listCountries,
  listCurrencies,
  listRegistrationAuthorities,
  type NationalIdType,
  nationalIdTypes,
  type RegistrationAuthority,
} from "./domain/identifiers/reference-data.js";
export { isRegistrationAuthority } from "./domain/identifiers/registration-authority.js";
export { pathOf } from "./domain/input/json-pointer.js";
export type { ParseOptions } from "./domain/input/types.js";
export type { Issue, IssueCode } from "./domain/issue.js";
export type {
  InconclusiveCode,
  OwnershipMethod,
  OwnershipMethodName,
  RefusalCode,
  SignatureVerdict,
} from "./domain/ownership/method.js";
export type {
  Challenge,
  OwnershipAnswer,
  OwnershipRefusalCode,
  Proof,
} from "./domain/ownership/proof.js";
export type {
  ChallengeRequest,
  ObservedTransaction,
  OwnershipObserveRequest,
  OwnershipVerifyRequest,
} from "./domain/ownership/requests.js";
export type { CursorPage, Page, Pagination } from "./domain/page.js";
export type { AppliedPrice, AssetAmount, DisputedValue, MoneyAmount, PriceTable } from "./domain/prices/types.js";
export type {
  AccountAllRequest,
  AccountListRequest,
  AccountSearchRequest,
  AddressAllRequest,
  AddressListRequest,
  AlertAllRequest,
  AlertListRequest,
  VaspAllRequest,
  VaspListRequest,
  VaspSearchRequest,
} from "./domain/requests.js";
export { type Result, unwrap } from "./domain/result.js";
export { fromSearchParams, type SearchParams } from "./domain/search-params.js";
export { createThresholdEngine } from "./domain/thresholds/engine.js";
export { parseTransaction } from "./domain/thresholds/parse.js";
export type {
  AnyTransaction,
  AssetTransaction,
  ConversionRate,
  EvaluationRequest,
  LinkedDecision,
  LinkedRuleResult,
  LinkedSum,
  LinkedSumAmount,
  OfficialAmounts,
  RateTable,
  RuleCode,
  RuleDecision,
  RuleEvaluation,
  RuleResult,
  Threshold,
  ThresholdConfig,
  ThresholdDecision,
  ThresholdEngine,
  ThresholdEntry,
  ThresholdRuleResult,
  Thresholds,
  Transaction,
} from "./domain/thresholds/types.js";
export type {
  CounselAnswer,
  Decision,
  DecisionReason,
  DecisionReasonCode,
  DutyEvidence,
  KnownAddress,
  MissingItem,
  MoneyOfTransfer,
  ScreeningResult,
  TransferDecision,
  TransferDirection,
  TransferReview,
} from "./domain/transfers/decision.js";
export type {
  ConfirmedOutcome,
  DecisionDraft,
  TransferAllRequest,
  TransferConfirmRequest,
  TransferListRequest,
  TransferReviewRequest,
  TransferToDecide,
} from "./domain/transfers/decision-request.js";
export type { ExchangeFacts, ExchangeReasonCode } from "./domain/transfers/exchange-facts.js";
export type { TransferKind } from "./domain/transfers/kind.js";
export { parseTransfer, type TransferParseOptions } from "./domain/transfers/parse.js";
export type { ExchangePolicy, OwnAddress, Policy } from "./domain/transfers/policy.js";
export type {
  TransferConfirmation,
  TransferRecord,
  TransferState,
  TransferVersion,
} from "./domain/transfers/record.js";
export type {
  BeneficiaryParty,
  CheckedTransfer,
  OriginatorParty,
  SelfHosting,
  SelfHostingDraft,
  Transfer,
  TransferDraft,
  TransferInput,
  TransferRoute,
} from "./domain/transfers/transfer.js";
export { parseVasp } from "./domain/vasps/parse.js";
export type { Vasp, VaspDraft } from "./domain/vasps/vasp.js";
export type { AccountOperations, AccountPage, AccountPutOptions } from "./operations/accounts.js";
export type {
  AddressAssignment,
  AddressCreateOptions,
  AddressOperations,
} from "./operations/addresses.js";
export type { DeliveryReport } from "./operations/alert-dispatcher.js";
export type { AlertDeliveryOptions, AlertOperations, AlertPage, AlertPruneOptions } from "./operations/alerts.js";
export type { DecideOptions } from "./operations/decide.js";
export type { EraseOptions, ErasureReport } from "./operations/erase.js";
export type {
  ComplianceEvent,
  ComplianceObserver,
  EventCounts,
  FailureCode,
  OperationEvent,
  OperationName,
  ProviderEvent,
  StorageEvent,
} from "./operations/events.js";
export type {
  ExchangeAlarmOptions,
  ExchangeLeaseOptions,
  ExchangeOperations,
  ExchangeProgressOptions,
  ExchangeRecordOptions,
  ExchangeSettings,
  RecordedExchange,
} from "./operations/exchanges.js";
export { type InMoneyOptions, inMoney } from "./operations/in-money.js";
export type { LinkedTransactionOptions } from "./operations/linked-options.js";
export type {
  LoadOptions,
  LoadProgress,
  LoadReport,
  SyncOptions,
  SyncReport,
} from "./operations/load-vasps.js";
export type { ComplianceOptions } from "./operations/options.js";
export type { OwnershipOperations, OwnershipPruneOptions } from "./operations/ownership.js";
export type { OwnershipOptions } from "./operations/ownership-options.js";
export type {
  RescreenFailure,
  RescreenOptions,
  RescreenProgress,
  RescreenReport,
} from "./operations/rescreen.js";
export type { RescreenChange } from "./operations/rescreen-changes.js";
export type { RuleOperations } from "./operations/rules.js";
export type {
  TransferPage,
  TransferPruneOptions,
  TransferRecordOperations,
} from "./operations/transfer-records.js";
export type { TransferOperations } from "./operations/transfers.js";
export type { ActorOptions, ChangeOptions, OperationOptions, UncheckedArgs } from "./operations/types.js";
export type { VaspOperations, VaspPage } from "./operations/vasps.js";
export type { AlertDelivery, AlertErrorListener, AlertFailure, AlertSink } from "./ports/alert-sink.js";
export type { Balance, BalanceSource } from "./ports/balance-source.js";
export type { Clock } from "./ports/clock.js";
export type { ContractSignatureQuery, ContractSignatures } from "./ports/contract-signatures.js";
export type { PriceQuery, PriceSource } from "./ports/price-source.js";
export type { RateQuery, RateSource } from "./ports/rate-source.js";
export type { AddressQuery, CallerSignal, RiskProvider } from "./ports/risk-provider.js";
export type { AccountPut, ComplianceStorage, DisposableStorage } from "./ports/storage.js";
export type { ThresholdQuery, ThresholdSource } from "./ports/threshold-source.js";
