import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { type BlockbookOptions, blockbook } from "../../../src/providers.js";
import { toBase58Check } from "../../../src/testing/arbitraries/encode-address.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { withService } from "../../support/local-server.js";
import { ecashBlock661648, mainBlocks, testBlocks } from "../../support/main-blocks.js";
import { pages, type Reply } from "../../support/speaking.js";

type BlockbookChain = BlockbookOptions["chain"];

const cash = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";

const addresses: Readonly<Record<BlockbookChain, string>> = {
  bitcoin: "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
  litecoin: "MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7",
  "bitcoin-cash": cash,
  doge: toBase58Check([0x1e], new Uint8Array(20).fill(7)),
};

function answer(address: string, balance: bigint): string {
  const sums = `"totalReceived":"3992283916999979","totalSent":"1559815818999988","unconfirmedBalance":"77","unconfirmedTxs":1,"txs":3`;
  return `{"address":"${address}","balance":"${balance}",${sums}}`;
}

function addressPage(path: string): string | undefined {
  const [, encoded] = /^\/api\/v2\/address\/([^/?]+)\?details=basic$/.exec(path) ?? [];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}

const blockPage = (hash: unknown) => JSON.stringify({ blockHash: hash });

/** An instance with such pages, whose blocks are those of the chain but for these pages. */
const instance = (
  chain: BlockbookChain,
  page: (path: string) => Reply | undefined,
  others: Readonly<Record<number, Reply>> = {},
): RequestListener =>
  pages((path) => {
    const [, height] = /^\/api\/v2\/block-index\/(\d+)$/.exec(path) ?? [];
    if (height === undefined) return page(path);
    const blocks: Readonly<Record<number, string>> = mainBlocks[chain];
    // Blockbook's answer for a block that it has not.
    return others[Number(height)] ?? blockPage(blocks[Number(height)] ?? "");
  });

const node = (
  chain: BlockbookChain,
  holds: (address: string) => bigint,
  others: Readonly<Record<number, Reply>> = {},
): RequestListener =>
  instance(
    chain,
    (path) => {
      const address = addressPage(path);
      return address === undefined ? undefined : answer(address, holds(address));
    },
    others,
  );

for (const chain of ["bitcoin", "litecoin", "bitcoin-cash", "doge"] as const) {
  const address = addresses[chain];
  balanceSourceSuite("Blockbook", {
    chain,
    make: (options) => blockbook({ ...options, chain }),
    node: (holds) => node(chain, holds),
    unknowable: chain === "litecoin" ? ["mweb"] : [],
    example: {
      address,
      text: answer(address, 2432468097999991n),
      balance: "24324680.97999991",
      members: {
        "": "object with such members",
        "/address": "address that was asked about",
        "/balance": "digits",
      },
      serving: (text) => instance(chain, () => text),
    },
    network: {
      telling: (first) => node(chain, () => 1n, { 0: first }),
      right: blockPage(mainBlocks[chain][0]),
      wrong: [blockPage(testBlocks[chain]), blockPage("0".repeat(64))],
      unreadable: [blockPage(undefined), blockPage(null), blockPage(7), blockPage(""), blockPage("0x"), "{}", "[]"],
    },
  });
}

describe("Blockbook", () => {
  const askOf = (listener: RequestListener, chain: BlockbookChain, options: Partial<BlockbookOptions> = {}) =>
    withService([listener], ({ url }) =>
      blockbook({ url: new URL(url).origin, chain, ...options }).balance({ chain, address: addresses[chain] }),
    );
  const ask = (chain: BlockbookChain, reply: (path: string) => Reply, options?: Partial<BlockbookOptions>) =>
    askOf(instance(chain, reply), chain, options);

  it("accepts a response with a CashAddr without its prefix", async () => {
    const { balance } = await ask("bitcoin-cash", () => answer(cash.replace("bitcoincash:", ""), 150_000_000n));
    expect(balance).toBe("1.5");
  });

  it("rejects a response in the spelling of another chain", async () => {
    const asBitcoinCash = ask("bitcoin", () => answer(cash, 1n));
    await expect(asBitcoinCash).rejects.toMatchObject({ code: "provider_unreadable" });
  });

  it.each<[BlockbookChain, number, string, string]>([
    ["bitcoin", 840_000, "f".repeat(64), "configuration_invalid"],
    ["litecoin", 2_772_730, "f".repeat(64), "configuration_invalid"],
    ["bitcoin-cash", 661_648, ecashBlock661648, "configuration_invalid"],
    // What an index says that is not yet so far.
    ["bitcoin-cash", 661_648, "", "provider_unreadable"],
  ])("takes no balance of %s from a fork, whose block %i is %j", async (chain, height, block, code) => {
    const fork = node(chain, () => 1n, { [height]: blockPage(block) });
    await expect(askOf(fork, chain)).rejects.toMatchObject({ code });
  });

  it("checks the index first with mustBeInSync, and throws when it is behind", async () => {
    const inState = (inSync: unknown) => (path: string) =>
      path === "/api" ? JSON.stringify({ blockbook: { inSync }, backend: {} }) : answer(cash, 1n);
    const wanted = { mustBeInSync: true };
    expect(await ask("bitcoin-cash", inState(true), wanted)).toMatchObject({ balance: "0.00000001" });
    await expect(ask("bitcoin-cash", inState(false), wanted)).rejects.toMatchObject({ code: "provider_unavailable" });
    await expect(ask("bitcoin-cash", inState("yes"), wanted)).rejects.toMatchObject({ code: "provider_unreadable" });
    expect(await ask("bitcoin-cash", inState(false))).toMatchObject({ balance: "0.00000001" });
  });
});
