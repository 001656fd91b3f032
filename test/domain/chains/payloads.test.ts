/** What each prefix of Base58Check stands for, as the sources of the networks have it (see payloads.ts). */
import { describe, expect, it } from "vitest";
import { toBase58Check, toBase58CheckXrp } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, messageOf } from "../../support/addresses.js";

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index * 7 + 1);

const ofHashes: readonly [prefix: number[], network: string][] = [
  [[0x00], "bitcoin and bitcoin-cash"],
  [[0x05], "bitcoin, bitcoin-cash and litecoin"],
  [[0x30], "litecoin"],
  [[0x32], "litecoin"],
  [[0x1e], "doge"],
  [[0x16], "doge"],
  [[0x6f], "a test network of bitcoin, bitcoin-cash or litecoin"],
  [[0xc4], "a test network of bitcoin, bitcoin-cash, litecoin or doge"],
  [[0x3a], "a test network of litecoin"],
  [[0x71], "a test network of doge"],
  [[0x41], "TRON"],
  [[0x4c], "Dash"],
  [[0x10], "Dash"],
  [[0x1c, 0xb8], "Zcash"],
  [[0x1c, 0xbd], "Zcash"],
  [[0x06, 0xa1, 0x9f], "tezos"],
  [[0x06, 0xa1, 0xa1], "tezos"],
  [[0x06, 0xa1, 0xa4], "tezos"],
  [[0x06, 0xa1, 0xa6], "tezos"],
  [[0x02, 0x5a, 0x79], "tezos"],
];

const wif = "a private key (WIF)";
const bip38 = "an encrypted private key (BIP-38)";
const ofTezos = "a secret key of Tezos";

/** The bytes behind the prefix; a compressed WIF has one more. */
const secrets: readonly [prefix: number[], length: number, what: string][] = [
  ...[0x80, 0xb0, 0x9e, 0xcc, 0xef, 0xf1].flatMap((version): [number[], number, string][] => [
    [[version], 32, wif],
    [[version], 33, wif],
  ]),
  [[0x01, 0x42], 37, bip38],
  [[0x01, 0x43], 37, bip38],
  [[13, 15, 58, 7], 32, ofTezos],
  [[43, 246, 78, 7], 64, ofTezos],
  [[17, 162, 224, 201], 32, ofTezos],
  [[16, 81, 238, 189], 32, ofTezos],
  [[3, 150, 192, 40], 32, ofTezos],
  [[7, 90, 60, 179, 41], 56, ofTezos],
  [[9, 237, 241, 174, 150], 56, ofTezos],
  [[9, 48, 57, 115, 171], 56, ofTezos],
  [[2, 5, 30, 53, 25], 56, ofTezos],
];

/** Stellar has no text in base58, so that all of these are something else there. */
const said = (text: string): string => messageOf("stellar", text);

describe("text in Base58Check", () => {
  it.each(ofHashes)("of a hash behind the bytes %j is an address of %s", (prefix, network) => {
    const text = toBase58Check(prefix, bytes(20));
    expect(canonicalOf("stellar", text)).toBe("address_other_network");
    expect(said(text)).toContain(`a valid address of ${network}, but`);
  });

  it.each(secrets)("behind the bytes %j, %i of them, is %s", (prefix, length, what) => {
    const text = toBase58Check(prefix, bytes(length));
    expect(canonicalOf("stellar", text)).toBe("address_secret_key");
    expect(said(text)).toContain(`The text is ${what} and no address`);
  });

  it("is none of them with a byte more or less", () => {
    for (const [prefix] of ofHashes)
      expect(canonicalOf("stellar", toBase58Check(prefix, bytes(22)))).not.toBe("address_other_network");
    for (const [prefix, length] of secrets.slice(12)) {
      for (const other of [length - 1, length + 1])
        expect(canonicalOf("stellar", toBase58Check(prefix, bytes(other)))).not.toBe("address_secret_key");
    }
  });

  it("is none of them behind other bytes, in whatever length", () => {
    const lengths = new Set([
      ...ofHashes.map(([prefix]) => prefix.length + 20),
      ...secrets.map(([prefix, length]) => prefix.length + length),
    ]);
    for (const length of lengths) {
      const text = toBase58Check([0x55], bytes(length - 1));
      expect(["address_length", "address_characters", "address_network"]).toContain(canonicalOf("stellar", text));
    }
    for (const length of [31, 17, 19]) {
      const text = toBase58CheckXrp([0x22], bytes(length - 1));
      expect(["address_length", "address_characters"]).toContain(canonicalOf("stellar", text));
    }
  });

  it("is an extended private key in 78 bytes only, whatever is zero in others", () => {
    const tezos = bytes(64);
    tezos[45 - 4] = 0;
    expect(said(toBase58Check([43, 246, 78, 7], tezos))).toContain(ofTezos);
    const extended = bytes(74);
    extended[45 - 4] = 0;
    expect(said(toBase58Check([4, 136, 173, 228], extended))).toContain("an extended private key (BIP-32)");
  });

  it("in the alphabet of the XRP Ledger is of its test network, or a seed", () => {
    const tested = toBase58CheckXrp([0x04, 0x93], bytes(29));
    expect(said(tested)).toContain("a valid address of a test network of ripple, but");
    const seeds = [toBase58CheckXrp([0x21], bytes(16)), toBase58CheckXrp([0x01, 0xe1, 0x4b], bytes(16))];
    for (const seed of seeds)
      expect(said(seed)).toContain("The text is a secret seed of the XRP Ledger and no address");
  });
});
