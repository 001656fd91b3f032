/** The option `chains`: operations on addresses and transfers of further chains. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bsc, defaultChains, tron } from "../../src/chains.js";
import {
  type Chain,
  type ChainModule,
  type ComplianceEvent,
  createCompliance,
  fromSearchParams,
  memoryStorage,
  parseTransfer,
  type RiskProvider,
  type TransferParseOptions,
  unwrap,
} from "../../src/index.js";
import { chainAndAddress } from "../../src/testing/arbitraries/address.js";
import { faultsOf } from "../support/outcomes.js";
import { runs } from "../support/runs.js";
import { fullVasp, individual, now, shortVasp, vaspToVasp } from "../support/samples.js";

const usdt = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const usdtHex = "41a614f803b6fd780986a42c78ec9c7f77e6ded13c";
const wallet = "TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g";

const clean = { risk_ratio: 0, risk_descriptors: ["not-listed"], vasp_name_legal: "", vasp_name_business: "" };
const provider: RiskProvider<string> = {
  screen: async () => [{ ...clean, provider_name: "HOUSE", vasp_website: null, vasp_category: "" }],
};

/** A ledger with memos of at most eight bytes, and numbers of 64 bits in another one. */
function ledger<Name extends string>(name: Name, tag: NonNullable<ChainModule["tag"]>): ChainModule<Name> {
  const parse: ChainModule["parse"] = (text) =>
    /^L-\d+$/.test(text)
      ? { canonical: text, format: "plain" }
      : { code: "address_format", message: "The wallet address must begin with L-." };
  return { name, symbol: "LGR", decimals: 2, coinType: 1, formats: ["plain"], tag, parse };
}

const memos = ledger("memo-ledger", { kind: "text", name: "memo", maxBytes: 8 });
const hex = ledger("hex-ledger", { kind: "hex", name: "payment id", digits: 16 });
const numbers = ledger("number-ledger", { kind: "integer", name: "memo", bits: 64 });

async function withTron() {
  const storage = memoryStorage();
  const chains = [...defaultChains, tron, bsc, memos, hex, numbers];
  const compliance = createCompliance({ storage, chains, riskProviders: { HOUSE: provider }, clock: () => now });
  unwrap(await compliance.accounts.create(individual));
  unwrap((await compliance.vasps.load([fullVasp, shortVasp])) && { ok: true, value: undefined });
  return { compliance, storage };
}

const { reference_id } = individual;

