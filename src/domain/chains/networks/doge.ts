/** Dogecoin. Base58Check of key hashes and scripts (chainparams of Dogecoin Core). */

import type { ChainModule } from "../chain.js";
import { type Base58CheckFormats, base58CheckWriting, fromBase58Check } from "../encodings/base58check.js";

const base58Check: Base58CheckFormats = {
  writing: base58CheckWriting,
  prefixLength: 1,
  formats: [
    [0x1e, "p2pkh"],
    [0x16, "p2sh"],
  ],
};

export const doge: ChainModule = {
  name: "doge",
  symbol: "DOGE",
  decimals: 8,
  coinType: 3,
  formats: ["p2pkh", "p2sh"],
  parse: (text) => fromBase58Check(text, base58Check),
};
