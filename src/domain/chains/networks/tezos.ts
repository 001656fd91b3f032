/** Tezos. tz1 to tz4 are hashes of keys, KT1 of contracts; Base58Check with prefixes of three bytes (Octez, base58.ml). */

import type { ChainModule } from "../chain.js";
import { type Base58CheckFormats, base58Alphabet, fromBase58Check } from "../encodings/base58check.js";

const base58Check: Base58CheckFormats = {
  writing: { alphabet: base58Alphabet, least: 36, most: 36 },
  prefixLength: 3,
  formats: [
    [0x06a19f, "tz1"],
    [0x06a1a1, "tz2"],
    [0x06a1a4, "tz3"],
    [0x06a1a6, "tz4"],
    [0x025a79, "KT1"],
  ],
  otherwise: "The text is well-formed, yet of another kind: an address begins with tz1, tz2, tz3, tz4 or KT1.",
};

export const tezos: ChainModule = {
  name: "tezos",
  symbol: "XTZ",
  decimals: 6,
  coinType: 1729,
  formats: ["tz1", "tz2", "tz3", "tz4", "KT1"],
  parse: (text) => fromBase58Check(text, base58Check),
};
