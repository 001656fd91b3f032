/** Texts that are not an address of a chain, by issue code. */
import { bech32m } from "@scure/base";
import * as fc from "fast-check";
import type { AddressIssueCode, Chain } from "../../domain/chains/chain.js";
import { addressFormats, bytes, chainNames, validAddress } from "./address.js";
import { bytesOf, toBase58Check, toBase58CheckXrp, toCashAddr, toSegwit, toSs58, toStrkey } from "./encode-address.js";

/** A chain, and a text that is not an address of it. */
export interface InvalidAddressText {
  readonly chain: Chain;
  readonly text: string;
}

function on(chains: readonly Chain[], ...texts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<InvalidAddressText> {
  return fc.record({ chain: fc.constantFrom(...chains), text: fc.oneof(...texts) });
}

const unknownVersions = [0x01, 0x17, 0x26, 0x3c, 0x42, 0x7f, 0xff];

/** Addresses of networks that the library does not name. */
const address_network = fc.oneof(
  on(
    ["bitcoin", "litecoin", "doge", "bitcoin-cash", "ripple", "stellar"],
    fc.tuple(fc.constantFrom(...unknownVersions), bytes(20)).map(([version, hash]) => toBase58Check([version], hash)),
  ),
  on(
    ["bitcoin", "litecoin", "ethereum", "tezos"],
    fc.tuple(fc.constantFrom("vtc", "dgb", "sp", "cosmos"), bytes(32)).map(([hrp, key]) => toSegwit(hrp, 1, key)),
  ),
  on(
    ["bitcoin-cash"],
    bytes(20).map((hash) => toCashAddr("prefix", 0, hash)),
  ),
  on(
    ["polkadot"],
    fc
      .tuple(fc.integer({ min: 0, max: 16_383 }), bytes(32))
      .filter(([network]) => ![0, 2, 42].includes(network))
      .map(([network, key]) => toSs58(network, key)),
  ),
);

/** Groups of chains with common addresses. Addresses of near and solana are never named. */
const groups: readonly (readonly Chain[])[] = [
  ["bitcoin", "bitcoin-cash", "litecoin"],
  ["ethereum", "polygon", "xdc", "near"],
  ["doge"],
  ["ripple"],
  ["stellar"],
  ["algorand"],
  ["polkadot"],
  ["tezos"],
  ["solana"],
];

const ofOtherChain = fc.constantFrom(...chainNames.filter((chain) => chain !== "near")).chain((chain) => {
  const nameable = groups.filter((group) => !group.includes(chain) && !group.includes("solana")).flat();
  const others = nameable.filter((other) => other !== "near");
  return fc
    .constantFrom(...others)
    .chain(validAddress)
    .map((text) => ({ chain, text }));
});

const testTag = (hash: Uint8Array): Uint8Array => bytesOf(hash, new Uint8Array(9));
const unlikeNear = chainNames.filter((chain) => chain !== "near");

/** Addresses of test networks and foreign networks. NEAR accepts bech32 in lower case as a name. */
const ofOtherNetwork = fc.oneof(
  on(
    chainNames,
    fc
      .tuple(fc.constantFrom(0x6f, 0xc4, 0x3a, 0x71, 0x41, 0x4c, 0x10), bytes(20))
      .map(([version, hash]) => toBase58Check([version], hash)),
  ),
  on(
    chainNames,
    bytes(20).map((hash) => toBase58Check([0x1c, 0xb8], hash)),
  ),
  on(
    unlikeNear,
    fc.tuple(fc.constantFrom("tb", "bcrt", "tltc", "rltc"), bytes(20)).map(([hrp, hash]) => toSegwit(hrp, 0, hash)),
  ),
  on(
    unlikeNear,
    bytes(66).map((keys) => toSegwit("tmweb", 0, keys)),
  ),
  on(
    chainNames,
    fc
      .tuple(fc.constantFrom("bchtest", "bchreg", "ecash"), bytes(20))
      .map(([prefix, hash]) => toCashAddr(prefix, 0, hash)),
  ),
  on(
    unlikeNear,
    bytes(20).map((hash) => toCashAddr("bchtest", 1, hash).slice("bchtest:".length)),
  ),
  on(
    chainNames,
    bytes(20).map((hash) => toBase58CheckXrp([0x04, 0x93], testTag(hash))),
  ),
  on(
    chainNames,
    fc.tuple(fc.constantFrom(2, 42), bytes(32)).map(([network, key]) => toSs58(network, key)),
  ),
);

/** Solana accepts any 32 bytes in base58, by chance also addresses in xdc's spelling or segwit in upper case. */
const address_other_network = fc
  .oneof(ofOtherChain, ofOtherNetwork)
  .filter(({ chain, text }) => !(chain === "solana" && /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(text)));

const address_secret_key = on(
  chainNames,
  fc
    .tuple(fc.constantFrom(0x80, 0xb0, 0x9e, 0xef), bytes(32), fc.boolean())
    .map(([version, key, isCompressed]) => toBase58Check([version], bytesOf(key, isCompressed ? [1] : []))),
  fc.tuple(bytes(41), bytes(32)).map(([head, key]) => toBase58Check([4, 0x88, 0xad, 0xe4], bytesOf(head, [0], key))),
  bytes(32).map((seed) => toStrkey(18 * 8, seed)),
  bytes(16).map((seed) => toBase58CheckXrp([0x01, 0xe1, 0x4b], seed)),
  bytes(16).map((seed) => toBase58CheckXrp([0x21], seed)),
  bytes(32).map((seed) => toBase58Check([13, 15, 58, 7], seed)),
  bytes(64).map((key) => toBase58Check([43, 246, 78, 7], key)),
);

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const hex = "0123456789abcdefABCDEF";

function lettersOf(
  alphabet: string,
  ...lengths: readonly [minLength: number, maxLength: number][]
): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...alphabet);
  return fc.oneof(...lengths.map(([minLength, maxLength]) => fc.string({ unit, minLength, maxLength })));
}

