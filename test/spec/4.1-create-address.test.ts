import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Compliance, unwrap } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import {
  account_ref_id,
  addressCompliance,
  balanceSource,
  entry,
  identity,
  loading,
  screener,
  screening,
  tickingClock,
  wallets,
} from "../support/address-samples.js";
import { failureOf, faultsOf } from "../support/outcomes.js";
import { filledCompliance } from "../support/samples.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const { given, canonical } = wallets.ethereum;

async function issuesOf(input: unknown, compliance?: Compliance): Promise<readonly unknown[]> {
  const { addresses } = compliance ?? (await addressCompliance());
  return faultsOf(await addresses.create(input));
}

describe("§4.1 create address: path parameters", () => {
  it("chain and address are required", async () => {
    expect(await issuesOf({})).toEqual([
      ["required", "/chain", "4.1"],
      ["required", "/address", "4.1"],
    ]);
    expect(await issuesOf({ ...loading, chain: null, address: 5 })).toEqual([
      ["wrong_type", "/chain", "4.1"],
      ["wrong_type", "/address", "4.1"],
    ]);
  });

  it.each(Object.entries(wallets))("chain may be %s", async (chain, { given: address }) => {
    expect(await issuesOf({ chain, address })).toEqual([]);
  });

  it.each(["Bitcoin", "btc", "cardano", "constructor", "__proto__", "", "bitcoin "])(
    "chain is nothing else, such as %j; of the address nothing can be said then",
    async (chain) => {
      expect(await issuesOf({ chain, address: "x" })).toEqual([["not_allowed", "/chain", "4.1"]]);
    },
  );

  it("address is one of that chain: the issue says what is wrong with it", async () => {
    const changed = `${canonical.slice(0, -1)}D`;
    expect(await issuesOf({ ...loading, address: changed })).toEqual([["address_checksum", "/address", "4.1"]]);
    expect(await issuesOf({ ...loading, address: ` ${given}` })).toEqual([["address_characters", "/address", "4.1"]]);
    expect(await issuesOf({ chain: "bitcoin", address: wallets.litecoin.canonical })).toEqual([
      ["address_other_network", "/address", "4.1"],
    ]);
  });

  it.each([
    ["", "text_blank"],
    ["a".repeat(1001), "text_too_long"],
    [`${given}\n`, "text_control_character"],
    ["\ud800", "text_malformed"],
  ])("address is a sound text before it is anything else", async (address, code) => {
    expect(await issuesOf({ ...loading, address })).toEqual([[code, "/address", "4.1"]]);
  });

  it("no issue repeats anything of the address", async () => {
    const { addresses } = await addressCompliance();
    const created = await addresses.create({ ...loading, address: `${canonical.slice(0, -1)}D` });
    expect(JSON.stringify(created)).not.toContain(canonical.slice(2, 12));
  });
});

