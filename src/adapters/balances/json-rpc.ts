/** Balance sources over JSON-RPC 2.0: Ethereum and its siblings, Solana, NEAR. */

import { bytesToHex } from "@noble/hashes/utils.js";
import type { Chain } from "../../domain/chains/chain.js";
import { base58Check } from "../../domain/chains/encodings/base58check.js";
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import { checkedChoice, checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import type { ServedChain } from "../served-chains.js";
import type { JsonNode } from "../transport/json.js";
import { checkedSecret, type SendRequest, type ServiceOptions, serviceOptions } from "../transport/service.js";
import { balanceSource, nodeAt, readDigits, readHexQuantity, readWholeNumber } from "./source.js";

/** Calls a method of a node; returns its reply, which has exactly one of `result` and `error`. */
type CallNode = (send: SendRequest, method: string, params: unknown) => Promise<JsonNode>;

/**
 * Creates a caller with its own ids: a cached reply, or one to another call, has another id.
 *
 * A call rejects with `provider_unreadable` for another id, and without exactly one of `result` and `error` (JSON-RPC
 * 2.0, section 5).
 */
function jsonRpc(headers: Readonly<Record<string, string>> = {}): CallNode {
  let calls = 0;
  return async (send, method, params) => {
    calls += 1;
    const id = calls;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const reply = (await send({ path: "", method: "POST", body, headers: () => headers })).json();
    if (reply.at("id").integer() !== BigInt(id)) reply.at("id").fail("the id of another call");
    if (reply.at("result").isAbsent() === reply.at("error").isAbsent()) {
      reply.fail("expected exactly one of result and error");
    }
    return reply;
  };
}

/** Codes of JSON-RPC (section 5.1), an HTTP status that gateways put there, and EIP-1474. Others are the node's own. */
const codeMeanings: Readonly<Record<string, ComplianceErrorCode>> = {
  "-32700": "provider_rejected",
  "-32600": "provider_rejected",
  "-32601": "provider_rejected",
  "-32602": "provider_rejected",
  "429": "provider_rate_limited",
};
const ethereumCodes: typeof codeMeanings = { ...codeMeanings, "-32005": "provider_rate_limited" };

const advice: Partial<Record<ComplianceErrorCode, string>> = {
  provider_rate_limited: "Send fewer requests, then try again.",
  provider_rejected: "Check that the URL is of a node with this method.",
};

/** @throws ComplianceError by the code of the error. The node's message is dropped, because it may repeat the address. */
function resultOf(reply: JsonNode, host: string, meanings = codeMeanings): JsonNode {
  if (reply.at("error").isAbsent()) return reply.at("result");
  const code = String(reply.at("error").at("code").integer());
  const meaning = meanings[code] ?? "provider_unavailable";
  const message = `${host} returned the JSON-RPC error ${code}. ${advice[meaning] ?? "Try again later, or use another node."}`;
  throw new ComplianceError(meaning, message);
}

type EthereumChain = Exclude<ServedChain, Exclude<Chain, "ethereum" | "polygon" | "xdc"> | "tron">;

/** EIP-155 chain ids. */
const chainIds: Readonly<Record<EthereumChain, bigint>> = {
  ethereum: 1n,
  polygon: 137n,
  xdc: 50n,
  bsc: 56n,
  base: 8453n,
  arbitrum: 42161n,
  optimism: 10n,
  avalanche: 43114n,
  "ethereum-classic": 61n,
};

// The cast: these are the keys of the table.
const ethereumChains = Object.keys(chainIds) as readonly EthereumChain[];

type EthereumBlock = "finalized" | "latest";
const blocks: readonly EthereumBlock[] = ["finalized", "latest"];

/** Options for {@link ethereumRpc}. */
export interface EthereumRpcOptions extends ServiceOptions {
  /** The node's JSON-RPC interface. */
  readonly url: string;
  /** The chain of the node. It is compared with the node's chain id. */
  readonly chain: EthereumChain;
  /**
   * The block whose balance is read. Set `"latest"` for nodes without finalized blocks: of ethereum-classic, and of xdc
   * before its release of 2025. A latest block may still be reverted.
   *
   * @default "finalized"
   */
  readonly block?: EthereumBlock | undefined;
}

/**
 * Creates a source of balances of a chain with Ethereum's addresses from a node (`eth_getBalance`), without tokens. An
 * address that was never used has 0. On avalanche, only the C-chain has these addresses.
 *
 * The chain id (`eth_chainId`) is checked before the first balance, because an address is valid on all of these chains.
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = ethereumRpc({ url: "https://node.example/rpc", chain: "polygon" });
 */
export function ethereumRpc(options: EthereumRpcOptions): BalanceSource<ServedChain> {
  const checked = checkedOptions("ethereumRpc", options, { ...serviceOptions, chain: "checked", block: "checked" });
  const chain = checkedChoice("chain", checked.chain, ethereumChains);
  const block = checkedChoice("block", checked.block === undefined ? "finalized" : checked.block, blocks);
  const service = nodeAt(checked);
  const call = jsonRpc();
  const quantity = async (send: SendRequest, method: string, params: unknown): Promise<bigint> =>
    readHexQuantity(resultOf(await call(send, method, params), service.host, ethereumCodes));

  return balanceSource({
    name: "Ethereum JSON-RPC",
    chain,
    service,
    network: `${chain} (chain id ${chainIds[chain]})`,
    servesMainNetwork: async (send) => (await quantity(send, "eth_chainId", [])) === chainIds[chain],
    minorUnits: (address, send) => quantity(send, "eth_getBalance", [address, block]),
  });
}

/** The last four bytes of the hash of the first block (java-tron, `eth_chainId`). */
const tronChainId = 0x2b6653dcn;

/** Options for {@link tronRpc}. */
export interface TronRpcOptions extends ServiceOptions {
  /** The node's JSON-RPC interface, for example `https://api.trongrid.io/jsonrpc`. */
  readonly url: string;
  /** The key of TronGrid, sent as `TRON-PRO-API-KEY`. Your own node needs none. @default no key */
  readonly apiKey?: string | undefined;
}

/**
 * Creates a source of balances of tron from a node or TronGrid (`eth_getBalance`), without tokens such as USDT. An address
 * that was never used has 0. A full node has only the latest block, which may still be reverted. Use the interface of a
 * solidity node for final blocks.
 *
 * The chain id (`eth_chainId`) is checked before the first balance.
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = tronRpc({ url: "https://api.trongrid.io/jsonrpc", apiKey: process.env.TRONGRID_KEY });
 */
export function tronRpc(options: TronRpcOptions): BalanceSource<"tron"> {
  const checked = checkedOptions("tronRpc", options, { ...serviceOptions, apiKey: "checked" });
  const { apiKey } = checked;
  const service = nodeAt(checked);
  const call = jsonRpc(apiKey === undefined ? {} : { "tron-pro-api-key": checkedSecret("apiKey", apiKey) });
  const quantity = async (send: SendRequest, method: string, params: unknown): Promise<bigint> =>
    readHexQuantity(resultOf(await call(send, method, params), service.host, ethereumCodes));

  return balanceSource({
    name: "TRON JSON-RPC",
    chain: "tron",
    service,
    network: "the main network of TRON",
    servesMainNetwork: async (send) => (await quantity(send, "eth_chainId", [])) === tronChainId,
    minorUnits: (address, send) => quantity(send, "eth_getBalance", [toTronHex(address), "latest"]),
  });
}

/** Returns the 20 bytes after the version of a canonical address, as the interface takes them. */
function toTronHex(address: string): string {
  // A canonical address has a valid checksum.
  return `0x${bytesToHex(base58Check.decode(address) ?? new Uint8Array()).slice(2)}`;
}

/** The genesis hash of mainnet-beta (Agave's `ClusterType::get_genesis_hash`; CAIP-2 of the namespace "solana"). */
const solanaGenesis = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";

/** Options for {@link solanaRpc}. */
export interface SolanaRpcOptions extends ServiceOptions {
  /** The node's JSON-RPC interface. */
  readonly url: string;
}

/**
 * Creates a source of balances of solana from a node (`getBalance`, commitment `finalized`), exact beyond 2^53
 * lamports. An address that was never used has 0.
 *
 * The genesis hash (`getGenesisHash`) is checked before the first balance.
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = solanaRpc({ url: "https://node.example" });
 */
export function solanaRpc(options: SolanaRpcOptions): BalanceSource {
  const service = nodeAt(checkedOptions("solanaRpc", options, serviceOptions));
  const call = jsonRpc();
  const result = async (send: SendRequest, method: string, params: unknown): Promise<JsonNode> =>
    resultOf(await call(send, method, params), service.host);

  return balanceSource({
    name: "Solana JSON-RPC",
    chain: "solana",
    service,
    network: "Solana's mainnet-beta",
    servesMainNetwork: async (send) => (await result(send, "getGenesisHash", [])).text() === solanaGenesis,
    minorUnits: async (address, send) =>
      readWholeNumber((await result(send, "getBalance", [address, { commitment: "finalized" }])).at("value")),
  });
}

/** Options for {@link nearRpc}. */
export interface NearRpcOptions extends ServiceOptions {
  /** The node's JSON-RPC interface. */
  readonly url: string;
}

/**
 * Creates a source of balances of near from a node (`query`, `view_account`, finality `final`). The balance is the free
 * and the staked amount together (`amount` and `locked`).
 *
 * The chain (`status`: `chain_id`) is checked before the first balance. An account that does not exist
 * (`UNKNOWN_ACCOUNT`) has 0, because implicit accounts exist only once they are funded. No other error means 0.
 *
 * @returns A source of balances, with `balance_usd` null.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `balance` rejects as
 *   {@link BalanceSource.balance} describes.
 * @example
 * const source = nearRpc({ url: "https://node.example" });
 */
export function nearRpc(options: NearRpcOptions): BalanceSource {
  const service = nodeAt(checkedOptions("nearRpc", options, serviceOptions));
  const call = jsonRpc();
  return balanceSource({
    name: "NEAR JSON-RPC",
    chain: "near",
    service,
    network: "NEAR's mainnet",
    servesMainNetwork: async (send) => {
      const reply = await call(send, "status", []);
      if (!reply.at("error").isAbsent()) throw nearFailure(reply.at("error"), service.host);
      return reply.at("result").at("chain_id").text() === "mainnet";
    },
    minorUnits: async (address, send) => {
      const params = { request_type: "view_account", finality: "final", account_id: address };
      const reply = await call(send, "query", params);
      const [result, error] = [reply.at("result"), reply.at("error")];
      if (error.isAbsent()) return readDigits(result.at("amount")) + readDigits(result.at("locked"));
      if (isUnknownAccount(error, address)) return 0n;
      throw nearFailure(error, service.host);
    },
  });
}

/** NEAR documents that only the name of the cause identifies an error, not its code or message. */
function isUnknownAccount(error: JsonNode, address: string): boolean {
  const cause = error.at("cause");
  const isUnknown = error.at("name").text() === "HANDLER_ERROR" && cause.at("name").text() === "UNKNOWN_ACCOUNT";
  const requested = cause.at("info").at("requested_account_id");
  if (isUnknown && !requested.isAbsent() && requested.text() !== address) {
    requested.fail("another account than requested");
  }
  return isUnknown;
}

function nearFailure(error: JsonNode, host: string): ComplianceError {
  const isRejected =
    error.at("name").text() === "REQUEST_VALIDATION_ERROR" || error.at("cause").at("name").text() === "INVALID_ACCOUNT";
  return isRejected
    ? new ComplianceError("provider_rejected", `${host} rejects the request. Check that the URL is of a NEAR node.`)
    : new ComplianceError("provider_unavailable", `${host} cannot respond now. Try again, or use another node.`);
}
