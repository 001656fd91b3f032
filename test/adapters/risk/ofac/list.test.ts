import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bsc, cardano, defaultChains, tron, zcash } from "../../../../src/chains.js";
import { type Chain, parseAddress } from "../../../../src/index.js";
import { type OfacListEntry, ofacList, parseOfacList } from "../../../../src/providers.js";
import { chainNames, validAddress } from "../../../../src/testing/arbitraries/address.js";
import { bytesOf, toBase58Check, toSegwit } from "../../../../src/testing/arbitraries/encode-address.js";
import { toBech32, toUnified } from "../../../support/further-addresses/encoders.js";
import { listOf2024, streamed } from "../../../support/ofac/files.js";
import { asOf, clean, list, listedBitcoin, listedHex, screened } from "../../../support/ofac/list.js";
import { sdnXml } from "../../../support/ofac/sdn-file.js";
import { failureOf, thrownBy } from "../../../support/outcomes.js";
import { riskProviderSuite } from "../../../support/risk-provider-suite.js";
import { noVasp } from "../../../support/risk-response-suite.js";
import { runs } from "../../../support/runs.js";

const hash = Uint8Array.from({ length: 20 }, (_, index) => index * 7);
const [p2sh, newP2sh] = ["3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj", "MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7"];
const [legacy, cash] = ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"];
const withToken = "bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w";
const [classic, xAddress] = ["r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu"];
const hitOf = (...codes: string[]) => [
  ...["sanctions", "ofac-sdn"],
  ...codes.map((code) => `ofac-sdn:${code}`),
  "ofac-sdn:as-of:2026-11-20",
];
const FURTHER = { asOf, clock: () => new Date(`${asOf}T12:00:00Z`), chains: [...defaultChains, cardano, zcash] };
const notListed = ["ofac-sdn:not-listed", "ofac-sdn:as-of:2026-11-20"];

riskProviderSuite("ofacList", {
  provider: () =>
    list([
      { code: "XBT", address: listedBitcoin },
      { code: "ETH", address: listedHex },
    ]),
  known: [
    { chain: "bitcoin", address: listedBitcoin },
    { chain: "bitcoin", address: clean },
    { chain: "xdc", address: listedHex },
    { chain: "tezos", address: "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb" },
  ],
});

describe("a list with modules of further chains", () => {
  const usdt = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
  const entries = [
    { code: "USDT", address: usdt },
    { code: "ETH", address: listedHex },
  ];
  const clock = () => new Date(`${asOf}T12:00:00Z`);
  const provider = ofacList({ entries, asOf, clock, chains: [...defaultChains, tron, bsc] });

  it("screens them: by every spelling, and by the key on chains with Ethereum's addresses", async () => {
    for (const address of [usdt, "41a614f803b6fd780986a42c78ec9c7f77e6ded13c"]) {
      const [entry] = await provider.screen({ chain: "tron", address });
      expect(entry).toMatchObject({ risk_ratio: 100, risk_descriptors: expect.arrayContaining(["ofac-sdn:USDT"]) });
    }
    expect(await provider.screen({ chain: "bsc", address: listedHex })).toMatchObject([{ risk_ratio: 100 }]);
    expect(await provider.screen({ chain: "xdc", address: listedHex })).toMatchObject([{ risk_ratio: 100 }]);
    const other = "TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g";
    expect(await provider.screen({ chain: "tron", address: other })).toMatchObject([
      { risk_ratio: 0, risk_descriptors: notListed },
    ]);
  });

  it("rejects chains without their module, and mistyped addresses", async () => {
    await failureOf(provider.screen({ chain: "base" as "bsc", address: listedHex }), "chain_unsupported");
    await failureOf(provider.screen({ chain: "tron", address: `${usdt}x` }), "invalid_input");
    const without = ofacList({ entries: entries.slice(1), asOf, clock });
    await failureOf(without.screen({ chain: "tron" as "bitcoin", address: usdt }), "chain_unsupported");
  });

  it("places the entries of a file on them", async () => {
    const file = () => streamed(sdnXml([{ type: "Entity", name: "N", addresses: [["USDT", usdt]] }]));
    const published = await parseOfacList(file(), { chains: [tron] });
    expect(published).toMatchObject({ entries: [{ code: "USDT", chains: ["tron"] }], unplaced: [] });
    expect(await parseOfacList(file())).toMatchObject({ entries: [], unplaced: [{ reason: "unknown_format" }] });
  });
});

