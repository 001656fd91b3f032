/** Balance sources over HTTP APIs of single chains: algod, Horizon, Substrate Sidecar, TzKT. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { checkAddress } from "../checked-query.js";
import type { JsonNode } from "../transport/json.js";
import type { HttpResponse } from "../transport/request.js";
import { checkedSecret, type ServiceOptions, serviceOptions } from "../transport/service.js";
import { balanceSource, nodeAt, readDigits, readWholeNumber } from "./source.js";

/** The genesis hash of MainNet (CAIP-2 of the namespace "algorand"). */
const algorandGenesis = "wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=";

/** Options for {@link algod}. */
export interface AlgodOptions extends ServiceOptions {
  /** The node's REST interface. */
  readonly url: string;
  /** The node's API token, sent as `X-Algo-API-Token`. Some public nodes need none. @default no token */
  readonly token?: string | undefined;
}

/**
 * Creates a source of balances of algorand from its node, algod (`GET /v2/accounts/{address}?exclude=all`). The balance
 * includes the minimum balance and pending rewards. An address that was never used has 0.
 *
 * The genesis hash (`GET /v2/transactions/params`) is checked before the first balance.
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = algod({ url: "https://node.example", token: process.env.ALGOD_TOKEN });
 */
export function algod(options: AlgodOptions): BalanceSource {
  const checked = checkedOptions("algod", options, { ...serviceOptions, token: "checked" });
  const service = nodeAt(checked);
  const { token } = checked;
  const authentication = token === undefined ? {} : { "x-algo-api-token": checkedSecret("token", token) };
  const headers = () => authentication;
  return balanceSource({
    name: "algod",
    chain: "algorand",
    service,
    network: "Algorand's MainNet",
    servesMainNetwork: async (send) => {
      const params = (await send({ path: "/v2/transactions/params", headers })).json();
      return params.at("genesis-hash").text() === algorandGenesis;
    },
    minorUnits: async (address, send) => {
      const path = `/v2/accounts/${encodeURIComponent(address)}?exclude=all`;
      const account = (await send({ path, headers })).json();
      checkAddress(account.at("address"), { chain: "algorand", canonical: address });
      return readWholeNumber(account.at("amount"));
    },
  });
}

/** The passphrase that transactions of the public network are signed with. */
const publicPassphrase = "Public Global Stellar Network ; September 2015";

/** Options for {@link horizon}. */
export interface HorizonOptions extends ServiceOptions {
  /** The base URL of the server. */
  readonly url: string;
}

/**
 * Creates a source of balances of stellar from a Horizon server (`GET /accounts/{account}`): the native entry, including
 * the reserve. A muxed address has the balance of its whole account.
 *
 * The network passphrase (`GET /`) is checked before the first balance. An account that was not created has 0: Horizon's
 * own 404, a problem document of the type `not_found`. Any other 404 is `provider_rejected`.
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = horizon({ url: "https://horizon.example" });
 */
export function horizon(options: HorizonOptions): BalanceSource {
  const service = nodeAt(checkedOptions("horizon", options, serviceOptions));
  return balanceSource({
    name: "Horizon",
    chain: "stellar",
    service,
    network: "Stellar's public network",
    servesMainNetwork: async (send) =>
      (await send({ path: "/" })).json().at("network_passphrase").text() === publicPassphrase,
    minorUnits: async (address, send) => {
      const path = `/accounts/${encodeURIComponent(address)}`;
      const response = await send({ path, acceptedStatuses: [404] });
      if (response.status === 200) return nativeBalance(response.json(), address);
      if (isNotFound(response)) return 0n;
      const message = `${service.host} responded with status 404, but not as Horizon does. Check the URL.`;
      throw new ComplianceError("provider_rejected", message);
    },
  });
}

/** Horizon's problem document (RFC 7807) for a missing resource. */
function isNotFound(response: HttpResponse): boolean {
  try {
    const problem = response.json();
    return problem.at("status").integer() === 404n && /\/not_found$/.test(problem.at("type").text());
  } catch {
    // A page of a proxy, for example.
    return false;
  }
}

