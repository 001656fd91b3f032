/** Bitcoin Cash. CashAddr (its specification, and CashTokens CHIP-2022-02), and what Bitcoin had before the two parted. */

import type { ChainModule } from "../chain.js";
import { type Base58CheckFormats, base58CheckWriting, fromBase58Check } from "../encodings/base58check.js";
import { fromCashAddr, toCashAddr } from "../encodings/cashaddr.js";

const base58Check: Base58CheckFormats = {
  writing: base58CheckWriting,
  prefixLength: 1,
  formats: [
    [0x00, "legacy"],
    [0x05, "legacy"],
  ],
  canonical: (_, prefix, hash) => toCashAddr(prefix === 0x00 ? 0 : 1, hash),
};

export const bitcoinCash: ChainModule = {
  name: "bitcoin-cash",
  symbol: "BCH",
  decimals: 8,
  coinType: 145,
  formats: ["cashaddr", "cashaddr-token", "legacy"],
  // The two never have the same length.
  parse: (text) => (text.length > base58Check.writing.most ? fromCashAddr(text) : fromBase58Check(text, base58Check)),
};
