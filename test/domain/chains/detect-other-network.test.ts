/** Addresses of other networks and secret keys, given as an address of a chain. */
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
  const known = `
    1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa bitcoin and bitcoin-cash
    3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy bitcoin, litecoin and bitcoin-cash
    bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 bitcoin
    LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz litecoin
    DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L doge
    bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a bitcoin-cash
    qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a bitcoin-cash
    r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59 ripple
    X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu ripple
    GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ stellar
    VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA algorand
    15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5 polkadot
    HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F Kusama
    TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t TRON
    mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn a test network of bitcoin, bitcoin-cash or litecoin
    tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx a test network of bitcoin
  `;

  it.each([
    ...known
      .trim()
      .split(/\n */)
      .map((row) => row.split(/ (.*)/) as [text: string, network: string]),
    [toSegwit("ltcmweb", 0, new Uint8Array(66)), "litecoin"],
    [toBase58Check([0x4c], hash), "Dash"],
    [toBase58Check([0x1c, 0xbd], hash), "Zcash"],
    [toSegwit("bcrt", 0, hash), "a test network of bitcoin"],
    [toCashAddr("bchtest", 0, hash), "a test network of bitcoin-cash"],
    [toCashAddr("ecash", 1, hash), "eCash"],
  ])("names the network: %s: %s", (text, network) => {
    expect(canonicalOf("tezos", text)).toBe("address_other_network");
    expect(messageOf("tezos", text)).toContain(`is valid on ${network}, but not on the given chain`);
  });

  it("is named only when it is fully valid", () => {
    const flagged = toBase58CheckXrp([0x05, 0x44], bytesOf(hash, [7], new Uint8Array(8)));
    expect(canonicalOf("tezos", flagged)).toBe("address_length");
    for (const prefix of ["bc", "ltc"]) {
      expect(canonicalOf("tezos", toSegwit(prefix, 0, key.subarray(1)))).toMatch(/^address_(length|characters)$/);
    }
    expect(canonicalOf("tezos", toSegwit("ltcmweb", 1, new Uint8Array(66)))).toMatch(/^address_(length|characters)$/);
    expect(canonicalOf("tezos", toSegwit("tmweb", 1, new Uint8Array(66)))).toMatch(/^address_(length|characters)$/);
    expect(canonicalOf("tezos", toCashAddr("bitcoincash", 9, hash))).toBe("address_characters");
    expect(canonicalOf("tezos", toSegwit("constructor", 1, key))).toBe("address_network");
  });

  it("is named for a short segwit address that looks like Base58Check", () => {
    const text = toSegwit("bc", 1, Uint8Array.of(0, 0, 48, 0, 0, 128, 0, 0, 0, 0).subarray(0, 9));
    expect(text.length).toBeLessThan(36);
    for (const chain of ["litecoin", "bitcoin-cash", "doge"] as const) {
      expect(canonicalOf(chain, text)).toBe("address_other_network");
    }
  });

  it("is detected up to the maximum length", () => {
    const ofLength = (length: number) => bech32.encode("cosmos", new Array<number>(length - 13).fill(0), false);
    expect([ofLength(150).length, canonicalOf("tezos", ofLength(150))]).toEqual([150, "address_network"]);
    expect([ofLength(151).length, canonicalOf("tezos", ofLength(151))]).toEqual([151, "address_length"]);
  });

  it("is not named for near and solana, because nothing proves it", () => {
    expect(canonicalOf("bitcoin", wallets.near.given)).toBe("address_characters");
    expect(canonicalOf("tezos", wallets.solana.given)).toBe("address_length");
    expect(canonicalOf("bitcoin", "So11111111111111111111111111111111111111112")).toBe("address_length");
  });
});

describe("an address of an unknown network", () => {
  it.each([
    ["Base58Check of another version", toBase58Check([0x3c], hash)],
    ["segwit of another prefix", toSegwit("dgb", 0, hash)],
    ["bech32 that is no segwit", bech32.encode("cosmos", bech32.toWords(hash))],
  ])("%s", (_, text) => {
    expect(canonicalOf("bitcoin", text)).toBe("address_network");
    expect(canonicalOf("ethereum", text)).toBe("address_network");
  });
});

