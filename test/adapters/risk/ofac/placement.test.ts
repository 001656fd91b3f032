import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placerOf } from "../../../../src/adapters/risk/ofac/placement.js";
import * as everyChain from "../../../../src/chains.js";
import { arbitrum, avalanche, bsc, ethereumClassic, filecoin, tron } from "../../../../src/chains.js";
import { isChainModule } from "../../../../src/domain/chains/module.js";
import { type Chain, type ChainModule, chains } from "../../../../src/index.js";
import { chainNames, validAddress } from "../../../../src/testing/arbitraries/address.js";
import { toBase58Check, toCashAddr } from "../../../../src/testing/arbitraries/encode-address.js";
import { listOf2024 } from "../../../support/ofac/files.js";
import { runs } from "../../../support/runs.js";

const { placementOf } = placerOf();

/** The chains that the list means, and in brackets those on which the owner has the same key; or why it is not placed. */
function placed(code: string, address: string): string {
  const placement = placementOf(code, address);
  if (typeof placement === "string") return placement;
  const { listedOn, owner } = placement;
  const others = owner.chains.filter((chain) => !listedOn.includes(chain));
  return [...listedOn, ...(others.length > 0 ? [`(${others.join(" ")})`] : [])].join(" ");
}

const listedWith = (placer: ReturnType<typeof placerOf>) => (code: string, address: string) => {
  const placement = placer.placementOf(code, address);
  return typeof placement === "string" ? placement : placement.listedOn.join(" ");
};

/** How many addresses of the real list have each code and place. */
function countsOf(place: (code: string, address: string) => string, codes = /./): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [code, address] of listOf2024.filter(([each]) => codes.test(each))) {
    const line = `${code}: ${place(code, address)}`;
    counts[line] = (counts[line] ?? 0) + 1;
  }
  return counts;
}

const evm = "ethereum polygon xdc (near)";

describe("a real list, of 27 September 2024", () => {
  it("is placed by the format of its addresses, none passed over", () => {
    expect(countsOf((code, address) => placed(code, address))).toEqual({
      "XBT: bitcoin (bitcoin-cash)": 268,
      "XBT: bitcoin (bitcoin-cash litecoin)": 158,
      "XBT: bitcoin": 8, // scripts of segwit, and Taproot
      "XBT: unknown_format": 1, // an address of Tron's format
      [`ETH: ${evm}`]: 152,
      [`ETC: ${evm}`]: 1,
      [`ARB: ${evm}`]: 1,
      [`BSC: ${evm}`]: 1,
      [`USDC: ${evm}`]: 2,
      [`USDT: ${evm}`]: 8,
      "USDT: bitcoin (bitcoin-cash)": 5,
      "USDT: bitcoin (bitcoin-cash litecoin)": 2,
      "USDT: unknown_format": 11, // Tron
      "LTC: litecoin": 9,
      "LTC: litecoin (bitcoin bitcoin-cash)": 1,
      "BCH: bitcoin-cash (bitcoin)": 7,
      "BSV: (bitcoin bitcoin-cash)": 1,
      "BTG: (bitcoin bitcoin-cash)": 1,
      "XRP: ripple": 1,
      "TRX: unknown_chain": 6,
      "DASH: unknown_chain": 3,
      "XMR: unknown_chain": 3,
      "ZEC: unknown_chain": 3,
      "XVG: (doge)": 1,
    });
  });

  it("holds no address that two codes place with two owners", () => {
    const keys = new Map<string, string>();
    for (const [code, address] of listOf2024) {
      const placement = placementOf(code, address);
      if (typeof placement === "string") continue;
      const { key } = placement.owner;
      expect(keys.get(address) ?? key).toBe(key);
      keys.set(address, key);
    }
  });
});

