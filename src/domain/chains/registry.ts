/** The registry of chains (§4.1). */
import type { Chain, ChainModule, RegisteredChains } from "./chain.js";
import { algorand } from "./networks/algorand.js";
import { bitcoin } from "./networks/bitcoin.js";
import { bitcoinCash } from "./networks/bitcoin-cash.js";
import { doge } from "./networks/doge.js";
import { ethereum, polygon, xdc } from "./networks/evm.js";
import { litecoin } from "./networks/litecoin.js";
import { near } from "./networks/near.js";
import { polkadot } from "./networks/polkadot.js";
import { ripple } from "./networks/ripple.js";
import { solana } from "./networks/solana.js";
import { stellar } from "./networks/stellar.js";
import { tezos } from "./networks/tezos.js";

/**
 * The chains by name, in the order of §4.1. Each has `name`, `symbol`, `decimals`, `coinType` and `formats`.
 *
 * @example
 * const choices = Object.values(chains).map(({ name, symbol }) => ({ value: name, label: `${name} (${symbol})` }));
 */
export const chains: { readonly [C in Chain]: ChainModule<C> } = frozen({
  bitcoin,
  ethereum,
  litecoin,
  "bitcoin-cash": bitcoinCash,
  doge,
  solana,
  xdc,
  ripple,
  stellar,
  algorand,
  polygon,
  polkadot,
  tezos,
  near,
});

/** Freezes the registry. A changed module could accept any text as an address, in the whole process. */
function frozen<T extends Readonly<Record<string, ChainModule>>>(modules: T): T {
  for (const module of Object.values(modules)) {
    Object.freeze(module.formats);
    Object.freeze(module);
  }
  return Object.freeze(modules);
}

/**
 * The modules of {@link chains}, for the option `chains` of `createCompliance`.
 *
 * @example
 * const compliance = createCompliance({ storage: memoryStorage(), chains: [...defaultChains, tron] });
 */
export const defaultChains: readonly ChainModule<Chain>[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.values(chains),
);

export const specifiedChains: RegisteredChains = /* @__PURE__ */ new Map(/* @__PURE__ */ Object.entries(chains));

/**
 * Returns whether a value is the name of a chain.
 *
 * @param value - any value
 * @returns true for a name of {@link chains}, for example `"bitcoin"`
 */
export function isChain(value: unknown): value is Chain {
  return typeof value === "string" && Object.hasOwn(chains, value);
}
