/** `transfers.check` with packs of jurisdictions (§2.9 rule 2). */
import { describe, expect, it } from "vitest";
import {
  type Compliance,
  type ComplianceOptions,
  createCompliance,
  fixedPrices,
  fixedRates,
  memoryStorage,
  type TransferDraft,
  unwrap,
} from "../../src/index.js";
import { eu, gb, jp, type PartyField, type Requirements, sg, us } from "../../src/jurisdictions.js";
import { TODAY } from "../support/days.js";
import { lackingTransfers } from "../support/lacking-transfer.js";
import { untyped } from "../support/untyped.js";

const name = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } } as const;
const identified = { account_type: "individual", customer_id: "C-1", individual: name } as const;
const named = { account_type: "individual", individual: name } as const;

const route = {
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  originator_vasp_id: "V-SG",
  beneficiary_vasp_id: "V-US",
};
const draft: TransferDraft = { ...route, originator_account: identified, beneficiary_account: named };

const rates = { base: "EUR", date: TODAY, source: "test", rates: { USD: "1.25", SGD: "1.5", GIP: "0.85" } };

async function withPacks(options: Partial<ComplianceOptions> = {}): Promise<Compliance> {
  const compliance = createCompliance({
    storage: memoryStorage(),
    jurisdictions: [eu, us, sg],
    clock: () => new Date(`${TODAY}T12:00:00Z`),
    ...options,
  });
  const countries = { "V-SG": "SG", "V-US": "US", "V-DE": "DE", "V-BR": "BR" };
  const records = Object.entries(countries).map(([vasp_id, address_country_code]) => {
    return { vasp_id, name_legal: vasp_id, address_country_code };
  });
  await compliance.vasps.load([...records, { vasp_id: "V-?", name_legal: "Of unknown country" }]);
  return compliance;
}

async function issuesOf(compliance: Compliance, transfer: TransferDraft): Promise<unknown> {
  const checked = await compliance.transfers.check(transfer);
  return checked.ok ? [] : checked.issues.map(({ code, path, clause }) => [code, path, clause.replace(/: .*/, "")]);
}

async function requirementsOf(compliance: Compliance, transfer: TransferDraft): Promise<Requirements | undefined> {
  return unwrap(await compliance.transfers.check(transfer)).requirements;
}

describe("the fields that packs require", () => {
  it("are missing as issues with the citation, at the party or at the reference of the stored account", async () => {
    const compliance = await withPacks({ rates: fixedRates(rates) });
    const large = { ...draft, amount: 5000, currency: "USD" };
    const inSg = ["field_required_by_jurisdiction", "/originator_account", "SG"];
    const inUs = ["field_required_by_jurisdiction", "/originator_account/address", "US"];
    expect(await issuesOf(compliance, large)).toEqual([inUs, inSg]);
    await compliance.accounts.create({ ...identified, reference_id: "A-1" });
    const { originator_account: _, ...rest } = large;
    const stored = { ...rest, originator_account_reference_id: "A-1" } as TransferDraft;
    const at = "/originator_account_reference_id";
    expect(await issuesOf(compliance, stored)).toEqual([
      ["field_required_by_jurisdiction", at, "US"],
      ["field_required_by_jurisdiction", at, "SG"],
    ]);
  });

  it("are named in the message: one, or one of several", async () => {
    const messageWith = async (one_of: readonly (readonly PartyField[])[]): Promise<string | undefined> => {
      const tiers = us.tiers.map((tier) => ({ ...tier, originator: { required: [], one_of } }));
      const compliance = await withPacks({ rates: fixedRates(rates), jurisdictions: [{ ...us, tiers }] });
      const checked = await compliance.transfers.check({ ...draft, amount: 5000, currency: "USD" });
      return checked.ok ? undefined : checked.issues[0]?.message;
    };
    expect(await messageWith([["address"]])).toContain("needs address: the rules of US require it;");
    expect(await messageWith([["address"], ["national_id"]])).toContain("US require one of them;");
  });

  it.each(
    lackingTransfers.map(({ lacking, path }) => ({ path, lacking, of: Reflect.get(lacking, "originator_country") })),
  )("$of: without $path it is the only issue, and with it there is none", async ({ lacking, path }) => {
    const { jurisdictions } = await import("../../src/jurisdictions.js");
    const compliance = await withPacks({ jurisdictions });
    const transfer = untyped({ ...route, ...lacking }) as TransferDraft;
    const issues = await compliance.transfers.check(transfer);
    expect(issues.ok ? [] : issues.issues.map((issue) => issue.path)).toEqual([path]);
  });

  it("come from the countries of the VASP records, unless the transfer says another one", async () => {
    const compliance = await withPacks();
    const inUsd = { ...draft, originator_vasp_id: "V-US", amount: "3000", currency: "USD" };
    const issue = ["field_required_by_jurisdiction", "/originator_account/address", "US"];
    expect(await issuesOf(compliance, inUsd)).toEqual([issue]);
    const elsewhere = { ...inUsd, originator_country: "BR", beneficiary_country: "BR" };
    expect((await requirementsOf(compliance, elsewhere))?.undecided.map(({ reason }) => reason)).toEqual([
      "pack_missing",
      "pack_missing",
    ]);
  });

  it("never replace rule 2.2.1 of the originator", async () => {
    const compliance = await withPacks();
    expect(await issuesOf(compliance, { ...draft, originator_account: named, beneficiary_vasp_id: "V-SG" })).toEqual([
      ["identification_missing", "/originator_account", "2.2.1"],
    ]);
  });
});

