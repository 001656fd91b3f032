/** The registry of the fourteen networks (§4.1). */

import type { Chain, ChainModule } from "./chain.js";
import { algorand } from "./networks/algorand.js";
import { bitcoin } from "./networks/bitcoin.js";
import { bitcoinCash } from "./networks/bitcoin-cash.js";
import { doge } from "./networks/doge.js";
import { ethereum } from "./networks/ethereum.js";
import { litecoin } from "./networks/litecoin.js";
import { near } from "./networks/near.js";
import { polkadot } from "./networks/polkadot.js";
import { polygon } from "./networks/polygon.js";
import { ripple } from "./networks/ripple.js";
import { solana } from "./networks/solana.js";
import { stellar } from "./networks/stellar.js";
import { tezos } from "./networks/tezos.js";
import { xdc } from "./networks/xdc.js";

/**
 * The networks by name, in the order of §4.1: symbol, decimal places, SLIP-44 type and formats of each.
 *
 * @example
 * const choices = Object.values(chains).map(({ name, symbol }) => ({ value: name, label: symbol }));
 */
export const chains: { readonly [C in Chain]: ChainModule } = frozen({
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

/** Whoever could change a module could make any text an address, for everybody in the process. */
function frozen<T extends Readonly<Record<string, ChainModule>>>(modules: T): T {
  for (const module of Object.values(modules)) {
    Object.freeze(module.formats);
    Object.freeze(module);
  }
  return Object.freeze(modules);
}

/** Whether it is the name of a network. */
export function isChain(value: unknown): value is Chain {
  return typeof value === "string" && Object.hasOwn(chains, value);
}