describe("§4.1 create address: body", () => {
  it.each([
    ["provider_name", [null, 5, ""]],
    ["is_self_hosted", [null, "true", 1]],
    ["scan_for_risk", [null, "true", 1]],
    ["account_ref_id", [null, 5, " "]],
  ])("%s is of its type", async (field, values) => {
    for (const value of values) {
      const code = typeof value === "string" && value.trim() === "" ? "text_blank" : "wrong_type";
      expect(await issuesOf({ ...loading, [field]: value })).toEqual([[code, `/${field}`, "4.1"]]);
    }
  });

  it("knows no other field", async () => {
    expect(await issuesOf({ ...loading, self_hosted: true })).toEqual([["unknown_property", "/self_hosted", "4.1"]]);
  });

  it("every issue comes at once, in the order of the input", async () => {
    const input = { scan_for_risk: true, extra: 1, chain: "ethereum", is_self_hosted: "no", address: "0x1" };
    expect((await issuesOf(input)).map((issue) => String(issue).split(",").slice(0, 2))).toEqual([
      ["unknown_property", "/extra"],
      ["wrong_type", "/is_self_hosted"],
      ["address_length", "/address"],
      ["provider_name_missing", "/provider_name"],
    ]);
  });

  describe("provider_name: required when scan_for_risk is true", () => {
    it("a scan without it is invalid", async () => {
      const missing = [["provider_name_missing", "/provider_name", "4.1"]];
      expect(await issuesOf({ ...loading, scan_for_risk: true })).toEqual(missing);
      expect(await issuesOf({ ...loading, scan_for_risk: true, provider_name: undefined })).toEqual(missing);
    });

    it("without a scan it may be left out, and may be any text", async () => {
      expect(await issuesOf({ ...loading, scan_for_risk: false })).toEqual([]);
      expect(await issuesOf({ ...loading, provider_name: "NOBODY" })).toEqual([]);
    });

    it.each(["NOBODY", "rdcfi", "constructor", "__proto__", "toString"])(
      "a provider that is not configured, such as %s, is an issue",
      async (provider_name) => {
        expect(await issuesOf({ ...screening, provider_name })).toEqual([
          ["unknown_provider", "/provider_name", "4.1"],
        ]);
      },
    );

    it("a scan where no provider is configured at all is a failure of the configuration", async () => {
      const { addresses } = await filledCompliance();
      const { message } = await failureOf(addresses.create(screening), "not_configured");
      expect(message).toContain("riskProviders");
      expect(await addresses.retrieve("ethereum", given)).toBeUndefined();
      expect(faultsOf(await addresses.create(loading))).toEqual([]);
    });
  });

  it("is_self_hosted: the history tells false from no label", async () => {
    const { addresses } = await addressCompliance();
    const label = async (): Promise<unknown> => (await addresses.history("ethereum", canonical))?.is_self_hosted;
    for (const [given, expected] of [
      [{}, null],
      [{ is_self_hosted: false }, false],
      [{}, false],
    ] as const) {
      const { is_self_hosted } = unwrap(await addresses.create({ ...loading, ...given }));
      expect([is_self_hosted, await label()]).toEqual([false, expected]);
    }
  });

  it("is_self_hosted: default false", async () => {
    const { addresses } = await addressCompliance();
    expect(unwrap(await addresses.create(loading)).is_self_hosted).toBe(false);
  });

  describe("scan_for_risk: default false", () => {
    it.each([loading, { ...loading, scan_for_risk: false as const }, { ...screening, scan_for_risk: false as const }])(
      "false loads the address without screening: risk_data is null, and no provider is asked",
      async (input) => {
        const { part, queries } = screener();
        const { addresses } = await addressCompliance({ riskProviders: { RDCFI: part } });
        expect(unwrap(await addresses.create(input)).risk_data).toBeNull();
        expect(queries).toEqual([]);
      },
    );

    it("true: risk_data holds the entries of the chosen provider, which alone is asked, for the canonical address", async () => {
      const [chosen, other] = [screener(), screener()];
      const { addresses } = await addressCompliance({ riskProviders: { OTHER: other.part, RDCFI: chosen.part } });
      const { risk_data } = unwrap(await addresses.create(screening));
      expect(risk_data).toEqual([{ ...entry, created: "2024-06-28T14:30:05.123+00:00" }]);
      expect(chosen.queries).toEqual([{ chain: "ethereum", address: canonical, signal: expect.any(AbortSignal) }]);
      expect(other.queries).toEqual([]);
    });

    it("false after a screening: null in this answer, while the record keeps the screening", async () => {
      const { addresses } = await addressCompliance();
      const { risk_data } = unwrap(await addresses.create(screening));
      expect(unwrap(await addresses.create(loading)).risk_data).toBeNull();
      expect(await addresses.retrieve("ethereum", given)).toMatchObject({ ...identity, risk_data });
    });
  });

  describe("account_ref_id: an existing account to link the address to", () => {
    it("links the address", async () => {
      const { addresses } = await addressCompliance();
      const record = unwrap(await addresses.create({ ...loading, account_ref_id }));
      expect(await addresses.ofAccount(account_ref_id)).toStrictEqual([{ ...record, tags: [null] }]);
    });

    it("an account that does not exist is an issue, and nobody is asked and nothing stored", async () => {
      const [risk, balance] = [screener(), balanceSource()];
      const options = { riskProviders: { RDCFI: risk.part }, balances: balance.part };
      const { addresses } = await addressCompliance(options);
      expect(faultsOf(await addresses.create({ ...screening, account_ref_id: "ACC-9" }))).toEqual([
        ["unknown_account", "/account_ref_id", "4.1"],
      ]);
      expect([...risk.queries, ...balance.queries]).toEqual([]);
      expect(await addresses.retrieve("ethereum", given)).toBeUndefined();
    });

    it("an unknown account and an unknown provider are told at once, in the order of the specification", async () => {
      const [provider, account] = [
        ["unknown_provider", "/provider_name", "4.1"],
        ["unknown_account", "/account_ref_id", "4.1"],
      ];
      const unknown = { ...screening, provider_name: "NOBODY" };
      expect(await issuesOf({ ...unknown, account_ref_id: "ACC-9" })).toEqual([provider, account]);
      expect(await issuesOf({ account_ref_id: "ACC-9", ...unknown })).toEqual([provider, account]);
    });
  });
});

