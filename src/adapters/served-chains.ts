/** The chains that adapters parse themselves: those of §4.1, and further ones that a vendor or a node serves. */
import type { Chain, ChainModule, RegisteredChains } from "../domain/chains/chain.js";
import { avalanche } from "../domain/chains/further/avalanche.js";
import { arbitrum, base, bsc, ethereumClassic, optimism } from "../domain/chains/further/evm.js";
import { tron } from "../domain/chains/further/tron.js";
import { chains } from "../domain/chains/registry.js";

/** A chain that adapters over a service may serve. Each names those that it serves. */
export type ServedChain = Chain | "tron" | "bsc" | "base" | "arbitrum" | "optimism" | "avalanche" | "ethereum-classic";

export const servedModules: { readonly [C in ServedChain]: ChainModule<C> } = /* @__PURE__ */ Object.freeze({
  ...chains,
  tron,
  bsc,
  base,
  arbitrum,
  optimism,
  avalanche,
  "ethereum-classic": ethereumClassic,
});

export const servedChains: RegisteredChains = /* @__PURE__ */ new Map(/* @__PURE__ */ Object.entries(servedModules));

/** Returns whether a value is the name of one of these chains. */
export function isServedChain(value: unknown): value is ServedChain {
  return servedChains.has(value);
}
