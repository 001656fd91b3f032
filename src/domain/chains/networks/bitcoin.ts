/** Bitcoin. Base58Check of key hashes and scripts (chainparams of Bitcoin Core), segwit since (BIP-173, BIP-350). */

import type { ChainModule } from "../chain.js";
import { type Base58CheckFormats, base58CheckWriting, fromBase58Check } from "../encodings/base58check.js";
import { fromSegwit, isSegwitLike } from "../encodings/segwit.js";

const base58Check: Base58CheckFormats = {
  writing: base58CheckWriting,
  prefixLength: 1,
  formats: [
    [0x00, "p2pkh"],
    [0x05, "p2sh"],
  ],
};

export const bitcoin: ChainModule = {
  name: "bitcoin",
  symbol: "BTC",
  decimals: 8,
  coinType: 0,
  formats: ["p2pkh", "p2sh", "segwit"],
  parse: (text) => (isSegwitLike(text, "bc") ? fromSegwit(text, "bc") : fromBase58Check(text, base58Check)),
};
