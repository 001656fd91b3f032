/** GoPlus' malicious addresses over a local server that speaks its protocol. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { type GoPlusOptions, goPlus } from "../../../src/adapters/risk/go-plus.js";
import type { RiskEntry } from "../../../src/domain/addresses/address.js";
import type { Chain } from "../../../src/domain/chains/chain.js";
import { wallets } from "../../support/address-samples.js";
import { absent, withMember } from "../../support/json-member.js";
import { withService } from "../../support/local-server.js";
import { riskProviderSuite, walletOf } from "../../support/risk-provider-suite.js";
import { not, noVasp, riskResponseSuite } from "../../support/risk-response-suite.js";
import { type Reply, speaking } from "../../support/speaking.js";

const token = "canary-secret";
const address = wallets.ethereum.canonical;
const query = { chain: "ethereum", address } as const;

const strong = [
  ...["cybercrime", "money_laundering", "financial_crime", "darkweb_transactions", "phishing_activities"],
  ...["stealing_attack", "blackmail_activities", "mixer", "malicious_mining_activities", "fake_kyc"],
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
  ...noVasp,
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
  request: [`https://api.gopluslabs.io/api/v1/address_security/${address.toLowerCase()}?chain_id=1`],
  unfinished: withMember(clean, "/code", 2),
  serving: (text) => service(text),
  example,
  entry: { ...nothing, risk_ratio: 80, risk_descriptors: ["money_laundering", "goplus:source:SlowMist"] },
  members: {
    "": not.object,
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

riskProviderSuite("goPlus", {
  provider: (url) => goPlus({ token, url }),
  service: service((_, chain) => (chain === "137" ? example : clean)),
  known: (["ethereum", "polygon", "solana"] as const).map(walletOf),
  unsupported: (["bitcoin", "xdc", "near"] as const).map(walletOf),
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
    const risk_descriptors = ["number_of_malicious_contracts_created:12"];
    expect(found).toMatchObject({ risk_ratio: 60, risk_descriptors });
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

  const failures = {
    provider_rate_limited: [4029],
    provider_unauthorized: [4010, 4011, 4012, 4023],
    provider_unavailable: [5000],
    provider_rejected: [2004, 2018, 2020, 2021, 2022, 5006],
    provider_unreadable: [1234],
  };

  it.each([...Object.entries(failures).flatMap(([failure, codes]) => codes.map((code) => [code, failure] as const))])(
    "fails with its code %d, whatever the result: %s",
    async (code, failure) => {
      const asked = screen(service(() => withMember(clean, "/code", code)));
      await expect(asked).rejects.toMatchObject({ code: failure });
    },
  );

  it("calls a token function for each screening", () =>
    withService([service(() => clean, "first"), service(() => clean, "second")], async ({ url }) => {
      const tokens = ["first", "second", "with a space"];
      const provider = goPlus({ token: () => tokens.shift() ?? "", url: new URL(url).origin });
      expect(await provider.screen(query)).toEqual([nothing]);
      expect(await provider.screen(query)).toEqual([nothing]);
      await expect(provider.screen(query)).rejects.toMatchObject({ code: "configuration_invalid" });
    }));

  it("sends no header for the token without one", async () => {
    let sent: unknown;
    const fetch = async (_: string, { headers }: RequestInit): Promise<Response> => {
      sent = headers;
      return new Response(clean);
    };
    await goPlus({ fetch }).screen(query);
    expect(sent).toEqual({ accept: "application/json" });
  });

  it.each<[Chain, string, string, GoPlusOptions]>([
    ["polygon", wallets.polygon.canonical, "137", {}],
    ["solana", wallets.solana.canonical, "solana", {}],
    ["ethereum", address, "1%26x%3D2", { chains: { ethereum: "1&x=2" } }],
  ])("asks about %s by its chain_id, or that of the option chains", async (chain, subject, id, options) => {
    const asked: string[] = [];
    const listener = service((text, chainId) => {
      asked.push(text, chainId);
      return clean;
    });
    await withService([listener], ({ url }) =>
      goPlus({ token, url: new URL(url).origin, ...options }).screen({ chain, address: subject }),
    );
    expect(asked).toEqual([chain === "solana" ? subject : subject.toLowerCase(), id]);
  });
});
