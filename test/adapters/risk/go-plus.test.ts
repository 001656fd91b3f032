/** GoPlus' malicious addresses over a local server that speaks its protocol. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { type GoPlusOptions, goPlus } from "../../../src/adapters/risk/go-plus.js";
import type { RiskEntry } from "../../../src/domain/addresses/address.js";
import type { Chain } from "../../../src/domain/chains/chain.js";
import { wallets } from "../../support/address-samples.js";
import { absent, withMember } from "../../support/json-member.js";
import { withService } from "../../support/local-server.js";
import { riskProviderSuite } from "../../support/risk-provider-suite.js";
import { not, riskResponseSuite } from "../../support/risk-response-suite.js";
import { serviceFaultSuite } from "../../support/service-faults.js";
import { type Reply, speaking } from "../../support/speaking.js";

const token = "canary-secret";
const address = wallets.ethereum.canonical;
const query = { chain: "ethereum", address } as const;

const strong = [
  "cybercrime",
  "money_laundering",
  "financial_crime",
  "darkweb_transactions",
  "phishing_activities",
  "stealing_attack",
  "blackmail_activities",
  "mixer",
  "malicious_mining_activities",
  "fake_kyc",
];
const doubtful = ["blacklist_doubt", "honeypot_related_address", "fake_token"];
const weak = ["gas_abuse", "reinit", "fake_standard_interface"];
const flags = ["sanctioned", ...strong, ...doubtful, ...weak];

/** An answer in which these members of the result are other than "0". */
const answerWith = (result: object): string =>
  JSON.stringify({
    code: 1,
    message: "OK",
    result: {
      ...Object.fromEntries(flags.map((flag) => [flag, "0"])),
      data_source: "",
      contract_address: "0",
      number_of_malicious_contracts_created: "0",
      ...result,
    },
  });

const clean = answerWith({});
const example = answerWith({ money_laundering: "1", data_source: "SlowMist" });

const nothing: RiskEntry = {
  provider_name: "GOPLUS",
  risk_ratio: 0,
  risk_descriptors: ["goplus:no-flag"],
  vasp_name_legal: "",
  vasp_name_business: "",
  vasp_website: null,
  vasp_category: "",
};

/** Answers by address and chain_id, to whoever has the token. */
function service(answer: (address: string, chain: string) => Reply, authorization = token): RequestListener {
  return speaking(({ method, path, headers }) => {
    if (headers.authorization !== authorization) return '{"code":4023,"message":"Access token not found"}';
    const [, subject, chain] = /^\/api\/v1\/address_security\/([^/?]+)\?chain_id=([^&]+)$/.exec(path) ?? [];
    if (method !== "GET" || subject === undefined || chain === undefined) throw new Error("no such endpoint");
    return answer(subject, chain);
  });
}

riskResponseSuite("goPlus", {
  provider: (options) => goPlus({ token, ...options }),
  query,
  serving: (text) => service(text),
  example,
  entry: { ...nothing, risk_ratio: 80, risk_descriptors: ["money_laundering", "goplus:source:SlowMist"] },
  members: {
    "": [null, 7, "text", [], {}],
    "/code": [absent, null, true, "1", 1.5, -1, 0, 3, 200, 9999, "", {}, []],
    "/result": [absent, null, true, 7, "", [], {}],
    ...Object.fromEntries(
      flags.map((flag) => [
        `/result/${flag}`,
        not.flag.filter((value) => ["sanctioned", "money_laundering", "cybercrime"].includes(flag) || value !== absent),
      ]),
    ),
    "/result/data_source": not.optionalText,
    "/result/number_of_malicious_contracts_created": [null, true, 0, 7, "", "-1", "1.5", "many", "1e3", {}, []],
  },
  others: ["/result/contract_address", "/result/a_new_flag", "/message"],
  nothingFound: ["goplus:no-flag"],
});

serviceFaultSuite("goPlus", {
  ask: (options, signal) => goPlus({ token, ...options }).screen({ ...query, ...(signal && { signal }) }),
  good: service(() => clean),
  repeats: true,
});

riskProviderSuite("goPlus", {
  provider: (url) => goPlus({ token, url }),
  service: service((_, chain) => (chain === "137" ? example : clean)),
  known: (["ethereum", "polygon", "solana"] as const).map((chain) => ({ chain, address: wallets[chain].canonical })),
  unsupported: (["bitcoin", "xdc", "near"] as const).map((chain) => ({ chain, address: wallets[chain].canonical })),
});

/** The answer of a provider over a service. */
function screen(listener: RequestListener, options: GoPlusOptions = {}): Promise<readonly RiskEntry[]> {
  return withService([listener], ({ url }) => goPlus({ token, url: new URL(url).origin, ...options }).screen(query));
}