function nativeBalance(account: JsonNode, address: string): bigint {
  checkAddress(account.at("id"), { chain: "stellar", canonical: address });
  const balances = account.at("balances");
  const native = balances.items().filter((entry) => entry.at("asset_type").text() === "native");
  const [only] = native;
  if (only === undefined || native.length > 1) return balances.fail("expected exactly one native balance");
  const text = only.at("balance").text();
  // Always seven decimals: without the point these are the minor units.
  if (!/^(?:0|[1-9]\d{0,70})\.\d{7}$/.test(text)) only.at("balance").fail("expected an amount with seven decimals");
  return BigInt(text.replace(".", ""));
}

/**
 * The spec names of Polkadot's Asset Hub. Its runtime still has the original name, `statemint`, and announces the other
 * one (polkadot-fellows/runtimes, asset-hub-polkadot, VERSION).
 */
const assetHubNames: readonly string[] = ["statemint", "asset-hub-polkadot"];

/** Options for {@link substrateSidecar}. */
export interface SubstrateSidecarOptions extends ServiceOptions {
  /** A Sidecar of Polkadot's Asset Hub, not of the relay chain. */
  readonly url: string;
}

/**
 * Creates a source of balances of polkadot from a Substrate API Sidecar. The balance is the free and the reserved amount
 * together (`GET /accounts/{address}/balance-info`). An account that does not exist has 0.
 *
 * The name of the runtime (`GET /runtime/spec`) is checked before the first balance. On 4 November 2025 balances moved
 * from the relay chain to Asset Hub. Since then a Sidecar of the relay chain returns almost nothing for real accounts.
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = substrateSidecar({ url: "https://asset-hub-sidecar.example" });
 */
export function substrateSidecar(options: SubstrateSidecarOptions): BalanceSource {
  return balanceSource({
    name: "Sidecar",
    chain: "polkadot",
    service: nodeAt(checkedOptions("substrateSidecar", options, serviceOptions)),
    network: "Polkadot's Asset Hub",
    servesMainNetwork: async (send) =>
      assetHubNames.includes((await send({ path: "/runtime/spec" })).json().at("specName").text()),
    minorUnits: async (address, send) => {
      const info = (await send({ path: `/accounts/${encodeURIComponent(address)}/balance-info` })).json();
      if (info.at("tokenSymbol").text() !== "DOT") info.at("tokenSymbol").fail("expected the token DOT");
      return readDigits(info.at("free")) + readDigits(info.at("reserved"));
    },
  });
}

/** The chain id of the main network: the prefix of its first block's hash (CAIP-2 of the namespace "tezos"). */
const tezosChainId = "NetXdQprcVkpaWU";

/** Options for {@link tzkt}. */
export type TzktOptions = ServiceOptions;

/**
 * Creates a source of balances of tezos from the indexer TzKT (`GET /v1/accounts/{address}/balance`): the total balance
 * of the account. An address that was never used has 0.
 *
 * The chain (`GET /v1/head`: `chainId`) is checked before the first balance. The default `url` is `https://api.tzkt.io`:
 * free for commercial use, with a rate limit. It requires a visible attribution ("Powered by TzKT API").
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = tzkt();
 */
export function tzkt(options: TzktOptions = {}): BalanceSource {
  return balanceSource({
    name: "TzKT",
    chain: "tezos",
    service: nodeAt(checkedOptions("tzkt", options, serviceOptions), "https://api.tzkt.io"),
    network: "the main network of Tezos",
    servesMainNetwork: async (send) => (await send({ path: "/v1/head" })).json().at("chainId").text() === tezosChainId,
    minorUnits: async (address, send) =>
      readWholeNumber((await send({ path: `/v1/accounts/${encodeURIComponent(address)}/balance` })).json()),
  });
}
