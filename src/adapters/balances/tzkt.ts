/** TzKT, an indexer of Tezos. */

import { checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { readJson } from "../transport/json.js";
import { type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readWholeNumber } from "./amounts.js";
import { maxBytes, sourceOf } from "./source.js";

/** Of the main network: the beginning of the hash of its first block (CAIP-2 of the namespace "tezos"). */
const mainChainId = "NetXdQprcVkpaWU";

/** What {@link tzkt} can be told. */
export type TzktOptions = ServiceOptions;

/**
 * Balances from TzKT (`GET /v1/accounts/{address}/balance`): the whole balance of the account, as it counts it. An
 * address that was never used has 0, by the protocol.
 *
 * Before the first balance it is asked for its chain (`GET /v1/head`: `chainId`), since an address does not tell its
 * network; that is asked until it was the main one once.
 *
 * Without `url` it asks `https://api.tzkt.io`, which is free, also for commercial use, limits the rate of each caller,
 * and wants whoever uses it to say so visibly ("Powered by TzKT API"). The software can be run by yourself.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `balance` rejects with
 *   `configuration_invalid` for an indexer of another network, `chain_unsupported`, `invalid_input` for a mistyped
 *   address, what the transport throws (`provider_…`), or `provider_unreadable` for anything but a bare whole number.
 * @example
 * const source = tzkt();
 */
export function tzkt(given: TzktOptions = {}): BalanceSource {
  const options = checkedOptions("tzkt", given, serviceOptions);
  const service = serviceAt(options, { url: "https://api.tzkt.io", maxBytes });
  return sourceOf({
    name: "TzKT",
    chain: "tezos",
    service,
    network: "the main network of Tezos",
    servesNetwork: async (ask) => {
      const { text } = await ask({ path: "/v1/head" });
      return readJson(text, service.host).at("chainId").text() === mainChainId;
    },
    minorUnits: async (address, ask) => {
      const { text } = await ask({ path: `/v1/accounts/${encodeURIComponent(address)}/balance` });
      return readWholeNumber(readJson(text, service.host));
    },
  });
}
