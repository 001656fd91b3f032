import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import {
  type AddressCreateOptions,
  ComplianceError,
  type ComplianceOptions,
  type ComplianceStorage,
  memoryStorage,
  type RiskProvider,
  unwrap,
} from "../../src/index.js";
import {
  account_ref_id,
  addressCompliance,
  balanceSource,
  entry,
  screener,
  screening,
  wallets,
} from "../support/address-samples.js";
import { failureOf, faultsOf } from "../support/outcomes.js";
import { now } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

const { given } = wallets.ethereum;

/** Never settles, and ignores its signal. */
const hang = (): Promise<never> => new Promise(() => undefined);

/** A provider that waits for its signal, and records the reasons. */
function waiting(): { readonly part: RiskProvider; readonly reasons: unknown[] } {
  const reasons: unknown[] = [];
  const screen: RiskProvider["screen"] = ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener("abort", () => {
        reasons.push(signal.reason);
        reject(new Error("aborted"));
      });
    });
  return { part: { screen }, reasons };
}

async function failing(
  options: Partial<ComplianceOptions>,
  code: ComplianceError["code"],
  more?: AddressCreateOptions,
): Promise<ComplianceError> {
  // Without a hit, which would be stored.
  const riskProviders = { RDCFI: screener(() => [{ ...entry, risk_ratio: 0 }]).part };
  const { addresses } = await addressCompliance({ riskProviders, ...options });
  const failure = await failureOf(addresses.create(screening, more), code);
  expect(await addresses.retrieve("ethereum", given)).toBeUndefined();
  expect(await addresses.history("ethereum", given)).toBeUndefined();
  return failure;
}

describe("a risk provider or balance source that fails: its error is thrown, and nothing is stored", () => {
  it.each(["provider_timeout", "address_unknown", "list_stale"] as const)("passes on %s", async (code) => {
    const failure = new ComplianceError(code, "It failed.");
    const part = screener(() => Promise.reject(failure)).part;
    expect(await failing({ riskProviders: { RDCFI: part } }, code)).toBe(failure);
    const balances = balanceSource(() => Promise.reject(failure)).part;
    expect(await failing({ balances }, code)).toBe(failure);
  });

  it("passes on chain_unsupported of a provider: an address that was not screened has no record of a scan", async () => {
    const failure = new ComplianceError("chain_unsupported", "It failed.");
    const { part } = screener(() => Promise.reject(failure));
    expect(await failing({ riskProviders: { RDCFI: part } }, "chain_unsupported")).toBe(failure);
  });

  it.each([
    ["an error", new TypeError("Jane Doe")],
    ["a text", "Jane Doe"],
    ["undefined", undefined],
  ])("turns %s into provider_unavailable, with the cause and a message of its own", async (_, cause) => {
    const fail = (): never => {
      throw cause;
    };
    for (const options of [{ riskProviders: { RDCFI: screener(fail).part } }, { balances: balanceSource(fail).part }]) {
      const failure = await failing(options, "provider_unavailable");
      expect(failure.cause).toBe(cause);
      expect(failure.message).not.toContain("Jane");
    }
    // Thrown synchronously.
    const failure = await failing({ riskProviders: { RDCFI: { screen: fail } } }, "provider_unavailable");
    expect(failure.cause).toBe(cause);
  });

  it("names the failing part: the provider by its configured name, or balances", async () => {
    const fail = (): never => {
      throw new Error("no");
    };
    const risk = await failing({ riskProviders: { RDCFI: screener(fail).part } }, "provider_unavailable");
    expect(risk.message).toContain('"RDCFI"');
    const balance = await failing({ balances: balanceSource(fail).part }, "provider_unavailable");
    expect(balance.message).toContain("balances");
  });

  it("aborts the lookup of the balance, and is reported whatever that does", async () => {
    const failure = new ComplianceError("provider_unreachable", "No connection.");
    const risk = screener(() => Promise.reject(failure)).part;
    const { part, reasons } = waiting();
    const options = { riskProviders: { RDCFI: risk }, balances: { balance: part.screen as never } };
    expect(await failing(options, "provider_unreachable")).toBe(failure);
    expect(reasons).toEqual([failure]);
    const hanging = { riskProviders: { RDCFI: risk }, balances: { balance: hang } };
    expect(await failing(hanging, "provider_unreachable")).toBe(failure);
  });

  it("leaves the stored record and its screenings unchanged", async () => {
    let answer: unknown = [entry];
    const { part } = screener(() => answer);
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: part } });
    const record = unwrap(await addresses.create(screening));
    answer = [{ ...entry, risk_ratio: 101 }];
    await failureOf(addresses.create({ ...screening, is_self_hosted: true, account_ref_id }), "provider_unreadable");
    expect(await addresses.retrieve("ethereum", given)).toStrictEqual(record);
    expect((await addresses.history("ethereum", given))?.screenings).toHaveLength(1);
    expect(await addresses.ofAccount(account_ref_id)).toEqual([]);
  });

  it("names the first three issues of an invalid response, and the number of the others", async () => {
    const { part } = screener(() => [{ provider_name: "RDCFI" }]);
    const failure = await failing({ riskProviders: { RDCFI: part } }, "provider_unreadable");
    expect(failure.message).toContain('required at "/0/risk_ratio"');
    expect(failure.message).toContain("and 3 more). Nothing was stored");
    const { part: other } = screener(() => [{ ...entry, risk_ratio: 101 }]);
    expect((await failing({ riskProviders: { RDCFI: other } }, "provider_unreadable")).message).not.toContain("more.");
  });

  it("a storage that fails and a clock without a time store nothing either", async () => {
    const broken = memoryStorage();
    const failure = new ComplianceError("storage_unavailable", "The disk is full.");
    const storage: ComplianceStorage = {
      ...broken,
      addresses: { ...broken.addresses, save: () => Promise.reject(failure) },
    };
    expect(await failing({ storage }, "storage_unavailable")).toBe(failure);
    let calls = 0;
    // The first two times are those of the stored accounts.
    const clock = (): Date => {
      calls += 1;
      return calls > 2 ? new Date(Number.NaN) : now;
    };
    await failing({ clock }, "configuration_invalid");
  });
});