describe("an address that is listed", () => {
  it("is a hit with the whole entry, in the properties of §2.8", async () => {
    const provider = list([
      { code: "XBT", address: listedBitcoin, name: "BREAD, S.R.O.", aliases: ["BREAD", "B, B"], programs: ["CYBER2"] },
    ]);
    expect(await screened(provider, "bitcoin", listedBitcoin)).toEqual({
      provider_name: "OFAC",
      risk_ratio: 100,
      risk_descriptors: [...hitOf("XBT"), "ofac-sdn:program:CYBER2"],
      vasp_name_legal: "BREAD, S.R.O.",
      vasp_name_business: "BREAD, B B",
      vasp_website: null,
      vasp_category: "sanctions",
    });
  });

  it("has no name when its holder is not an entity", async () => {
    const hit = await screened(list([{ code: "ETH", address: listedHex }]), "ethereum", listedHex);
    expect(hit).toMatchObject({ vasp_name_legal: "", vasp_name_business: "", risk_ratio: 100 });
  });

  it("is one hit, whatever the number of entries: under several codes, of several holders", async () => {
    const provider = list([
      { code: "ETH", address: listedHex, name: "One", aliases: ["Uno"], programs: ["CYBER2"] },
      { code: "USDC", address: listedHex.toLowerCase(), name: "One", aliases: ["Uno"], programs: ["CYBER2"] },
      { code: "ETH", address: listedHex, name: "Two", aliases: ["Due"], programs: ["DPRK3"] },
      { code: "USDT", address: listedHex },
    ]);
    expect(await screened(provider, "polygon", listedHex)).toMatchObject({
      risk_descriptors: [...hitOf("ETH", "USDC", "USDT"), "ofac-sdn:program:CYBER2", "ofac-sdn:program:DPRK3"],
      vasp_name_legal: "One",
      vasp_name_business: "Two, Uno, Due",
    });
  });

  it.each<[code: string, address: string, chain: Chain, spellings: string[]]>([
    ["ETH", listedHex, "ethereum", [listedHex, listedHex.toLowerCase(), `0x${listedHex.slice(2).toUpperCase()}`]],
    ["ETH", listedHex.toLowerCase(), "polygon", [listedHex, listedHex.toLowerCase()]],
    ["USDT", listedHex, "xdc", [`xdc${listedHex.slice(2)}`, `XDC${listedHex.slice(2).toLowerCase()}`, listedHex]],
    ["XBT", clean, "bitcoin", [clean, clean.toUpperCase()]],
    ["LTC", p2sh, "litecoin", [p2sh, newP2sh]],
    ["LTC", newP2sh, "litecoin", [p2sh]],
    ["LTC", "LNwgtMxcKUQ51dw7bQL1yPQjBVZh6QEqsd", "litecoin", ["LNwgtMxcKUQ51dw7bQL1yPQjBVZh6QEqsd"]],
    ["BCH", legacy, "bitcoin-cash", [legacy, `bitcoincash:${cash}`, cash.toUpperCase(), withToken]],
    ["BCH", cash, "bitcoin-cash", [legacy, cash]],
    ["XRP", classic, "ripple", [classic, xAddress]],
    ["XRP", xAddress, "ripple", [classic]],
    ["SOL", "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T", "solana", ["4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T"]],
  ])("is a hit in every spelling: %s %s on %s", async (code, address, chain, spellings) => {
    const provider = list([{ code, address }]);
    for (const spelling of spellings) {
      const { risk_ratio, risk_descriptors } = await screened(provider, chain, spelling);
      expect(risk_ratio).toBe(100);
      expect(risk_descriptors).toEqual(hitOf(code));
    }
  });

  it.each<[code: string, address: string, chain: Chain, asked: string]>([
    ["XBT", listedBitcoin, "bitcoin-cash", listedBitcoin],
    ["USDT", listedBitcoin, "bitcoin-cash", listedBitcoin],
    ["BCH", cash, "bitcoin", legacy],
    ["BSV", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9", "bitcoin", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9"],
    ["BSV", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9", "bitcoin-cash", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9"],
    ["BTG", toBase58Check([0x26], hash), "bitcoin", toBase58Check([0x00], hash)],
    ["ETH", listedHex, "near", listedHex.toLowerCase()],
    // the very text on the list, which is a script on all three chains
    ["XBT", p2sh, "litecoin", p2sh],
    ["XBT", p2sh, "litecoin", newP2sh],
    ["LTC", newP2sh, "bitcoin", p2sh],
    ["LTC", p2sh, "bitcoin-cash", p2sh],
  ])("is a hit where its key is the same, and that is said: %s %s on %s", async (code, address, chain, asked) => {
    const { risk_ratio, risk_descriptors } = await screened(list([{ code, address }]), chain, asked);
    expect(risk_ratio).toBe(100);
    expect(risk_descriptors).toEqual([...hitOf(code), "ofac-sdn:same-key"]);
  });

  const key = new Uint8Array(43).fill(7);
  const payment = Uint8Array.from({ length: 28 }, (_, index) => index);
  const [t1, t3] = [toBase58Check([0x1c, 0xb8], hash), toBase58Check([0x1c, 0xbd], hash)];
  const unified = (type: number) =>
    toUnified([
      [type, hash],
      [2, key],
    ] as const);
  const shelley = (header: number, ...parts: Uint8Array[]) => toBech32("addr", bytesOf([header], ...parts));
  const stake = payment.map((byte) => byte + 9);
  const [base, franken] = [shelley(0x01, payment, stake), shelley(0x01, payment, stake.toReversed())];
  const enterprise = shelley(0x61, payment);
  const [bitcoin1, bitcoinQ] = [toBase58Check([0x00], hash), toSegwit("bc", 0, hash)];
  const [litecoinL, litecoinQ] = [toBase58Check([0x30], hash), toSegwit("ltc", 0, hash)];

  it.each([
    ["a P2WPKH address of bitcoin", "XBT", "bitcoin", bitcoin1, bitcoinQ],
    ["a P2WPKH address of litecoin", "LTC", "litecoin", litecoinL, litecoinQ],
    ["a unified address with it as P2PKH receiver", "ZEC", "zcash", t1, unified(0)],
    ["a unified address with it as P2SH receiver", "ZEC", "zcash", t3, unified(1)],
    [
      "a unified address with the same receiver",
      "ZEC",
      "zcash",
      unified(0),
      toUnified([
        [0, hash],
        [3, key],
      ]),
    ],
    ["an address of Cardano with another stake part", "ADA", "cardano", base, franken],
    ["an enterprise address of Cardano", "ADA", "cardano", base, enterprise],
    ["a pointer address of Cardano", "ADA", "cardano", base, shelley(0x41, payment, Uint8Array.of(1, 2, 3))],
    ["a script with another stake part", "ADA", "cardano", shelley(0x11, payment, stake), shelley(0x71, payment)],
  ])("is a hit for every form of its key, whichever is listed: %s", async (_, code, chain, one, other) => {
    for (const [address, asked] of [
      [one, other],
      [other, one],
    ] as const) {
      const provider = ofacList({ ...FURTHER, entries: [{ code, address }] });
      const [itself] = await provider.screen({ chain: chain as Chain, address });
      expect(itself?.risk_descriptors).toEqual(hitOf(code));
      const [sameKey] = await provider.screen({ chain: chain as Chain, address: asked });
      expect(sameKey?.risk_descriptors).toEqual([...hitOf(code), "ofac-sdn:same-key"]);
    }
  });

  it.each([
    ["a script of the same hash", "XBT", "bitcoin", bitcoin1, toBase58Check([0x05], hash)],
    ["a witness program of a script", "XBT", "bitcoin", bitcoin1, toSegwit("bc", 0, bytesOf(hash, hash.slice(0, 12)))],
    ["a later witness program", "XBT", "bitcoin", bitcoin1, toSegwit("bc", 2, hash)],
    ["the same hash on litecoin", "XBT", "litecoin", bitcoin1, litecoinQ],
    ["another receiver", "ZEC", "zcash", t1, unified(1)],
    ["no transparent receiver", "ZEC", "zcash", t1, toUnified([[2, key]])],
    ["a script of Cardano", "ADA", "cardano", base, shelley(0x71, payment)],
    ["only the stake part", "ADA", "cardano", base, shelley(0x01, payment.toReversed(), stake)],
    [
      "an address of the Byron era",
      "ADA",
      "cardano",
      base,
      "Ae2tdPwUPEZLs4HtbuNey7tK4hTKrwNwYtGqp7bDfCy2WdR3P6735W5Yfpe",
    ],
    ["the account of rewards", "ADA", "cardano", base, toBech32("stake", bytesOf([0xe1], payment))],
  ])("is no hit for another key: %s", async (_, code, chain, address, asked) => {
    const provider = ofacList({ ...FURTHER, entries: [{ code, address }] });
    const [entry] = await provider.screen({ chain: chain as Chain, address: asked });
    expect(entry).toMatchObject({ risk_ratio: 0, risk_descriptors: notListed });
  });

  it("needs no remark about its key where another entry lists it itself", async () => {
    const provider = list([
      { code: "BSV", address: listedBitcoin },
      { code: "XBT", address: listedBitcoin },
    ]);
    expect((await screened(provider, "bitcoin", listedBitcoin)).risk_descriptors).not.toContain("ofac-sdn:same-key");
    expect((await screened(provider, "bitcoin-cash", listedBitcoin)).risk_descriptors).toContain("ofac-sdn:same-key");
  });

  it("is a hit on each chain that reads it, for every entry of a real list", async () => {
    const { entries } = await parseOfacList(
      streamed(sdnXml([{ type: "Individual", name: "X", addresses: listOf2024 }], { date: asOf })),
    );
    const provider = list(entries);
    const questions = entries.flatMap(({ code, address, chains }) =>
      chains.map((chain) => ({ code, chain, address: chain === "near" ? address.toLowerCase() : address })),
    );
    // Those that are not read there have another spelling, and a test of their own above.
    const read = questions.filter(({ chain, address }) => parseAddress(chain, address).ok);
    for (const { code, chain, address } of read) {
      const { risk_ratio, risk_descriptors } = await screened(provider, chain, address);
      expect([risk_ratio, risk_descriptors.includes(`ofac-sdn:${code}`)]).toEqual([100, true]);
    }
    expect([entries.length, read.length]).toEqual([627, 1644]);
  });
});