describe("createCompliance with chains", () => {
  it("stores, screens, links and lists an address of TRON under its canonical form", async () => {
    const { compliance } = await withTron();
    const { addresses } = compliance;
    const created = unwrap(
      await addresses.create({
        chain: "tron",
        address: usdtHex,
        scan_for_risk: true,
        provider_name: "HOUSE",
        account_ref_id: reference_id,
      }),
    );
    expect(created).toMatchObject({ chain: "tron", address: usdt, symbol: "TRX", risk_data: [{ risk_ratio: 0 }] });
    expect(await addresses.retrieve("tron", usdtHex)).toEqual(created);
    expect(await addresses.accountOf("tron", usdt)).toBe(reference_id);
    expect(await addresses.ofAccount(reference_id)).toEqual([{ ...created, tags: [null] }]);
    expect(unwrap(await addresses.list({ chain: "tron" })).items).toEqual([created]);
    expect(unwrap(await addresses.list({ chain: "bsc" })).items).toEqual([]);
    expect(await addresses.history("tron", usdt)).toMatchObject({ chain: "tron", address: usdt });
    const report = unwrap(await addresses.rescreen({ provider_name: "HOUSE", chain: "tron" }));
    expect(report).toMatchObject({ screened: 1, failed: 0 });
    expect(await addresses.assign({ chain: "tron", address: usdt, reference_id })).toMatchObject({ ok: true });
    expect(await addresses.remove("tron", usdtHex)).toBe(true);
    expect(await addresses.retrieve("tron", usdt)).toBeUndefined();
  });

  it("keeps the same text on two chains apart", async () => {
    const { compliance } = await withTron();
    const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    unwrap(await compliance.addresses.create({ chain: "bsc", address, is_self_hosted: true }));
    expect(await compliance.addresses.retrieve("ethereum", address)).toBeUndefined();
    expect(await compliance.addresses.retrieve("bsc", address)).toMatchObject({ symbol: "BNB", is_self_hosted: true });
  });

  it("checks the addresses of a transfer, and its labels", async () => {
    const { compliance } = await withTron();
    const transfer = {
      ...vaspToVasp,
      chain: "tron",
      originator_address: wallet,
      beneficiary_address: usdtHex,
    } as const;
    expect(await compliance.transfers.check(transfer)).toMatchObject({
      ok: true,
      value: { chain: "tron", addresses_checked: true },
    });
    expect(await compliance.transfers.check({ ...transfer, originator_address: `${wallet}x` })).toMatchObject({
      issues: [{ code: "address_checksum", path: "/originator_address" }],
    });
    unwrap(await compliance.addresses.create({ chain: "tron", address: usdt, is_self_hosted: true }));
    expect(await compliance.transfers.check(transfer)).toMatchObject({ issues: [{ code: "self_hosted_contradicts" }] });
  });

  it("takes a tag of hex digits in one spelling only, so that one recipient is one link", async () => {
    const { compliance } = await withTron();
    const link = { chain: "hex-ledger", address: "L-1", account_ref_id: reference_id } as const;
    for (const tag of ["0123456789ABCDEF", "0123456789abcde", "0123456789abcdef0", "0123456789abcdeg", "hello"]) {
      expect(await compliance.addresses.create({ ...link, tag })).toMatchObject({
        issues: [
          {
            code: "tag_malformed",
            path: "/tag",
            params: { digits: 16 },
            message: "tag must be a payment id: 16 hex digits in lower case.",
          },
        ],
      });
    }
    unwrap(await compliance.addresses.create({ ...link, tag: "0123456789abcdef" }));
    expect(await compliance.addresses.accountOf("hex-ledger", "L-1", "0123456789abcdef")).toBe(reference_id);
  });

  it("a faulty module fails for its own addresses only", async () => {
    const faulty: ChainModule<"faulty"> = {
      ...ledger("faulty", { kind: "text", name: "memo" }),
      checksum: "crc",
      parse: () => {
        throw new Error("of the module");
      },
    };
    const { addresses } = createCompliance({ storage: memoryStorage(), chains: [...defaultChains, tron, faulty] });
    expect(await addresses.create({ chain: "bitcoin", address: usdt })).toMatchObject({
      issues: [{ code: "address_other_network", path: "/address" }],
    });
    await expect(addresses.create({ chain: "faulty", address: usdt })).rejects.toMatchObject({
      code: "configuration_invalid",
    });
  });

  it("names registered chains, and rejects others", async () => {
    const compliance = createCompliance({ storage: memoryStorage(), chains: [tron, bsc] });
    const unknown = { chain: "bitcoin", address: usdt } as never;
    const message = "must be one of tron, bsc: those of the option chains, which replaces defaultChains.";
    const { create, list } = compliance.addresses;
    for (const result of [await create(unknown), await list({ chain: "bitcoin" } as never)]) {
      expect(result).toMatchObject({
        ok: false,
        issues: [{ code: "not_allowed", path: "/chain", params: { allowed: ["tron", "bsc"] } }],
      });
      expect(JSON.stringify(result)).toContain(message);
    }
    expect(await compliance.addresses.create({ chain: "bsc", address: usdt })).toMatchObject({
      issues: [{ code: "address_other_network", message: expect.stringContaining("valid on tron") }],
    });
    expect(await compliance.addresses.retrieve("bitcoin" as never, usdt)).toBeUndefined();
    expect(await compliance.addresses.rescreen({ provider_name: "HOUSE", chain: "bitcoin" as never })).toMatchObject({
      issues: [{ code: "not_allowed", path: "/chain" }],
    });
  });

  it("refuses an address of a chain that is registered no longer", async () => {
    const { compliance, storage } = await withTron();
    unwrap(await compliance.addresses.create({ chain: "tron", address: usdt }));
    const without = createCompliance({ storage });
    await expect(without.addresses.list()).rejects.toMatchObject({ code: "configuration_invalid" });
    // It cannot be asked for by its address.
    expect(await without.addresses.retrieve("tron" as never, usdt)).toBeUndefined();
  });

  it("sends events with the name of the chain", async () => {
    const events: ComplianceEvent<Chain | "tron">[] = [];
    const compliance = createCompliance({
      storage: memoryStorage(),
      chains: [...defaultChains, tron],
      riskProviders: { HOUSE: provider },
      observe: (event) => events.push(event),
    });
    unwrap(
      await compliance.addresses.create({ chain: "tron", address: usdt, scan_for_risk: true, provider_name: "HOUSE" }),
    );
    expect(events).toContainEqual(expect.objectContaining({ kind: "provider", chain: "tron" }));
  });

  it("reports an input that cannot be read as without the option", async () => {
    const { compliance } = await withTron();
    const request = {
      get chain(): never {
        throw new Error("private");
      },
    };
    expect(await compliance.addresses.create(request as unknown)).toMatchObject({ issues: [{ code: "unreadable" }] });
  });

  it("throws for a faulty module, and stores nothing", async () => {
    const faulty: ChainModule<"faulty"> = { ...memos, name: "faulty", parse: () => ({}) as never };
    const compliance = createCompliance({ storage: memoryStorage(), chains: [...defaultChains, faulty] });
    const created = compliance.addresses.create({ chain: "faulty", address: "L-1" });
    await expect(created).rejects.toMatchObject({ code: "configuration_invalid" });
    expect(await compliance.addresses.list()).toMatchObject({ value: { items: [] } });
  });
});