describe("the signal of addresses.create", () => {
  it("that has aborted: aborted with its reason, and nothing is requested", async () => {
    const reason = new Error("the user left");
    const [risk, balance] = [screener(), balanceSource()];
    const options = { riskProviders: { RDCFI: risk.part }, balances: balance.part };
    const failure = await failing(options, "aborted", { signal: AbortSignal.abort(reason) });
    expect(failure.cause).toBe(reason);
    expect([...risk.queries, ...balance.queries]).toEqual([]);
    // Nor is the directory read, which would report unknown_account.
    const { addresses } = await addressCompliance(options);
    const unknown = { ...screening, account_ref_id: "ACC-9" };
    await failureOf(addresses.create(unknown, { signal: AbortSignal.abort() }), "aborted");
  });

  it("that aborts meanwhile aborts the requests, and nothing is stored", async () => {
    const controller = new AbortController();
    const { part, reasons } = waiting();
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: part } });
    const creating = addresses.create(screening, { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort("the user left");
    expect((await failureOf(creating, "aborted")).cause).toBe("the user left");
    expect(reasons).toEqual(["the user left"]);
    expect(await addresses.retrieve("ethereum", given)).toBeUndefined();
  });

  it("rejects at once, also where provider and source ignore it", async () => {
    const controller = new AbortController();
    const options = { riskProviders: { RDCFI: { screen: hang } }, balances: { balance: hang } };
    const failure = failing(options, "aborted", { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    expect((await failure).cause).toBe(controller.signal.reason);
  });

  it("rejects at once while the storage does not respond", async () => {
    const memory = memoryStorage();
    const storage = { ...memory, accounts: { ...memory.accounts, find: hang } };
    const { addresses } = await addressCompliance({ storage });
    const signal = AbortSignal.timeout(5);
    await failureOf(addresses.create({ ...screening, account_ref_id }, { signal }), "aborted");
  });

  it("is checked while the directory is read, and until the record is stored", async () => {
    const controller = new AbortController();
    const memory = memoryStorage();
    const find: ComplianceStorage["accounts"]["find"] = async (reference_id) => {
      controller.abort("early");
      return memory.accounts.find(reference_id);
    };
    const { part, queries } = screener();
    const storage = { ...memory, accounts: { ...memory.accounts, find } };
    const early = await addressCompliance({ storage, riskProviders: { RDCFI: part } });
    const linking = { ...screening, account_ref_id };
    const { signal } = controller;
    expect((await failureOf(early.addresses.create(linking, { signal }), "aborted")).cause).toBe("early");
    expect(queries).toEqual([]);

    const late = new AbortController();
    let calls = 0;
    const clock = (): Date => {
      calls += 1;
      if (calls > 2) late.abort("late");
      return now;
    };
    expect((await failing({ clock }, "aborted", { signal: late.signal })).cause).toBe("late");
  });

  it("that aborts afterwards changes nothing, and is released", async () => {
    const controller = new AbortController();
    const { part, queries } = screener();
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: part } });
    const record = unwrap(await addresses.create(screening, { signal: controller.signal }));
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    controller.abort();
    expect(queries[0]?.signal?.aborted).toBe(false);
    expect(await addresses.retrieve("ethereum", given)).toStrictEqual(record);
  });

  it("does not hide the issues of invalid input", async () => {
    const { addresses } = await addressCompliance();
    const { signal } = new AbortController();
    expect(faultsOf(await addresses.create(untyped({ ...screening, address: 5 }), { signal }))).toEqual([
      ["wrong_type", "/address", "4.1"],
    ]);
  });
});

describe("an unknown balance", () => {
  const unavailable = balanceSource(() => Promise.reject(new ComplianceError("provider_unreachable", "It is down.")));

  it("is null where the source does not support the chain, and never 0", async () => {
    const unsupported = new ComplianceError("chain_unsupported", "Not this one.");
    const { part } = balanceSource(() => Promise.reject(unsupported));
    const { addresses } = await addressCompliance({ balances: part });
    const record = unwrap(await addresses.create({ chain: "ethereum", address: given }));
    expect(record.financial_data).toEqual({ balance: null, balance_usd: null });
  });

  it("does not stop a screening that skips the balance lookup", async () => {
    const { part } = screener(async () => [{ ...entry, risk_ratio: 100 }]);
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: part }, balances: unavailable.part });
    await failureOf(addresses.create(screening), "provider_unreachable");
    const record = unwrap(await addresses.create(screening, { balance: false }));
    expect(record).toMatchObject({ risk_data: [{ risk_ratio: 100 }], financial_data: { balance: null } });
    expect(unavailable.queries).toHaveLength(1);
  });

  it.each([{ balance: "no" }, { ballance: false }, { "Jane Doe": 1 }, { signal: undefined, sginal: 1 }])(
    "rejects invalid options, and repeats no name that may be personal: %o",
    async (options) => {
      const { addresses } = await addressCompliance({ balances: unavailable.part });
      // A caller without types passes it.
      const creating = addresses.create(screening, options as unknown as AddressCreateOptions);
      expect((await failureOf(creating, "invalid_input")).message).not.toContain("Jane");
    },
  );
});
