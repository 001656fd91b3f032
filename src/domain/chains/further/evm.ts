/** Chains with Ethereum's addresses. Nothing in a text says which of them is meant (EIP-55; SLIP-44 for the coin types). */
import type { ChainModule } from "../chain.js";
import { parseHex } from "../encodings/hex.js";
import { frozenChain } from "./frozen-chain.js";

function evmChain<Name extends string>(name: Name, symbol: string, coinType: number): ChainModule<Name> {
  const formats = ["eip-55", "hex"];
  return frozenChain({ name, symbol, decimals: 18, coinType, formats, checksum: "eip-55", parse: parseHex });
}

/** BNB Smart Chain. Wallets derive its keys with the coin type 60. */
export const bsc: ChainModule<"bsc"> = /* @__PURE__ */ evmChain("bsc", "BNB", 9006);

/** Base. Wallets derive its keys with the coin type 60. */
export const base: ChainModule<"base"> = /* @__PURE__ */ evmChain("base", "ETH", 8453);

/** Arbitrum One. Wallets derive its keys with the coin type 60. */
export const arbitrum: ChainModule<"arbitrum"> = /* @__PURE__ */ evmChain("arbitrum", "ETH", 9001);

/** OP Mainnet. Wallets derive its keys with the coin type 60. */
export const optimism: ChainModule<"optimism"> = /* @__PURE__ */ evmChain("optimism", "ETH", 614);

/** Ethereum Classic. */
export const ethereumClassic: ChainModule<"ethereum-classic"> = /* @__PURE__ */ evmChain("ethereum-classic", "ETC", 61);
