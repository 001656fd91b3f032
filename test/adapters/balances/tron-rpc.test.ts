import type { RequestListener } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TronRpcOptions, tronRpc } from "../../../src/providers.js";
import { toBase58Check } from "../../../src/testing/arbitraries/encode-address.js";
import { withService } from "../../support/local-server.js";
import { rpcNode } from "../../support/rpc-node.js";
import { runs } from "../../support/runs.js";
import { serviceFaultSuite } from "../../support/service-faults.js";

const address = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const hex = "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c";
const mainNetwork = '"result":"0x2b6653dc"';

const node = (holds: (address: string) => bigint, chainId = mainNetwork): RequestListener =>
  rpcNode(({ method, params }) => {
    if (method === "eth_chainId") return chainId;
    const [asked, tag] = method === "eth_getBalance" && Array.isArray(params) ? params : [];
    if (tag !== "latest") throw new Error("it is another question");
    return `"result":"0x${holds(String(asked)).toString(16)}"`;
  });

const ask = (listener: RequestListener, text = address, options: Partial<TronRpcOptions> = {}) =>
  withService([listener], ({ url }) =>
    tronRpc({ url: new URL(url).origin, ...options }).balance({ chain: "tron", address: text }),
  );

serviceFaultSuite("TRON JSON-RPC", {
  ask: (options, signal) =>
    tronRpc({ ...options, apiKey: "canary-secret" }).balance({ chain: "tron", address, ...(signal && { signal }) }),
  good: node(() => 1n),
  before: [node(() => 1n)],
  repeats: true,
});

describe("TRON JSON-RPC", () => {
  it("has the balance in TRX, exact, of every spelling of an address", async () => {
    const holds = (asked: string) => (asked === hex ? 9_007_199_254_740_993n : 0n);
    for (const text of [address, "41a614f803b6fd780986a42c78ec9c7f77e6ded13c"]) {
      expect(await ask(node(holds), text)).toEqual({ balance: "9007199254.740993", balance_usd: null });
    }
    expect(await ask(node(holds), "TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g")).toMatchObject({ balance: "0" });
  });

  it("asks for the 20 bytes of the address", () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
    const property = fc.asyncProperty(bytes, async (hash) => {
      const asked: string[] = [];
      const listener = node((given) => {
        asked.push(given);
        return 1n;
      });
      await ask(listener, toBase58Check([0x41], hash));
      expect(asked).toEqual([`0x${Buffer.from(hash).toString("hex")}`]);
    });
    return fc.assert(property, { numRuns: runs(20) });
  });

  it.each(["0xcd8690dc", "0x94a9059e", "0x1", "0x0"])("refuses the network %s", async (id) => {
    const asked = ask(node(() => 1n, `"result":"${id}"`));
    await expect(asked).rejects.toMatchObject({ code: "configuration_invalid" });
  });

  it.each([
    ...["0x", 1, null, {}].map((result) => [`"result":${JSON.stringify(result)}`, "provider_unreadable"]),
    ['"error":{"code":-32602,"message":"canary"}', "provider_rejected"],
    ['"error":{"code":-32005,"message":"canary"}', "provider_rate_limited"],
    ['"error":{"code":-32000,"message":"canary"}', "provider_unavailable"],
  ])("throws for the reply %s: %s, without the message of the node", async (reply = "", code = "") => {
    const asked = ask(rpcNode(({ method }) => (method === "eth_chainId" ? mainNetwork : reply)));
    await expect(asked).rejects.toMatchObject({ code, message: expect.not.stringContaining("canary") });
  });

  it("sends the key of TronGrid, and no request for a mistyped address or another chain", async () => {
    const keys: unknown[] = [];
    const listener: RequestListener = (request, response) => {
      keys.push(request.headers["tron-pro-api-key"]);
      node(() => 1n)(request, response);
    };
    expect(await ask(listener, address, { apiKey: "k-1" })).toMatchObject({ balance: "0.000001" });
    expect(keys).toEqual(["k-1", "k-1"]);
    await expect(ask(listener, `${address}x`)).rejects.toMatchObject({ code: "invalid_input" });
    const source = tronRpc({ url: "https://node.example" });
    const other = source.balance({ chain: "bitcoin" as "tron", address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" });
    await expect(other).rejects.toMatchObject({ code: "chain_unsupported" });
    expect(keys).toHaveLength(2);
  });
});