describe("what is undecided", () => {
  it.each([
    ["an unknown country", { originator_vasp_id: "V-?" }, "country_unknown"],
    ["a country without a pack", { originator_vasp_id: "V-BR" }, "pack_missing"],
    ["no amount", { originator_vasp_id: "V-US" }, "amount_missing"],
    ["no rate", { originator_vasp_id: "V-US", amount: 1, currency: "CHF" }, "rate_missing"],
  ] as const)("%s: the answer says so, and a valid transfer stays valid", async (_, changes, reason) => {
    const compliance = await withPacks();
    const requirements = await requirementsOf(compliance, { ...draft, ...changes, beneficiary_vasp_id: "V-SG" });
    expect(requirements?.status).toBe("undecided");
    expect(requirements?.undecided.map((each) => each.reason)).toContain(reason);
  });

  it("a tier that counts across the border needs the countries of both VASPs, by their records or by the transfer", async () => {
    const compliance = await withPacks({ jurisdictions: [gb] });
    const inGb = { ...draft, originator_country: "GB", amount: 900, currency: "GBP" };
    const unknown = await requirementsOf(compliance, { ...inGb, beneficiary_vasp_id: "V-?" });
    expect(unknown?.undecided.map(({ reason }) => reason)).toEqual(["cross_border_unknown", "country_unknown"]);
    const inside = await requirementsOf(compliance, { ...inGb, beneficiary_country: "GB" });
    expect([inside?.status, inside?.originator.alternatives]).toEqual(["decided", []]);
    const across = await requirementsOf(compliance, { ...inGb, beneficiary_vasp_id: "V-US" });
    expect(across?.originator.alternatives).toHaveLength(1);
  });

  it("without packs nothing is said", async () => {
    const compliance = await withPacks({ jurisdictions: undefined });
    expect(await requirementsOf(compliance, draft)).toBeUndefined();
  });
});

describe("rates", () => {
  it("are requested only where a threshold in another currency needs one", async () => {
    let requests = 0;
    const source = {
      current: async () => {
        requests += 1;
        return rates;
      },
    };
    const compliance = await withPacks({ rates: source });
    await compliance.transfers.check({ ...draft, originator_vasp_id: "V-US", amount: 1, currency: "USD" });
    expect(requests).toBe(0);
    await compliance.transfers.check({ ...draft, originator_vasp_id: "V-US", amount: 1, currency: "SGD" });
    expect(requests).toBe(1);
  });

  it("that are outdated, or fail, are an error and no answer", async () => {
    const old = await withPacks({ rates: fixedRates({ ...rates, date: "2020-01-01" }) });
    const transfer = { ...draft, originator_vasp_id: "V-US", amount: 1, currency: "SGD" };
    await expect(old.transfers.check(transfer)).rejects.toMatchObject({
      code: "rate_stale",
      message: expect.stringContaining("(maxRateAgeMs)"),
    });
    const failing = await withPacks({ rates: { current: () => Promise.reject(new Error("down")) } });
    await expect(failing.transfers.check(transfer)).rejects.toMatchObject({ code: "provider_unavailable" });
  });

  it("are waited for until the signal aborts", async () => {
    const waiting = await withPacks({ rates: { current: () => new Promise<never>(() => undefined) } });
    const controller = new AbortController();
    const transfer = { ...draft, originator_vasp_id: "V-US", amount: 1, currency: "SGD" };
    const checking = waiting.transfers.check(transfer, { signal: controller.signal });
    controller.abort();
    await expect(checking).rejects.toMatchObject({
      code: "aborted",
      message: "The caller's signal aborted transfers.check. The transfer was not checked.",
    });
  });
});

