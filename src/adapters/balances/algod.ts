/** algod, the node of Algorand. */

import { checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { checkSubject } from "../checked-query.js";
import { readJson } from "../transport/json.js";
import { checkedSecret } from "../transport/secret.js";
import { type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readWholeNumber } from "./amounts.js";
import { maxBytes, sourceOf } from "./source.js";

/** Of the genesis of MainNet (CAIP-2 of the namespace "algorand"). */
const mainNetHash = "wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=";

/** What {@link algod} is told. */
export interface AlgodOptions extends ServiceOptions {
  /** The node's REST interface. */
  readonly url: string;
  /** The node's API token, sent as `X-Algo-API-Token`. Some public nodes need none. */
  readonly token?: string;
}

/**
 * Balances from an Algorand node (`GET /v2/accounts/{address}?exclude=all`), including the minimum balance and pending
 * rewards, exact beyond 2^53 microalgos. An address that was never used has 0, by the protocol.
 *
 * Before the first balance the node is asked for the hash of its genesis (`GET /v2/transactions/params`), since an
 * address does not tell its network; that is asked until it was MainNet's once.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `balance` rejects with
 *   `configuration_invalid` for a node of another network, `chain_unsupported`, `invalid_input` for a mistyped
 *   address, what the transport throws (`provider_…`), or `provider_unreadable`: an answer about another address, or
 *   an amount that is no whole number.
 * @example
 * const source = algod({ url: "https://node.example", token: process.env.ALGOD_TOKEN });
 */
export function algod(given: AlgodOptions): BalanceSource {
  const options = checkedOptions("algod", given, { ...serviceOptions, token: "checked" });
  const service = serviceAt(options, { maxBytes });
  const { token } = options;
  const headers = token === undefined ? {} : { "x-algo-api-token": checkedSecret("token", token) };
  return sourceOf({
    name: "algod",
    chain: "algorand",
    service,
    network: "Algorand's MainNet",
    servesNetwork: async (ask) => {
      const { text } = await ask({ path: "/v2/transactions/params", headers: () => headers });
      return readJson(text, service.host).at("genesis-hash").text() === mainNetHash;
    },
    minorUnits: async (address, ask) => {
      const path = `/v2/accounts/${encodeURIComponent(address)}?exclude=all`;
      const { text } = await ask({ path, headers: () => headers });
      const answer = readJson(text, service.host);
      checkSubject(answer.at("address"), { chain: "algorand", canonical: address });
      return readWholeNumber(answer.at("amount"));
    },
  });
}
