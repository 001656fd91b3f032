/** rippled, and Clio which speaks the same: the servers of the XRP Ledger. */
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { checkSubject } from "../checked-query.js";
import { type JsonNode, readJson } from "../transport/json.js";
import { type AskService, type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readWholeText } from "./amounts.js";
import { maxBytes, sourceOf } from "./source.js";

/** What {@link rippled} is told. */
export interface RippledOptions extends ServiceOptions {
  /** The URL of the JSON-RPC interface. */
  readonly url: string;
  /**
   * Whether a server must say that it serves the main network. Default true. A server whose configuration has no
   * `[network_id]` says nothing; `false` takes it for one of the main network. One that says another network is refused
   * all the same.
   */
  readonly mustNameNetwork?: boolean;
}

/**
 * Balances from a server of the XRP Ledger (`account_info` at the last validated ledger), including the reserve. For an
 * X-address it is the balance of the whole account: the ledger does not know what belongs to a tag.
 *
 * Before the first balance the server is asked for its network (`server_info`: `network_id`, which is 0 for the main one),
 * since an address does not tell its own. That is asked until it was right once.
 *
 * An account that is not funded (`actNotFound`) has 0. No other error means 0.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `balance` rejects with
 *   `configuration_invalid` for a server of another network or of none that it names, `chain_unsupported`,
 *   `invalid_input` for a mistyped address, what the transport throws (`provider_…`), by the name of the server's
 *   error `provider_rate_limited` (`slowDown`), `provider_unauthorized` (`forbidden`), `provider_unavailable`
 *   (`tooBusy`, `noNetwork`, `lgrNotFound` …) or else `provider_rejected`, and with `provider_unreadable` for an
 *   answer that is not validated, or about another account.
 * @example
 * const source = rippled({ url: "https://node.example:51234" });
 */
export function rippled(given: RippledOptions): BalanceSource {
  const options = checkedOptions("rippled", given, { ...serviceOptions, mustNameNetwork: "boolean" });
  const service = serviceAt(options, { maxBytes });
  const { host } = service;

  const call = async (ask: AskService, method: string, params: object): Promise<JsonNode> => {
    const { text } = await ask({ path: "", method: "POST", body: JSON.stringify({ method, params: [params] }) });
    const reply = readJson(text, host);
    // Some servers put an error, and all that belongs to it, where the result should be.
    return reply.at("result").isAbsent() ? reply : reply.at("result");
  };

  return sourceOf({
    name: "rippled",
    chain: "ripple",
    service,
    network: "the main network of the XRP Ledger",
    servesNetwork: async (ask) => {
      const result = await call(ask, "server_info", {});
      if (!result.at("error").isAbsent()) throw failureOf(result.at("error").text(), host);
      checkSuccess(result);
      const networkId = result.at("info").at("network_id");
      if (!networkId.isAbsent()) return networkId.integer() === 0n;
      if (options.mustNameNetwork === false) return true;
      throw unnamedNetwork(host);
    },
    minorUnits: async (address, ask) => {
      const result = await call(ask, "account_info", { account: address, ledger_index: "validated" });
      return result.at("error").isAbsent() ? balanceOf(result, address) : zeroOrFailure(result, address, host);
    },
  });
}

/** As rippled leaves it out without `[network_id]` (NetworkOPs.cpp), and Clio while it reaches no rippled. */
function unnamedNetwork(host: string): ComplianceError {
  const message = `${host} does not say which network it serves, which may be a test network; set [network_id] in its configuration, take another server, or allow it with mustNameNetwork: false.`;
  return new ComplianceError("configuration_invalid", message);
}

function checkSuccess(result: JsonNode): void {
  if (result.at("status").text() !== "success") result.at("status").refuse("is neither a success nor an error");
}

function balanceOf(result: JsonNode, address: string): bigint {
  checkSuccess(result);
  if (!result.at("validated").boolean()) result.at("validated").refuse("is not of a validated ledger");
  const account = result.at("account_data");
  checkSubject(account.at("Account"), { chain: "ripple", canonical: address });
  return readWholeText(account.at("Balance"));
}

function zeroOrFailure(result: JsonNode, address: string, host: string): bigint {
  const name = result.at("error").text();
  if (name !== "actNotFound") throw failureOf(name, host);
  // Not every server has all of these in an error; Clio, for one, serves validated ledgers only. None may say otherwise.
  const [status, validated] = [result.at("status"), result.at("validated")];
  if (!status.isAbsent() && status.text() !== "error") status.refuse("is not that of an error");
  if (!validated.isAbsent() && !validated.boolean()) validated.refuse("is not of a validated ledger");
  for (const subject of [result.at("account"), result.at("request").at("account")]) {
    if (!subject.isAbsent()) checkSubject(subject, { chain: "ripple", canonical: address });
  }
  return 0n;
}

/** Universal errors of the API and those of `account_info`, as far as another moment or another server may help. */
const meanings: ReadonlyMap<string, ComplianceErrorCode> = new Map<string, ComplianceErrorCode>([
  ["slowDown", "provider_rate_limited"],
  ["forbidden", "provider_unauthorized"],
  ...[
    "tooBusy",
    "noNetwork",
    "noCurrent",
    "noClosed",
    "lgrNotFound",
    "notReady",
    "notSynced",
    "amendmentBlocked",
    "internal",
  ].map((name) => [name, "provider_unavailable"] as const),
]);

function failureOf(name: string, host: string): ComplianceError {
  const meaning = meanings.get(name);
  // A name that is not of the list may be any text, so it is not repeated.
  return meaning === undefined
    ? new ComplianceError(
        "provider_rejected",
        `${host} refuses the question; check that the URL is of a server of the XRP Ledger.`,
      )
    : new ComplianceError(meaning, `${host} answered with the error ${name}; try again later, or another server.`);
}