describe("an amount of a crypto-asset", () => {
  const prices = { currency: "USD", time: `${TODAY}T11:50:00Z`, source: "desk", prices: { BTC: "60000" } };
  const inUs = { ...draft, originator_vasp_id: "V-US" };
  const coins = (amount: string): TransferDraft => ({ ...inUs, amount, asset: "BTC" });

  it("is compared by its price, exactly, and the price is in the answer", async () => {
    const compliance = await withPacks({ prices: fixedPrices(prices) });
    const below = unwrap(await compliance.transfers.check(coins("0.0499999999")));
    expect(below.requirements?.tiers[0]).toMatchObject({ comparison: "below", converted: "2999.99", rate: null });
    const { currency, time, source } = prices;
    expect(below.price).toEqual({ asset: "BTC", asset_amount: "0.0499999999", price: "60000", currency, source, time });
    expect(await issuesOf(compliance, coins("0.05"))).toEqual([
      ["field_required_by_jurisdiction", "/originator_account/address", "US"],
    ]);
  });

  it("is converted by rates too, where the threshold has another currency than the price", async () => {
    const euros = { ...prices, currency: "EUR", prices: { BTC: "48000" } };
    const compliance = await withPacks({ prices: fixedPrices(euros), rates: fixedRates(rates) });
    const { requirements } = unwrap(await compliance.transfers.check(coins("0.0499999999")));
    expect(requirements?.tiers[0]).toMatchObject({ converted: "2999.99", rate: { from: "1", to: "1.25" } });
    const without = await withPacks({ prices: fixedPrices(euros) });
    const { undecided } = unwrap(await without.transfers.check(coins("1"))).requirements ?? {};
    expect(undecided?.map(({ reason }) => reason)).toEqual(["rate_missing", "rate_missing"]);
  });

  it("needs a price only where a tier needs an amount", async () => {
    const refusing = { current: () => Promise.reject(new Error("down")) };
    const compliance = await withPacks({ prices: refusing });
    const inEu = { ...draft, originator_vasp_id: "V-BR", beneficiary_vasp_id: "V-BR", amount: 1, asset: "BTC" };
    expect(unwrap(await compliance.transfers.check(inEu))).not.toHaveProperty("price");
    await expect(compliance.transfers.check(coins("1"))).rejects.toMatchObject({ code: "provider_unavailable" });
    const { transfers } = await withPacks({ jurisdictions: undefined });
    expect(unwrap(await transfers.check(coins("1")))).not.toHaveProperty("price");
  });

  it.each([
    ["not_configured", {}],
    ["price_missing", { prices: fixedPrices({ ...prices, prices: { ETH: "1" } }) }],
    ["price_stale", { prices: fixedPrices({ ...prices, time: `${TODAY}T11:00:00Z` }) }],
    ["price_disputed", { prices: fixedPrices({ ...prices, disputed: { BTC: [] } }) }],
  ])("without a price is %s, never an answer", async (code, options) => {
    const { transfers } = await withPacks(options);
    await expect(transfers.check(coins("0.01"))).rejects.toMatchObject({ code });
  });
});

describe("the option jurisdictions", () => {
  it.each([
    ["no array", eu, /^The packs of the option jurisdictions must be an array, such as \[eu, us\]\.$/],
    ["no pack", [{}], /^Pack 1 of the option jurisdictions is invalid at "\/code": /],
    [
      "a tier with a wrong operator",
      [jp, { ...us, tiers: [{ ...us.tiers[0], operator: "gt" }] }],
      /^Pack 2 of .*operator/,
    ],
  ])("rejects %s", (_, given, message) => {
    const create = (): unknown =>
      createCompliance({ storage: memoryStorage(), jurisdictions: untyped(given) as never });
    expect(create).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
    expect(create).toThrow(message);
  });

  it("is copied", async () => {
    const packs = [us];
    const compliance = await withPacks({ jurisdictions: packs });
    packs.pop();
    const transfer = { ...draft, originator_vasp_id: "V-US", amount: "3000", currency: "USD" };
    expect(await issuesOf(compliance, transfer)).toHaveLength(1);
  });
});
