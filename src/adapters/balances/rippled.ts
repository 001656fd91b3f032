/** Balances of the XRP Ledger from rippled, or from Clio, which has the same API. */
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { checkAddress } from "../checked-query.js";
import type { JsonNode } from "../transport/json.js";
import { type SendRequest, type ServiceOptions, serviceOptions } from "../transport/service.js";
import { balanceSource, nodeAt, readDigits } from "./source.js";

/** Options for {@link rippled}. */
export interface RippledOptions extends ServiceOptions {
  /** The URL of the JSON-RPC interface. */
  readonly url: string;
  /**
   * Set `false` to accept a server that does not report its network, as main network. A server whose configuration
   * has no `[network_id]` does not. A server that reports another network is always rejected.
   *
   * @default true
   */
  readonly mustNameNetwork?: boolean | undefined;
}

/**
 * Creates a source of balances of ripple from a server of the XRP Ledger (`account_info` at the last validated ledger),
 * including the reserve. An X-address has the balance of its whole account.
 *
 * The network (`server_info`: `network_id`, 0 for the main one) is checked before the first balance. An account that is
 * not funded (`actNotFound`) has 0. No other error means 0.
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = rippled({ url: "https://node.example:51234" });
 */
export function rippled(options: RippledOptions): BalanceSource {
  const checked = checkedOptions("rippled", options, { ...serviceOptions, mustNameNetwork: "boolean" });
  const service = nodeAt(checked);
  const { host } = service;

  const call = async (send: SendRequest, method: string, params: object): Promise<JsonNode> => {
    const body = JSON.stringify({ method, params: [params] });
    const reply = (await send({ path: "", method: "POST", body })).json();
    // Some servers put the properties of an error in the place of the result.
    return reply.at("result").isAbsent() ? reply : reply.at("result");
  };

  return balanceSource({
    name: "rippled",
    chain: "ripple",
    service,
    network: "the main network of the XRP Ledger",
    servesMainNetwork: async (send) => {
      const result = await call(send, "server_info", {});
      if (!result.at("error").isAbsent()) throw failureOf(result.at("error").text(), host);
      checkSuccess(result);
      const networkId = result.at("info").at("network_id");
      if (!networkId.isAbsent()) return networkId.integer() === 0n;
      if (checked.mustNameNetwork === false) return true;
      // rippled omits it without `[network_id]` (NetworkOPs.cpp), and Clio while it has no rippled.
      const message =
        `${host} does not report its network, which may be a test network. ` +
        "Set [network_id] in its configuration, use another server, or accept it with mustNameNetwork: false.";
      throw new ComplianceError("configuration_invalid", message);
    },
    minorUnits: async (address, send) => {
      const result = await call(send, "account_info", { account: address, ledger_index: "validated" });
      return result.at("error").isAbsent() ? balanceOf(result, address) : zeroOrFailure(result, address, host);
    },
  });
}

function checkSuccess(result: JsonNode): void {
  if (result.at("status").text() !== "success") result.at("status").fail("neither a success nor an error");
}

function balanceOf(result: JsonNode, address: string): bigint {
  checkSuccess(result);
  if (!result.at("validated").boolean()) result.at("validated").fail("not a validated ledger");
  const account = result.at("account_data");
  checkAddress(account.at("Account"), { chain: "ripple", canonical: address });
  return readDigits(account.at("Balance"));
}

function zeroOrFailure(result: JsonNode, address: string, host: string): bigint {
  const name = result.at("error").text();
  if (name !== "actNotFound") throw failureOf(name, host);
  // Servers omit some of these properties in an error. A property that is there must agree.
  const [status, validated] = [result.at("status"), result.at("validated")];
  if (!status.isAbsent() && status.text() !== "error") status.fail("expected the status of an error");
  if (!validated.isAbsent() && !validated.boolean()) validated.fail("not a validated ledger");
  for (const account of [result.at("account"), result.at("request").at("account")]) {
    if (!account.isAbsent()) checkAddress(account, { chain: "ripple", canonical: address });
  }
  return 0n;
}

/** Errors of the API that another time, another server or another key may avoid. */
const meanings: ReadonlyMap<string, ComplianceErrorCode> = new Map<string, ComplianceErrorCode>([
  ["slowDown", "provider_rate_limited"],
  ["forbidden", "provider_unauthorized"],
  ["tooBusy", "provider_unavailable"],
  ["noNetwork", "provider_unavailable"],
  ["noCurrent", "provider_unavailable"],
  ["noClosed", "provider_unavailable"],
  ["lgrNotFound", "provider_unavailable"],
  ["notReady", "provider_unavailable"],
  ["notSynced", "provider_unavailable"],
  ["amendmentBlocked", "provider_unavailable"],
  ["internal", "provider_unavailable"],
]);

function failureOf(name: string, host: string): ComplianceError {
  const meaning = meanings.get(name);
  if (meaning !== undefined) {
    return new ComplianceError(meaning, `${host} returned the error ${name}. Try again later, or use another server.`);
  }
  // An unknown name may be any text, so the message does not repeat it.
  const message = `${host} rejects the request. Check that the URL is of a server of the XRP Ledger.`;
  return new ComplianceError("provider_rejected", message);
}
