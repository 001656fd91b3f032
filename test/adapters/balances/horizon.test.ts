import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { horizon } from "../../../src/providers.js";
import { withPoint } from "../../../src/testing/rational.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { withService } from "../../support/local-server.js";
import { pages, type Reply } from "../../support/speaking.js";

const address = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

const rootOf = (network: unknown) => JSON.stringify({ horizon_version: "23.0.0", network_passphrase: network });

const root = rootOf("Public Global Stellar Network ; September 2015");

const token = '{"balance":"900.0000000","asset_type":"credit_alphanum4","asset_code":"USDC"}';

const answer = (account: string, stroops: bigint) =>
  `{"id":"${account}","balances":[{"balance":"${withPoint(stroops, 7)}","asset_type":"native"},${token}]}`;

const notFound = JSON.stringify({
  type: "https://stellar.org/horizon-errors/not_found",
  title: "Resource Missing",
  status: 404,
  detail: "The resource at the url requested was not found.",
});

/** A server which knows such pages. */
const server = (accountPage: (account: string) => Reply | undefined, theRoot = root): RequestListener =>
  pages((path) => {
    if (path === "/") return theRoot;
    const [, account] = /^\/accounts\/(G[A-Z2-7]{55})$/.exec(path) ?? [];
    return account === undefined ? undefined : accountPage(account);
  });

const node = (holds: (address: string) => bigint): RequestListener =>
  server((account) => (holds(account) === 0n ? { status: 404, body: notFound } : answer(account, holds(account))));

balanceSourceSuite("Horizon", {
  chain: "stellar",
  make: horizon,
  node,
  unknowable: ["contract"],
  example: {
    address,
    text: answer(address, 1_234_567_890n),
    balance: "123.456789",
    members: {
      "": "object with such members",
      "/id": "address that was asked about",
      "/balances": "object with such members",
      "/balances/0/asset_type": "text of the protocol",
      "/balances/0/balance": "amount with seven decimals",
    },
    serving: (text) => server(() => text),
  },
  network: {
    telling: (theRoot) => server((account) => answer(account, 1n), theRoot),
    right: root,
    wrong: ["Test SDF Network ; September 2015", "public global stellar network ; september 2015", ""].map(rootOf),
    unreadable: [rootOf(undefined), rootOf(null), rootOf(7), "[]", "not yet"],
  },
});

describe("Horizon", () => {
  const ask = (listener: RequestListener, path = "") =>
    withService([listener], ({ url }) =>
      horizon({ url: new URL(url).origin + path }).balance({ chain: "stellar", address }),
    );

  const missing = (body: string) => ask(server(() => ({ status: 404, body })));

  it("has 0 for an account that was not created: a 404 with Horizon's own document, old or new", async () => {
    const old = notFound.replace("https://stellar.org/horizon-errors", "https://www.stellar.org/docs/horizon/problems");
    expect(await missing(notFound)).toEqual({ balance: "0", balance_usd: null });
    expect(await missing(old)).toEqual({ balance: "0", balance_usd: null });
  });

  it.each([
    ["the page of a proxy", "<html>canary</html>"],
    ["nothing", ""],
    ["JSON of something else", '{"message":"no route"}'],
    ["a document of another problem", notFound.replace("not_found", "bad_request")],
    ["a document of another status", notFound.replace("404", "400")],
  ])("has no balance for a 404 with %s: provider_rejected", async (_, body) => {
    await expect(missing(body)).rejects.toMatchObject({ code: "provider_rejected" });
  });

  it("does not read the 404 of a wrong path as a missing account", async () => {
    const strict = pages((path) => (path === "/" ? root : { status: 404, body: notFound }));
    await expect(ask(strict, "/wrong")).rejects.toMatchObject({ code: "provider_rejected" });
    expect(await ask(strict)).toMatchObject({ balance: "0" });
  });

  it.each([
    ["no native balance", `{"id":"${address}","balances":[${token}]}`],
    ["two of them", answer(address, 1n).replace(token, '{"balance":"1.0000000","asset_type":"native"}')],
    ["no balances at all", `{"id":"${address}","balances":[]}`],
  ])("finds an answer with %s unreadable", async (_, text) => {
    await expect(ask(server(() => text))).rejects.toMatchObject({ code: "provider_unreadable" });
  });
});
