/** Ethereum. Hex with the checksum of EIP-55. */
import type { ChainModule } from "../chain.js";
import { fromHex } from "../encodings/hex.js";

export const ethereum: ChainModule = {
  name: "ethereum",
  symbol: "ETH",
  decimals: 18,
  coinType: 60,
  formats: ["eip-55", "hex"],
  parse: fromHex,
};
