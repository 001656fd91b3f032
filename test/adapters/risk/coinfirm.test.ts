/** Coinfirm over a local server that speaks its protocol. */
import type { RequestListener } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CoinfirmOptions, coinfirm } from "../../../src/adapters/risk/coinfirm.js";
import type { Chain, RiskEntry } from "../../../src/index.js";
import { chainNames } from "../../../src/testing/arbitraries/address.js";
import { wallets } from "../../support/address-samples.js";
import { withMember } from "../../support/json-member.js";
import { withService } from "../../support/local-server.js";
import { riskProviderSuite, walletOf } from "../../support/risk-provider-suite.js";
import { not, noVasp, riskResponseSuite } from "../../support/risk-response-suite.js";
import { runs } from "../../support/runs.js";
import { type Reply, speaking } from "../../support/speaking.js";

const token = "canary-secret";
const query = { chain: "bitcoin", address: wallets.bitcoin.canonical } as const;

/** A report of version 3.4. */
function reportOf(address: string, address_type: string): string {
  return JSON.stringify({
    report_info_section: {
      version: "3.4",
      address,
      address_type,
      report_id: "9f3c",
      report_type: "standard",
      report_time: "2026-11-20T10:00:00.000Z",
      address_used: true,
      model_info: { name: "Coinfirm's default model", uuid: "DEFAULT", version: 0 },
    },
    cscore_section: {
      cscore: 71,
      risk_level: "HIGH",
      cscore_info: [
        { id: 100, name: "Mixer exposure", group_name: "Mixing", impact: 80, type: 1 },
        { id: 999_999, name: "Sanctions: a flag that is new", group_name: "New", impact: 10, type: 1 },
      ],
    },
    profile_section: { owner: { name: "Samplex" } },
    financial_analysis_section: { cc_balance: 0.5, usd_balance: 45000.1 },
    other_information_section: { disclaimer: "d".repeat(15_000) },
  });
}

const example = reportOf(query.address, "BTC");

const entry: RiskEntry = {
  provider_name: "RDCFI",
  risk_ratio: 71,
  risk_descriptors: [
    "coinfirm:cscore:71",
    "coinfirm:level:HIGH",
    "coinfirm:model:DEFAULT",
    "coinfirm:report-time:2026-11-20T10:00:00.000Z",
    "Sanctions: a flag that is new",
    "Mixer exposure",
  ],
  ...noVasp,
  vasp_name_business: "Samplex",
  vasp_category: "",
};

interface ReportRequest {
  readonly report: string;
  readonly address: string;
  readonly addressType: string;
}

/** Answers requests for a report that bear the token. */
function service(reply: (request: ReportRequest) => Reply): RequestListener {
  return speaking(({ method, path, headers }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: '{"message":"Unauthorized"}' };
    if (method !== "GET" || headers.accept !== "application/json") throw new Error("not as documented");
    const [, report, address, addressType] = /^\/reports\/aml\/(\w+)\/([^/?]+)\?address_type=([^&]+)$/.exec(path) ?? [];
    if (report === undefined || address === undefined || addressType === undefined) throw new Error("no such endpoint");
    return reply({ report, address: decodeURIComponent(address), addressType: decodeURIComponent(addressType) });
  });
}

