import { describe, expect, it } from "vitest";
import {
  type Balance,
  type ComplianceStorage,
  memoryStorage,
  parseAddress,
  type RiskEntry,
  type RiskProvider,
  tagOf,
  unwrap,
} from "../../src/index.js";
import {
  account_ref_id,
  addressCompliance,
  balanceSource,
  entry,
  identity,
  loading,
  screener,
  screening,
  wallets,
} from "../support/address-samples.js";
import { faultsOf } from "../support/outcomes.js";
import { entity, individual, now } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

const { given, canonical } = wallets.ethereum;

describe("addresses.list", () => {
  it("is cursor_invalid for a text that is no cursor", async () => {
    const { addresses } = await addressCompliance();
    expect(faultsOf(await addresses.list({ cursor: "none" }))).toEqual([["cursor_invalid", "/cursor", "4.8"]]);
  });
});

describe("an address that is linked while addresses.create runs", () => {
  it("is not linked again", async () => {
    const { part } = screener(async () => {
      await addresses.create({ ...loading, account_ref_id: "A-OTHER" });
      return [entry];
    });
    const { accounts, addresses } = await addressCompliance({ riskProviders: { RDCFI: part } });
    unwrap(await accounts.create({ ...individual, reference_id: "A-OTHER" }));
    const refused = await addresses.create({ ...screening, account_ref_id });
    expect(faultsOf(refused)).toEqual([["address_linked_elsewhere", "/account_ref_id", "4.1"]]);
  });
});

describe("an account that is removed while an operation runs", () => {
  it("is not linked by addresses.create, and nothing is stored", async () => {
    const { part } = screener(async () => {
      await accounts.remove(account_ref_id);
      return [entry];
    });
    const { accounts, addresses } = await addressCompliance({ riskProviders: { RDCFI: part } });
    const refused = await addresses.create({ ...screening, account_ref_id });
    expect(faultsOf(refused)).toEqual([["unknown_account", "/account_ref_id", "4.1"]]);
    expect(await addresses.retrieve("ethereum", given)).toBeUndefined();
    expect(await addresses.ofAccount(account_ref_id)).toEqual([]);
  });

  it("is not linked by addresses.assign", async () => {
    const inner = memoryStorage();
    const find: ComplianceStorage["accounts"]["find"] = async (id) => {
      const found = await inner.accounts.find(id);
      await inner.accounts.remove(id, "2026-02-03");
      return found;
    };
    const { addresses } = await addressCompliance({ storage: { ...inner, accounts: { ...inner.accounts, find } } });
    await addresses.create(loading);
    const refused = await addresses.assign({ ...loading, reference_id: account_ref_id });
    expect(faultsOf(refused)).toEqual([["unknown_account", "/reference_id", "4.2"]]);
    expect(await addresses.history("ethereum", given)).toMatchObject({ links: [] });
  });
});

describe("an address that is removed while an operation runs", () => {
  it("is stored by addresses.create, which was called to store it", async () => {
    const { part } = screener(async () => {
      await addresses.remove("ethereum", given);
      return [entry];
    });
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: part } });
    await addresses.create(loading);
    unwrap(await addresses.create(screening));
    expect(await addresses.retrieve("ethereum", given)).toMatchObject({ risk_data: [entry] });
    expect((await addresses.history("ethereum", given))?.screenings).toHaveLength(1);
  });
});

