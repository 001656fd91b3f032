/** The messages of address issues: what is wrong, and how to correct it (§4.1). */
import { bech32, bech32m } from "@scure/base";
import { describe, expect, it } from "vitest";
import type { Chain } from "../../../src/domain/chains/chain.js";
import { chainNames } from "../../../src/testing/arbitraries/address.js";
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
import { canonicalOf, messageOf } from "../../support/addresses.js";

const hash = Uint8Array.from({ length: 20 }, (_, index) => index * 11);
const key = Uint8Array.from({ length: 32 }, (_, index) => index * 5 + 1);

/** Chain, text, and a part of the message. */
const table = `
  bitcoin 1A1zP1eP5QGefi2D The wallet address is too short or too long; in this format it has 25 to 35 characters.
  tezos tz1 The wallet address is too short or too long; in this format it has 36 characters.
  ethereum 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA in this format it has 40 hex digits after its prefix.
  bitcoin-cash bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6aq in this format it has 42 characters after its prefix, or 61 with a hash of 32 bytes.
  bitcoin 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNO The wallet address contains a character outside base58 (digits and letters without 0, O, I and l);
  bitcoin bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3tb a character outside bech32 (digits and letters without 1, b, i and o);
  bitcoin-cash bitcoincash:qbm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a a character outside CashAddr (digits and letters without 1, b, i and o);
  stellar GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSG1 a character outside base32 (letters A to Z and digits 2 to 7);
  ethereum 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg a character outside hex (digits and the letters a to f); give the address alone, without a scheme or tag.
  near Alice.near a character outside account ids (lower-case letters, digits, dots, hyphens and underscores);
  bitcoin bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4 The wallet address mixes upper and lower case; write an address of this format in one case.
  bitcoin 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb The checksum of the wallet address is wrong: a character is wrong, missing or misplaced; copy it again from its source.
  ripple 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa The wallet address is valid on bitcoin and bitcoin-cash, but not on the given chain; find out whether the chain or the address is wrong.
  near alice.testnet The wallet address is of the test network of near: its name ends in testnet; give one of the main network.
  ethereum 5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed The wallet address must begin with 0x, the x in lower case.
  xdc 5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed The wallet address must begin with 0x, xdc or XDC.
  near alice..near The wallet address must have a letter or digit on both sides of each dot, hyphen and underscore.
`;

const messages: readonly (readonly [chain: Chain, text: string, part: string])[] = [
  ...Array.from(
    table.matchAll(/^ +(\S+) (\S+) (.+)$/gm),
    ([, chain, text = "", part = ""]) => [chain as Chain, text, part] as const,
  ),
  [
    "ethereum",
    `0x${"5aAeb605".repeat(8)}`,
    "The text is no wallet address: 64 hex digits are a transaction hash, or a private key to treat as exposed; get the address.",
  ],
  ["solana", toBase58(key.subarray(1)), "in this format it has 32 bytes."],
  [
    "solana",
    toBase58(bytesOf(key, key)),
    "in this format it has 32 bytes (64 bytes are a signature, or a secret key to treat as exposed).",
  ],
  ["bitcoin", " 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "The wallet address contains white space; remove it."],
  [
    "bitcoin",
    "1А1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "The wallet address contains a character outside ASCII that may look right; copy it again from its source.",
  ],
  [
    "bitcoin",
    toBase58Check([0x3c], hash),
    "The wallet address is of an unknown network: its checksum is valid, its prefix is not; get one of this chain.",
  ],
  [
    "bitcoin",
    toBase58Check([0x80], key),
    "The text is a private key (WIF), not a wallet address; treat it as exposed, move its assets to a new key, and do not store it.",
  ],
  [
    "bitcoin",
    toBase58Check([0], new Uint8Array(16).fill(255)),
    "The text is valid Base58Check, but not a wallet address, which has a hash of 20 bytes.",
  ],
  ["bitcoin", bech32.encode("bc", [17, 0, 0, 0, 0]), "The witness version of the wallet address is not 0 to 16."],
  [
    "bitcoin",
    toSegwit("bc", 0, key.subarray(1)),
    "The witness program of the wallet address must have 20 or 32 bytes, because its version is 0.",
  ],
  [
    "bitcoin",
    toSegwit("bc", 1, bytesOf(key, hash.subarray(0, 9))),
    "The witness program of the wallet address must have 2 to 40 bytes.",
  ],
  [
    "bitcoin",
    bech32m.encode("bc", [1, ...bech32.toWords(key).map((digit, index) => (index === 51 ? digit | 1 : digit))]),
    "The wallet address has unused bits that are not zero.",
  ],
  [
    "litecoin",
    toSegwit("ltcmweb", 1, new Uint8Array(66)),
    "The wallet address must have version 0, bech32 and two keys of 33 bytes, because it is of MWEB.",
  ],
  [
    "bitcoin-cash",
    toCashAddr("bitcoincash", 4, hash),
    "The wallet address must be P2PKH with a hash of 20 bytes, or P2SH with 20 or 32 bytes.",
  ],
  [
    "tezos",
    toBase58Check([0x06, 0xa1, 0xff], hash),
    "The text is valid Base58Check, but not a wallet address, which begins with tz1, tz2, tz3, tz4 or KT1.",
  ],
  [
    "ripple",
    toBase58CheckXrp([5], hash),
    "The text is valid base58 of the XRP Ledger, but not a wallet address: a classic address begins with r.",
  ],
  [
    "ripple",
    toBase58CheckXrp([0x05, 0x45], bytesOf(hash, new Uint8Array(9))),
    "The text is valid base58 of the XRP Ledger, but not a wallet address: an X-address begins with X.",
  ],
  [
    "ripple",
    toBase58CheckXrp([0x05, 0x44], bytesOf(hash, [7], new Uint8Array(8))),
    "The wallet address is an X-address with invalid flags; XLS-5 allows no tag, or a tag of 32 bits.",
  ],
  [
    "stellar",
    toStrkey(0x98, key),
    "The text is a strkey, but not a wallet address, which begins with G or M, or C for a contract.",
  ],
  [
    "polkadot",
    toSs58Of([0x40, 0x00], key),
    "The wallet address must have an account of 32 bytes after the shortest prefix of its network.",
  ],
];

describe("the message", () => {
  it.each(messages)("on %s: %s", (chain, text, part) => {
    expect(messageOf(chain, text)).toContain(part);
  });

  it("of solana mentions a secret key only in the length of one", () => {
    const text = toBase58(bytesOf(key, key));
    for (const other of [`${text}22`, `2${text}2`]) expect(messageOf("solana", other)).not.toContain("exposed");
  });
});

describe("a text that a message contains", () => {
  const texts = [...new Set(chainNames.flatMap((chain) => messages.map(([, text]) => messageOf(chain, text))))]
    .filter((message) => message !== "")
    .flatMap((message) => {
      const words = message.split(" ");
      return words.flatMap((_, at) => [1, 2, 3, words.length].map((count) => words.slice(at, at + count).join(" ")));
    });

  it.each(chainNames)("is an issue on %s like any other text, with the same message", (chain) => {
    expect(texts).toContain("wallet address");
    for (const text of new Set(texts)) {
      const [code, message] = [canonicalOf(chain, text), messageOf(chain, text)];
      // NEAR has short names, such as "checksum".
      if (message === "") continue;
      expect(code).toMatch(/^address_/);
      if (text.includes(" ") && text.length <= 150) expect(message).toContain("white space");
    }
  });
});
