/** The registry of the fourteen networks (§4.1). */
import { algorand } from "./algorand.js";
import { bitcoin } from "./bitcoin.js";
import { bitcoinCash } from "./bitcoin-cash.js";
import type { Chain, ChainModule } from "./chain.js";
import { doge } from "./doge.js";
import { ethereum } from "./ethereum.js";
import { litecoin } from "./litecoin.js";
import { near } from "./near.js";
import { polkadot } from "./polkadot.js";
import { polygon } from "./polygon.js";
import { ripple } from "./ripple.js";
import { solana } from "./solana.js";
import { stellar } from "./stellar.js";
import { tezos } from "./tezos.js";
import { xdc } from "./xdc.js";

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
