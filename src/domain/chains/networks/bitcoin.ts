/** Bitcoin. Base58Check of key and script hashes (chainparams of Bitcoin Core), segwit (BIP-173, BIP-350). */
import type { ChainModule } from "../chain.js";
import { parseBase58Check } from "../encodings/base58check.js";
import { isSegwitLike, parseSegwit } from "../encodings/bech32.js";

const formats = { "00": "p2pkh", "05": "p2sh" };

export const bitcoin: ChainModule<"bitcoin"> = {
  name: "bitcoin",
  symbol: "BTC",
  decimals: 8,
  coinType: 0,
  formats: ["p2pkh", "p2sh", "segwit"],
  checksum: "base58check",
  parse: (text) => (isSegwitLike(text, "bc") ? parseSegwit(text, "bc") : parseBase58Check(text, { formats })),
};