riskResponseSuite("coinfirm", {
  provider: (options) => coinfirm({ token, ...options }),
  query,
  request: [`https://api.blockchain-analytics.lukka.tech/v3/reports/aml/standard/${query.address}?address_type=BTC`],
  serving: service,
  example,
  entry,
  members: {
    "": not.object,
    "/report_info_section": not.object,
    "/report_info_section/address": [...not.text, "", wallets.doge.canonical, "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"],
    "/report_info_section/address_type": [...not.text, "LTC", "btc", ""],
    "/report_info_section/address_used": not.optionalBoolean,
    "/report_info_section/model_info": not.optionalObject,
    "/report_info_section/model_info/uuid": not.optionalText,
    "/report_info_section/report_time": not.optionalText,
    "/cscore_section": not.object,
    "/cscore_section/cscore": [
      ...not.text.filter((value) => value !== 7),
      ...[-1, 100, 120, 33.5, 1e3, "", "100", "-1", "7.0", " 7", "high"],
    ],
    "/cscore_section/risk_level": [...not.optionalText, "CRITICAL", "", "high", "NONE"],
    "/cscore_section/cscore_info": not.optionalObjects,
    "/cscore_section/cscore_info/0/name": not.text,
    "/profile_section": not.optionalObject,
    "/profile_section/owner": not.optionalObject,
    "/profile_section/owner/name": not.optionalText,
  },
  others: ["/cscore_section/cscore_info/0/id", "/financial_analysis_section", "/other_information_section"],
  nothingFound: ["coinfirm:cscore:0"],
});

/** Made up but for two: what the others are called depends on a contract. */
const chains = { bitcoin: "BTC", near: "NEAR", ethereum: "ETH", "bitcoin-cash": "BCH", ripple: "XRP" } as const;

function isScreened(chain: Chain): boolean {
  return Object.hasOwn(chains, chain);
}

riskProviderSuite("coinfirm", {
  provider: (url) => coinfirm({ token, url, chains }),
  service: service(({ address, addressType }) => {
    const report = reportOf(address, addressType);
    return addressType === "BTC" ? report : withMember(report, "/cscore_section", { cscore: 0, cscore_info: [] });
  }),
  known: chainNames.filter(isScreened).map(walletOf),
  unsupported: chainNames.filter((chain) => !isScreened(chain)).map(walletOf),
});

/** Screens with a service that answers so; what came of it, and what was asked for. */
async function screening(
  reply: (request: ReportRequest, index: number) => Reply,
  options: Partial<CoinfirmOptions> = {},
  { chain, address }: { readonly chain: Chain; readonly address: string } = query,
): Promise<{ readonly entry: RiskEntry | undefined; readonly requests: readonly ReportRequest[] }> {
  const requests: ReportRequest[] = [];
  const listener = service((request) => reply(request, requests.push(request) - 1));
  return withService([listener], async ({ url }) => {
    const provider = coinfirm({ token, url: new URL(url).origin, timeoutMs: 3000, ...options });
    const [entry] = await provider.screen({ chain, address });
    return { entry, requests };
  });
}

describe("a request to coinfirm", () => {
  it.each(["score", "basic", "standard", "enhanced", "full"] as const)("requests the report %s", async (report) => {
    const { requests } = await screening(() => example, { report });
    expect(requests).toEqual([{ report, address: query.address, addressType: "BTC" }]);
  });

  it.each<[Chain, string, string]>([
    ["bitcoin-cash", wallets["bitcoin-cash"].given, wallets["bitcoin-cash"].canonical],
    ["ethereum", wallets.ethereum.canonical, wallets.ethereum.given],
    ["ripple", wallets.ripple.given, wallets.ripple.canonical],
    ["near", "relay.aurora", "relay.aurora"],
  ])("names an address of %s as it is looked up, and its chain", async (chain, address, lookedUp) => {
    const answer = (request: ReportRequest): string => reportOf(request.address, request.addressType);
    const { requests } = await screening(answer, { chains }, { chain, address });
    const addressType = chains[chain as keyof typeof chains];
    expect(requests).toEqual([{ report: "standard", address: lookedUp, addressType }]);
  });

  it("goes to Lukka's host by default, and encodes what it puts into the path", async () => {
    const urls: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      urls.push(url);
      return new Response(reportOf(wallets["bitcoin-cash"].canonical, "B&H"));
    };
    const provider = coinfirm({ token, fetch, chains: { "bitcoin-cash": "B&H" } });
    await provider.screen({ chain: "bitcoin-cash", address: wallets["bitcoin-cash"].canonical });
    expect(urls).toEqual([
      "https://api.blockchain-analytics.lukka.tech/v3/reports/aml/standard/bitcoincash%3Aqpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?address_type=B%26H",
    ]);
  });
});

