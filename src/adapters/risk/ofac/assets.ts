/** The assets that the list has codes for. A code that is not here yet is no reason to pass an entry over. */
import type { Chain } from "../../../domain/chains/chain.js";
import { chains } from "../../../domain/chains/registry.js";

/** What a code of the treasury's tells of an address. */
export type Asset =
  /** The asset of one of our chains, which is tried first. */
  | { readonly kind: "native"; readonly chain: Chain }
  /** A token, or the coin of a chain with Ethereum's addresses: the address may be on any chain. */
  | { readonly kind: "anywhere" }
  /** Its own chain is none of ours. `lookalike`: the one of ours that would take its addresses for its own. */
  | { readonly kind: "foreign"; readonly lookalike?: Chain }
  /** A fork of Bitcoin that is none of ours. Its version bytes of keys and scripts → Bitcoin's. */
  | { readonly kind: "fork"; readonly versions: Readonly<Record<number, number>> };

/** The codes are the tickers, but for Bitcoin's. All were on the list in September 2024, but for SOL and DOGE, which came later. */
export const assets: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  ...Object.values(chains).map(({ symbol, name }): [string, Asset] => [symbol, { kind: "native", chain: name }]),
  ["XBT", { kind: "native", chain: "bitcoin" }],
  ["ARB", { kind: "anywhere" }],
  ["BSC", { kind: "anywhere" }],
  ["ETC", { kind: "anywhere" }],
  ["USDC", { kind: "anywhere" }],
  ["USDT", { kind: "anywhere" }],
  ["DASH", { kind: "foreign" }],
  ["TRX", { kind: "foreign" }],
  ["XMR", { kind: "foreign" }],
  ["XVG", { kind: "foreign", lookalike: "doge" }], // both begin with version 0x1e
  ["ZEC", { kind: "foreign" }],
  ["BSV", { kind: "fork", versions: { 0: 0x00, 5: 0x05 } }],
  ["BTG", { kind: "fork", versions: { 38: 0x00, 23: 0x05 } }], // chainparams of Bitcoin Gold
]);