describe("tags of registered chains", () => {
  it.each([
    ["memo-ledger", "12345678", undefined],
    ["memo-ledger", "äöüß", undefined],
    ["memo-ledger", "123456789", { maxBytes: 8 }],
    ["memo-ledger", "äöüßa", { maxBytes: 8 }],
    ["memo-ledger", "€€€", { maxBytes: 8 }],
    ["memo-ledger", "\u{1f600}\u{1f600}", undefined],
    ["memo-ledger", "\u{1f600}\u{1f600}a", { maxBytes: 8 }],
    ["number-ledger", "0", undefined],
    ["number-ledger", "18446744073709551615", undefined],
    ["number-ledger", "18446744073709551616", { min: 0 }],
    ["number-ledger", "07", { min: 0 }],
    ["number-ledger", "abc", { min: 0 }],
  ] as const)("%s: %s", async (chain, tag, params) => {
    const { compliance } = await withTron();
    const request = { chain, address: "L-1", account_ref_id: reference_id, tag };
    const created = await compliance.addresses.create(request);
    const found = compliance.addresses.accountOf(chain, "L-1", tag);
    if (params === undefined) {
      expect(created.ok).toBe(true);
      expect(await found).toBe(reference_id);
      expect(await compliance.addresses.accountOf(chain, "L-1")).toBeUndefined();
    } else {
      expect(created).toMatchObject({ issues: [{ code: "tag_malformed", path: "/tag", params }] });
      expect(await found).toBeUndefined();
    }
  });
});