describe("addresses.create requests screening and balance", () => {
  it("at the same time", async () => {
    let arrived = 0;
    let meet: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const answering = (answer: unknown) => async (): Promise<unknown> => {
      arrived += 1;
      if (arrived === 2) meet();
      await both;
      return answer;
    };
    const risk = screener(answering([entry]));
    const balance = balanceSource(answering({ balance: "2", balance_usd: null }));
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: risk.part }, balances: balance.part });
    expect(unwrap(await addresses.create(screening))).toMatchObject({
      financial_data: { balance: 2, balance_usd: null },
      risk_data: [entry],
    });
    const query = { chain: "ethereum", address: canonical, signal: expect.any(AbortSignal) };
    expect([...risk.queries, ...balance.queries]).toEqual([query, query]);
    expect(balance.queries[0]?.signal?.aborted).toBe(false);
  });

  it("as methods, so that they may use this", async () => {
    class House {
      readonly ratio = 12;
      async screen(): Promise<readonly RiskEntry[]> {
        return [{ ...entry, risk_ratio: this.ratio }];
      }
      async balance(): Promise<Balance> {
        return { balance: String(this.ratio), balance_usd: null };
      }
    }
    const house = new House();
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: house }, balances: house });
    expect(unwrap(await addresses.create(screening))).toMatchObject({
      financial_data: { balance: 12 },
      risk_data: [{ risk_ratio: 12 }],
    });
  });

  it("and records the time of the responses", async () => {
    let time = now.getTime();
    const { part } = screener(() => {
      time += 60_000;
      return [entry];
    });
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: part }, clock: () => new Date(time) });
    const created = "2024-06-28T14:31:05.123+00:00";
    expect(unwrap(await addresses.create(screening))).toMatchObject({ created, risk_data: [{ created }] });
  });

  it("from the provider of the configured name, whatever it is", async () => {
    for (const name of ["__proto__", "constructor", "House list 東京"]) {
      // A computed name is an own property, `__proto__` too.
      const { addresses } = await addressCompliance({ riskProviders: { [name]: screener().part } });
      expect(faultsOf(await addresses.create({ ...screening, provider_name: name }))).toEqual([]);
    }
  });

  it("and copies the responses: later changes have no effect", async () => {
    const held = structuredClone<object>(entry);
    const { part } = screener(() => [held]);
    const riskProviders: Record<string, RiskProvider> = { RDCFI: part };
    const { addresses } = await addressCompliance({ riskProviders });
    const record = unwrap(await addresses.create(screening));
    Reflect.set(held, "risk_ratio", 0);
    delete riskProviders["RDCFI"];
    const stored = await addresses.retrieve("ethereum", given);
    expect(stored).toStrictEqual(record);
    Reflect.set(record, "risk_data", null);
    for (const each of stored?.risk_data ?? []) Reflect.set(each, "risk_ratio", 0);
    expect(await addresses.retrieve("ethereum", given)).toMatchObject({ risk_data: [{ risk_ratio: 87 }] });
    expect(faultsOf(await addresses.create(screening))).toEqual([]);
  });
});

describe("addresses.retrieve and addresses.history", () => {
  it("accept any spelling of the address", async () => {
    const { addresses } = await addressCompliance();
    for (const [chain, wallet] of Object.entries(wallets)) {
      const record = unwrap(await addresses.create(untyped({ chain, address: wallet.given })));
      for (const spelling of [wallet.given, wallet.canonical]) {
        expect(await addresses.retrieve(record.chain, spelling)).toStrictEqual(record);
        expect(await addresses.history(record.chain, spelling)).toStrictEqual({
          chain,
          address: wallet.canonical,
          is_self_hosted: null,
          vasp_id: null,
          labelled_by: null,
          screenings: [],
          uses: [],
          links: [],
          balance: null,
        });
      }
    }
  });

  it("return who labelled and who linked the address, if the calls named them", async () => {
    const { addresses } = await addressCompliance();
    const officer = { id: "u-17", role: "operator", kind: "person" } as const;
    const program = { id: "import", role: "nightly import", kind: "program" } as const;
    unwrap(await addresses.create({ ...loading, is_self_hosted: true }, { actor: officer }));
    unwrap(
      await addresses.assign({ chain: "ethereum", address: given, reference_id: account_ref_id }, { actor: program }),
    );
    expect(await addresses.history("ethereum", given)).toMatchObject({
      labelled_by: officer,
      links: [{ account_ref_id, actor: program }],
    });
    unwrap(await addresses.create({ ...loading, is_self_hosted: false }));
    expect(await addresses.history("ethereum", given)).toMatchObject({ is_self_hosted: false, labelled_by: null });
  });

  it("return the account of the address in the history", async () => {
    const { addresses } = await addressCompliance();
    await addresses.create({ ...loading, account_ref_id });
    expect(await addresses.history("ethereum", given)).toMatchObject({ account_ref_id });
  });

  it("return undefined where nothing is stored, and for an invalid address or chain (§7.2)", async () => {
    const { addresses } = await addressCompliance();
    await addresses.create(loading);
    for (const [chain, address] of [
      ["polygon", given],
      ["ethereum", canonical.replace("5aAeb", "5aAeB")],
      ["ethereum", `${given} `],
      ["ethereum", ""],
      ["ethereum", undefined],
      ["ethereum", { toString: () => given }],
      ["Ethereum", given],
      ["__proto__", given],
      [undefined, given],
      [["ethereum"], given],
    ]) {
      // A caller without types passes it.
      expect(await addresses.retrieve(chain as never, address as never)).toBeUndefined();
      expect(await addresses.history(chain as never, address as never)).toBeUndefined();
    }
  });
});

