import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { tzkt } from "../../../src/providers.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { answering, withService } from "../../support/local-server.js";
import { serviceFaultSuite } from "../../support/service-faults.js";
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

serviceFaultSuite("TzKT", {
  ask: (options, signal) => tzkt(options).balance({ chain: "tezos", address, ...(signal && { signal }) }),
  // One digit: the first half of more digits would be a number as well, which only the length of the body gives away.
  good: node(() => 7n),
  before: [node(() => 7n)],
  repeats: true,
});

describe("TzKT", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is called at its public address by default", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      return new Response(url.endsWith("/v1/head") ? mainHead : "0");
    });
    expect(await tzkt().balance({ chain: "tezos", address })).toEqual({ balance: "0", balance_usd: null });
    expect(asked).toEqual(["https://api.tzkt.io/v1/head", `https://api.tzkt.io/v1/accounts/${address}/balance`]);
  });

  it("waits for Retry-After", () =>
    withService([answering(429, "", { "ratelimit-reset": "1" }), node(() => 3n)], async ({ url }) => {
      const started = performance.now();
      expect(await tzkt({ url: new URL(url).origin }).balance({ chain: "tezos", address })).toMatchObject({
        balance: "0.000003",
      });
      expect(performance.now() - started).toBeGreaterThan(900);
    }));
});
