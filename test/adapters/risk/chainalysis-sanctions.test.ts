/** Chainalysis Sanctions Screening over a local server that speaks its protocol. */
import type { RequestListener } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chainalysisSanctions } from "../../../src/adapters/risk/chainalysis.js";
import type { Chain } from "../../../src/domain/chains/chain.js";
import type { AddressQuery } from "../../../src/ports/risk-provider.js";
import { type AddressSample, addressFormats, chainNames } from "../../../src/testing/arbitraries/address.js";
import { wallets } from "../../support/address-samples.js";
import { withService } from "../../support/local-server.js";
import { riskProviderSuite, walletOf } from "../../support/risk-provider-suite.js";
import { not, noVasp, riskResponseSuite } from "../../support/risk-response-suite.js";
import { runs } from "../../support/runs.js";
import { speaking } from "../../support/speaking.js";

const key = "canary-secret";

const example = JSON.stringify({
  identifications: [
    {
      category: "sanctions",
      name: "SANCTIONS: OFAC SDN Sample Org 2026-01-15",
      description: "Sample Org is made up.",
      url: "https://example.org/notice",
    },
  ],
});

const clean = JSON.stringify({ identifications: [] });

/** Answers about the text of an address as it is, to whoever has the key. */
function service(answer: (address: string) => string): RequestListener {
  return speaking(({ method, path, headers }) => {
    if (headers["x-api-key"] !== key) return { status: 401, body: '{"message":"Invalid API Key"}' };
    const [, address = ""] = /^\/api\/v1\/address\/([^/?]+)$/.exec(path) ?? [];
    if (method !== "GET" || address === "") throw new Error("no such endpoint");
    return answer(decodeURIComponent(address));
  });
}

const ethereum = wallets.ethereum.canonical;
const query = { chain: "ethereum", address: ethereum } as const;

const nothing = {
  provider_name: "CHAINALYSIS_SANCTIONS",
  risk_ratio: 0,
  risk_descriptors: ["chainalysis:sanctions:not-listed"],
  ...noVasp,
};

const listed = {
  ...nothing,
  risk_ratio: 100,
  risk_descriptors: ["chainalysis:sanctions:listed", "sanctions", "SANCTIONS: OFAC SDN Sample Org 2026-01-15"],
};

riskResponseSuite("chainalysisSanctions", {
  provider: (options) => chainalysisSanctions({ key, ...options }),
  query,
  request: [`https://public.chainalysis.com/api/v1/address/${ethereum.toLowerCase()}`],
  serving: (text) => service(text),
  example,
  entry: listed,
  members: {
    "": not.object,
    "/identifications": not.array,
    "/identifications/0": not.object,
    "/identifications/0/category": not.text,
    "/identifications/0/name": not.textOrNull,
  },
  others: ["/identifications/0/url", "/message"],
  nothingFound: nothing.risk_descriptors,
});

const screened = ["bitcoin", "ethereum", "litecoin", "bitcoin-cash", "solana", "xdc", "ripple", "polygon"] as const;

riskProviderSuite("chainalysisSanctions", {
  provider: (url) => chainalysisSanctions({ key, url }),
  service: service((address) => (address === ethereum.toLowerCase() ? example : clean)),
  known: screened.map(walletOf),
  unsupported: chainNames.filter((chain) => !screened.some((each) => each === chain)).map(walletOf),
});

/** What it looks up for an address. */
async function lookedUp(chain: Chain, address: string): Promise<readonly string[]> {
  const texts: string[] = [];
  const listening = service((text) => {
    texts.push(text);
    return clean;
  });
  await withService([listening], ({ url }) =>
    chainalysisSanctions({ key, url: new URL(url).origin, chains: [chain] }).screen({ chain, address }),
  );
  return texts.sort();
}

describe("chainalysisSanctions", () => {
  it.each<[Chain, string, string[]]>([
    ["ethereum", ethereum, [ethereum.toLowerCase()]],
    ["polygon", ethereum, [ethereum.toLowerCase()]],
    ["xdc", wallets.xdc.given, [ethereum.toLowerCase()]],
    ["bitcoin", wallets.bitcoin.given, [wallets.bitcoin.canonical]],
    ["ripple", wallets.ripple.given, [wallets.ripple.canonical]],
    ["litecoin", wallets.litecoin.canonical, [wallets.litecoin.given, wallets.litecoin.canonical]],
    [
      "bitcoin-cash",
      wallets["bitcoin-cash"].canonical,
      // The three of the CashAddr specification's first row.
      [
        "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
        "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
      ],
    ],
    ["doge", wallets.doge.canonical, [wallets.doge.canonical]],
  ])("looks up an address of %s in every spelling of it: %s", async (chain, address, texts) => {
    expect(await lookedUp(chain, address)).toEqual(texts);
  });

  /** As lists write them. */
  const listings: Readonly<Partial<Record<Chain, readonly fc.Arbitrary<AddressSample>[]>>> = {
    litecoin: [addressFormats.litecoin.p2sh, addressFormats.litecoin["p2sh-old"], addressFormats.litecoin.p2pkh],
    "bitcoin-cash": [
      addressFormats["bitcoin-cash"].legacy,
      addressFormats["bitcoin-cash"].cashaddr.map((each) => ({ ...each, text: each.text.toLowerCase() })),
    ],
    ethereum: [addressFormats.ethereum["eip-55"].map((each) => ({ ...each, text: each.text.toLowerCase() }))],
    bitcoin: [addressFormats.bitcoin.p2pkh, addressFormats.bitcoin.p2sh],
  };

  it.each(Object.entries(listings))("finds an address of %s that is listed in any spelling", (chain, spellings) => {
    let onList = "";
    const listening = service((text) => (text === onList ? example : clean));
    return withService([listening], ({ url }) => {
      const provider = chainalysisSanctions({ key, url: new URL(url).origin });
      const property = fc.asyncProperty(fc.oneof(...spellings), async ({ text, canonical }) => {
        onList = text;
        // Object.entries loses the type of the keys.
        const answer = await provider.screen({ chain: chain as Chain, address: canonical });
        expect(answer).toEqual([listed]);
      });
      return fc.assert(property, { numRuns: runs(40) });
    });
  });

  const screen = (answer: (address: string) => string, query: AddressQuery) =>
    withService([service(answer)], ({ url }) => chainalysisSanctions({ key, url: new URL(url).origin }).screen(query));
  const cash = { chain: "bitcoin-cash", address: wallets["bitcoin-cash"].canonical } as const;

  it("returns 0 when no spelling is listed, and fails when one could not be looked up", async () => {
    expect(await screen(() => clean, cash)).toEqual([nothing]);
    const asked = screen((text) => (text.startsWith("1") ? "<html>" : clean), cash);
    await expect(asked).rejects.toMatchObject({ code: "provider_unreadable" });
  });

  it("reports a listing without a name", async () => {
    const [entry] = await screen(() => '{"identifications":[{"category":"sanctions","name":null}]}', query);
    expect(entry).toMatchObject({ risk_ratio: 100, risk_descriptors: ["chainalysis:sanctions:listed", "sanctions"] });
  });
});