describe("addresses.accountOf", () => {
  const xrp = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59";
  /** Contains the tag 1. */
  const xAddress = "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu";

  it("finds the account by the address and its tag, in either form", async () => {
    const { addresses } = await addressCompliance();
    unwrap(await addresses.create({ chain: "ripple", address: xAddress, account_ref_id }));
    expect(await addresses.accountOf("ripple", xAddress)).toBe(account_ref_id);
    expect(await addresses.accountOf("ripple", xAddress, "1")).toBe(account_ref_id);
    const parsed = unwrap(parseAddress("ripple", xAddress));
    expect(await addresses.accountOf("ripple", parsed.canonical, tagOf(parsed))).toBe(account_ref_id);
    for (const tag of [undefined, "2"]) expect(await addresses.accountOf("ripple", xrp, tag)).toBeUndefined();
  });

  it.each([
    ["a tag that contradicts the address", xAddress, "2"],
    ["a malformed tag", xrp, "007"],
    ["an empty tag", xrp, ""],
    ["both", xAddress, "one"],
    ["a number", xrp, 1 as never],
    ["null", xrp, null as never],
  ])("returns undefined for %s", async (_, address, tag) => {
    const { addresses } = await addressCompliance();
    unwrap(await addresses.create({ chain: "ripple", address: xrp, account_ref_id }));
    unwrap(await addresses.create({ chain: "ripple", address: xrp, account_ref_id, tag: "1" }));
    expect(await addresses.accountOf("ripple", address, tag)).toBeUndefined();
  });

  it("returns undefined for a memo that no link can have: it comes from the sender", async () => {
    const { addresses } = await addressCompliance();
    const receiver = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    for (const memo of ["", " ", "a\u0000b", "x".repeat(2_000), "abandon ".repeat(12).trim()]) {
      expect(await addresses.accountOf("stellar", receiver, memo)).toBeUndefined();
    }
  });
});

describe("a tag that is a secret", () => {
  it("is refused by create and assign, and not repeated", async () => {
    const { addresses } = await addressCompliance();
    const seed = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
    for (const chain of ["ripple", "stellar", "bitcoin"] as const) {
      const given = { chain, address: wallets[chain].given, tag: seed };
      const created = await addresses.create({ ...given, account_ref_id });
      expect(faultsOf(created)).toContainEqual(["address_secret_key", "/tag", "4.1"]);
      const assigned = await addresses.assign({ ...given, reference_id: account_ref_id });
      expect(faultsOf(assigned)).toContainEqual(["address_secret_key", "/tag", "4.2"]);
      expect(JSON.stringify([created, assigned])).not.toContain(seed.slice(0, 8));
    }
    expect(unwrap(await addresses.list()).items).toEqual([]);
  });
});

describe("addresses.ofAccount", () => {
  it("returns the addresses of an account, oldest first, each with its newest screening", async () => {
    let time = now.getTime();
    const { addresses } = await addressCompliance({ clock: () => new Date(time) });
    for (const chain of ["xdc", "polygon", "ethereum"] as const) {
      await addresses.create({ ...screening, chain, account_ref_id });
      time += 1000;
    }
    time -= 1000;
    await addresses.create({ chain: "bitcoin", address: wallets.bitcoin.given, account_ref_id });
    const linked = await addresses.ofAccount(account_ref_id);
    expect(linked.map(({ chain }) => chain)).toEqual(["xdc", "polygon", "bitcoin", "ethereum"]);
    expect(linked.map(({ risk_data }) => risk_data?.length)).toEqual([1, 1, undefined, 1]);
    expect(linked.at(-1)).toMatchObject(identity);
  });

  it("returns an empty list for an account without addresses, and for an unknown account", async () => {
    const { addresses } = await addressCompliance();
    await addresses.create({ ...loading, account_ref_id });
    for (const reference_id of [entity.reference_id, "ACC-9", "constructor", "", undefined, null, {}]) {
      // A caller without types passes it.
      expect(await addresses.ofAccount(reference_id as never)).toEqual([]);
    }
    expect(await addresses.ofAccount(individual.reference_id)).toHaveLength(1);
  });
});