/** Published keys, or keys that are easy to guess. They hold no assets. */
const published = `
  5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ a private key (WIF)
  xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi an extended private key (BIP-32)
  6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg an encrypted private key (BIP-38)
  snoPBrXtMeMyMHUVTgbuqAfg1SUTb a secret seed of the XRP Ledger
  sEdTM1uX8pu2do5XvTnutH6HsouMaM2 a secret seed of the XRP Ledger
  SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN a secret seed of Stellar
  S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy a mini private key of bitcoin
  SzavMBLoXU6kDrqtUVmffv a mini private key of bitcoin
`;
const secrets: readonly (readonly [text: string, what: string])[] = [
  ...published
    .trim()
    .split(/\n */)
    .map((row) => row.split(/ (.*)/) as [text: string, what: string]),
  [toBase58Check([0x80], bytesOf(key, [1])), "a private key (WIF)"],
  [toBase58Check([0xb0], bytesOf(key, [1])), "a private key (WIF)"],
  [toBase58Check([0x9e], key), "a private key (WIF)"],
  [toBase58Check([0xef], key), "a private key (WIF)"],
  [toBase58Check([13, 15, 58, 7], key), "a secret key of Tezos"],
  [toBase58Check([43, 246, 78, 7], bytesOf(key, key)), "a secret key of Tezos"],
  [toBase58Check([17, 162, 224, 201], key), "a secret key of Tezos"],
  [toBase58Check([16, 81, 238, 189], key), "a secret key of Tezos"],
  [toBase58Check([7, 90, 60, 179, 41], bytesOf(key, key.subarray(8))), "a secret key of Tezos"],
];

describe("a secret key", () => {
  it.each(secrets)("%s is %s: reported on every chain, and not repeated", (text, what) => {
    for (const chain of chainNames) {
      expect(canonicalOf(chain, text), chain).toBe("address_secret_key");
      expect(messageOf(chain, text)).toContain(`The text is ${what}, not a wallet address; treat it as exposed`);
      expect(messageOf(chain, text)).not.toContain(text.slice(2, 9));
    }
  });

  it("of Stellar has exactly 56 characters", () => {
    // Base32 with S in every fifth place: the last 56 of the 69 characters look like a seed as well.
    const longer = toStrkey(
      0x90,
      Uint8Array.from({ length: 40 }, (_, index) => [0xa5, 0x29, 0x4a, 0x52, 0x94][index % 5] ?? 0),
    );
    expect(longer).toMatch(/^S.{12}S.{55}$/);
    expect(canonicalOf("stellar", longer)).toBe("address_length");
    expect(canonicalOf("bitcoin", longer)).toBe("address_length");
  });

  it("is not reported for a wrong checksum or a public key", () => {
    for (const [text] of secrets)
      expect(canonicalOf("bitcoin", `${text.slice(0, -1)}1`)).not.toBe("address_secret_key");
    const publicKey =
      "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8";
    expect(canonicalOf("bitcoin", publicKey)).toBe("address_length");
  });
});

/** The prefixes of the sources that known-prefixes.ts cites. */
const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index * 7 + 1);

const ofHashes: readonly [prefix: number[], network: string][] = [
  [[0x00], "bitcoin and bitcoin-cash"],
  [[0x05], "bitcoin, litecoin and bitcoin-cash"],
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
const secretPayloads: readonly [prefix: number[], length: number, what: string][] = [
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

/** On stellar no base58 text is an address. */
const said = (text: string): string => messageOf("stellar", text);

describe("text in Base58Check", () => {
  it.each(ofHashes)("with the prefix %j is an address of %s", (prefix, network) => {
    const text = toBase58Check(prefix, bytes(20));
    expect(canonicalOf("stellar", text)).toBe("address_other_network");
    expect(said(text)).toContain(`is valid on ${network}, but`);
  });

  it.each(secretPayloads)("with the prefix %j and %i further bytes is %s", (prefix, length, what) => {
    const text = toBase58Check(prefix, bytes(length));
    expect(canonicalOf("stellar", text)).toBe("address_secret_key");
    expect(said(text)).toContain(`The text is ${what}, not a wallet address`);
  });

  it("is not recognized with a byte more or less", () => {
    for (const [prefix] of ofHashes)
      expect(canonicalOf("stellar", toBase58Check(prefix, bytes(22)))).not.toBe("address_other_network");
    for (const [prefix, length] of secretPayloads.slice(12)) {
      for (const other of [length - 1, length + 1])
        expect(canonicalOf("stellar", toBase58Check(prefix, bytes(other)))).not.toBe("address_secret_key");
    }
  });

  it("is not recognized with another prefix", () => {
    const lengths = new Set([
      ...ofHashes.map(([prefix]) => prefix.length + 20),
      ...secretPayloads.map(([prefix, length]) => prefix.length + length),
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

  it("is an extended private key in 78 bytes only", () => {
    const tezos = bytes(64);
    tezos[45 - 4] = 0;
    expect(said(toBase58Check([43, 246, 78, 7], tezos))).toContain(ofTezos);
    const extended = bytes(74);
    extended[45 - 4] = 0;
    expect(said(toBase58Check([4, 136, 173, 228], extended))).toContain("an extended private key (BIP-32)");
  });

  it("recognizes test network and seeds in the alphabet of the XRP Ledger", () => {
    const tested = toBase58CheckXrp([0x04, 0x93], bytes(29));
    expect(said(tested)).toContain("is valid on a test network of ripple, but");
    const seeds = [toBase58CheckXrp([0x21], bytes(16)), toBase58CheckXrp([0x01, 0xe1, 0x4b], bytes(16))];
    for (const seed of seeds)
      expect(said(seed)).toContain("The text is a secret seed of the XRP Ledger, not a wallet address");
  });
});
