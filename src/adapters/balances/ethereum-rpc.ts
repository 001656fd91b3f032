/** Ethereum JSON-RPC: ethereum, polygon and xdc. */

import { checkedChoice, checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readHexQuantity } from "./amounts.js";
import { jsonRpcAt, resultOf } from "./json-rpc.js";
import { maxBytes, sourceOf } from "./source.js";

const chainsServed = ["ethereum", "polygon", "xdc"] as const;

type EthereumChain = (typeof chainsServed)[number];

/** EIP-155 chain ids. */
const chainIds: Readonly<Record<EthereumChain, bigint>> = { ethereum: 1n, polygon: 137n, xdc: 50n };

const blocks = ["finalized", "latest"] as const;

/** EIP-1474. */
const ownErrors = { "-32005": "provider_rate_limited" } as const;

/** What {@link ethereumRpc} is told. */
export interface EthereumRpcOptions extends ServiceOptions {
  /** The node's JSON-RPC interface. */
  readonly url: string;
  /** The chain of the node. It is checked against the node's own chain id. */
  readonly chain: EthereumChain;
  /**
   * The block whose balance is read. Default `"finalized"`; `"latest"` for nodes that do not know it, such as those of
   * xdc before its release of 2025. A latest block may still be undone.
   */
  readonly block?: (typeof blocks)[number];
}

/**
 * Balances from a node (`eth_getBalance`), of the native coin only, without tokens. An address that was never used has
 * `0x0`, which the protocol does not tell from an empty one.
 *
 * Before the first balance the node is asked for its chain id (`eth_chainId`: 1, 137, 50), since every address is one of
 * all three chains and a node of another one gives a plausible balance. That is asked until it was right once.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `balance` rejects with
 *   `configuration_invalid` for a node of another network, `chain_unsupported`, `invalid_input` for a mistyped address,
 *   what the transport throws (`provider_…`), by the code of a JSON-RPC error `provider_rejected`,
 *   `provider_rate_limited` or `provider_unavailable`, or `provider_unreadable` for anything but a hex quantity.
 * @example
 * const source = ethereumRpc({ url: "https://node.example/rpc", chain: "polygon" });
 */
export function ethereumRpc(given: EthereumRpcOptions): BalanceSource {
  const options = checkedOptions("ethereumRpc", given, { ...serviceOptions, chain: "checked", block: "checked" });
  const chain = checkedChoice("chain", options.chain, chainsServed);
  const { block = "finalized" } = options;
  checkedChoice("block", block, blocks);
  const service = serviceAt(options, { maxBytes });
  const { host } = service;
  const call = jsonRpcAt(host);

  return sourceOf({
    name: "Ethereum JSON-RPC",
    chain,
    service,
    network: `${chain} (chain id ${chainIds[chain]})`,
    servesNetwork: async (ask) =>
      readHexQuantity(resultOf(await call(ask, "eth_chainId", []), host, ownErrors)) === chainIds[chain],
    minorUnits: async (address, ask) =>
      readHexQuantity(resultOf(await call(ask, "eth_getBalance", [address, block]), host, ownErrors)),
  });
}
