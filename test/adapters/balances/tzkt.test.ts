import type { RequestListener } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { tzkt } from "../../../src/providers.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { answering, withService } from "../../support/local-server.js";
import { pages, type Reply } from "../../support/speaking.js";

const address = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";

const head = (chainId: unknown) => JSON.stringify({ chain: "mainnet", chainId, level: 14_818_898, synced: true });

const mainHead = head("NetXdQprcVkpaWU");

/** An indexer whose head is this. */
const indexer = (page: (path: string) => Reply | undefined, theHead = mainHead): RequestListener =>
  pages((path) => (path === "/v1/head" ? theHead : page(path)));

const node = (holds: (address: string) => bigint, theHead = mainHead): RequestListener =>
  indexer((path) => {
    const [, account] = /^\/v1\/accounts\/((?:tz[1-4]|KT1)[1-9A-Za-z]{33})\/balance$/.exec(path) ?? [];
    return account === undefined ? undefined : String(holds(account));
  }, theHead);

balanceSourceSuite("TzKT", {
  chain: "tezos",
  make: tzkt,
  node,
  example: {
    address,
    text: "2500000",
    balance: "2.5",
    members: { "": "whole number" },
    serving: (text) => indexer(() => text),
  },
  network: {
    telling: (answer) => node(() => 1n, answer),
    right: mainHead,
    // Ghostnet, one that calls itself mainnet all the same, and none.
    wrong: [head("NetXnHfVqm9iesp"), head("netxdqprcvkpawu"), head("")],
    unreadable: [head(undefined), head(null), head(7), "{}", '"NetXdQprcVkpaWU"', "7"],
  },
});

describe("TzKT", () => {
  it("is called at its public address by default", async () => {
    const fetch = vi.fn(async (url: string) => new Response(url.endsWith("/v1/head") ? mainHead : "0"));
    expect(await tzkt({ fetch }).balance({ chain: "tezos", address })).toEqual({ balance: "0", balance_usd: null });
    const urls = fetch.mock.calls.map(([url]) => url);
    expect(urls).toEqual(["https://api.tzkt.io/v1/head", `https://api.tzkt.io/v1/accounts/${address}/balance`]);
  });

  it("waits for Retry-After", () =>
    withService([answering(429, "", { "ratelimit-reset": "1" }), node(() => 3n)], async ({ url }) => {
      const started = performance.now();
      const { balance } = await tzkt({ url: new URL(url).origin }).balance({ chain: "tezos", address });
      expect(balance).toBe("0.000003");
      expect(performance.now() - started).toBeGreaterThan(900);
    }));
});
