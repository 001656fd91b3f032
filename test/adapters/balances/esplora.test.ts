import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { esplora } from "../../../src/providers.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { withService } from "../../support/local-server.js";
import { mainBlocks, testBlocks } from "../../support/main-blocks.js";
import { pages, type Reply } from "../../support/speaking.js";

const satoshi = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const ltc = "MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7";

/** The documented answer, as far as there are figures in it. */
function answer(address: string, received: bigint, spent: bigint): string {
  const confirmed = `{"tx_count":4,"funded_txo_count":3,"funded_txo_sum":${received},"spent_txo_count":1,"spent_txo_sum":${spent}}`;
  const waiting = `{"tx_count":1,"funded_txo_count":1,"funded_txo_sum":700,"spent_txo_count":0,"spent_txo_sum":0}`;
  return `{"address":"${address}","chain_stats":${confirmed},"mempool_stats":${waiting}}`;
}

/** What was spent is beyond 2^53, as sums over the years are. */
const spentEver = 9_007_199_254_740_995n;

/** An instance with such pages, whose blocks are these. */
const instance = (
  chain: "bitcoin" | "litecoin",
  page: (path: string) => Reply | undefined,
  others: Readonly<Record<number, Reply>> = {},
): RequestListener =>
  pages((path) => {
    const [, height] = /^\/block-height\/(\d+)$/.exec(path) ?? [];
    const blocks: Readonly<Record<number, Reply>> = { ...mainBlocks[chain], ...others };
    return height === undefined ? page(path) : blocks[Number(height)];
  });

const node = (
  chain: "bitcoin" | "litecoin",
  holds: (address: string) => bigint,
  others: Readonly<Record<number, Reply>> = {},
): RequestListener =>
  instance(
    chain,
    (path) => {
      const [, encoded] = /^\/address\/([^/?]+)$/.exec(path) ?? [];
      if (encoded === undefined) return undefined;
      const address = decodeURIComponent(encoded);
      return answer(address, holds(address) + spentEver, spentEver);
    },
    others,
  );

for (const [chain, address] of [
  ["bitcoin", satoshi],
  ["litecoin", ltc],
] as const) {
  balanceSourceSuite("Esplora", {
    chain,
    make: (options) => esplora({ ...options, chain }),
    node: (holds) => node(chain, holds),
    before: 2,
    unknowable: chain === "litecoin" ? ["mweb"] : [],
    example: {
      address,
      text: answer(address, 150_000_000n, 50_000_000n),
      balance: "1",
      members: {
        "": "object with such members",
        "/address": "address that was asked about",
        "/chain_stats": "object with such members",
        "/chain_stats/funded_txo_sum": "whole number",
        "/chain_stats/spent_txo_sum": "whole number",
      },
      serving: (text) => instance(chain, () => text),
    },
    network: {
      telling: (first) => node(chain, () => 1n, { 0: first }),
      right: mainBlocks[chain][0],
      wrong: [testBlocks[chain], mainBlocks[chain === "bitcoin" ? "litecoin" : "bitcoin"][0]],
      unreadable: ["", "null", mainBlocks[chain][0].toUpperCase(), mainBlocks[chain][0].slice(1), "Block not found"],
    },
  });
}

describe("Esplora", () => {
  const balanceAt = (listener: RequestListener) =>
    withService([listener], ({ url }) =>
      esplora({ url: new URL(url).origin, chain: "bitcoin" }).balance({ chain: "bitcoin", address: satoshi }),
    );

  const balanceIn = (text: string) => balanceAt(instance("bitcoin", () => text));

  it("ignores the mempool", async () => {
    expect((await balanceIn(answer(satoshi, 0n, 0n))).balance).toBe("0");
  });

  it("throws provider_unreadable when more was spent than received", async () => {
    await expect(balanceIn(answer(satoshi, 1n, 2n))).rejects.toMatchObject({ code: "provider_unreadable" });
  });

  it.each<[string, Reply, string]>([
    ["is another one", "f".repeat(64), "configuration_invalid"],
    ["is not there yet", { status: 404, body: "Block not found" }, "provider_rejected"],
  ])("takes no balance from a fork, whose later block %s", async (_, block, code) => {
    const fork = node("bitcoin", () => 1n, { 840000: block });
    await expect(balanceAt(fork)).rejects.toMatchObject({ code });
  });

  it("accepts a hash with a line break after it", async () => {
    const first = `${mainBlocks.bitcoin[0]}\n`;
    expect(await balanceAt(node("bitcoin", () => 5n, { 0: first }))).toMatchObject({ balance: "0.00000005" });
  });
});
