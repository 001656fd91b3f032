import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { solanaRpc } from "../../../src/providers.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { withService } from "../../support/local-server.js";
import { type RpcCall, type RpcMembers, rpcNode } from "../../support/rpc-node.js";

const address = "11111111111111111111111111111111";

const result = (value: bigint) => `"result":{"context":{"slot":380000000},"value":${value}}`;

const mainnet = '"result":"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"';

/** A node of the cluster with this genesis. */
const cluster = (balance: (call: RpcCall) => RpcMembers, genesis = mainnet): RequestListener =>
  rpcNode((call) => {
    if (call.method !== "getGenesisHash") return balance(call);
    expect(call.params).toEqual([]);
    return genesis;
  });

const node = (holds: (address: string) => bigint, genesis = mainnet): RequestListener =>
  cluster(({ method, params }) => {
    expect(method).toBe("getBalance");
    expect(params).toEqual([expect.any(String), { commitment: "finalized" }]);
    // It was just looked at.
    const [asked] = params as [string];
    return result(holds(asked));
  }, genesis);

balanceSourceSuite("Solana JSON-RPC", {
  chain: "solana",
  make: solanaRpc,
  node,
  example: {
    address,
    // The balance is the second call.
    text: `{"jsonrpc":"2.0","id":2,${result(1_500_000_000n)}}`,
    balance: "1.5",
    members: {
      "": "object with such members",
      "/id": "id of the call",
      "/result": "object with such members",
      "/result/value": "whole number",
    },
    serving: (text) => cluster(() => ({ text })),
  },
  network: {
    telling: (answer) => node(() => 1n, answer),
    right: mainnet,
    // Devnet, Testnet.
    wrong: [
      '"result":"EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"',
      '"result":"4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY"',
      '"result":""',
    ],
    unreadable: ['"result":null', '"result":7', '"result":{}', '"jsonrpc2":true'],
  },
});

describe("Solana JSON-RPC", () => {
  const ask = (members: string, genesis = mainnet) =>
    withService([cluster(() => members, genesis)], ({ url }) =>
      solanaRpc({ url: new URL(url).origin }).balance({ chain: "solana", address }),
    );

  it("loses no lamport beyond 2^53", async () => {
    expect(await ask(result(9007199254740993n))).toMatchObject({ balance: "9007199.254740993" });
    expect(await ask(result(123456789012345678n))).toMatchObject({ balance: "123456789.012345678" });
  });

  it.each([
    // What a malformed address is called, and a node that is behind.
    [-32602, "provider_rejected"],
    [-32005, "provider_unavailable"],
  ])("throws for the error %i: %s", async (code, expected) => {
    const error = `"error":{"code":${code},"message":"m"}`;
    await expect(ask(error)).rejects.toMatchObject({ code: expected });
    await expect(ask(result(1n), error)).rejects.toMatchObject({ code: expected });
  });
});
