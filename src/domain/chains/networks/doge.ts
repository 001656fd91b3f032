/** Dogecoin. Base58Check of key and script hashes (chainparams of Dogecoin Core). */
import type { ChainModule } from "../chain.js";
import { parseBase58Check } from "../encodings/base58check.js";

const formats = { "1e": "p2pkh", "16": "p2sh" };

export const doge: ChainModule<"doge"> = {
  name: "doge",
  symbol: "DOGE",
  decimals: 8,
  coinType: 3,
  formats: ["p2pkh", "p2sh"],
  checksum: "base58check",
  parse: (text) => parseBase58Check(text, { formats }),
};
