import { describe, expect, it } from "vitest";
import type { BalanceSource } from "../../../src/ports/balance-source.js";
import { balancesByChain, tzkt } from "../../../src/providers.js";
import { balanceSourceConformance, fakes } from "../../../src/testing.js";
import { wallets } from "../../support/address-samples.js";
import { withService } from "../../support/local-server.js";
import { pages } from "../../support/speaking.js";

const tezos = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";

const fixed = (balance: string): BalanceSource => ({ balance: async () => ({ balance, balance_usd: null }) });

describe("balances by chain keep the laws of a balance source", () => {
  const held = { chain: "bitcoin", address: wallets.bitcoin.canonical, balance: "0.5" } as const;
  const laws = balanceSourceConformance({
    source: () => balancesByChain({ bitcoin: fakes.balanceSource({ balances: [held] }), tezos: fakes.balanceSource() }),
    known: [held, { chain: "tezos", address: tezos }],
    unsupported: [{ chain: "ethereum", address: wallets.ethereum.canonical }],
    failing: () => {
      const refusing = fakes.balanceSource();
      refusing.script("reject", "reject");
      return balancesByChain({ bitcoin: refusing, tezos: refusing });
    },
  });
  it.each(laws)("$name", ({ run }) => run());
});

describe("balances by chain", () => {
  it("come from the source of the chain, which gets the whole question", () =>
    withService(
      [pages((path) => (path === "/v1/head" ? '{"chainId":"NetXdQprcVkpaWU"}' : "1500000"))],
      async ({ url }) => {
        const balances = balancesByChain({ bitcoin: fixed("0.5"), tezos: tzkt({ url: new URL(url).origin }) });
        expect(await balances.balance({ chain: "tezos", address: tezos })).toMatchObject({ balance: "1.5" });
        expect(await balances.balance({ chain: "bitcoin", address: "as is" })).toMatchObject({ balance: "0.5" });
        const left = balances.balance({ chain: "tezos", address: tezos, signal: AbortSignal.abort() });
        await expect(left).rejects.toMatchObject({ code: "aborted" });
      },
    ));

  it("are chain_unsupported without a source, also for names that every object inherits", async () => {
    const balances = balancesByChain({ bitcoin: fixed("1") });
    for (const chain of ["tezos", "constructor", "__proto__"]) {
      // Callers without types.
      const query = { chain: chain as "tezos", address: tezos };
      await expect(balances.balance(query)).rejects.toMatchObject({ code: "chain_unsupported" });
    }
  });

  it("keep the sources that they were made with, and are frozen", async () => {
    const sources = { bitcoin: fixed("1") };
    const balances = balancesByChain(sources);
    sources.bitcoin = fixed("2");
    expect(await balances.balance({ chain: "bitcoin", address: "as is" })).toMatchObject({ balance: "1" });
    expect(Object.isFrozen(balances)).toBe(true);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "bitcoin"],
    ["a key that is no chain", { dogecoin: fixed("1") }],
    ["a name that every object inherits", { toString: fixed("1") }],
    ["no source", { bitcoin: undefined }],
    ["something else than a source", { bitcoin: {} }],
  ])("refuse %s at once", (_, sources) => {
    // Callers without types.
    const given = sources as Parameters<typeof balancesByChain>[0];
    expect(() => balancesByChain(given)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});
