/** Tezos. tz1 to tz4 are key hashes, KT1 contracts; Base58Check with prefixes of three bytes (Octez, base58.ml). */
import { formatIssue } from "../address-issues.js";
import type { ChainModule } from "../chain.js";
import { type Base58CheckOptions, base58Alphabet, parseBase58Check } from "../encodings/base58check.js";

const base58: Base58CheckOptions = {
  formats: { "06a19f": "tz1", "06a1a1": "tz2", "06a1a4": "tz3", "06a1a6": "tz4", "025a79": "KT1" },
  prefixLength: 3,
  limits: { alphabet: base58Alphabet, minLength: 36, maxLength: 36 },
  unknownPrefix: formatIssue(
    "The text is valid Base58Check, but not a wallet address, which begins with tz1, tz2, tz3, tz4 or KT1.",
  ),
};

export const tezos: ChainModule<"tezos"> = {
  name: "tezos",
  symbol: "XTZ",
  decimals: 6,
  coinType: 1729,
  formats: ["tz1", "tz2", "tz3", "tz4", "KT1"],
  checksum: "base58check",
  parse: (text) => parseBase58Check(text, base58),
};
