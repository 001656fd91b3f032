/** Bitcoin Cash. CashAddr (its specification, and CashTokens CHIP-2022-02), and Bitcoin's earlier formats. */
import type { ChainModule } from "../chain.js";
import { type Base58CheckOptions, base58CheckLimits, parseBase58Check } from "../encodings/base58check.js";
import { encodeCashAddr, parseCashAddr } from "../encodings/cashaddr.js";

const legacy: Base58CheckOptions = {
  formats: { "00": "legacy", "05": "legacy" },
  canonical: (_, prefix, hash) => encodeCashAddr(prefix === "00" ? 0 : 8, hash),
};

export const bitcoinCash: ChainModule<"bitcoin-cash"> = {
  name: "bitcoin-cash",
  symbol: "BCH",
  decimals: 8,
  coinType: 145,
  formats: ["cashaddr", "cashaddr-token", "legacy"],
  checksum: "base58check",
  // The lengths of the two do not overlap.
  parse: (text) => (text.length > base58CheckLimits.maxLength ? parseCashAddr(text) : parseBase58Check(text, legacy)),
};
