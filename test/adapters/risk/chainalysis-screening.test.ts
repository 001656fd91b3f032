/** Chainalysis Entity Risking over a local server that speaks its protocol. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { type ChainalysisScreeningOptions, chainalysisScreening } from "../../../src/adapters/risk/chainalysis.js";
import type { RiskEntry } from "../../../src/domain/addresses/address.js";
import type { Chain } from "../../../src/domain/chains/chain.js";
import { wallets } from "../../support/address-samples.js";
import { absent, withMember } from "../../support/json-member.js";
import { withService } from "../../support/local-server.js";
import { riskProviderSuite } from "../../support/risk-provider-suite.js";
import { not, riskResponseSuite } from "../../support/risk-response-suite.js";
import { serviceFaultSuite } from "../../support/service-faults.js";
import { type Reply, speaking } from "../../support/speaking.js";

const key = "canary-secret";
const address = wallets.ethereum.canonical;
const query = { chain: "ethereum", address } as const;

/** With an address, as every assessment. */
const assessmentOf = (subject: string): string =>
  JSON.stringify({
    address: subject,
    risk: "Severe",
    riskReason: "Identified as Sanctioned Entity",
    addressType: "PRIVATE_WALLET",
    cluster: { name: "Sample Mixer", category: "mixing" },
    addressIdentifications: [{ name: "Sample Mixer", category: "sanctioned entity", description: "Made up." }],
    exposures: [{ category: "exchange", value: 424.5, exposureType: "direct", direction: "incoming" }],
    triggers: [
      {
        category: "mixing",
        percentage: 51.2,
        message: "> 50% direct exposure",
        ruleTriggered: { risk: "Severe", minThreshold: 0 },
      },
    ],
    poolMetadata: null,
    status: "COMPLETE",
  });

const example = assessmentOf(address.toLowerCase());

const entry: RiskEntry = {
  provider_name: "CHAINALYSIS",
  risk_ratio: 100,
  risk_descriptors: [
    "chainalysis:risk:Severe",
    "Identified as Sanctioned Entity",
    "sanctioned entity",
    "mixing",
    "Sample Mixer (mixing)",
  ],
  vasp_name_legal: "",
  vasp_name_business: "",
  vasp_website: null,
  vasp_category: "",
};

/** Assessments by address, and registrations, for whoever has the token. */
function service(
  assess: (address: string) => Reply,
  register: (address: unknown) => Reply = () => ({ status: 400, body: "nobody asked for it" }),
): RequestListener {
  return speaking(({ method, path, headers, body }) => {
    if (headers["token"] !== key) return { status: 403, body: '{"message":"Invalid token"}' };
    if (method === "POST" && path === "/v2/entities") return register(Object(body).address);
    const [, subject = ""] = /^\/v2\/entities\/([^/?]+)$/.exec(path) ?? [];
    if (method !== "GET" || subject === "") throw new Error("no such endpoint");
    return assess(decodeURIComponent(subject));
  });
}

riskResponseSuite("chainalysisScreening", {
  provider: (options) => chainalysisScreening({ key, ...options }),
  query,
  serving: (text) => service(text),
  example,
  entry,
  members: {
    "": [null, 7, "text", [], {}],
    "/address": [...not.text, "", "another", wallets.bitcoin.canonical, `0x${"0".repeat(40)}`],
    "/status": not.text,
    "/risk": [...not.text, "", "Critical", "None", "Unknown", " Severe", "Severe ", "constructor"],
    "/riskReason": not.textOrNull,
    "/addressIdentifications": [...not.array, [{}], [null], [7]],
    "/addressIdentifications/0/category": not.text,
    "/triggers": [...not.array, [{}], [null], [7]],
    "/triggers/0/category": not.text,
    "/cluster": [absent, true, 7, "text", [], {}],
    "/cluster/name": not.text,
    "/cluster/category": not.text,
  },
  others: ["/exposures", "/addressType", "/poolMetadata"],
  nothingFound: [],
  failures: ["provider_pending"],
});

serviceFaultSuite("chainalysisScreening", {
  ask: (options, signal) => chainalysisScreening({ key, ...options }).screen({ ...query, ...(signal && { signal }) }),
  good: service(assessmentOf),
  repeats: true,
});

const screened = ["bitcoin", "ethereum", "solana", "polygon"] as const;

riskProviderSuite("chainalysisScreening", {
  provider: (url) => chainalysisScreening({ key, url }),
  service: service(assessmentOf),
  known: screened.map((chain) => ({ chain, address: wallets[chain].canonical })),
  unsupported: (["xdc", "litecoin", "near"] as const).map((chain) => ({ chain, address: wallets[chain].canonical })),
});

/** The answer of a provider over a service. */
function screen(
  listener: RequestListener,
  options: Partial<ChainalysisScreeningOptions> = {},
): Promise<readonly RiskEntry[]> {
  return withService([listener], ({ url }) =>
    chainalysisScreening({ key, url: new URL(url).origin, ...options }).screen(query),
  );
}

