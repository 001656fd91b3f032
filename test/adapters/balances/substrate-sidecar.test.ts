import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { substrateSidecar } from "../../../src/providers.js";
import { balanceSourceSuite } from "../../support/balance-source-suite.js";
import { withService } from "../../support/local-server.js";
import { pages, type Reply } from "../../support/speaking.js";

const address = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5";

const spec = (specName: unknown) =>
  JSON.stringify({ at: { hash: "0x", height: "9000000" }, specName, specVersion: "2000002" });

const answer = (free: bigint, reserved: bigint) =>
  `{"at":{"hash":"0x","height":"9000000"},"nonce":"3","tokenSymbol":"DOT","free":"${free}","reserved":"${reserved}","frozen":"0","transferable":"5","locks":[]}`;

const assetHub = spec("statemint");

const sidecar = (page: (account: string) => Reply, runtime = assetHub): RequestListener =>
  pages((path) => {
    if (path === "/runtime/spec") return runtime;
    const [, account] = /^\/accounts\/(1[1-9A-Za-z]{30,47})\/balance-info$/.exec(path) ?? [];
    return account === undefined ? undefined : page(account);
  });

/** What is reserved (staked, held) is so much of it. */
const reserve = (units: bigint) => units / 4n;

const node = (holds: (address: string) => bigint): RequestListener =>
  sidecar((account) => answer(holds(account) - reserve(holds(account)), reserve(holds(account))));

balanceSourceSuite("Sidecar", {
  chain: "polkadot",
  make: substrateSidecar,
  node,
  example: {
    address,
    text: answer(123_456_789_012n, 1n),
    balance: "12.3456789013",
    members: {
      "": "object with such members",
      "/tokenSymbol": "text of the protocol",
      "/free": "digits",
      "/reserved": "digits",
    },
    serving: (text) => sidecar(() => text),
  },
  network: {
    telling: (runtime) => sidecar(() => answer(1n, 0n), runtime),
    right: assetHub,
    // The relay chain, Kusama's and Westend's Asset Hub.
    wrong: ["polkadot", "statemine", "westmint", "Statemint", ""].map(spec),
    unreadable: [null, 7, undefined, {}].map(spec),
  },
});

describe("Sidecar", () => {
  const ask = (listener: RequestListener) =>
    withService([listener], ({ url }) =>
      substrateSidecar({ url: new URL(url).origin }).balance({ chain: "polkadot", address }),
    );

  it.each(["statemint", "asset-hub-polkadot"])("accepts the runtime %s as Polkadot's Asset Hub", async (specName) => {
    expect(await ask(sidecar(() => answer(5n, 0n), spec(specName)))).toEqual({
      balance: "0.0000000005",
      balance_usd: null,
    });
  });

  it("throws provider_unreadable for the array of the relay chain", async () => {
    await expect(ask(sidecar(() => `[${answer(1n, 0n)}]`))).rejects.toMatchObject({ code: "provider_unreadable" });
  });
});
