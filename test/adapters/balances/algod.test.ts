import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { algod } from "../../../src/providers.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { withService } from "../../support/local-server.js";
import { pages, type Reply, speaking } from "../../support/speaking.js";

const address = "VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA";

const answer = (account: string, microalgos: bigint) =>
  `{"address":"${account}","amount":${microalgos},"amount-without-pending-rewards":5,"min-balance":100000,"round":50000000,"status":"Offline"}`;

const params = (hash: unknown) =>
  JSON.stringify({ "consensus-version": "future", fee: 0, "genesis-hash": hash, "genesis-id": "mainnet-v1.0" });

const mainNet = params("wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=");

/** A node whose network has these parameters. */
const algodNode = (page: (path: string) => Reply | undefined, network = mainNet): RequestListener =>
  pages((path) => (path === "/v2/transactions/params" ? network : page(path)));

const node = (holds: (address: string) => bigint, network = mainNet): RequestListener =>
  algodNode((path) => {
    const [, account] = /^\/v2\/accounts\/([A-Z2-7]{58})\?exclude=all$/.exec(path) ?? [];
    return account === undefined ? undefined : answer(account, holds(account));
  }, network);

balanceSourceSuite("algod", {
  chain: "algorand",
  make: (options) => algod({ token: "canary-secret", ...options }),
  node,
  example: {
    address,
    text: answer(address, 12_345_678n),
    balance: "12.345678",
    members: {
      "": "object with such members",
      "/address": "address that was asked about",
      "/amount": "whole number",
    },
    serving: (text) => algodNode(() => text),
  },
  network: {
    telling: (answer) => node(() => 1n, answer),
    right: mainNet,
    // TestNet, BetaNet, each under MainNet's id.
    wrong: [
      ..."SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI= mFgazF+2uRS1tMiL9dsj01hJGySEmPN28B/TjjvpVW0=".split(" "),
      "",
    ].map(params),
    unreadable: [params(undefined), params(null), params(7), "{}", "[]"],
  },
});

describe("algod", () => {
  const ask = (listener: RequestListener, options = {}) =>
    withService([listener], ({ url }) =>
      algod({ url: new URL(url).origin, ...options }).balance({ chain: "algorand", address }),
    );

  it("loses no microalgo beyond 2^53: the whole supply is more", async () => {
    expect(await ask(node(() => 9_999_999_999_999_999n))).toMatchObject({ balance: "9999999999.999999" });
  });

  it("sends its token in the header of the node, and no such header without one", async () => {
    const tokens: unknown[] = [];
    const listener = speaking(({ path, headers }) => {
      tokens.push(headers["x-algo-api-token"]);
      return path.startsWith("/v2/accounts/") ? answer(address, 1n) : mainNet;
    });
    await ask(listener, { token: "0f".repeat(32) });
    await ask(listener);
    expect(tokens).toEqual(["0f".repeat(32), "0f".repeat(32), undefined, undefined]);
  });
});
