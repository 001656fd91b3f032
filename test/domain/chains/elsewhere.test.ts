/** What is said of a text that is something else than an address of its chain. */
import { bech32 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { chainNames } from "../../../src/testing/arbitraries/address.js";
import {
  bytesOf,
  toBase58Check,
  toBase58CheckXrp,
  toCashAddr,
  toSegwit,
  toStrkey,
} from "../../../src/testing/arbitraries/encode-address.js";
import { wallets } from "../../support/address-samples.js";
import { canonicalOf, messageOf } from "../../support/addresses.js";

const hash = Uint8Array.from({ length: 20 }, (_, index) => index * 11);
const key = Uint8Array.from({ length: 32 }, (_, index) => index * 5 + 1);

describe("an address of another network", () => {
  it.each([
    ["bitcoin's P2PKH, which is also Bitcoin Cash's", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bitcoin and bitcoin-cash"],
    [
      "bitcoin's P2SH, which is also two others'",
      "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
      "bitcoin, bitcoin-cash and litecoin",
    ],
    ["bitcoin's segwit", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bitcoin"],
    ["litecoin", "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz", "litecoin"],
    ["litecoin's MWEB", toSegwit("ltcmweb", 0, new Uint8Array(66)), "litecoin"],
    ["doge", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "doge"],
    ["CashAddr", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "bitcoin-cash"],
    ["CashAddr without its prefix", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "bitcoin-cash"],
    ["ripple", "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", "ripple"],
    ["an X-address", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu", "ripple"],
    ["stellar", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ", "stellar"],
    ["algorand", "VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA", "algorand"],
    ["polkadot", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5", "polkadot"],
    ["Kusama", "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F", "Kusama"],
    ["USDT's contract on TRON", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TRON"],
    ["Dash", toBase58Check([0x4c], hash), "Dash"],
    ["Zcash", toBase58Check([0x1c, 0xbd], hash), "Zcash"],
    [
      "a test network's P2PKH",
      "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn",
      "a test network of bitcoin, bitcoin-cash or litecoin",
    ],
    ["a test network's segwit", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "a test network of bitcoin"],
    ["a regression test network's segwit", toSegwit("bcrt", 0, hash), "a test network of bitcoin"],
    ["a test network's CashAddr", toCashAddr("bchtest", 0, hash), "a test network of bitcoin-cash"],
    ["eCash", toCashAddr("ecash", 1, hash), "eCash"],
  ])("%s is named", (_, text, network) => {
    expect(canonicalOf("tezos", text)).toBe("address_other_network");
    expect(messageOf("tezos", text)).toContain(`a valid address of ${network}, but not of the chain that is named`);
  });

  it("has a name only where it is valid in all", () => {
    const flagged = toBase58CheckXrp([0x05, 0x44], bytesOf(hash, [7], new Uint8Array(8)));
    expect(canonicalOf("tezos", flagged)).toBe("address_length");
    expect(canonicalOf("tezos", toSegwit("bc", 0, key.subarray(1)))).toMatch(/^address_(length|characters)$/);
    expect(canonicalOf("tezos", toSegwit("tmweb", 1, new Uint8Array(66)))).toMatch(/^address_(length|characters)$/);
    expect(canonicalOf("tezos", toCashAddr("bitcoincash", 9, hash))).toBe("address_characters");
    expect(canonicalOf("tezos", toSegwit("constructor", 1, key))).toBe("address_network");
  });

  it("is looked for in as many characters as the longest has, and in none longer", () => {
    const ofLength = (length: number) => bech32.encode("cosmos", new Array<number>(length - 13).fill(0), false);
    expect([ofLength(150).length, canonicalOf("tezos", ofLength(150))]).toEqual([150, "address_network"]);
    expect([ofLength(151).length, canonicalOf("tezos", ofLength(151))]).toEqual([151, "address_length"]);
  });

  it("of near or solana is not named, for nothing proves it", () => {
    expect(canonicalOf("bitcoin", wallets.near.given)).toBe("address_characters");
    expect(canonicalOf("tezos", wallets.solana.given)).toBe("address_length");
    expect(canonicalOf("bitcoin", "So11111111111111111111111111111111111111112")).toBe("address_length");
  });
});

describe("an address of a network that has no name here", () => {
  it.each([
    ["Base58Check of another version", toBase58Check([0x3c], hash)],
    ["segwit of another prefix", toSegwit("dgb", 0, hash)],
    ["bech32 that is no segwit", bech32.encode("cosmos", bech32.toWords(hash))],
  ])("%s", (_, text) => {
    expect(canonicalOf("bitcoin", text)).toBe("address_network");
    expect(canonicalOf("ethereum", text)).toBe("address_network");
  });
});

/** Published ones, or of keys that anybody can guess: nothing is on them. */
const secrets = [
  ["WIF (bitcoin wiki)", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", "a private key (WIF)"],
  ["WIF, compressed", toBase58Check([0x80], bytesOf(key, [1])), "a private key (WIF)"],
  ["WIF of litecoin", toBase58Check([0xb0], bytesOf(key, [1])), "a private key (WIF)"],
  ["WIF of doge", toBase58Check([0x9e], key), "a private key (WIF)"],
  ["WIF of a test network", toBase58Check([0xef], key), "a private key (WIF)"],
  [
    "BIP-32, test vector 1",
    "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
    "an extended private key (BIP-32)",
  ],
  [
    "BIP-38, test vector",
    "6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg",
    "an encrypted private key (BIP-38)",
  ],
  ["XRPL's genesis seed", "snoPBrXtMeMyMHUVTgbuqAfg1SUTb", "a secret seed of the XRP Ledger"],
  ["XRPL, Ed25519", "sEdTM1uX8pu2do5XvTnutH6HsouMaM2", "a secret seed of the XRP Ledger"],
  [
    "Stellar, the seed of SEP-5's test 1",
    "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN",
    "a secret seed of Stellar",
  ],
  ["Tezos, edsk of 32 bytes", toBase58Check([13, 15, 58, 7], key), "a secret key of Tezos"],
  ["Tezos, edsk of 64 bytes", toBase58Check([43, 246, 78, 7], bytesOf(key, key)), "a secret key of Tezos"],
  ["Tezos, spsk", toBase58Check([17, 162, 224, 201], key), "a secret key of Tezos"],
  ["Tezos, p2sk", toBase58Check([16, 81, 238, 189], key), "a secret key of Tezos"],
  ["Tezos, edesk", toBase58Check([7, 90, 60, 179, 41], bytesOf(key, key.subarray(8))), "a secret key of Tezos"],
] as const;

describe("a secret key", () => {
  it.each(secrets)("%s is told on every chain, and not repeated", (_, text, what) => {
    for (const chain of chainNames) {
      expect(canonicalOf(chain, text), chain).toBe("address_secret_key");
      expect(messageOf(chain, text)).toContain(`The text is ${what} and no address: treat it as exposed`);
      expect(messageOf(chain, text)).not.toContain(text.slice(2, 9));
    }
  });

  it("of Stellar has 56 characters, neither more of them nor some in a longer text", () => {
    // In base32 a row of S, so that the last 56 of its 69 characters look like a seed as well.
    const longer = toStrkey(
      0x90,
      Uint8Array.from({ length: 40 }, (_, index) => [0xa5, 0x29, 0x4a, 0x52, 0x94][index % 5] ?? 0),
    );
    expect(longer).toMatch(/^S.{12}S.{55}$/);
    expect(canonicalOf("stellar", longer)).toBe("address_length");
    expect(canonicalOf("bitcoin", longer)).toBe("address_length");
  });

  it("with a wrong checksum, or its public half, is not called so", () => {
    for (const [, text] of secrets)
      expect(canonicalOf("bitcoin", `${text.slice(0, -1)}1`)).not.toBe("address_secret_key");
    const publicKey =
      "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8";
    expect(canonicalOf("bitcoin", publicKey)).toBe("address_length");
  });
});
