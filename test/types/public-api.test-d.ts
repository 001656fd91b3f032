/** Public types: what compiles, and what must not. */
import { assertType, describe, expectTypeOf, it } from "vitest";
import {
  type Account,
  type AccountInput,
  type AddressCreateRequest,
  type AddressIssue,
  type AddressIssueCode,
  type AddressParseCode,
  type AssetTransaction,
  type Chain,
  type Compliance,
  ComplianceError,
  type ComplianceErrorCode,
  type ComplianceOptions,
  createCompliance,
  type DisposableStorage,
  type EntityParty,
  type IndividualParty,
  type Issue,
  type IssueCode,
  type LinkedDecision,
  type LinkedSum,
  memoryStorage,
  type ParsedAddress,
  parseAccount,
  parseAddress,
  parseTransaction,
  parseTransfer,
  parseVasp,
  type RescreenRequest,
  type Result,
  type RuleDecision,
  type RuleResult,
  type ThresholdDecision,
  type ThresholdSource,
  type Thresholds,
  type Transaction,
  type TransferInput,
  unwrap,
  type Vasp,
  type WalletAddress,
} from "../../src/index.js";
import {
  type Ivms101IssueCode,
  type ParsedIvms101,
  parseIvms101,
  parseTravelAddress,
  type TravelAddress,
  type TravelIssueCode,
} from "../../src/ivms101.js";
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
    expectTypeOf(parseTransfer({})).toEqualTypeOf<Result<TransferInput>>();
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
});

describe("a decision", () => {
  it("has the sum of linked transactions if its rule adds them up", () => {
    expectTypeOf<LinkedDecision>().toExtend<ThresholdDecision>();
    type DecisionOf<Code> = Extract<RuleResult, { rule_code: Code }>["decision"];
    expectTypeOf<DecisionOf<"LINKED_TRANSACTIONS_BY_COUNTRY">>().toEqualTypeOf<LinkedDecision>();
    expectTypeOf<DecisionOf<"THRESHOLD_BY_COUNTRY">>().toEqualTypeOf<ThresholdDecision>();
    expectTypeOf<RuleDecision["linked"]>().toEqualTypeOf<LinkedSum | undefined>();
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
    // @ts-expect-error a screening needs the name of its provider
    assertType<RescreenRequest>({ chain: "tezos" });
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

describe("the codes", () => {
  it("of errors are a closed union", () => {
    const error = new ComplianceError("rate_stale", "The rates are old.");
    expectTypeOf(error.code).toEqualTypeOf<ComplianceErrorCode>();
    expectTypeOf(error.issues).toEqualTypeOf<readonly Issue<string>[]>();
    // @ts-expect-error no such code
    new ComplianceError("rate_old", "The rates are old.");
    expectTypeOf<string>().not.toExtend<ComplianceErrorCode>();
  });

  it("of issues are those of the function, and unwrap takes the result of each", () => {
    expectTypeOf(parseAddress("bitcoin", "1…")).toEqualTypeOf<Result<ParsedAddress, AddressParseCode>>();
    expectTypeOf(parseIvms101({})).toEqualTypeOf<Result<ParsedIvms101, Ivms101IssueCode>>();
    expectTypeOf(parseTravelAddress("ta…")).toEqualTypeOf<Result<TravelAddress, TravelIssueCode>>();
    expectTypeOf<AddressIssue>().toEqualTypeOf<Pick<Issue<AddressIssueCode>, "code" | "message">>();
    expectTypeOf<AddressParseCode>().toExtend<IssueCode>();
    expectTypeOf(unwrap(parseIvms101({}))).toEqualTypeOf<ParsedIvms101>();
    expectTypeOf(unwrap(parseTravelAddress("ta…"))).toEqualTypeOf<TravelAddress>();
    expectTypeOf(unwrap(parseAddress("bitcoin", "1…"))).toEqualTypeOf<ParsedAddress>();
    // @ts-expect-error a document has codes that accounts have not
    assertType<Result<ParsedIvms101>>(parseIvms101({}));
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