describe("the report of coinfirm", () => {
  it("gives its C-score as the ratio, a number or numeric text, with the score as the first descriptor", () => {
    let text = "";
    return withService([service(() => text)], async ({ url }) => {
      const provider = coinfirm({ token, url: new URL(url).origin });
      const property = fc.asyncProperty(fc.integer({ min: 0, max: 99 }), fc.boolean(), async (cscore, isText) => {
        text = withMember(example, "/cscore_section", { cscore: isText ? String(cscore) : cscore });
        const [made] = await provider.screen(query);
        expect(made?.risk_ratio).toBe(cscore);
        expect(made?.risk_descriptors[0]).toBe(`coinfirm:cscore:${cscore}`);
      });
      await fc.assert(property, { numRuns: runs(60) });
    });
  });

  it.each(["7.0", "71e0", "7.1e1", "9007199254740993"])(
    "without a whole number is provider_unreadable: %s",
    async (cscore) => {
      const asked = screening(() => example.replace('"cscore":71', `"cscore":${cscore}`));
      await expect(asked).rejects.toMatchObject({ code: "provider_unreadable" });
    },
  );

  it("of an address without history is medium, and says why", async () => {
    // As a client's fixture has it, of a host that gives no level.
    const info = { version: "3.4", address: query.address, address_type: "BTC", address_used: false, model_info: null };
    const score = { cscore: 33, cscore_info: [{ name: "Inactive address", id: 11 }] };
    const report = { report_info_section: info, cscore_section: score, profile_section: {} };
    const made = await screening(() => JSON.stringify(report));
    const risk_descriptors = ["coinfirm:cscore:33", "coinfirm:unused-address", "Inactive address"];
    expect(made.entry).toEqual({ ...entry, risk_ratio: 33, risk_descriptors, vasp_name_business: "" });
  });

  it("of the kind score needs no more than score and address", async () => {
    const report = {
      report_info_section: { address: query.address, address_type: "BTC" },
      cscore_section: { cscore: 0, risk_level: "LOW" },
    };
    const { entry: made } = await screening(() => JSON.stringify(report), { report: "score" });
    expect(made).toMatchObject({ risk_ratio: 0, risk_descriptors: ["coinfirm:cscore:0", "coinfirm:level:LOW"] });
  });

  it("may contain another spelling of the address", async () => {
    const answer = (): string => reportOf(wallets.bitcoin.given, "BTC");
    expect((await screening(answer)).entry).toEqual(entry);
  });

  it("may have a disclaimer of nearly 512 KiB, and no more", async () => {
    const long = (length: number): string => withMember(example, "/other_information_section", "d".repeat(length));
    expect((await screening(() => long(2 ** 19 - 2000))).entry).toEqual(entry);
    await expect(screening(() => long(2 ** 19))).rejects.toMatchObject({ code: "provider_oversized" });
  });
});

describe("a report of coinfirm that is not ready", () => {
  it.each([202, 204])("is polled after status %s", async (status) => {
    const { entry: made, requests } = await screening((_, index) => (index < 2 ? { status, body: "" } : example));
    expect(made).toEqual(entry);
    expect(requests).toHaveLength(3);
  });

  it.each([201, 206, 302, 404, 409])("is not assumed for status %s", async (status) => {
    const code = expect.stringMatching(/^provider_(unreadable|rejected|redirected)$/);
    await expect(screening(() => ({ status, body: example }))).rejects.toMatchObject({ code });
  });
});

describe("coinfirm", () => {
  it("screens bitcoin and near by default, and the chains of a table instead", async () => {
    const ethereum = { chain: "ethereum", address: wallets.ethereum.canonical } as const;
    await expect(coinfirm({ token }).screen(ethereum)).rejects.toMatchObject({ code: "chain_unsupported" });
    const onlyEthereum = coinfirm({ token, chains: { ethereum: "ETH" } });
    await expect(onlyEthereum.screen(query)).rejects.toMatchObject({ code: "chain_unsupported" });
  });
});
