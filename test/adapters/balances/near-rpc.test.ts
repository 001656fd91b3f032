import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { nearRpc } from "../../../src/providers.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { withService } from "../../support/local-server.js";
import { type RpcCall, type RpcMembers, rpcNode } from "../../support/rpc-node.js";

const address = "relay.aurora";

const result = (amount: bigint, locked: bigint) =>
  `"result":{"amount":"${amount}","locked":"${locked}","block_height":187440904,"storage_usage":410}`;

/** What is staked is so much of it. */
const stake = (units: bigint) => units / 3n;

const status = (chainId: unknown) => `"result":${JSON.stringify({ chain_id: chainId, protocol_version: 86 })}`;

const mainnet = status("mainnet");

/** A node of the chain with this status. */
const chainNode = (balance: (call: RpcCall) => RpcMembers, theStatus = mainnet): RequestListener =>
  rpcNode((call) => {
    if (call.method !== "status") return balance(call);
    expect(call.params).toEqual([]);
    return theStatus;
  });

const node = (holds: (address: string) => bigint, theStatus = mainnet): RequestListener =>
  chainNode(({ method, params }) => {
    expect(method).toBe("query");
    expect(params).toEqual({ request_type: "view_account", finality: "final", account_id: expect.any(String) });
    // It was just looked at.
    const { account_id } = params as { account_id: string };
    const units = holds(account_id);
    return result(units - stake(units), stake(units));
  }, theStatus);

balanceSourceSuite("NEAR JSON-RPC", {
  chain: "near",
  make: nearRpc,
  node,
  example: {
    address,
    // The balance is the second call.
    text: `{"jsonrpc":"2.0","id":2,${result(999788200694421800000000n, 0n)}}`,
    balance: "0.9997882006944218",
    members: {
      "": "object with such members",
      "/id": "id of the call",
      "/result": "object with such members",
      "/result/amount": "digits",
      "/result/locked": "digits",
    },
    serving: (text) => chainNode(() => ({ text })),
  },
  network: {
    telling: (answer) => node(() => 1n, answer),
    right: mainnet,
    wrong: [status("testnet"), status("Mainnet"), status("")],
    unreadable: [status(undefined), status(null), status(7), '"result":null', '"result":"mainnet"'],
  },
});

describe("NEAR JSON-RPC", () => {
  const ask = (members: string, theStatus = mainnet) =>
    withService([chainNode(() => members, theStatus)], ({ url }) =>
      nearRpc({ url: new URL(url).origin }).balance({ chain: "near", address }),
    );

  const error = (name: string, cause: string, info: unknown = {}) =>
    `"error":${JSON.stringify({ name, cause: { name: cause, info }, code: -32000, data: "canary", message: "Server error" })}`;

  it.each([{}, { requested_account_id: address, block_height: 1 }])(
    "has 0 for an account that does not exist, and only then (%o)",
    async (info) => {
      expect(await ask(error("HANDLER_ERROR", "UNKNOWN_ACCOUNT", info))).toMatchObject({ balance: "0" });
    },
  );

  it.each([
    ["HANDLER_ERROR", "UNAVAILABLE_SHARD", "provider_unavailable"],
    ["HANDLER_ERROR", "UNKNOWN_BLOCK", "provider_unavailable"],
    ["HANDLER_ERROR", "NO_SYNCED_BLOCKS", "provider_unavailable"],
    ["HANDLER_ERROR", "SOMETHING_NEW", "provider_unavailable"],
    ["INTERNAL_ERROR", "INTERNAL_ERROR", "provider_unavailable"],
    ["INTERNAL_ERROR", "UNKNOWN_ACCOUNT", "provider_unavailable"],
    ["HANDLER_ERROR", "INVALID_ACCOUNT", "provider_rejected"],
    ["REQUEST_VALIDATION_ERROR", "PARSE_ERROR", "provider_rejected"],
  ])("has no balance for %s %s: %s", async (name, cause, code) => {
    const failure: unknown = await ask(error(name, cause)).catch((reason: unknown) => reason);
    expect(failure).toMatchObject({ code });
    expect(failure).not.toHaveProperty("cause");
    expect(String(failure)).not.toMatch(/canary|aurora/);
  });

  it.each([
    ["HANDLER_ERROR", "NODE_IS_SYNCING", "provider_unavailable"],
    // What means 0 elsewhere.
    ["HANDLER_ERROR", "UNKNOWN_ACCOUNT", "provider_unavailable"],
    ["REQUEST_VALIDATION_ERROR", "METHOD_NOT_FOUND", "provider_rejected"],
  ])("has no balance when the question for its chain fails with %s %s: %s", async (name, cause, code) => {
    await expect(ask(result(1n, 0n), error(name, cause))).rejects.toMatchObject({ code });
  });

  it.each([
    ["speaks of another account", error("HANDLER_ERROR", "UNKNOWN_ACCOUNT", { requested_account_id: "bo_wen" })],
    ["has no cause", '"error":{"name":"HANDLER_ERROR","code":-32000}'],
    ["has no name", '"error":{"cause":{"name":"UNKNOWN_ACCOUNT"}}'],
    ["is of the form of old nodes", `"result":{"error":"account does not exist while viewing","logs":[]}`],
  ])("finds a reply unreadable that %s", async (_, members) => {
    await expect(ask(members)).rejects.toMatchObject({ code: "provider_unreadable" });
  });
});