describe("goPlus", () => {
  it("returns 0 without a flag, and a descriptor", async () => {
    expect(await screen(service(() => clean))).toEqual([nothing]);
  });

  it.each([
    ["sanctioned", 100],
    ...strong.map((flag) => [flag, 80] as const),
    ...doubtful.map((flag) => [flag, 60] as const),
    ...weak.map((flag) => [flag, 30] as const),
    ["a_flag_of_next_year", 60] as const,
    ["constructor", 60] as const,
  ] as const)("maps %s to %d", async (flag, ratio) => {
    const [found] = await screen(service(() => answerWith({ [flag]: "1" })));
    expect(found).toEqual({ ...nothing, risk_ratio: ratio, risk_descriptors: [flag] });
  });

  it("counts malicious contracts that the address created as a suspicion", async () => {
    const [found] = await screen(service(() => answerWith({ number_of_malicious_contracts_created: "12" })));
    expect(found).toMatchObject({
      risk_ratio: 60,
      risk_descriptors: ["number_of_malicious_contracts_created:12"],
    });
  });

  it("uses the strongest of several flags, and puts sanctions first", async () => {
    const [found] = await screen(service(() => answerWith({ reinit: "1", mixer: "1", sanctioned: "1" })));
    expect(found?.risk_ratio).toBe(100);
    expect(found?.risk_descriptors).toEqual(["sanctioned", "mixer", "reinit"]);
  });

  it("ignores contract_address and properties that are not flags", async () => {
    const result = { contract_address: "1", tags: ["a"], count: 1, is_new: true, note: "10", none: null };
    expect(await screen(service(() => answerWith(result)))).toEqual([nothing]);
  });

  it("reads a response with only the core flags", async () => {
    const result = { sanctioned: "0", money_laundering: "0", cybercrime: "0" };
    expect(await screen(service(() => JSON.stringify({ code: 1, result })))).toEqual([nothing]);
  });

  it.each([
    [4029, "provider_rate_limited"],
    [4010, "provider_unauthorized"],
    [4011, "provider_unauthorized"],
    [4012, "provider_unauthorized"],
    [4023, "provider_unauthorized"],
    [5000, "provider_unavailable"],
    [2004, "provider_rejected"],
    [2018, "provider_rejected"],
    [2020, "provider_rejected"],
    [2021, "provider_rejected"],
    [2022, "provider_rejected"],
    [5006, "provider_rejected"],
    [1234, "provider_unreadable"],
  ])("fails with its code %d, whatever the result: %s", async (code, failure) => {
    const asked = screen(service(() => withMember(clean, "/code", code)));
    await expect(asked).rejects.toMatchObject({ code: failure });
  });

  it("polls partial data until they are complete", () =>
    withService([service(() => withMember(clean, "/code", 2)), service(() => example)], async ({ url, requests }) => {
      const [found] = await goPlus({ token, url: new URL(url).origin }).screen(query);
      expect(found?.risk_ratio).toBe(80);
      expect(requests()).toBe(2);
    }));

  it("stops polling at the end of the time: provider_pending", async () => {
    const asked = screen(
      service(() => withMember(example, "/code", 2)),
      { timeoutMs: 400 },
    );
    await expect(asked).rejects.toMatchObject({ code: "provider_pending" });
  });

  it("calls a token function for each screening", () =>
    withService([service(() => clean, "first"), service(() => clean, "second")], async ({ url }) => {
      const tokens = ["first", "second", "with a space"];
      const provider = goPlus({ token: () => tokens.shift() ?? "", url: new URL(url).origin });
      expect(await provider.screen(query)).toEqual([nothing]);
      expect(await provider.screen(query)).toEqual([nothing]);
      await expect(provider.screen(query)).rejects.toMatchObject({ code: "configuration_invalid" });
    }));

  it("calls the public service by default, in lower case and without a token", async () => {
    const calls: unknown[] = [];
    const fetch = async (url: string, { headers }: RequestInit): Promise<Response> => {
      calls.push([url, headers]);
      return new Response(clean);
    };
    const provider = goPlus({ fetch });
    expect(Object.isFrozen(provider)).toBe(true);
    await provider.screen(query);
    expect(calls).toEqual([
      [
        `https://api.gopluslabs.io/api/v1/address_security/${address.toLowerCase()}?chain_id=1`,
        { accept: "application/json" },
      ],
    ]);
  });

  it.each<[Chain, string, string]>([
    ["polygon", wallets.polygon.canonical, "137"],
    ["solana", wallets.solana.canonical, "solana"],
  ])("asks about %s by its chain_id", (chain, subject, id) => {
    const asked: string[] = [];
    const listener = service((text, chainId) => {
      asked.push(text, chainId);
      return clean;
    });
    return withService([listener], async ({ url }) => {
      await goPlus({ token, url: new URL(url).origin }).screen({ chain, address: subject });
      expect(asked).toEqual([chain === "solana" ? subject : subject.toLowerCase(), id]);
    });
  });

  it("screens the chains of the option chains", async () => {
    const asked: string[] = [];
    const listener = service((_, chainId) => {
      asked.push(chainId);
      return clean;
    });
    const options = { chains: { ethereum: "1&x=2" }, provider_name: "GPX" };
    expect(await screen(listener, options)).toEqual([{ ...nothing, provider_name: "GPX" }]);
    expect(asked).toEqual(["1%26x%3D2"]);
  });

  it.each([
    { token: "" },
    { token: "a\nb" },
    { provider_name: "" },
    { chains: {} },
    { chains: { monero: "1" } as object },
    { chains: { ethereum: 1 } as object },
    { url: "http://example.org" },
  ])("rejects invalid options: %j", (options) => {
    expect(() => goPlus(options)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});
