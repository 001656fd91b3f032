/** Solana JSON-RPC. */

import { checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readWholeNumber } from "./amounts.js";
import { jsonRpcAt, resultOf } from "./json-rpc.js";
import { maxBytes, sourceOf } from "./source.js";

/** Of the cluster mainnet-beta (Agave's `ClusterType::get_genesis_hash`; CAIP-2 of the namespace "solana"). */
const mainnetGenesis = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";

/** What {@link solanaRpc} is told. */
export interface SolanaRpcOptions extends ServiceOptions {
  /** The node's JSON-RPC interface. */
  readonly url: string;
}

/**
 * Balances from a Solana node (`getBalance`, commitment `finalized`), exact beyond 2^53 lamports. An address that was
 * never used has 0, by the protocol.
 *
 * Before the first balance the node is asked for the hash of its genesis (`getGenesisHash`), since an address does not
 * tell its cluster; that is asked until it was mainnet-beta's once.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `balance` rejects with
 *   `configuration_invalid` for a node of another cluster, `chain_unsupported`, `invalid_input` for a mistyped
 *   address, what the transport throws (`provider_…`), by the code of a JSON-RPC error `provider_rejected` or
 *   `provider_unavailable` (a node that is behind), or `provider_unreadable`.
 * @example
 * const source = solanaRpc({ url: "https://node.example" });
 */
export function solanaRpc(given: SolanaRpcOptions): BalanceSource {
  const options = checkedOptions("solanaRpc", given, serviceOptions);
  const service = serviceAt(options, { maxBytes });
  const { host } = service;
  const call = jsonRpcAt(host);
  return sourceOf({
    name: "Solana JSON-RPC",
    chain: "solana",
    service,
    network: "Solana's mainnet-beta",
    servesNetwork: async (ask) => resultOf(await call(ask, "getGenesisHash", []), host).text() === mainnetGenesis,
    minorUnits: async (address, ask) => {
      const reply = await call(ask, "getBalance", [address, { commitment: "finalized" }]);
      return readWholeNumber(resultOf(reply, host).at("value"));
    },
  });
}