describe("an address that is not listed", () => {
  it("is reported as not listed, with the day of the list", async () => {
    const entry = await screened(list([{ code: "XBT", address: listedBitcoin }]), "bitcoin", clean);
    expect(entry).toEqual({ provider_name: "OFAC", risk_ratio: 0, risk_descriptors: notListed, ...noVasp });
  });

  it.each(chainNames)("is reported on %s, for any address, with a reason", async (chain) => {
    const provider = list([
      { code: "XBT", address: listedBitcoin },
      { code: "ETH", address: listedHex },
    ]);
    await fc.assert(
      fc.asyncProperty(validAddress(chain), async (address) => {
        const { risk_ratio, risk_descriptors } = await screened(provider, chain, address);
        expect([risk_ratio, ...risk_descriptors]).toEqual([0, ...notListed]);
      }),
      { numRuns: runs(22) },
    );
  });

  it("differs from a listed one only by its chain", async () => {
    const provider = list([{ code: "XBT", address: clean }]);
    // Any word may be the name of an account of NEAR.
    expect((await screened(provider, "near", clean)).risk_ratio).toBe(0);
  });
});

const day = 24 * 60 * 60 * 1000;

describe("the age of the list", () => {
  const entries = [{ code: "XBT", address: listedBitcoin }];
  const at = (time: string) => () => new Date(time);

  it("is 30 days at the most, to the millisecond, for a miss", async () => {
    const good = list(entries, { clock: at("2026-12-20T00:00:00.000Z") });
    expect((await screened(good, "bitcoin", clean)).risk_descriptors).toEqual(notListed);
    const stale = list(entries, { clock: at("2026-12-20T00:00:00.001Z") });
    const { message } = await failureOf(stale.screen({ chain: "bitcoin", address: clean }), "list_stale");
    expect(message).toBe(
      "The sanctions list of 2026-11-20 is older than 30 days (maxAgeMs), so it cannot report an address as not listed. " +
        "Download the treasury's SDN.XML, parse it with parseOfacList, and create a new ofacList.",
    );
  });

  it("does not hide a hit", async () => {
    const stale = list(entries, { clock: at("2036-01-01T00:00:00Z") });
    expect(await screened(stale, "bitcoin", listedBitcoin)).toMatchObject({ risk_ratio: 100 });
  });

  it("is limited by the option maxAgeMs", async () => {
    const options = { maxAgeMs: 1.5 * day, clock: at("2026-11-21T12:00:00.000Z") };
    expect((await screened(list(entries, options), "bitcoin", clean)).risk_ratio).toBe(0);
    const stale = list(entries, { ...options, clock: at("2026-11-21T12:00:00.001Z") });
    const { message } = await failureOf(stale.screen({ chain: "bitcoin", address: clean }), "list_stale");
    expect(message).toContain("older than 1.5 days");
  });

  it("may be negative by one day, not by two", async () => {
    const early = list(entries, { clock: at("2026-11-19T00:00:00.000Z") });
    expect((await screened(early, "bitcoin", clean)).risk_ratio).toBe(0);
    const tooEarly = () => list(entries, { clock: at("2026-11-18T23:59:59.999Z") });
    expect(thrownBy(tooEarly, "configuration_invalid").message).toContain("future");
  });

  it("is invalid with a clock that falls back, or returns no time", async () => {
    let now = "2026-11-21T00:00:00Z";
    const provider = list(entries, { clock: () => new Date(now) });
    for (now of ["2026-11-01T00:00:00Z", "never"]) {
      await failureOf(provider.screen({ chain: "bitcoin", address: clean }), "configuration_invalid");
      expect(await screened(provider, "bitcoin", listedBitcoin)).toMatchObject({ risk_ratio: 100 });
    }
    thrownBy(() => list(entries, { clock: at("never") }), "configuration_invalid");
  });

  it("is computed with the system clock by default", async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await screened(ofacList({ entries, asOf: today }), "bitcoin", clean)).risk_ratio).toBe(0);
    const old = ofacList({ entries, asOf: "2020-01-01" });
    await failureOf(old.screen({ chain: "bitcoin", address: clean }), "list_stale");
  });
});

