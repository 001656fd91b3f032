/** Litecoin. Base58Check (chainparams of Litecoin Core), segwit, and the stealth addresses of MWEB (LIP-0004). */
import { base58 } from "@scure/base";
import { isAddressIssue, type Writing } from "../address-issues.js";
import type { AddressReading, ChainModule } from "../chain.js";
import {
  type Base58CheckFormats,
  base58CheckWriting,
  fromBase58Check,
  withChecksum,
} from "../encodings/base58check.js";
import { bech32Alphabet, decodeBech32 } from "../encodings/bech32.js";
import { fromSegwit, isSegwitLike, mwebFault } from "../encodings/segwit.js";

/** P2SH began with 3, as Bitcoin's does, before it got a version of its own: both name the same script. */
const base58Check: Base58CheckFormats = {
  writing: base58CheckWriting,
  prefixLength: 1,
  formats: [
    [0x30, "p2pkh"],
    [0x32, "p2sh"],
    [0x05, "p2sh-old"],
  ],
  canonical: (text, prefix, hash) => (prefix === 0x05 ? base58.encode(withChecksum(0x32, hash)) : text),
};

/** Longer than BIP-173 allows. */
const mwebWriting: Writing = { alphabet: bech32Alphabet, least: 121, most: 121 };

export const litecoin: ChainModule = {
  name: "litecoin",
  symbol: "LTC",
  decimals: 8,
  coinType: 2,
  formats: ["p2pkh", "p2sh", "p2sh-old", "segwit", "mweb"],
  parse: (text) => {
    if (text.length > base58CheckWriting.most && /^ltcmweb1/i.test(text)) return fromMweb(text);
    if (!isSegwitLike(text, "ltc")) return fromBase58Check(text, base58Check);
    const segwit = fromSegwit(text, "ltc");
    if (!isAddressIssue(segwit) || text.length > base58CheckWriting.most) return segwit;
    // An address in base58 may begin with LTC1 as well, all of it in upper case: its checksum tells.
    const reading = fromBase58Check(text, base58Check);
    return isAddressIssue(reading) ? segwit : reading;
  },
};

function fromMweb(text: string): AddressReading {
  const decoded = decodeBech32(text, mwebWriting);
  if ("code" in decoded) return decoded;
  return mwebFault(decoded) ?? { canonical: decoded.lower, format: "mweb" };
}
