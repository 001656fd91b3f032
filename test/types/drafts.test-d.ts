/** Input of operations: request types are checked, values of type unknown and any compile. */
import { describe, expectTypeOf, it } from "vitest";
import type { Account, AccountDraft, Compliance, Result, TransferDraft, Vasp, VaspDraft } from "../../src/index.js";

declare const compliance: Compliance;
declare const body: unknown;
// biome-ignore lint/suspicious/noExplicitAny: JSON.parse returns it.
declare const json: any;

const { accounts, addresses, alerts, rules, transfers, vasps } = compliance;
const transaction = { transaction_id: "T-1", amount: "1", currency: "EUR", country: "DE" };

/** Compiled, not run. */
function compiles(..._code: readonly (() => unknown)[]): void {
  expectTypeOf(accounts.create).returns.toExtend<Promise<Result<Account>>>();
}

describe("an operation", () => {
  it("accepts a value of type unknown or any", () => {
    compiles(
      () => [accounts.create(body), accounts.create(json), accounts.search(body), accounts.search(json)],
      () => [accounts.put(body), accounts.put(json, { ifLastModified: "x" }), accounts.list(body), accounts.list()],
      () => [
        vasps.load(body),
        vasps.load(new Set([body])),
        vasps.load([body]),
        vasps.load(json),
        vasps.load([json]),
        vasps.sync(body),
        vasps.sync([json], { maxRemoved: 5 }),
        vasps.search(body),
        vasps.search(json),
      ],
      () => [vasps.list(body), vasps.list(json), vasps.list()],
      () => [addresses.create(body), addresses.create(json), addresses.assign(body), addresses.assign(json)],
      () => [addresses.create(body, { balance: false }), addresses.create(json, { signal: undefined })],
      () => [rules.evaluate(body), rules.evaluate(json, { signal: new AbortController().signal })],
      () => [transfers.check(body), transfers.check(json), alerts.list(body), alerts.list(json), alerts.list()],
    );
  });

  it("rejects an unknown property", () => {
    compiles(
      // @ts-expect-error a misspelt property
      () => accounts.create({ acount_type: "x" }),
      // @ts-expect-error a misspelt property
      () => accounts.put({ acount_type: "x" }),
      // @ts-expect-error a misspelt option
      () => accounts.put(body, { ifModified: "x" }),
      // @ts-expect-error a misspelt property
      () => accounts.list({ page: 1 }),
      // @ts-expect-error a misspelt property
      () => accounts.search({ searchTerm: "x" }),
      // @ts-expect-error a misspelt property
      () => vasps.search({ searchTerm: "x" }),
      // @ts-expect-error a misspelt property
      () => vasps.load([{ vasp_id: "V-1", name_legal: "Example", name_busines: "x" }]),
      // @ts-expect-error no property of VASPs
      () => vasps.list({ sort: "name" }),
      // @ts-expect-error a misspelt property
      () => addresses.create({ chain: "near", address: "a.near", scan: true }),
      // @ts-expect-error a property of create
      () => addresses.assign({ chain: "near", address: "a.near", account_ref_id: "A-1" }),
      // @ts-expect-error a misspelt property
      () => rules.evaluate({ transaction, ruleCodes: ["THRESHOLD_BY_COUNTRY"] }),
      // @ts-expect-error a misspelt property
      () => alerts.list({ deliverd: true }),
      // @ts-expect-error a misspelt option
      () => rules.evaluate(body, { sginal: undefined }),
      // @ts-expect-error a misspelt option
      () => vasps.load([body], { onprogress: () => undefined }),
      // @ts-expect-error a misspelt property
      () => vasps.sync([{ vasp_id: "V-1", name_legal: "Example", name_busines: "x" }]),
      // @ts-expect-error a misspelt option
      () => vasps.sync([body], { maxremoved: 5 }),
      // @ts-expect-error an option of vasps.sync
      () => vasps.load([body], { maxRemoved: 5 }),
      // @ts-expect-error the controller instead of its signal
      () => alerts.deliver({ signal: new AbortController() }),
    );
  });

  it("rejects missing properties", () => {
    compiles(
      // @ts-expect-error everything is missing
      () => accounts.create({}),
      // @ts-expect-error everything is missing
      () => transfers.check({}),
      // @ts-expect-error everything is missing
      () => rules.evaluate({}),
      // @ts-expect-error everything is missing
      () => addresses.create({}),
      // @ts-expect-error nothing is passed
      () => accounts.create(),
      // @ts-expect-error the legal name is missing
      () => vasps.load([{ vasp_id: "V-1" }]),
      // @ts-expect-error a scan needs the name of its provider (§4.1)
      () => addresses.create({ chain: "tezos", address: "tz1", scan_for_risk: true }),
    );
  });

  it("rejects a value outside its list", () => {
    compiles(
      // @ts-expect-error no type of account
      () => accounts.search({ search_term: "x", account_type: "person" }),
      // @ts-expect-error no such chain
      () => addresses.create({ chain: "cardano", address: "a" }),
      // @ts-expect-error no such rule
      () => rules.evaluate({ transaction, rule_codes: ["THRESHOLD"] }),
    );
  });

  it("rejects values that are not what it checks: a stored account, a text", () => {
    const stored = {} as Account;
    compiles(
      // @ts-expect-error a stored account has timestamps
      () => accounts.create(stored),
      // @ts-expect-error a text
      () => accounts.create("{}"),
      // @ts-expect-error one record instead of several
      () => vasps.load({ vasp_id: "V-1", name_legal: "Example" }),
      // @ts-expect-error one record instead of several
      () => vasps.sync({ vasp_id: "V-1", name_legal: "Example" }),
    );
    expectTypeOf<Account>().not.toExtend<AccountDraft>();
  });
});

describe("a draft", () => {
  it("takes undefined where a property is optional, and null in a VASP record", () => {
    const entity = { entity_name: { name_type: "LEGL", name_legal: "Example", name_business: undefined } } as const;
    const draft: AccountDraft = { reference_id: "A-1", account_type: "entity", entity, email: undefined };
    const record: VaspDraft = { vasp_id: "V-1", name_legal: "Example", website: null, summary: undefined };
    compiles(
      () => accounts.create(draft),
      () => vasps.load([record, {} as Vasp]),
      () => vasps.load(new Set([record]), { onProgress: undefined, signal: undefined }),
      () => transfers.check({} as TransferDraft),
      () => vasps.list({ page: undefined, size: 10, sort: "-name_legal" }),
      () => alerts.list({ delivered: undefined }),
    );
  });
});

describe("await using", () => {
  it("accepts a Compliance", () => {
    compiles(async () => {
      await using closing = compliance;
      return closing.alerts.list();
    });
  });
});
