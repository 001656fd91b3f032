/** Polygon (its ticker was MATIC until 2024). Hex with the checksum of EIP-55. */
import type { ChainModule } from "../chain.js";
import { fromHex } from "../encodings/hex.js";

export const polygon: ChainModule = {
  name: "polygon",
  symbol: "POL",
  decimals: 18,
  coinType: 966,
  formats: ["eip-55", "hex"],
  parse: fromHex,
};