const address_length = fc.oneof(
  on(["bitcoin", "litecoin", "doge"], lettersOf(base58, [1, 24], [90, 150])),
  on(["tezos"], lettersOf(base58, [1, 35], [37, 150])),
  on(["ripple"], lettersOf(base58, [1, 24], [36, 46], [48, 150])),
  on(["solana"], lettersOf(base58, [1, 31], [45, 150])),
  on(["polkadot"], lettersOf(base58, [1, 34], [51, 150])),
  on(["stellar"], lettersOf(base32, [1, 55], [57, 68], [70, 150])),
  on(["algorand"], lettersOf(base32, [1, 57], [59, 150])),
  on(["bitcoin-cash"], lettersOf(charset, [43, 60], [62, 112])),
  on(
    ["ethereum", "polygon", "xdc"],
    lettersOf(hex, [0, 39], [41, 80]).map((digits) => `0x${digits}`),
  ),
  on(["near"], lettersOf("abcdefghijklmnopqrstuvwxyz0123456789", [1, 1], [65, 150])),
  on(chainNames, fc.string({ unit: "grapheme-ascii", minLength: 151, maxLength: 900 })),
);

/** A character outside every alphabet, at any place. U+212A becomes "k" in lower case, and U+FF11 looks like 1. */
const address_characters = fc
  .tuple(
    fc.constantFrom(...chainNames).chain((chain) => validAddress(chain).map((text) => ({ chain, text }))),
    fc.nat(),
    fc.constantFrom(" ", "\u00a0", "\u2009", "\ufeff", "\u212a", "\u0131", "\uff11", "\u0430", "é", "\u{1d7cf}"),
  )
  .map(([{ chain, text }, pick, odd]) => {
    const at = pick % (text.length + 1);
    return { chain, text: text.slice(0, at) + odd + text.slice(at) };
  });

