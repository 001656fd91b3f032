/** NEAR JSON-RPC. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import type { JsonNode } from "../transport/json.js";
import { type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readWholeText } from "./amounts.js";
import { jsonRpcAt } from "./json-rpc.js";
import { maxBytes, sourceOf } from "./source.js";

/** What {@link nearRpc} is told. */
export interface NearRpcOptions extends ServiceOptions {
  /** The node's JSON-RPC interface. */
  readonly url: string;
}

/**
 * Balances from a NEAR node (`query`, `view_account`, finality `final`): what is free and what is staked (`amount` and
 * `locked`).
 *
 * Before the first balance the node is asked for its chain (`status`: `chain_id`), since implicit accounts look the same
 * on every network; that is asked until it was `mainnet` once.
 *
 * An account that does not exist (`UNKNOWN_ACCOUNT`) has 0: implicit accounts are unknown until they are funded. No
 * other error means 0. As the documentation asks, errors are known by the name of their cause alone, not by code or message.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `balance` rejects with
 *   `configuration_invalid` for a node of another network, `chain_unsupported`, `invalid_input` for a mistyped
 *   account, what the transport throws (`provider_…`), `provider_rejected` (`INVALID_ACCOUNT`, a malformed request),
 *   `provider_unavailable` for every other error (`UNAVAILABLE_SHARD`, `UNKNOWN_BLOCK`, `NO_SYNCED_BLOCKS` …), or
 *   `provider_unreadable`.
 * @example
 * const source = nearRpc({ url: "https://node.example" });
 */
export function nearRpc(given: NearRpcOptions): BalanceSource {
  const options = checkedOptions("nearRpc", given, serviceOptions);
  const service = serviceAt(options, { maxBytes });
  const { host } = service;
  const call = jsonRpcAt(host);
  return sourceOf({
    name: "NEAR JSON-RPC",
    chain: "near",
    service,
    network: "NEAR's mainnet",
    servesNetwork: async (ask) => {
      const reply = await call(ask, "status", []);
      if (!reply.ok) throw failureOf(reply.error, host);
      return reply.result.at("chain_id").text() === "mainnet";
    },
    minorUnits: async (address, ask) => {
      const params = { request_type: "view_account", finality: "final", account_id: address };
      const reply = await call(ask, "query", params);
      if (reply.ok) return readWholeText(reply.result.at("amount")) + readWholeText(reply.result.at("locked"));
      if (isUnknownAccount(reply.error, address)) return 0n;
      throw failureOf(reply.error, host);
    },
  });
}

function isUnknownAccount(error: JsonNode, address: string): boolean {
  const cause = error.at("cause");
  const isUnknown = error.at("name").text() === "HANDLER_ERROR" && cause.at("name").text() === "UNKNOWN_ACCOUNT";
  const subject = cause.at("info").at("requested_account_id");
  if (isUnknown && !subject.isAbsent() && subject.text() !== address) subject.refuse("is about another account");
  return isUnknown;
}

function failureOf(error: JsonNode, host: string): ComplianceError {
  const isRejected =
    error.at("name").text() === "REQUEST_VALIDATION_ERROR" || error.at("cause").at("name").text() === "INVALID_ACCOUNT";
  return isRejected
    ? new ComplianceError(
        "provider_rejected",
        `${host} calls the question invalid; check that the URL is of a NEAR node.`,
      )
    : new ComplianceError("provider_unavailable", `${host} cannot answer this now; try again, or another node.`);
}
