/** Chainalysis Sanctions Screening over a local server that speaks its protocol. */
import type { RequestListener } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chainalysisSanctions } from "../../../src/adapters/risk/chainalysis.js";
import type { Chain } from "../../../src/domain/chains/chain.js";
import { type AddressSample, addressFormats, chainNames } from "../../../src/testing/arbitraries/address.js";
import { wallets } from "../../support/address-samples.js";
import { canonicalOf } from "../../support/addresses.js";
import { withService } from "../../support/local-server.js";
import { riskProviderSuite } from "../../support/risk-provider-suite.js";
import { not, riskResponseSuite } from "../../support/risk-response-suite.js";
import { runs } from "../../support/runs.js";
import { serviceFaultSuite } from "../../support/service-faults.js";
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
  vasp_name_legal: "",
  vasp_name_business: "",
  vasp_website: null,
  vasp_category: "",
};

const listed = {
  ...nothing,
  risk_ratio: 100,
  risk_descriptors: ["chainalysis:sanctions:listed", "sanctions", "SANCTIONS: OFAC SDN Sample Org 2026-01-15"],
};

riskResponseSuite("chainalysisSanctions", {
  provider: (options) => chainalysisSanctions({ key, ...options }),
  query,
  serving: (text) => service(text),
  example,
  entry: listed,
  members: {
    "": [null, 7, "text", [], {}],
    "/identifications": not.array,
    "/identifications/0": [null, 7, "text", [], {}],
    "/identifications/0/category": not.text,
    "/identifications/0/name": not.textOrNull,
  },
  others: ["/identifications/0/url", "/message"],
  nothingFound: nothing.risk_descriptors,
});

serviceFaultSuite("chainalysisSanctions", {
  ask: (options, signal) => chainalysisSanctions({ key, ...options }).screen({ ...query, ...(signal && { signal }) }),
  good: service(() => clean),
  repeats: true,
});

const screened = ["bitcoin", "ethereum", "litecoin", "bitcoin-cash", "solana", "xdc", "ripple", "polygon"] as const;

riskProviderSuite("chainalysisSanctions", {
  provider: (url) => chainalysisSanctions({ key, url }),
  service: service((address) => (address === ethereum.toLowerCase() ? example : clean)),
  known: screened.map((chain) => ({ chain, address: wallets[chain].canonical })),
  unsupported: chainNames
    .filter((chain) => !screened.some((each) => each === chain))
    .map((chain) => ({ chain, address: wallets[chain].canonical })),
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

  it("returns 0 when no spelling is listed", () =>
    withService([service(() => clean)], async ({ url }) => {
      const provider = chainalysisSanctions({ key, url: new URL(url).origin });
      const address = canonicalOf("bitcoin-cash", "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu");
      expect(await provider.screen({ chain: "bitcoin-cash", address })).toEqual([nothing]);
    }));

  it("fails when one spelling could not be looked up", () =>
    withService([service((text) => (text.startsWith("1") ? "<html>" : clean))], async ({ url }) => {
      const provider = chainalysisSanctions({ key, url: new URL(url).origin });
      const asked = provider.screen({ chain: "bitcoin-cash", address: wallets["bitcoin-cash"].canonical });
      await expect(asked).rejects.toMatchObject({ code: "provider_unreadable" });
    }));

  it("reports a listing without a name", () =>
    withService([service(() => '{"identifications":[{"category":"sanctions","name":null}]}')], async ({ url }) => {
      const [entry] = await chainalysisSanctions({ key, url: new URL(url).origin }).screen(query);
      expect(entry).toMatchObject({ risk_ratio: 100, risk_descriptors: ["chainalysis:sanctions:listed", "sanctions"] });
    }));

  it("uses the option provider_name", () =>
    withService([service(() => clean)], async ({ url }) => {
      const provider = chainalysisSanctions({ key, url: new URL(url).origin, provider_name: "CHX" });
      expect(provider.provider_name).toBe("CHX");
      expect(await provider.screen(query)).toEqual([{ ...nothing, provider_name: "CHX" }]);
    }));

  it("is refused with a wrong key: provider_unauthorized", () =>
    withService([service(() => clean)], async ({ url }) => {
      const asked = chainalysisSanctions({ key: "another", url: new URL(url).origin }).screen(query);
      await expect(asked).rejects.toMatchObject({ code: "provider_unauthorized" });
    }));

  it("is frozen, and calls the public service by default", async () => {
    const urls: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      urls.push(url);
      return new Response(clean);
    };
    const provider = chainalysisSanctions({ key, fetch });
    expect(Object.isFrozen(provider)).toBe(true);
    await provider.screen(query);
    expect(urls).toEqual([`https://public.chainalysis.com/api/v1/address/${ethereum.toLowerCase()}`]);
  });

  it.each([
    { key: "" },
    { key: "with a space" },
    { key, provider_name: "" },
    { key, provider_name: "two\nlines" },
    { key, chains: [] },
    { key, chains: ["monero" as Chain] },
    { key, url: "http://example.org" },
    { key, timeoutMs: 0 },
  ])("rejects invalid options: %j", (options) => {
    expect(() => chainalysisSanctions(options)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});
