import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { rippled } from "../../../src/providers.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { withService } from "../../support/local-server.js";
import { type Asked, type Reply, speaking } from "../../support/speaking.js";

const address = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59";
const other = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh";

const answer = (account: string, drops: bigint) =>
  `{"result":{"account_data":{"Account":"${account}","Balance":"${drops}","OwnerCount":0},"ledger_index":99000000,"validated":true,"status":"success"}}`;

const info = (networkId: unknown) =>
  JSON.stringify({ result: { info: { build_version: "2.6.1", network_id: networkId }, status: "success" } });

const mainInfo = info(0);

/** A server with this information about itself. */
const server = (reply: (asked: Asked) => Reply, theInfo = mainInfo): RequestListener =>
  speaking((asked) => {
    expect([asked.method, asked.path]).toEqual(["POST", "/"]);
    if (Reflect.get(Object(asked.body), "method") !== "server_info") return reply(asked);
    expect(asked.body).toEqual({ method: "server_info", params: [{}] });
    return theInfo;
  });

const node = (holds: (address: string) => bigint, theInfo = mainInfo): RequestListener =>
  server(({ body }) => {
    expect(body).toEqual({
      method: "account_info",
      params: [{ account: expect.stringMatching(/^r/), ledger_index: "validated" }],
    });
    // It was just looked at.
    const [{ account }] = (body as { params: [{ account: string }] }).params;
    return answer(account, holds(account));
  }, theInfo);

balanceSourceSuite("rippled", {
  chain: "ripple",
  make: rippled,
  node,
  example: {
    address,
    text: answer(address, 25_000_000n),
    balance: "25",
    members: {
      "": "object with such members",
      "/result": "object with such members",
      "/result/status": "text of the protocol",
      "/result/validated": "true",
      "/result/account_data": "object with such members",
      "/result/account_data/Account": "address that was asked about",
      "/result/account_data/Balance": "digits",
    },
    serving: (text) => server(() => text),
  },
  network: {
    telling: (text) => node(() => 1n, text),
    right: mainInfo,
    // Testnet, Devnet, Xahau, and a server that does not say.
    wrong: [info(1), info(2), info(21337), info(undefined)],
    unreadable: [
      ...[info(null), info("0"), info(0.5), "{}", '{"result":{}}', '{"result":{"info":{"network_id":0}}}'],
      mainInfo.replace("success", "error"),
    ],
  },
});

describe("rippled", () => {
  const askOf = (listener: RequestListener, options = {}, asked = address) =>
    withService([listener], ({ url }) =>
      rippled({ url: new URL(url).origin, ...options }).balance({ chain: "ripple", address: asked }),
    );

  const ask = (text: string, asked = address) => {
    const answering = server(() => text);
    return askOf(answering, {}, asked);
  };

  const notFound = { status: "error", error: "actNotFound", error_code: 19, error_message: "Account not found." };
  const inResult = (members: object) => JSON.stringify({ result: { ...notFound, ...members } });

  it.each([
    ["of rippled", inResult({ account: address, ledger_index: 99000000, validated: true })],
    ["of Clio, which repeats the request", inResult({ request: { account: address, method: "account_info" } })],
    ["of a server that puts it at the top", JSON.stringify(notFound)],
    ["of a proxy that leaves out the rest", '{"result":{"error":"actNotFound"}}'],
  ])("has 0 for an account that is not funded, in the words %s", async (_, text) => {
    expect(await ask(text)).toEqual({ balance: "0", balance_usd: null });
  });

  it.each([
    ["of a ledger that is not validated", inResult({ validated: false })],
    ["that is a success as well", inResult({ status: "success" })],
    ["about another account", inResult({ account: other })],
    ["to a request about another account", inResult({ request: { account: other } })],
    ["with a name that is no text", inResult({ error: 19 })],
  ])("finds an answer %s unreadable", async (_, text) => {
    await expect(ask(text)).rejects.toMatchObject({ code: "provider_unreadable" });
  });

  it.each([
    ["slowDown", "provider_rate_limited"],
    ["forbidden", "provider_unauthorized"],
    ["tooBusy", "provider_unavailable"],
    ["noNetwork", "provider_unavailable"],
    ["lgrNotFound", "provider_unavailable"],
    ["actMalformed", "provider_rejected"],
    ["canaryFault", "provider_rejected"],
  ])("has no balance for the error %s: %s", async (name, code) => {
    const error: unknown = await ask(inResult({ error: name })).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code });
    expect(error).not.toHaveProperty("cause");
    expect(String(error)).not.toMatch(/canary|r9cZ/);
  });

  it.each([
    ["slowDown", "provider_rate_limited"],
    ["forbidden", "provider_unauthorized"],
    ["noNetwork", "provider_unavailable"],
    // What means 0 elsewhere.
    ["actNotFound", "provider_rejected"],
  ])("has no balance when the question for its network fails with %s: %s", async (name, code) => {
    await expect(askOf(node(() => 1n, inResult({ error: name })))).rejects.toMatchObject({ code });
  });

  it("accepts a server without a network with mustNameNetwork: false, and never one of another network", async () => {
    const allowed = { mustNameNetwork: false };
    const on = (networkId: unknown) => node(() => 5n, info(networkId));
    for (const id of [undefined, 0]) expect(await askOf(on(id), allowed)).toMatchObject({ balance: "0.000005" });
    await expect(askOf(on(1), allowed)).rejects.toMatchObject({ code: "configuration_invalid" });
    await expect(askOf(on(undefined))).rejects.toThrow("does not report its network");
  });

  it("requests the classic address of an X-address", async () => {
    const { balance } = await ask(answer(address, 5n), "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu");
    expect(balance).toBe("0.000005");
  });
});
