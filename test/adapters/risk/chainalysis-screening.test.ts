/** Chainalysis Entity Risking over a local server that speaks its protocol. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { type ChainalysisScreeningOptions, chainalysisScreening } from "../../../src/adapters/risk/chainalysis.js";
import type { RiskEntry } from "../../../src/domain/addresses/address.js";
import { wallets } from "../../support/address-samples.js";
import { absent, withMember } from "../../support/json-member.js";
import { withService } from "../../support/local-server.js";
import { riskProviderSuite, walletOf } from "../../support/risk-provider-suite.js";
import { not, noVasp, riskResponseSuite } from "../../support/risk-response-suite.js";
import { type Reply, speaking } from "../../support/speaking.js";

const key = "canary-secret";
const address = wallets.ethereum.canonical;
const query = { chain: "ethereum", address } as const;

const ruleTriggered = { risk: "Severe", minThreshold: 0 };

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
    triggers: [{ category: "mixing", percentage: 51.2, message: "> 50% direct exposure", ruleTriggered }],
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
  ...noVasp,
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
  request: [`https://api.chainalysis.com/api/risk/v2/entities/${address.toLowerCase()}`],
  unfinished: withMember(withMember(example, "/risk", "Low"), "/status", "IN_PROGRESS"),
  serving: (text) => service(text),
  example,
  entry,
  members: {
    "": not.object,
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

const screened = ["bitcoin", "ethereum", "solana", "polygon"] as const;

riskProviderSuite("chainalysisScreening", {
  provider: (url) => chainalysisScreening({ key, url }),
  service: service(assessmentOf),
  known: screened.map(walletOf),
  unsupported: (["xdc", "litecoin", "near"] as const).map(walletOf),
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

  const owned = async (name: string, category: string) =>
    (await screen(service(() => withMember(example, "/cluster", { name, category }))))[0];

  it.each(["exchange", "No KYC Exchange", "high risk exchange", "hosted wallet"])(
    "returns an owner of the category %s as a VASP",
    async (category) => {
      const found = await owned("Samplex, Inc.", category);
      expect(found).toMatchObject({ vasp_name_business: "Samplex Inc.", vasp_category: category, vasp_name_legal: "" });
      expect(found?.risk_descriptors.join()).not.toContain("Samplex");
    },
  );

  it.each(["decentralized exchange", "stolen funds", "unhosted wallet", "a category of next year"])(
    "returns an owner of the category %s as a descriptor only",
    async (category) => {
      const found = await owned("Sample", category);
      expect(found).toMatchObject({ vasp_name_business: "", vasp_category: "" });
      expect(found?.risk_descriptors).toContain(`Sample (${category})`);
    },
  );

  it("returns only the risk when nothing else is known", async () => {
    const text = { address, risk: "Low", riskReason: null, cluster: null, addressIdentifications: [], triggers: [] };
    const found = await screen(service(() => JSON.stringify({ ...text, status: "COMPLETE" })));
    expect(found).toEqual([{ ...entry, risk_ratio: 10, risk_descriptors: ["chainalysis:risk:Low"] }]);
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

  it("screens the chains of the option chains", () =>
    withService([service(assessmentOf)], async ({ url }) => {
      const provider = chainalysisScreening({ key, url: new URL(url).origin, chains: ["tezos"] });
      expect(await provider.screen({ chain: "tezos", address: wallets.tezos.canonical })).toHaveLength(1);
      await expect(provider.screen(query)).rejects.toMatchObject({ code: "chain_unsupported" });
    }));
});