describe("the chains of §4.1", () => {
  it("have the same answers beside further ones", async () => {
    const plain = createCompliance({ storage: memoryStorage(), clock: () => now });
    const more = createCompliance({
      storage: memoryStorage(),
      chains: [...defaultChains, tron, memos],
      clock: () => now,
    });
    const text = fc.oneof(
      chainAndAddress(),
      fc.record({ chain: fc.constantFrom(...defaultChains.map(({ name }) => name)), address: fc.string() }),
    );
    const property = fc.asyncProperty(text, fc.option(fc.string(), { nil: undefined }), async (given, tag) => {
      const request = { ...given, ...(tag !== undefined && { tag, account_ref_id: "A-1" }) };
      expect(await more.addresses.create(request)).toEqual(await plain.addresses.create(request));
      const { chain, address } = given;
      expect(await more.addresses.retrieve(chain, address)).toEqual(await plain.addresses.retrieve(chain, address));
    });
    await fc.assert(property, { numRuns: runs(100) });
  });
});

describe("parse functions with chains", () => {
  const chains = [...defaultChains, tron, bsc];
  const transfer = { ...vaspToVasp, chain: "tron", originator_address: usdtHex, beneficiary_address: wallet };
  const codes = (input: unknown, options: TransferParseOptions<string>) =>
    faultsOf(parseTransfer(input, options as TransferParseOptions)).map(([code, path]) => `${code} ${path}`);

  it("parseTransfer parses what transfers.check parses", async () => {
    const { compliance } = await withTron();
    const wrong = { ...transfer, beneficiary_address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" };
    const unknown = { ...transfer, chain: "base" };
    expect(codes(transfer, { chains })).toEqual([]);
    expect(codes(wrong, { chains })).toEqual(["address_other_network /beneficiary_address"]);
    expect(codes(unknown, { chains })).toEqual(["not_allowed /chain"]);
    expect(codes(transfer, {})).toEqual(["not_allowed /chain"]);
    for (const input of [transfer, wrong, unknown]) {
      expect(codes(input, { chains })).toEqual(
        faultsOf(await compliance.transfers.check(input as unknown)).map(([code, path]) => `${code} ${path}`),
      );
    }
  });

  it("parseTransfer compares addresses and tags by the rules of the chain", () => {
    const same = { ...transfer, beneficiary_address: usdt };
    expect(codes(same, { chains })).toEqual(["same_address /beneficiary_address"]);
    const noted = { ...transfer, chain: "memo-ledger", originator_address: "L-1", beneficiary_address: "L-2" };
    const tagged = { ...noted, beneficiary_tag: "more than eight" };
    expect(codes(noted, { chains: [memos] })).toEqual([]);
    expect(codes(tagged, { chains: [memos] })).toEqual(["tag_malformed /beneficiary_tag"]);
  });

  it("parseTransfer finds secrets of each chain, and with the test of the caller", () => {
    const options = { chains, isRecoveryPhrase: (text: string) => text === wallet };
    expect(codes(transfer, options)).toEqual([]);
    const phrase = { ...transfer, chain: undefined, beneficiary_tag: wallet };
    expect(codes(phrase, options)).toContain("address_secret_key /beneficiary_tag");
  });

  it.each([
    ["no list", "tron"],
    ["an empty list", []],
    ["two modules of one name", [tron, tron]],
    ["something else than modules", ["tron"]],
  ])("parseTransfer refuses %s", (_, given) => {
    expect(() => parseTransfer(transfer, { chains: given as never })).toThrow(
      expect.objectContaining({ code: "configuration_invalid" }),
    );
  });

  it("fromSearchParams keeps the name of a chain for the operation", async () => {
    const { compliance } = await withTron();
    unwrap(await compliance.addresses.create({ chain: "tron", address: usdt }));
    expect(unwrap(await compliance.addresses.list(fromSearchParams("chain=tron&size=5"))).items).toHaveLength(1);
    expect(faultsOf(await compliance.addresses.list(fromSearchParams("chain=base"))).map(([code]) => code)).toEqual([
      "not_allowed",
    ]);
  });
});
