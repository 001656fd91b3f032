/** What a person is told of a text that is no address: what is wrong, and what would be right (§4.1). */
import { bech32, bech32m } from "@scure/base";
import { describe, expect, it } from "vitest";
import type { Chain } from "../../../src/domain/chains/chain.js";
import {
  bytesOf,
  toBase58,
  toBase58Check,
  toBase58CheckXrp,
  toCashAddr,
  toSegwit,
  toSs58Of,
  toStrkey,
} from "../../../src/testing/arbitraries/encode-address.js";
import { messageOf } from "../../support/addresses.js";

const hash = Uint8Array.from({ length: 20 }, (_, index) => index * 11);
const key = Uint8Array.from({ length: 32 }, (_, index) => index * 5 + 1);

/** Chain, text, and what is said of it. */
const said: readonly (readonly [chain: Chain, text: string, sentence: string])[] = [
  // lengths
  ["bitcoin", "1A1zP1eP5QGefi2D", "too short or too long: in this format it has 25 to 35 characters."],
  ["tezos", "tz1", "too short or too long: in this format it has 36 characters."],
  ["ethereum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA", "in this format it has 40 hex digits after its prefix."],
  [
    "ethereum",
    `0x${"5aAeb605".repeat(8)}`,
    "40 hex digits after its prefix, and 64 are the hash of a transaction or a private key, to be treated as exposed.",
  ],
  ["solana", toBase58(key.subarray(1)), "in this format it has 32 bytes."],
  [
    "solana",
    toBase58(bytesOf(key, key)),
    "32 bytes, and 64 are a signature or a secret key, to be treated as exposed.",
  ],
  [
    "bitcoin-cash",
    "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6aq",
    "42 characters, or 61 with a hash of 32 bytes, beside its prefix.",
  ],
  // characters
  [
    "bitcoin",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNO",
    "not in base58, which has the digits and letters without 0, O, I and l;",
  ],
  [
    "bitcoin",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3tb",
    "not in bech32, which has the digits and letters without 1, b, i and o;",
  ],
  [
    "bitcoin-cash",
    "bitcoincash:qbm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
    "not in CashAddr, which has the digits and letters without 1, b, i and o;",
  ],
  [
    "stellar",
    "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSG1",
    "not in base32, which has the letters A to Z and the digits 2 to 7;",
  ],
  [
    "ethereum",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg",
    "not in hex, which has the digits and the letters a to f; give the address alone, without a scheme, a tag or anything else around it.",
  ],
  ["near", "Alice.near", "not in account ids, which have lower-case letters, digits, dots, hyphens and underscores;"],
  [
    "bitcoin",
    " 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "The address has white space around or in it; give it without any.",
  ],
  [
    "bitcoin",
    "1А1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "a character beyond printable ASCII, right as it may look; copy it again from its source.",
  ],
  [
    "bitcoin",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4",
    "The address mixes upper and lower case; this format is written in one of them throughout.",
  ],
  // checksums and networks
  [
    "bitcoin",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
    "The checksum does not agree with the rest of the address: a character is wrong, missing or misplaced; copy it again from its source.",
  ],
  [
    "bitcoin",
    toBase58Check([0x3c], hash),
    "The checksum is right, but the prefix is not that of this chain, and no network known here has such an address; get one of this chain.",
  ],
  [
    "ripple",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "of bitcoin and bitcoin-cash, but not of the chain that is named; find out which of the two is wrong, for nothing is converted or guessed here.",
  ],
  [
    "bitcoin",
    toBase58Check([0x80], key),
    "no address: treat it as exposed, move what it guards to a new key, and store it nowhere.",
  ],
  [
    "near",
    "alice.testnet",
    "one of the test network of near, whose names end in testnet; give one of the main network.",
  ],
  // forms
  [
    "bitcoin",
    toBase58Check([0], new Uint8Array(16).fill(255)),
    "well-formed Base58Check text of something else; an address holds a hash of 20 bytes.",
  ],
  ["bitcoin", bech32.encode("bc", [17, 0, 0, 0, 0]), "The witness version is none of 0 to 16."],
  ["bitcoin", toSegwit("bc", 0, key.subarray(1)), "The witness program of version 0 must have 20 or 32 bytes."],
  ["bitcoin", toSegwit("bc", 1, bytesOf(key, hash.subarray(0, 9))), "The witness program must have 2 to 40 bytes."],
  [
    "bitcoin",
    bech32m.encode("bc", [1, ...bech32.toWords(key).map((digit, index) => (index === 51 ? digit | 1 : digit))]),
    "The bits that fill up the last character of the program are not zero.",
  ],
  [
    "litecoin",
    toSegwit("ltcmweb", 1, new Uint8Array(66)),
    "An MWEB address must be of version 0, in bech32, with two keys of 33 bytes.",
  ],
  [
    "bitcoin-cash",
    toCashAddr("bitcoincash", 4, hash),
    "The address must be P2PKH with a hash of 20 bytes, or P2SH with one of 20 or 32 bytes.",
  ],
  [
    "tezos",
    toBase58Check([0x06, 0xa1, 0xff], hash),
    "The text is well-formed, yet of another kind: an address begins with tz1, tz2, tz3, tz4 or KT1.",
  ],
  [
    "ethereum",
    "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "An address in hex must begin with 0x, the x in lower case; on xdc, xdc or XDC may stand in its place.",
  ],
  [
    "ripple",
    toBase58CheckXrp([5], hash),
    "The text is well-formed base58 of the XRP Ledger, yet no address: a classic one begins with r.",
  ],
  [
    "ripple",
    toBase58CheckXrp([0x05, 0x45], bytesOf(hash, new Uint8Array(9))),
    "The text is well-formed base58 of the XRP Ledger, yet no address: an X-address begins with X.",
  ],
  [
    "ripple",
    toBase58CheckXrp([0x05, 0x44], bytesOf(hash, [7], new Uint8Array(8))),
    "The flags or the tag of the X-address are not as XLS-5 has them: no tag, or one of 32 bits.",
  ],
  [
    "stellar",
    toStrkey(0x98, key),
    "The address is a strkey of another type; one of an account begins with G or M, of a contract with C.",
  ],
  [
    "polkadot",
    toSs58Of([0x40, 0x00], key),
    "The address must hold an account of 32 bytes behind the shortest prefix of its network.",
  ],
  [
    "near",
    "alice..near",
    "An account id must have a letter or digit on both sides of each dot, hyphen and underscore.",
  ],
];

describe("a text that is no address", () => {
  it.each(said)("of %s: %s is told so", (chain, text, sentence) => {
    expect(messageOf(chain, text)).toContain(sentence);
  });

  it("of solana is called a secret key in the length of one only", () => {
    const text = toBase58(bytesOf(key, key));
    for (const other of [`${text}22`, `2${text}2`]) expect(messageOf("solana", other)).not.toContain("exposed");
  });
});
