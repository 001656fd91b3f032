/** Horizon, the API of the Stellar network. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { checkSubject } from "../checked-query.js";
import { type JsonNode, readJson } from "../transport/json.js";
import { type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { maxBytes, sourceOf } from "./source.js";

/** The name that the public network signs with. */
const publicNetwork = "Public Global Stellar Network ; September 2015";

/** What {@link horizon} is told. */
export interface HorizonOptions extends ServiceOptions {
  /** The base URL of the server. */
  readonly url: string;
}

/**
 * Balances from a Horizon server (`GET /accounts/{account}`): the native entry, including the reserve. For a muxed
 * address it is the balance of the whole account: the ledger does not know what belongs to an id.
 *
 * An account that was not created has 0: that is what Horizon's 404 says, a problem document of the type `not_found`. It
 * says the same of a path that it does not know. So before the first balance its root is asked whether the URL is that of
 * a Horizon server of the public network; that is asked until it was right once. Any other 404 is `provider_rejected`.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `balance` rejects with
 *   `configuration_invalid` for a server of another network, `chain_unsupported` (another chain, or a contract: it has no
 *   account), `invalid_input` for a mistyped address, what the transport throws (`provider_…`), or `provider_unreadable`:
 *   an answer about another account, or without exactly one native balance with seven decimals.
 * @example
 * const source = horizon({ url: "https://horizon.example" });
 */
export function horizon(given: HorizonOptions): BalanceSource {
  const options = checkedOptions("horizon", given, serviceOptions);
  const service = serviceAt(options, { maxBytes });
  const { host } = service;

  return sourceOf({
    name: "Horizon",
    chain: "stellar",
    service,
    network: "Stellar's public network",
    servesNetwork: async (ask) => {
      const { text } = await ask({ path: "/" });
      return readJson(text, host).at("network_passphrase").text() === publicNetwork;
    },
    minorUnits: async (address, ask) => {
      const { status, text } = await ask({ path: `/accounts/${encodeURIComponent(address)}`, answers: [404] });
      if (status === 200) return nativeBalance(readJson(text, host), address);
      if (isNotFound(text, host)) return 0n;
      const message = `${host} answered with status 404, and not in Horizon's words; check the URL.`;
      throw new ComplianceError("provider_rejected", message);
    },
  });
}

/** Horizon's problem document (RFC 7807) for what is not there. */
function isNotFound(text: string, host: string): boolean {
  try {
    const problem = readJson(text, host);
    return problem.at("status").integer() === 404n && /\/not_found$/.test(problem.at("type").text());
  } catch {
    // A page of a proxy, or a document of something else: whatever it is, it does not speak of an account.
    return false;
  }
}

function nativeBalance(account: JsonNode, address: string): bigint {
  checkSubject(account.at("id"), { chain: "stellar", canonical: address });
  const balances = account.at("balances");
  const native = balances.items().filter((entry) => entry.at("asset_type").text() === "native");
  const [only] = native;
  if (only === undefined || native.length > 1) return balances.refuse("has not exactly one native balance");
  const text = only.at("balance").text();
  // Seven places always: without the point they are the minor units.
  if (!/^(?:0|[1-9]\d{0,70})\.\d{7}$/.test(text)) only.at("balance").refuse("has no amount with seven decimals");
  return BigInt(text.replace(".", ""));
}
