/** Public types: what compiles, and what must not. */
import { assertType, describe, expectTypeOf, it } from "vitest";
import {
  type Account,
  type AccountAddress,
  type AccountInput,
  type AccountSummary,
  type AddressCreateOptions,
  type AddressCreateRequest,
  type AddressHistory,
  type AlertDeliveryOptions,
  type AlertPage,
  type AppliedPrice,
  type AssetTransaction,
  type Chain,
  type Compliance,
  ComplianceError,
  type ComplianceErrorCode,
  type ComplianceOptions,
  type ConversionRate,
  type CursorPage,
  createCompliance,
  createThresholdEngine,
  type DeliveryReport,
  type DisposableStorage,
  type EntityParty,
  type IndividualParty,
  type Issue,
  type IssueCode,
  type LinkedSum,
  type LoadOptions,
  type LoadReport,
  memoryStorage,
  type OfficialAmounts,
  parseAccount,
  parseTransaction,
  parseTransfer,
  parseVasp,
  type RescreenOptions,
  type RescreenReport,
  type Result,
  type RetrievedAccount,
  type RuleCode,
  type RuleEvaluation,
  type SyncReport,
  type ThresholdDecision,
  type ThresholdEngine,
  type ThresholdSource,
  type Thresholds,
  type Transaction,
  type Transfer,
  type TransferInput,
  unwrap,
  type Vasp,
  type VaspPage,
  type WalletAddress,
} from "../../src/index.js";
import { thresholdsOf } from "../../src/jurisdictions.js";

describe("Result", () => {
  it("narrows to a value or to issues", () => {
    const result = parseAccount({});
    expectTypeOf(result).toEqualTypeOf<Result<AccountInput>>();
    if (result.ok) {
      expectTypeOf(result.value).toEqualTypeOf<AccountInput>();
      // @ts-expect-error a success has no issues
      result.issues;
    } else {
      expectTypeOf(result.issues).toEqualTypeOf<readonly Issue[]>();
      // @ts-expect-error a failure has no value
      result.value;
    }
    // @ts-expect-error the result is not narrowed
    result.value;
  });

  it("is unwrapped to its value", () => {
    expectTypeOf(unwrap(parseVasp({}))).toEqualTypeOf<Vasp>();
  });
});