describe("chainalysisScreening", () => {
  it.each([
    ["Low", 10, "Low"],
    ["medium", 40, "Medium"],
    ["HIGH", 70, "High"],
    ["Severe", 100, "Severe"],
  ])("maps %s to %d", async (risk, ratio, word) => {
    const [found] = await screen(service(() => withMember(example, "/risk", risk)));
    expect(found).toMatchObject({ risk_ratio: ratio });
    expect(found?.risk_descriptors[0]).toBe(`chainalysis:risk:${word}`);
  });

  it.each(["exchange", "No KYC Exchange", "high risk exchange", "hosted wallet"])(
    "returns an owner of the category %s as a VASP",
    async (category) => {
      const text = withMember(example, "/cluster", { name: "Samplex, Inc.", category });
      const [found] = await screen(service(() => text));
      expect(found).toMatchObject({ vasp_name_business: "Samplex Inc.", vasp_category: category, vasp_name_legal: "" });
      expect(found?.risk_descriptors.join()).not.toContain("Samplex");
    },
  );

  it.each(["decentralized exchange", "stolen funds", "unhosted wallet", "a category of next year"])(
    "returns an owner of the category %s as a descriptor only",
    async (category) => {
      const text = withMember(example, "/cluster", { name: "Sample", category });
      const [found] = await screen(service(() => text));
      expect(found).toMatchObject({ vasp_name_business: "", vasp_category: "" });
      expect(found?.risk_descriptors).toContain(`Sample (${category})`);
    },
  );

  it("returns only the risk when nothing else is known", async () => {
    const text = { address, risk: "Low", riskReason: null, cluster: null, addressIdentifications: [], triggers: [] };
    const found = await screen(service(() => JSON.stringify({ ...text, status: "COMPLETE" })));
    expect(found).toEqual([{ ...entry, risk_ratio: 10, risk_descriptors: ["chainalysis:risk:Low"] }]);
  });

  it("polls an assessment until it is complete", () =>
    withService(
      [service(() => withMember(withMember(example, "/risk", "Low"), "/status", "IN_PROGRESS")), service(assessmentOf)],
      async ({ url, requests }) => {
        const provider = chainalysisScreening({ key, url: new URL(url).origin });
        expect(await provider.screen(query)).toEqual([entry]);
        expect(requests()).toBe(2);
      },
    ));

  it("stops polling at the end of the time: provider_pending", async () => {
    const unfinished = service(() => withMember(example, "/status", "IN_PROGRESS"));
    await expect(screen(unfinished, { timeoutMs: 400 })).rejects.toMatchObject({ code: "provider_pending" });
  });

  it("ends when the caller aborts between two polls", () =>
    withService([service(() => withMember(example, "/status", "IN_PROGRESS"))], async ({ url }) => {
      const leaving = new AbortController();
      const provider = chainalysisScreening({ key, url: new URL(url).origin });
      const asked = provider.screen({ ...query, signal: leaving.signal });
      setTimeout(() => leaving.abort("left"), 100);
      await expect(asked).rejects.toMatchObject({ code: "aborted", cause: "left" });
    }));

  it("throws address_unknown for a 404 of the API", async () => {
    const unknown = service(() => ({ status: 404, body: '{"message":"Address not registered"}' }));
    await expect(screen(unknown)).rejects.toMatchObject({ code: "address_unknown" });
  });

  it.each(["<html>404</html>", "", '"not found"', "null"])(
    "throws provider_rejected for a 404 with %j",
    async (body) => {
      await expect(screen(service(() => ({ status: 404, body })))).rejects.toMatchObject({ code: "provider_rejected" });
    },
  );

  it.each([200, 201])("registers the address first with register: true: status %d", async (status) => {
    const registered: unknown[] = [];
    const listener = service(assessmentOf, (subject) => {
      registered.push(subject);
      return { status, body: JSON.stringify({ address: subject }) };
    });
    expect(await screen(listener, { register: true })).toEqual([entry]);
    expect(registered).toEqual([address.toLowerCase()]);
  });

  it("does not repeat a registration that may have been processed", async () => {
    let times = 0;
    const listener = service(assessmentOf, () => {
      times += 1;
      return { status: 503, body: "" };
    });
    await expect(screen(listener, { register: true })).rejects.toMatchObject({ code: "provider_unavailable" });
    expect(times).toBe(1);
  });

  it("calls the public service by default", async () => {
    const urls: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      urls.push(url);
      return new Response(example);
    };
    const provider = chainalysisScreening({ key, fetch });
    expect(Object.isFrozen(provider)).toBe(true);
    await provider.screen(query);
    expect(urls).toEqual([`https://api.chainalysis.com/api/risk/v2/entities/${address.toLowerCase()}`]);
  });

  it("screens the chains of the option chains", async () => {
    const { canonical } = wallets.tezos;
    await withService([service(assessmentOf)], async ({ url }) => {
      const provider = chainalysisScreening({ key, url: new URL(url).origin, chains: ["tezos"], provider_name: "CHX" });
      const [found] = await provider.screen({ chain: "tezos", address: canonical });
      expect(found?.provider_name).toBe("CHX");
      await expect(provider.screen(query)).rejects.toMatchObject({ code: "chain_unsupported" });
    });
  });

  it.each([{ key: "" }, { key, provider_name: " " }, { key, chains: ["monero" as Chain] }, { key, url: "ftp://x" }])(
    "rejects invalid options: %j",
    (options) => {
      expect(() => chainalysisScreening(options)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
    },
  );
});