describe("the entries of a list", () => {
  it("must be at least one", () => {
    const { message } = thrownBy(() => list([]), "configuration_invalid");
    expect(message).toContain("An empty list would match no address");
  });

  const xbt = { code: "XBT", address: listedBitcoin };

  it.each([
    ...[null, undefined, listedBitcoin, {}, { code: "XBT" }, { address: listedBitcoin }, { ...xbt, code: 1 }],
    ...[{ name: null }, { aliases: "A" }, { programs: [1] }].map((member) => ({ ...xbt, ...member })),
  ])("must be entries, not %j", (entry) => {
    // What a caller without types may give.
    const { message } = thrownBy(() => list([xbt, entry as OfacListEntry]), "configuration_invalid");
    expect(message).toContain("entries[1] must have");
    expect(message).not.toContain(listedBitcoin);
  });

  it.each([
    ["XBT", `${listedBitcoin}x`, "unknown_format"],
    ["XMR", "48ZnCanary", "unknown_chain"],
    ["NEWCOIN", "canary", "unknown_code"],
  ])("must lie on a chain: %s is not dropped in silence", (code, address, reason) => {
    const { message } = thrownBy(() => list([{ code, address }]), "configuration_invalid");
    expect(message).toContain(`entries[0] is on no screened chain (${reason})`);
    expect(message).not.toContain(address);
  });

  it("are copied", async () => {
    const aliases = ["A"];
    const entry = { code: "XBT", address: listedBitcoin, name: "N", aliases };
    const entries: OfacListEntry[] = [entry];
    const provider = list(entries);
    entries.length = 0;
    entry.address = clean;
    aliases.push("B");
    expect(await screened(provider, "bitcoin", listedBitcoin)).toMatchObject({ vasp_name_business: "A" });
    expect(Object.isFrozen(provider)).toBe(true);
  });

  it("may be stored as JSON in between", async () => {
    const file = readFileSync("examples/data/ofac-sample.xml");
    const published = await parseOfacList(streamed(file));
    expect(published).toMatchObject({ asOf: "2026-10-01", source: "SDN.XML", count: 25 });
    const clock = () => new Date("2026-10-05T00:00:00Z");
    const fresh = ofacList({ ...published, maxAgeMs: 7 * day, clock });
    const again = ofacList({ ...JSON.parse(JSON.stringify(published)), maxAgeMs: 7 * day, clock });
    for (const { address, chains } of published.entries) {
      const [chain] = chains.filter((each) => parseAddress(each, address).ok);
      if (chain === undefined) continue; // of a fork, in another spelling
      const hit = await screened(fresh, chain, address);
      expect(hit.risk_ratio).toBe(100);
      expect(await screened(again, chain, address)).toEqual(hit);
    }
    expect((await screened(fresh, "bitcoin", clean)).risk_ratio).toBe(0);
  });

  it("get the option provider_name", async () => {
    const provider = list([{ code: "XBT", address: listedBitcoin }], { providerName: "HOUSE" });
    expect(provider.provider_name).toBe("HOUSE");
    expect(await screened(provider, "bitcoin", listedBitcoin)).toMatchObject({ provider_name: "HOUSE" });
    expect(await screened(provider, "bitcoin", clean)).toMatchObject({ provider_name: "HOUSE" });
  });
});
