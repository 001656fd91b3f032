import { describe, expect, it } from "vitest";
import { chains, parseAddress } from "../../../src/index.js";
import { allAddressFormats } from "../../../src/testing/arbitraries/address.js";
import { wallets } from "../../support/address-samples.js";

/** For values of callers without types. */
const parseAnything = parseAddress as (chain: unknown, text: unknown) => ReturnType<typeof parseAddress>;

const names = Object.keys(chains);

describe("the registry", () => {
  it("has the fourteen chains of §4.1, each under its own name", () => {
    expect(names).toEqual([
      "bitcoin",
      "ethereum",
      "litecoin",
      "bitcoin-cash",
      "doge",
      "solana",
      "xdc",
      "ripple",
      "stellar",
      "algorand",
      "polygon",
      "polkadot",
      "tezos",
      "near",
    ]);
    expect(Object.values(chains).map(({ name }) => name)).toEqual(names);
  });

  it("has ticker, decimal places and SLIP-44 type of each", () => {
    expect(Object.values(chains).map(({ symbol, decimals, coinType }) => `${symbol} ${decimals} ${coinType}`)).toEqual([
      "BTC 8 0",
      "ETH 18 60",
      "LTC 8 2",
      "BCH 8 145",
      "DOGE 8 3",
      "SOL 9 501",
      "XDC 18 550",
      "XRP 6 144",
      "XLM 7 148",
      "ALGO 6 283",
      "POL 18 966",
      "DOT 10 354",
      "XTZ 6 1729",
      "NEAR 24 397",
    ]);
  });

  it("names every format that parse reads", () => {
    for (const { name, formats } of Object.values(chains)) {
      expect(allAddressFormats.filter(({ chain }) => chain === name).map(({ format }) => format)).toEqual(formats);
    }
  });
});

describe("parseAddress", () => {
  it.each(Object.entries(wallets))("%s: returns the address with its chain", (chain, { given, canonical }) => {
    const parsed = parseAnything(chain, given);
    expect(parsed).toMatchObject({ ok: true, value: { chain, canonical } });
  });

  it("replaces the issue of the chain by the name of the other network", () => {
    const ofDoge = "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L";
    expect(chains.bitcoin.parse(ofDoge)).toMatchObject({ code: "address_network" });
    expect(parseAddress("bitcoin", ofDoge)).toMatchObject({ issues: [{ code: "address_other_network" }] });
  });

  it("reports the path of the whole input, and clause 4.1", () => {
    expect(parseAddress("bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb")).toEqual({
      ok: false,
      issues: [{ code: "address_checksum", path: "", clause: "4.1", message: expect.stringMatching(/^The checksum/) }],
    });
  });

  it.each([
    "Bitcoin",
    "btc",
    "",
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    undefined,
    null,
    5,
    ["bitcoin"],
    Symbol("x"),
  ])("rejects %o as a chain", (chain) => {
    const parsed = parseAnything(chain, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa");
    const message = `The chain must be one of ${names.join(", ")}.`;
    expect(parsed).toEqual({ ok: false, issues: [{ code: "not_allowed", path: "", clause: "4.1", message }] });
  });

  it.each(Object.values(chains))("$name: examines 150 characters, and rejects more as too many", ({ name }) => {
    for (const letter of [" ", "é", "\u212a"]) {
      expect(parseAddress(name, letter.repeat(150))).toMatchObject({ issues: [{ code: "address_characters" }] });
      expect(parseAddress(name, letter.repeat(151))).toMatchObject({ issues: [{ code: "address_length" }] });
    }
  });

  it("rejects values other than text, and reports chain and address together", () => {
    const thrower = new Proxy(
      {},
      {
        get: () => {
          throw new Error("private");
        },
      },
    );
    for (const text of [undefined, null, 5, {}, ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"], new String("x"), thrower]) {
      const wrong = { code: "wrong_type", path: "", clause: "4.1", message: "The wallet address must be text." };
      expect(parseAnything("bitcoin", text)).toEqual({ ok: false, issues: [wrong] });
      expect(parseAnything(thrower, text)).toMatchObject({ ok: false, issues: [{ code: "not_allowed" }, wrong] });
    }
  });
});

describe("chains", () => {
  it("is frozen: a changed module could accept any text, in the whole process", () => {
    expect(Object.isFrozen(chains)).toBe(true);
    for (const module of Object.values(chains)) {
      expect([Object.isFrozen(module), Object.isFrozen(module.formats)]).toEqual([true, true]);
    }
  });
});