/** Formats with checksums that notice every changed character, or all but one in four thousand million. */
const strongChecksums = [
  { chain: "bitcoin", formats: ["p2pkh", "p2sh", "segwit"], alphabet: base58 },
  { chain: "litecoin", formats: ["p2pkh", "p2sh", "p2sh-old", "segwit", "mweb"], alphabet: base58 },
  { chain: "bitcoin-cash", formats: ["cashaddr", "cashaddr-token", "legacy"], alphabet: charset },
  { chain: "doge", formats: ["p2pkh", "p2sh"], alphabet: base58 },
  { chain: "ripple", formats: ["classic", "x-address"], alphabet: base58 },
  { chain: "stellar", formats: ["account", "muxed", "contract"], alphabet: base32 },
  { chain: "algorand", formats: ["base32"], alphabet: base32 },
  { chain: "tezos", formats: ["tz1", "tz2", "tz3", "tz4", "KT1"], alphabet: base58 },
] as const;

/** The last character belongs to the checksum in each format. */
const address_checksum = fc.oneof(
  ...strongChecksums.flatMap(({ chain, formats, alphabet }) =>
    formats.map((format) => {
      const texts: Readonly<Record<string, fc.Arbitrary<{ readonly text: string }>>> = addressFormats[chain];
      const letters = format === "segwit" || format === "mweb" ? charset : format === "legacy" ? base58 : alphabet;
      return fc
        .tuple(texts[format] ?? fc.constant({ text: "" }), fc.integer({ min: 1, max: letters.length - 1 }))
        .map(([{ text }, step]) => ({ chain, text: withOtherLast(text, letters, step) }));
    }),
  ),
);

/** Replaces the last character by another of the alphabet, in the case of the text. */
function withOtherLast(text: string, alphabet: string, step: number): string {
  const isUpper = alphabet === charset && text === text.toUpperCase();
  const letters = isUpper ? alphabet.toUpperCase() : alphabet;
  const last = letters.indexOf(text.slice(-1));
  return text.slice(0, -1) + letters.charAt((last + step) % letters.length);
}

const address_format = fc.oneof(
  on(
    ["bitcoin"],
    fc
      .tuple(fc.integer({ min: 17, max: 31 }), bytes(32))
      .map(([version, key]) => bech32m.encode("bc", [version, ...bech32m.toWords(key)])),
  ),
  on(
    ["bitcoin"],
    fc
      .constantFrom(2, 19, 21, 31, 33, 40)
      .chain(bytes)
      .map((program) => toSegwit("bc", 0, program)),
  ),
  on(
    ["litecoin"],
    fc
      .constantFrom(1, 41)
      .chain(bytes)
      .filter(({ length }) => length > 1)
      .map((program) => toSegwit("ltc", 1, program)),
  ),
  on(
    ["bitcoin-cash"],
    fc
      .constantFrom(24, 28, 40, 48, 56, 64)
      .chain(bytes)
      .map((hash) => toCashAddr("bitcoincash", 1, hash)),
  ),
  on(
    ["bitcoin-cash"],
    fc.tuple(fc.integer({ min: 4, max: 15 }), bytes(20)).map(([type, hash]) => toCashAddr("bitcoincash", type, hash)),
  ),
  on(
    ["ethereum", "polygon", "xdc"],
    lettersOf(hex, [40, 40]).map((digits) => `0X${digits}`),
  ),
  on(
    ["tezos"],
    bytes(20).map((hash) => toBase58Check([0x06, 0x7c, 0x75], hash)),
  ),
  on(
    ["ripple"],
    fc
      .tuple(fc.integer({ min: 2, max: 255 }), bytes(20))
      .map(([flag, hash]) => toBase58CheckXrp([0x05, 0x44], bytesOf(hash, [flag], new Uint8Array(8)))),
  ),
  on(
    ["stellar"],
    fc.tuple(fc.constantFrom(11, 15, 19, 23), bytes(32)).map(([type, hash]) => toStrkey(type * 8, hash)),
  ),
  on(["near"], fc.constantFrom("a..b", "a__b", "a-_b", ".near", "near.", "-a", "a-", "_a", "a_")),
);

export const invalidAddressTexts: { readonly [C in AddressIssueCode]: fc.Arbitrary<InvalidAddressText> } = {
  address_length,
  address_characters,
  address_checksum,
  address_network,
  address_other_network,
  address_format,
  address_secret_key,
};