describe("§4.1 create address: created again", () => {
  it("is one record by chain and canonical form, and keeps created", async () => {
    const { addresses } = await addressCompliance({ clock: tickingClock() });
    const first = unwrap(await addresses.create({ ...loading, account_ref_id }));
    const again = unwrap(await addresses.create({ ...loading, address: canonical, account_ref_id }));
    expect(again).toStrictEqual(first);
    expect(await addresses.ofAccount(account_ref_id)).toStrictEqual([{ ...first, tags: [null] }]);
    const elsewhere = unwrap(await addresses.create({ ...loading, chain: "polygon", account_ref_id }));
    expect(elsewhere).toMatchObject({ address: canonical, chain: "polygon", symbol: "POL" });
    expect(await addresses.ofAccount(account_ref_id)).toHaveLength(2);
  });

  it("what is left out stays as it is, what is given takes its place", async () => {
    const { addresses } = await addressCompliance();
    await addresses.create({ ...loading, is_self_hosted: true, account_ref_id });
    expect(unwrap(await addresses.create(loading)).is_self_hosted).toBe(true);
    expect(await addresses.ofAccount(account_ref_id)).toHaveLength(1);
    expect(unwrap(await addresses.create({ ...loading, is_self_hosted: false })).is_self_hosted).toBe(false);
  });

  it("an address belongs to at most one account: another takes its place with relink (design)", async () => {
    const { part, queries } = screener();
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: part } });
    await addresses.create({ ...loading, account_ref_id });
    const other = { ...screening, account_ref_id: "ACC-2001" };
    expect(faultsOf(await addresses.create(other))).toEqual([["address_linked_elsewhere", "/account_ref_id", "4.1"]]);
    // Refused before anything is requested.
    expect(queries).toEqual([]);
    expect(await addresses.accountOf("ethereum", given)).toBe(account_ref_id);
    expect(faultsOf(await addresses.create({ ...other, relink: true }))).toEqual([]);
    expect((await addresses.history("ethereum", given))?.links).toMatchObject([
      { account_ref_id: "ACC-2001", tag: null, unlinked: null },
      { account_ref_id, tag: null, unlinked: expect.any(String) },
    ]);
    expect(await addresses.ofAccount(account_ref_id)).toEqual([]);
    expect(await addresses.ofAccount("ACC-2001")).toMatchObject([identity]);
  });

  it("a new screening is the one of the record; the earlier ones are kept as history, the newest first", async () => {
    let risk_ratio = 0;
    const { part } = screener(() => {
      risk_ratio += 10;
      return [{ ...entry, risk_ratio }];
    });
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: part }, clock: tickingClock() });
    // The first two seconds are those of the accounts.
    for (const second of ["02", "03", "04"]) {
      const { risk_data } = unwrap(await addresses.create(screening));
      expect(risk_data).toStrictEqual([{ ...entry, risk_ratio, created: `2024-06-28T14:01:${second}.000+00:00` }]);
    }
    expect(await addresses.retrieve("ethereum", given)).toMatchObject({ risk_data: [{ risk_ratio: 30 }] });
    const history = await addresses.history("ethereum", given);
    expect(history?.screenings.map(([each]) => [each?.risk_ratio, each?.created.slice(17, 19)])).toEqual([
      [30, "04"],
      [20, "03"],
      [10, "02"],
    ]);
  });

  it("the newest balance is that of the record; its exact decimals and its time are in the history", async () => {
    const balances = ["0.1", "0.12345678901234567890"];
    const { part } = balanceSource(() => ({ balance: balances.shift(), balance_usd: "1.00" }));
    const { addresses } = await addressCompliance({ balances: part, clock: tickingClock() });
    await addresses.create(loading);
    await addresses.create(loading);
    expect(await addresses.retrieve("ethereum", given)).toMatchObject({
      financial_data: { balance: 0.12345678901234568, balance_usd: 1 },
      created: "2024-06-28T14:01:02.000+00:00",
    });
    expect(await addresses.history("ethereum", given)).toStrictEqual({
      chain: "ethereum",
      address: canonical,
      is_self_hosted: null,
      vasp_id: null,
      labelled_by: null,
      screenings: [],
      uses: [],
      links: [],
      balance: {
        balance: "0.12345678901234567890",
        balance_usd: "1.00",
        created: "2024-06-28T14:01:03.000+00:00",
      },
    });
  });
});

/** Spellings of one address. */
const spellings = [canonical, given, `0x${given.slice(2).toUpperCase()}`];

describe("§4.1 create address: 50 at once of one address in several spellings", () => {
  const storages = {
    "memoryStorage()": async () => ({}),
    "jsonFileStorage()": async () => ({ storage: jsonFileStorage(join(await temporaryFolder(), "directory.json")) }),
  };

  it.each(Object.entries(storages))("leave one record with 50 screenings in %s", async (_, options) => {
    let asked = 0;
    const { part } = screener(async () => {
      asked += 1;
      const risk_ratio = asked;
      await new Promise((resolve) => setTimeout(resolve, (risk_ratio * 7) % 5));
      return [{ ...entry, risk_ratio }];
    });
    const compliance = await addressCompliance({ riskProviders: { RDCFI: part }, ...(await options()) });
    const { addresses } = compliance;
    const created = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        addresses.create({
          ...screening,
          address: spellings[index % spellings.length] ?? canonical,
          ...(index % 2 === 0 && { account_ref_id }),
          ...(index % 3 === 0 && { is_self_hosted: true }),
        }),
      ),
    );
    const answered = created.map((each) => unwrap(each).risk_data?.[0]?.risk_ratio ?? -1);
    const ratios = Array.from({ length: 50 }, (_, index) => index + 1);
    expect([...answered].sort((a, b) => a - b)).toEqual(ratios);
    const stored = (await addresses.history("ethereum", given))?.screenings.map(([each]) => each?.risk_ratio ?? -1);
    expect([...(stored ?? [])].sort((a, b) => a - b)).toEqual(ratios);
    expect(await addresses.ofAccount(account_ref_id)).toMatchObject([{ ...identity, is_self_hosted: true }]);
    await compliance.close();
  });
});