describe("the parse functions", () => {
  it("accept unknown and return typed values", () => {
    expectTypeOf(parseAccount).parameter(0).toBeUnknown();
    expectTypeOf(parseAccount).returns.toEqualTypeOf<Result<AccountInput>>();
    expectTypeOf(parseVasp).returns.toEqualTypeOf<Result<Vasp>>();
    expectTypeOf(parseTransfer).returns.toEqualTypeOf<Result<TransferInput>>();
    expectTypeOf(parseTransaction).returns.toEqualTypeOf<Result<Transaction | AssetTransaction>>();
  });

  it("return plain texts and numbers, without tags of the validator", () => {
    expectTypeOf<Account["reference_id"]>().toEqualTypeOf<string>();
    expectTypeOf<Account["created"]>().toEqualTypeOf<string>();
    expectTypeOf<Account["email"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<IndividualParty["individual"]["individual_name"]["name_last"]>().toEqualTypeOf<string>();
    expectTypeOf<EntityParty["entity"]["registration_country"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Vasp["supported_protocols"]>().toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<Transaction["amount"]>().toEqualTypeOf<number | string>();
    expectTypeOf<Transaction>().toEqualTypeOf<{
      readonly transaction_id: string;
      readonly amount: number | string;
      readonly currency: string;
      readonly asset?: undefined;
      readonly country: string;
      readonly link_key?: string | undefined;
    }>();
  });

  it("return readonly values", () => {
    const account = unwrap(parseAccount({}));
    // @ts-expect-error readonly
    account.reference_id = "other";
    // @ts-expect-error readonly, at every depth
    if (account.account_type === "entity") account.entity.entity_name.name_legal = "other";
  });
});

describe("Compliance", () => {
  it("is created from a storage and optional parts", () => {
    expectTypeOf(createCompliance({ storage: memoryStorage() })).toEqualTypeOf<Compliance>();
    expectTypeOf<ReturnType<typeof createCompliance>>().toEqualTypeOf<Compliance>();
    assertType<ComplianceOptions>({ storage: memoryStorage() });
    assertType<ComplianceOptions>({ storage: memoryStorage(), thresholds: { US: "3000", SG: 1500 } });
    assertType<ComplianceOptions>({ storage: memoryStorage(), thresholds: { current: async () => ({ US: "3000" }) } });
    // @ts-expect-error a storage is required
    assertType<ComplianceOptions>({ thresholds: { US: "3000" } });
    const screen = async (): Promise<readonly []> => [];
    assertType<ComplianceOptions>({ storage: memoryStorage(), riskProviders: { OFAC: { screen } } });
    // @ts-expect-error a table of providers, not one
    assertType<ComplianceOptions>({ storage: memoryStorage(), riskProviders: { screen } });
    // @ts-expect-error an entry has every member of §2.8
    assertType<ComplianceOptions>({ storage: memoryStorage(), riskProviders: { A: { screen: async () => [{}] } } });
    // @ts-expect-error a balance is decimal text
    assertType<ComplianceOptions>({ storage: memoryStorage(), balances: { balance: async () => ({ balance: 1 }) } });
    // @ts-expect-error a rate source returns a whole table
    assertType<ComplianceOptions>({ storage: memoryStorage(), rates: { current: async () => ({ USD: "1" }) } });
    expectTypeOf(memoryStorage).returns.toEqualTypeOf<DisposableStorage>();
  });

  it("has an operation for each of the specification, which also accepts a value of type unknown", () => {
    type Operation<T> = (input: unknown) => Promise<Result<T>>;
    type Listing<T> = (input?: unknown) => Promise<Result<T>>;
    type Records = Iterable<unknown> | AsyncIterable<unknown>;
    expectTypeOf<Compliance["accounts"]["create"]>().toExtend<Operation<Account>>();
    expectTypeOf<Compliance["accounts"]["search"]>().toExtend<Operation<readonly AccountSummary[]>>();
    expectTypeOf<Compliance["accounts"]["retrieve"]>().toEqualTypeOf<
      (reference_id: string) => Promise<RetrievedAccount | undefined>
    >();
    expectTypeOf<Compliance["vasps"]["load"]>().toExtend<
      (records: Records, options?: LoadOptions) => Promise<LoadReport>
    >();
    expectTypeOf((vasps: Compliance["vasps"], body: unknown) => [
      vasps.load([], { mode: "sync" }),
      vasps.load(body, { mode: "sync", maxRemoved: 5 }),
      vasps.load([body], { mode: "sync" }),
    ]).returns.items.resolves.toEqualTypeOf<SyncReport>();
    expectTypeOf((vasps: Compliance["vasps"], body: unknown) => [
      vasps.load([]),
      vasps.load([], { mode: "add" }),
      vasps.load(body, {}),
    ]).returns.items.resolves.toEqualTypeOf<LoadReport>();
    expectTypeOf<Compliance["vasps"]["remove"]>().toEqualTypeOf<(vasp_id: string) => Promise<boolean>>();
    expectTypeOf<Compliance["vasps"]["search"]>().toExtend<Operation<readonly Vasp[]>>();
    expectTypeOf<Compliance["vasps"]["retrieve"]>().toEqualTypeOf<(vasp_id: string) => Promise<Vasp | undefined>>();
    expectTypeOf<Compliance["vasps"]["list"]>().toExtend<Listing<VaspPage>>();
    type Addresses = Compliance["addresses"];
    expectTypeOf<Addresses["create"]>().toExtend<
      (input: unknown, options?: AddressCreateOptions) => Promise<Result<WalletAddress>>
    >();
    expectTypeOf<Addresses["assign"]>().toExtend<Operation<{ readonly reference_id: string }>>();
    expectTypeOf<Addresses["retrieve"]>().toEqualTypeOf<
      (chain: Chain, address: string) => Promise<WalletAddress | undefined>
    >();
    expectTypeOf<Addresses["ofAccount"]>().toEqualTypeOf<
      (reference_id: string) => Promise<readonly AccountAddress[]>
    >();
    expectTypeOf<Addresses["list"]>().toExtend<Listing<CursorPage<WalletAddress>>>();
    expectTypeOf<Addresses["remove"]>().toEqualTypeOf<(chain: Chain, address: string) => Promise<boolean>>();
    expectTypeOf<Addresses["history"]>().toEqualTypeOf<
      (chain: Chain, address: string) => Promise<AddressHistory | undefined>
    >();
    expectTypeOf<Addresses["rescreen"]>().toEqualTypeOf<(options: RescreenOptions) => Promise<RescreenReport>>();
    // @ts-expect-error a screening needs the name of its provider
    assertType<RescreenOptions>({ chain: "tezos" });
    expectTypeOf<Compliance["rules"]["evaluate"]>().toExtend<Operation<RuleEvaluation>>();
    expectTypeOf<Compliance["transfers"]["check"]>().toExtend<Operation<Transfer>>();
    expectTypeOf<Compliance["alerts"]["list"]>().toExtend<Listing<AlertPage>>();
    expectTypeOf<Compliance["alerts"]["deliver"]>().toEqualTypeOf<
      (options?: AlertDeliveryOptions) => Promise<DeliveryReport>
    >();
    expectTypeOf<Compliance["compact"]>().toEqualTypeOf<() => Promise<void>>();
    expectTypeOf<Compliance["close"]>().toEqualTypeOf<() => Promise<void>>();
    expectTypeOf<keyof Compliance>().toEqualTypeOf<
      | "accounts"
      | "vasps"
      | "addresses"
      | "rules"
      | "transfers"
      | "alerts"
      | "compact"
      | "close"
      | typeof Symbol.asyncDispose
    >();
  });
});

describe("requests about addresses", () => {
  it("name one of the fourteen chains", () => {
    assertType<AddressCreateRequest>({
      chain: "bitcoin-cash",
      address: "…",
      scan_for_risk: true,
      provider_name: "OFAC",
    });
    // @ts-expect-error no such chain
    assertType<AddressCreateRequest>({ chain: "cardano", address: "…" });
    // @ts-expect-error a scan needs the name of its provider (§4.1)
    assertType<AddressCreateRequest>({ chain: "tezos", address: "…", scan_for_risk: true });
    expectTypeOf<WalletAddress["chain"]>().toEqualTypeOf<Chain>();
  });
});

describe("thresholds", () => {
  it("are amounts, or entries with their own currency", () => {
    assertType<Thresholds>({
      US: "3000",
      SG: 1500,
      GI: { amount: "1000", currency: "EUR", operator: ">", citation: "2" },
    });
    // @ts-expect-error an entry needs an amount
    assertType<Thresholds>({ GI: { currency: "EUR" } });
    // @ts-expect-error no such operator
    assertType<Thresholds>({ GI: { amount: "1000", operator: "<" } });
  });

  it("of packs are a source", () => {
    expectTypeOf(thresholdsOf).returns.toExtend<ThresholdSource>();
  });
});

describe("the threshold engine", () => {
  it("returns everything that was compared", () => {
    expectTypeOf(createThresholdEngine).returns.toEqualTypeOf<ThresholdEngine>();
    expectTypeOf<ThresholdEngine["evaluate"]>().toEqualTypeOf<
      (transaction: Transaction | AssetTransaction) => ThresholdDecision
    >();
    expectTypeOf<ThresholdDecision>().toEqualTypeOf<{
      readonly status: "breach" | "pass";
      readonly comparison: "below" | "equal" | "above";
      readonly amount: number | string;
      readonly amount_currency: string;
      readonly price?: AppliedPrice;
      readonly country: string;
      readonly currency: string;
      readonly threshold: string;
      readonly operator?: ">=" | ">";
      readonly citation?: string;
      readonly note?: string;
      readonly official?: OfficialAmounts;
      readonly converted: string;
      readonly rate: ConversionRate | null;
      readonly message: string;
      readonly linked?: LinkedSum;
    }>();
    expectTypeOf<RuleCode>().toEqualTypeOf<"THRESHOLD_BY_COUNTRY" | "LINKED_TRANSACTIONS_BY_COUNTRY">();
  });
});

describe("the codes", () => {
  it("of errors are a closed union", () => {
    const error = new ComplianceError("rate_stale", "The rates are old.");
    expectTypeOf(error.code).toEqualTypeOf<ComplianceErrorCode>();
    expectTypeOf(error.issues).toEqualTypeOf<readonly Issue[]>();
    // @ts-expect-error no such code
    new ComplianceError("rate_old", "The rates are old.");
    expectTypeOf<string>().not.toExtend<ComplianceErrorCode>();
  });

  it("of issues are a closed union", () => {
    expectTypeOf<Issue>().toEqualTypeOf<{
      readonly code: IssueCode;
      readonly path: string;
      readonly clause: string;
      readonly params?: Readonly<Record<string, unknown>>;
      readonly message: string;
    }>();
    expectTypeOf<string>().not.toExtend<IssueCode>();
  });
});