describe("with modules of further chains", () => {
  const further = [tron, bsc, arbitrum, ethereumClassic, avalanche];
  const placer = placerOf(new Map(further.map((module) => [module.name, module])));

  it("the real list has the addresses of TRON, and hex on every chain with Ethereum's addresses", () => {
    const counts = countsOf(listedWith(placer));
    const hex = "ethereum polygon xdc bsc arbitrum ethereum-classic avalanche";
    expect(counts).toMatchObject({
      "TRX: tron": 6,
      "USDT: tron": 11,
      "XBT: tron": 1, // published under the wrong code
      [`BSC: ${hex}`]: 1,
      [`ARB: ${hex}`]: 1,
      [`ETC: ${hex}`]: 1,
      [`ETH: ${hex}`]: 152,
      "DASH: unknown_chain": 3,
      "XBT: bitcoin": 434,
    });
    expect(counts).not.toHaveProperty("TRX: unknown_chain");
  });

  it("Ethereum's addresses on Filecoin have the owner of the hex, in either spelling of the list", () => {
    const hex = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const withFilecoin = placerOf(new Map([["filecoin", filecoin]]));
    const read = filecoin.parse(hex);
    if ("code" in read) throw new Error(read.message);
    expect(read.canonical).toMatch(/^f410f/);
    const owner = withFilecoin.ownerOf("ethereum", hex);
    expect(owner.chains).toContain("filecoin");
    expect(withFilecoin.ownerOf("filecoin", read.canonical)).toEqual(owner);
    for (const [code, address] of [
      ["ETH", hex],
      ["FIL", hex],
      ["FIL", read.canonical],
    ] as const) {
      expect(withFilecoin.placementOf(code, address)).toMatchObject({ owner });
    }
    // An id and a key of Filecoin alone stay its own.
    expect(withFilecoin.ownerOf("filecoin", "f01234")).toMatchObject({ key: "filecoin:f01234", chains: ["filecoin"] });
  });

  it("the real list has no address left of a chain with a module", () => {
    const modules: readonly unknown[] = Object.values(everyChain);
    const all = placerOf(new Map(modules.filter(isChainModule).map((module) => [module.name, module])));
    expect(countsOf(listedWith(all), /^(?:TRX|XMR|ZEC|DASH|XBT)$/)).toEqual({
      "XBT: bitcoin": 434,
      "XBT: tron": 1,
      "TRX: tron": 6,
      "XMR: monero": 2,
      "XMR: unknown_format": 1, // 64 hex digits, which are no address
      "ZEC: zcash": 3,
      "DASH: dash": 3,
    });
  });

  it("an owner of a hex address has it on the further chains too", () => {
    const text = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const owner = { key: `evm:${text}`, chains: [...evm.split(" ").slice(0, 3), ...names(further.slice(1)), "near"] };
    for (const chain of ["ethereum", "bsc", "avalanche", "near"]) {
      const canonical = chain === "near" ? text.toLowerCase() : text;
      expect(placer.ownerOf(chain, canonical)).toMatchObject(owner);
    }
    expect(placer.ownerOf("tron", usdt)).toMatchObject({ key: `tron:${usdt}`, chains: ["tron"] });
  });

  it("a symbol of the fourteen stays theirs: ETH on Arbitrum", () => {
    expect(placer.placementOf("ETH", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")).toMatchObject({ listedOn: ["bitcoin"] });
  });

  const symbolOnly: ChainModule<"house"> = {
    name: "house",
    symbol: "HSE",
    decimals: 0,
    coinType: 0,
    formats: ["plain"],
    parse: (text) =>
      text === "h-1" ? { canonical: "h-1", format: "plain" } : { code: "address_format", message: "no" },
  };

  it("a chain without a checksum has only the addresses of its own code", () => {
    const { placementOf: place } = placerOf(new Map([["house", symbolOnly]]));
    expect(place("HSE", "h-1")).toMatchObject({ listedOn: ["house"], owner: { key: "house:h-1" } });
    expect(place("HSE", "h-2")).toBe("unknown_format");
    expect(place("USDT", "h-1")).toBe("unknown_format");
    expect(place("NEWCOIN", "h-1")).toBe("unknown_code");
  });
});

function names(modules: readonly ChainModule[]): readonly string[] {
  return modules.map(({ name }) => name);
}

const usdt = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

const hash = Uint8Array.from({ length: 20 }, (_, index) => index * 7);
const inBase58 = (...version: number[]) => toBase58Check(version, hash);
const cash = (type: number, bytes: Uint8Array) => toCashAddr("bitcoincash", type, bytes);

const keyOf = (code: string, address: string): string => {
  const placement = placementOf(code, address);
  return typeof placement === "string" ? placement : placement.owner.key;
};

describe("an address is placed", () => {
  it.each([
    // codes that came, or may come, after that list
    ["SOL", "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T", "solana"],
    ["DOGE", "DHzAVdEoL3PjGeLWNdEJwwMA1CeQ9J9Cpo", "doge"],
    ["XLM", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ", "stellar"],
    ["POL", "0x4f47bc496083c727c5fbe3ce9cdf2b0f6496270c", evm],
    ["XDC", "xdc4f47bc496083c727c5fbe3ce9cdf2b0f6496270c", evm],
    ["NEAR", "relay.aurora", "near"],
    ["NEAR", "0x4f47bc496083c727c5fbe3ce9cdf2b0f6496270c", evm],
    // another chain than the code says
    ["USDT", "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T", "solana"],
    ["USDC", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ", "stellar"],
    ["USDC", "VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA", "algorand"],
    ["XBT", "0x4f47bc496083c727c5fbe3ce9cdf2b0f6496270c", evm],
    ["XBT", inBase58(0x30), "litecoin"],
    ["TRX", "0x4f47bc496083c727c5fbe3ce9cdf2b0f6496270c", evm],
    ["XVG", inBase58(0x00), "bitcoin (bitcoin-cash)"],
    ["XVG", inBase58(0x21), "unknown_chain"],
    // codes that nobody has heard of
    ["NEWCOIN", inBase58(0x1e), "doge"],
    ["NEWCOIN", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5", "polkadot"],
    ["NEWCOIN", "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", "ripple"],
    ["NEWCOIN", inBase58(0x06, 0xa1, 0x9f), "tezos"],
    ["NEWCOIN", "relay.aurora", "unknown_code"],
    ["NEWCOIN", "5be5543ff73456ab9f2d207887e2af87322c651ea1a873c5b25b7ffae456c320", "unknown_code"],
    ["", "", "unknown_code"],
    ["constructor", "abc", "unknown_code"],
    ["__proto__", "abc", "unknown_code"],
    // one text that several chains read
    ["NEWCOIN", inBase58(0x05), "bitcoin (bitcoin-cash litecoin)"],
    ["LTC", inBase58(0x05), "litecoin (bitcoin bitcoin-cash)"],
    ["BCH", inBase58(0x05), "bitcoin-cash (bitcoin litecoin)"],
    ["XVG", inBase58(0x1e), "(doge)"],
    // the forks of bitcoin
    ["BSV", inBase58(0x05), "(bitcoin bitcoin-cash litecoin)"],
    ["BSV", inBase58(0x1e), "doge"],
    ["BSV", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bitcoin (bitcoin-cash)"],
    ["BTG", inBase58(0x17), "(bitcoin bitcoin-cash litecoin)"],
    ["BSV", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX8", "unknown_chain"],
    ["BTG", toBase58Check([0x26], hash.slice(1)), "unknown_chain"],
    ["BTG", "G".repeat(100_000), "unknown_chain"],
    ["BCH", cash(0, hash), "bitcoin-cash (bitcoin)"],
    ["BCH", cash(3, hash), "bitcoin-cash (bitcoin litecoin)"],
    ["BCH", cash(1, new Uint8Array(32)), "bitcoin-cash"],
    // typing errors
    ["ETH", "0xa7e5d5a720f06526557c513402f2e6b5fa20b00", "unknown_format"], // so on the list until 2021
    ["XBT", "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9H", "unknown_format"],
    ["XRP", `r${"9".repeat(100_000)}`, "unknown_format"],
  ])("%s %s", (code, address, expected) => {
    expect(placed(code, address)).toBe(expected);
  });

  it("whatever the case of its hex digits: a mistyped checksum is no other address", () => {
    const spellings = [
      "0x098B716B8Aaf21512996dC57EB0615e2383E2f96",
      "0x098b716b8aaf21512996dc57eb0615e2383e2f96",
      "0x098B716B8AAF21512996DC57EB0615E2383E2F96",
      "0x098B716b8Aaf21512996dC57EB0615e2383E2f96",
      "XDC098B716b8Aaf21512996dC57EB0615e2383E2f96",
    ];
    const keys = spellings.map((address) => keyOf("ETH", address));
    expect(new Set(keys)).toEqual(new Set([`evm:${spellings[0]}`]));
  });

  it("whatever white space and zero-width characters stand in it", () => {
    const address = inBase58(0x00);
    for (const unseen of [" ", "\n\t", "\u00a0", "\u200b", "\ufeff", "\u00ad"]) {
      const spaced = `${unseen}${address.slice(0, 9)}${unseen}${address.slice(9)}${unseen}`;
      expect(keyOf("XBT", spaced)).toBe(keyOf("XBT", address));
    }
  });

  it("on its own chain, with the chain's own code", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...chainNames).chain((chain) => fc.tuple(fc.constant(chain), validAddress(chain))),
        ([chain, address]) => {
          const placement = placementOf(codeOf(chain), address);
          if (typeof placement === "string") throw new Error(`it is ${placement}`);
          expect(placement.listedOn).toContain(ethereumLike.test(address) ? "ethereum" : chain);
        },
      ),
      { numRuns: runs(500) },
    ));
});

const ethereumLike = /^(?:0x|xdc)[0-9a-f]{40}$/i;

/** The treasury's codes are tickers, except Bitcoin's. */
const codeOf = (chain: Chain): string => (chain === "bitcoin" ? "XBT" : chains[chain].symbol);
