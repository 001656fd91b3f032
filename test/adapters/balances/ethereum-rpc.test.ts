import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { type EthereumRpcOptions, ethereumRpc } from "../../../src/providers.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { withService } from "../../support/local-server.js";
import { type RpcCall, rpcNode } from "../../support/rpc-node.js";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const chainIds = { ethereum: "0x1", polygon: "0x89", xdc: "0x32" } as const;

type EthereumChain = keyof typeof chainIds;

const node =
  (chain: EthereumChain, block = "finalized", chainId = `"result":"${chainIds[chain]}"`) =>
  (holds: (address: string) => bigint): RequestListener =>
    rpcNode(({ method, params }) => {
      if (method === "eth_chainId") return chainId;
      const [asked, tag] = method === "eth_getBalance" && Array.isArray(params) ? params : [];
      if (tag !== block) throw new Error("it is another question");
      return `"result":"0x${holds(String(asked)).toString(16)}"`;
    });

for (const chain of ["ethereum", "polygon", "xdc"] as const) {
  balanceSourceSuite("Ethereum JSON-RPC", {
    chain,
    make: (options) => ethereumRpc({ ...options, chain }),
    node: node(chain),
    example: {
      address,
      // The balance is the second call.
      text: '{"jsonrpc":"2.0","id":2,"result":"0xde0b6b3a7640000"}',
      balance: "1",
      members: { "": "object with such members", "/id": "id of the call", "/result": "hex quantity" },
      serving: (text) =>
        rpcNode(({ method }) => (method === "eth_chainId" ? `"result":"${chainIds[chain]}"` : { text })),
    },
    network: {
      telling: (chainId) => node(chain, "finalized", chainId)(() => 1n),
      right: `"result":"${chainIds[chain]}"`,
      // Another one of the three, Sepolia, none.
      wrong: [chain === "xdc" ? "0x1" : "0x32", "0xaa36a7", "0x0"].map((id) => `"result":"${id}"`),
      unreadable: ['"result":"0x"', '"result":1', '"result":null', '"result":"mainnet"'],
    },
  });
}

describe("Ethereum JSON-RPC of further chains", () => {
  const layer2 = { base: 8453n, arbitrum: 42161n, optimism: 10n } as const;
  const ids = { bsc: 56n, ...layer2, avalanche: 43114n, "ethereum-classic": 61n } as const;
  // The cast: these are the keys of the table.
  const further = Object.keys(ids) as (keyof typeof ids)[];
  const serving = (id: bigint) =>
    rpcNode(({ method, params }) => {
      if (method === "eth_chainId") return `"result":"0x${id.toString(16)}"`;
      expect(params).toEqual([address, "finalized"]);
      return '"result":"0xde0b6b3a7640000"';
    });

  it.each(further)("%s: has the balance of a node with its chain id, and of no other", async (chain) => {
    const balanceAt = (id: bigint) =>
      withService([serving(id)], ({ url }) =>
        ethereumRpc({ url: new URL(url).origin, chain }).balance({ chain, address: address.toLowerCase() }),
      );
    expect(await balanceAt(ids[chain])).toEqual({ balance: "1", balance_usd: null });
    for (const other of [1n, ...Object.values(ids)].filter((id) => id !== ids[chain])) {
      await expect(balanceAt(other)).rejects.toMatchObject({ code: "configuration_invalid" });
    }
  });

  it("has no balance of the X-chain and the P-chain of Avalanche", async () => {
    const source = ethereumRpc({ url: "https://node.example", chain: "avalanche" });
    for (const text of [
      "X-avax1tzdcgj4ehsvhhgpl7zylwpw0gl2rxcg4r5afk5",
      "P-avax1g32kvaugnx4tk3z4vemc3xd2hdz92enh972wxr",
    ]) {
      const asked = source.balance({ chain: "avalanche", address: text });
      await expect(asked).rejects.toMatchObject({ code: "chain_unsupported" });
    }
  });
});

describe("Ethereum JSON-RPC", () => {
  const replying = (balance: string, chainId = '"result":"0x1"') =>
    rpcNode(({ method }) => (method === "eth_chainId" ? chainId : balance));

  const ask = (listener: RequestListener, options: Partial<EthereumRpcOptions> = {}) =>
    withService([listener], ({ url }) =>
      ethereumRpc({ url: new URL(url).origin, chain: "ethereum", ...options }).balance({ chain: "ethereum", address }),
    );

  it("reads the latest block with block: latest", async () => {
    const latest = node("ethereum", "latest")(() => 5n);
    expect(await ask(latest, { block: "latest" })).toMatchObject({ balance: "0.000000000000000005" });
  });

  it("accepts both cases of hex digits, and a quantity of 256 bits", async () => {
    expect(await ask(replying('"result":"0xDE0b6B3A7640000"'))).toMatchObject({ balance: "1" });
    const { balance } = await ask(replying(`"result":"0x${"f".repeat(64)}"`));
    expect(balance).toBe(`${String(2n ** 256n - 1n).slice(0, -18)}.${String(2n ** 256n - 1n).slice(-18)}`);
  });

  it.each([
    ...["-32602", "-32601", "-32600", "-32700"].map((code) => [code, "provider_rejected"]),
    ...["-32005", "429"].map((code) => [code, "provider_rate_limited"]),
    ...["-32603", "-32000", "12345"].map((code) => [code, "provider_unavailable"]),
  ])("throws for the error %s, which comes with status 200: %s", async (code = "", expected = "") => {
    const failing = ask(replying(`"error":{"code":${code},"message":"canary ${address}"}`));
    const error: unknown = await failing.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: expected });
    expect(String(error)).toContain(code);
    expect(error).not.toHaveProperty("cause");
    expect(String(error)).not.toMatch(/canary|0x5/);
  });

  it.each([
    ["both a result and an error", '"result":"0x1","error":{"code":-32000,"message":"m"}'],
    ["a result and an error of null", '"result":"0x1","error":null'],
    ["neither", '"jsonrpc2":true'],
    ["an error without a code", '"error":{"message":"m"}'],
    ["an error that is a text", '"error":"m"'],
  ])("finds a reply with %s unreadable", async (_, members) => {
    await expect(ask(replying(members))).rejects.toMatchObject({ code: "provider_unreadable" });
  });

  it("uses a new id for each call", () => {
    const ids: RpcCall["id"][] = [];
    const listener = rpcNode(({ id, method }) => {
      ids.push(id);
      return method === "eth_chainId" ? '"result":"0x1"' : '"result":"0x0"';
    });
    return withService([listener], async ({ url }) => {
      const source = ethereumRpc({ url: new URL(url).origin, chain: "ethereum" });
      await Promise.all(Array.from({ length: 5 }, () => source.balance({ chain: "ethereum", address })));
      expect(new Set(ids).size).toBe(10);
    });
  });
});
