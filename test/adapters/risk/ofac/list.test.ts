import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Chain, parseAddress } from "../../../../src/index.js";
import { parseOfacList } from "../../../../src/providers.js";
import { chainAndAddress, chainNames } from "../../../../src/testing/arbitraries/address.js";
import { toBase58Check } from "../../../../src/testing/arbitraries/encode-address.js";
import { listOf2024, streamed } from "../../../support/ofac/files.js";
import { asOf, clean, list, listedBitcoin, listedHex, screened } from "../../../support/ofac/list.js";
import { sdnXml } from "../../../support/ofac/sdn-file.js";
import { failureOf } from "../../../support/outcomes.js";
import { riskProviderSuite } from "../../../support/risk-provider-suite.js";
import { runs } from "../../../support/runs.js";

const hash = Uint8Array.from({ length: 20 }, (_, index) => index * 7);
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

describe("an address that is listed", () => {
  it("is a hit with everything that the list says, in the fields of §2.8", async () => {
    const provider = list([
      { code: "XBT", address: listedBitcoin, name: "BREAD, S.R.O.", aliases: ["BREAD", "B, B"], programs: ["CYBER2"] },
    ]);
    expect(await screened(provider, "bitcoin", listedBitcoin)).toEqual({
      provider_name: "OFAC",
      risk_ratio: 100,
      risk_descriptors: [
        "sanctions",
        "ofac-sdn",
        "ofac-sdn:XBT",
        "ofac-sdn:as-of:2026-11-20",
        "ofac-sdn:program:CYBER2",
      ],
      vasp_name_legal: "BREAD, S.R.O.",
      vasp_name_business: "BREAD, B B",
      vasp_website: null,
      vasp_category: "sanctions",
    });
  });

  it("has no name when its holder is no entity", async () => {
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
      risk_descriptors: [
        "sanctions",
        "ofac-sdn",
        "ofac-sdn:ETH",
        "ofac-sdn:USDC",
        "ofac-sdn:USDT",
        "ofac-sdn:as-of:2026-11-20",
        "ofac-sdn:program:CYBER2",
        "ofac-sdn:program:DPRK3",
      ],
      vasp_name_legal: "One",
      vasp_name_business: "Two, Uno, Due",
    });
  });

  it.each<[code: string, address: string, chain: Chain, spellings: string[]]>([
    ["ETH", listedHex, "ethereum", [listedHex, listedHex.toLowerCase(), `0x${listedHex.slice(2).toUpperCase()}`]],
    ["ETH", listedHex.toLowerCase(), "polygon", [listedHex, listedHex.toLowerCase()]],
    ["USDT", listedHex, "xdc", [`xdc${listedHex.slice(2)}`, `XDC${listedHex.slice(2).toLowerCase()}`, listedHex]],
    ["XBT", clean, "bitcoin", [clean, clean.toUpperCase()]],
    [
      "LTC",
      "3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj",
      "litecoin",
      ["3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj", "MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7"],
    ],
    ["LTC", "MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7", "litecoin", ["3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj"]],
    ["LTC", "LNwgtMxcKUQ51dw7bQL1yPQjBVZh6QEqsd", "litecoin", ["LNwgtMxcKUQ51dw7bQL1yPQjBVZh6QEqsd"]],
    [
      "BCH",
      "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
      "bitcoin-cash",
      [
        "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
        "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A",
        "bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w",
      ],
    ],
    [
      "BCH",
      "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
      "bitcoin-cash",
      ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
    ],
    [
      "XRP",
      "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
      "ripple",
      ["r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu"],
    ],
    ["XRP", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu", "ripple", ["r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"]],
    ["SOL", "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T", "solana", ["4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T"]],
  ])("is a hit in every spelling: %s %s on %s", async (code, address, chain, spellings) => {
    const provider = list([{ code, address }]);
    for (const spelling of spellings) {
      const { risk_ratio, risk_descriptors } = await screened(provider, chain, spelling);
      expect([risk_ratio, ...risk_descriptors]).toEqual([
        100,
        "sanctions",
        "ofac-sdn",
        `ofac-sdn:${code}`,
        "ofac-sdn:as-of:2026-11-20",
      ]);
    }
  });

  it.each<[code: string, address: string, chain: Chain, asked: string]>([
    ["XBT", listedBitcoin, "bitcoin-cash", listedBitcoin],
    ["USDT", listedBitcoin, "bitcoin-cash", listedBitcoin],
    ["BCH", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "bitcoin", "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu"],
    ["BSV", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9", "bitcoin", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9"],
    ["BSV", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9", "bitcoin-cash", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9"],
    ["BTG", toBase58Check([0x26], hash), "bitcoin", toBase58Check([0x00], hash)],
    ["ETH", listedHex, "near", listedHex.toLowerCase()],
    // the very text on the list, which is a script on all three chains
    ["XBT", "3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj", "litecoin", "3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj"],
    ["XBT", "3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj", "litecoin", "MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7"],
    ["LTC", "MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7", "bitcoin", "3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj"],
    ["LTC", "3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj", "bitcoin-cash", "3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj"],
  ])("is a hit where its key is the same, and that is said: %s %s on %s", async (code, address, chain, asked) => {
    const { risk_ratio, risk_descriptors } = await screened(list([{ code, address }]), chain, asked);
    expect(risk_ratio).toBe(100);
    expect(risk_descriptors).toEqual([
      "sanctions",
      "ofac-sdn",
      `ofac-sdn:${code}`,
      "ofac-sdn:as-of:2026-11-20",
      "ofac-sdn:same-key",
    ]);
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
  it("is said not to be, with the day of the list", async () => {
    expect(await list([{ code: "XBT", address: listedBitcoin }]).screen({ chain: "bitcoin", address: clean })).toEqual([
      {
        provider_name: "OFAC",
        risk_ratio: 0,
        risk_descriptors: notListed,
        vasp_name_legal: "",
        vasp_name_business: "",
        vasp_website: null,
        vasp_category: "",
      },
    ]);
  });

  it("is said so on every chain, whatever the address, and no entry is without its reason", async () => {
    const provider = list([
      { code: "XBT", address: listedBitcoin },
      { code: "ETH", address: listedHex },
    ]);
    const asked = new Set<Chain>();
    await fc.assert(
      fc.asyncProperty(chainAndAddress(), async ({ chain, address }) => {
        asked.add(chain);
        const { risk_ratio, risk_descriptors } = await screened(provider, chain, address);
        expect([risk_ratio, ...risk_descriptors]).toEqual([0, ...notListed]);
      }),
      { numRuns: runs(300) },
    );
    expect(asked.size).toBe(chainNames.length);
  });

  it("is one that differs from a listed one on the chain alone", async () => {
    const provider = list([{ code: "XBT", address: clean }]);
    // Any word may be the name of an account of NEAR.
    expect((await screened(provider, "near", clean)).risk_ratio).toBe(0);
  });

  it("is never one that was mistyped or has no chain", async () => {
    const provider = list([{ code: "XBT", address: listedBitcoin }]);
    await failureOf(provider.screen({ chain: "bitcoin", address: `${listedBitcoin} ` }), "invalid_input");
    await failureOf(provider.screen({ chain: "bitcoin", address: listedHex }), "invalid_input");
    // What a caller without types may ask.
    await failureOf(provider.screen({ chain: "monero" as Chain, address: listedBitcoin }), "chain_unsupported");
  });

  it("is not even looked up once the caller's signal has ended the question", async () => {
    const query = { chain: "bitcoin", address: listedBitcoin, signal: AbortSignal.abort() } as const;
    await failureOf(list([{ code: "XBT", address: listedBitcoin }]).screen(query), "aborted");
  });
});
