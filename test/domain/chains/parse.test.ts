import { describe, expect, it } from "vitest";
import { ComplianceError, chains, parseAddress, tagOf, unwrap } from "../../../src/index.js";
import { allAddressFormats } from "../../../src/testing/arbitraries/address.js";
import { wallets } from "../../support/address-samples.js";

/** For values of callers without types. */
const parseAnything = parseAddress as (chain: unknown, text: unknown) => ReturnType<typeof parseAddress>;

const names = Object.keys(chains);

describe("the registry", () => {
  it("has the fourteen chains of §4.1 with ticker, decimal places and SLIP-44 type, each under its own name", () => {
    const rows = Object.values(chains).map(
      ({ name, symbol, decimals, coinType }) => `${name} ${symbol} ${decimals} ${coinType}`,
    );
    expect(rows).toEqual([
      ...["bitcoin BTC 8 0", "ethereum ETH 18 60", "litecoin LTC 8 2", "bitcoin-cash BCH 8 145"],
      ...["doge DOGE 8 3", "solana SOL 9 501", "xdc XDC 18 550", "ripple XRP 6 144", "stellar XLM 7 148"],
      ...["algorand ALGO 6 283", "polygon POL 18 966", "polkadot DOT 10 354", "tezos XTZ 6 1729"],
      ...["near NEAR 24 397"],
    ]);
    expect(Object.values(chains).map(({ name }) => name)).toEqual(names);
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
    const message = `The chain must be one of ${names.join(", ")}. For another chain, pass its module.`;
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

describe("tagOf", () => {
  const muxed = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK";

  it.each([
    ["ripple", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu", "1"],
    ["ripple", "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", undefined],
    ["stellar", muxed, "9223372036854775808"],
    ["ethereum", wallets.ethereum.given, undefined],
  ] as const)("returns the tag of an address of %s as text: %s", (chain, text, tag) => {
    expect(tagOf(unwrap(parseAddress(chain, text)))).toBe(tag);
  });

  it("returns the tag 0 as a tag", () => {
    expect(
      tagOf({ chain: "ripple", canonical: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", format: "x-address", tag: "0" }),
    ).toBe("0");
  });

  const numbered = { canonical: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", tag: 7 };

  it.each([undefined, null, { tag: "7" }, numbered, parseAddress("stellar", muxed)])("rejects %j", (given) => {
    // A caller without types passes it. A result must not count as an address without a tag.
    expect(() => tagOf(given as never)).toThrow(ComplianceError);
  });
});
