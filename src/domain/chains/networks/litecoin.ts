/** Litecoin. Base58Check (chainparams of Litecoin Core), segwit, and the stealth addresses of MWEB (LIP-0004). */
import { concatBytes } from "@noble/hashes/utils.js";
import { isAddressIssue, type TextLimits } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { type Base58CheckOptions, base58Check, base58CheckLimits, parseBase58Check } from "../encodings/base58check.js";
import { bech32Alphabet, decodeBech32, isSegwitLike, mwebIssue, parseSegwit } from "../encodings/bech32.js";

/** P2SH first had Bitcoin's version 05. Both versions name the same script. */
const base58: Base58CheckOptions = {
  formats: { "30": "p2pkh", "32": "p2sh", "05": "p2sh-old" },
  canonical: (text, prefix, hash) =>
    prefix === "05" ? base58Check.encode(concatBytes(Uint8Array.of(0x32), hash)) : text,
};

/** Longer than BIP-173 allows. */
const mwebLimits: TextLimits = { alphabet: bech32Alphabet, minLength: 121, maxLength: 121 };

export const litecoin: ChainModule<"litecoin"> = {
  name: "litecoin",
  symbol: "LTC",
  decimals: 8,
  coinType: 2,
  formats: ["p2pkh", "p2sh", "p2sh-old", "segwit", "mweb"],
  checksum: "base58check",
  parse: (text) => {
    const isLong = text.length > base58CheckLimits.maxLength;
    if (isLong && /^ltcmweb1/i.test(text)) return parseMweb(text);
    if (!isSegwitLike(text, "ltc")) return parseBase58Check(text, base58);
    const segwit = parseSegwit(text, "ltc");
    if (!isAddressIssue(segwit) || isLong) return segwit;
    // A base58 address may also begin with LTC1. Its checksum decides.
    const decoded = parseBase58Check(text, base58);
    return isAddressIssue(decoded) ? segwit : decoded;
  },
};

function parseMweb(text: string): DecodedAddress | AddressIssue {
  const decoded = decodeBech32(text, mwebLimits);
  if (isAddressIssue(decoded)) return decoded;
  return mwebIssue(decoded) ?? { canonical: decoded.lower, format: "mweb" };
}
