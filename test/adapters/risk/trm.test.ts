/** TRM Labs' wallet screening over a local server that speaks its protocol. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { type TrmOptions, trm } from "../../../src/adapters/risk/trm.js";
import type { RiskEntry } from "../../../src/domain/addresses/address.js";
import type { Chain } from "../../../src/domain/chains/chain.js";
import { wallets } from "../../support/address-samples.js";
import { absent, withMember } from "../../support/json-member.js";
import { withService } from "../../support/local-server.js";
import { riskProviderSuite, walletOf } from "../../support/risk-provider-suite.js";
import { not, noVasp, riskResponseSuite } from "../../support/risk-response-suite.js";
import { speaking } from "../../support/speaking.js";

const key = "canary-secret";
const address = wallets.ethereum.canonical;
const query = { chain: "ethereum", address } as const;

const high = { categoryRiskScoreLevel: 10, categoryRiskScoreLevelLabel: "High" };

const volumes = { incomingVolumeUsd: "6666.66", outgoingVolumeUsd: "7777.77", totalVolumeUsd: "14444.43" };
const others = { riskScoreLevelLabel: "Low", trmAppUrl: "https://…", trmUrn: "/entity/…" };

/** About an address of a chain, as every answer. */
const answerAbout = (subject: string, chain: string): string =>
  JSON.stringify([
    {
      accountExternalId: null,
      externalId: "a1",
      address: subject.toLowerCase(),
      addressSubmitted: subject,
      chain,
      addressHighestRiskScoreLevel: 10,
      addressHighestRiskScoreLevelLabel: "High",
      addressTotalVolumeUsd: "14444.430000000000000000000000000000000001",
      addressRiskIndicators: [{ category: "Mixer", categoryId: "40", ...high, riskType: "COUNTERPARTY", ...volumes }],
      entities: [{ category: "Exchange", categoryId: "12", entity: "Samplex", riskScoreLevel: 1, ...others }],
      trmAppUrl: "https://…",
    },
  ]);

const example = answerAbout(address, "ethereum");

const entry: RiskEntry = {
  provider_name: "TRM",
  risk_ratio: 70,
  risk_descriptors: ["trm:level:10", "Mixer (COUNTERPARTY)"],
  ...noVasp,
  vasp_name_business: "Samplex",
  vasp_category: "Exchange",
};

/** Answers about one address of one chain to whoever has the key, with the status of a creation, as seen in use. */
function service(answer: (address: string, chain: string) => string, password = key): RequestListener {
  return speaking(({ method, path, headers, body }) => {
    const expected = `Basic ${Buffer.from(`${key}:${password}`).toString("base64")}`;
    if (headers.authorization !== expected) return { status: 401, body: '{"message":"Unauthorized"}' };
    const requested = `${method} ${path} ${headers["content-type"]}`;
    expect(requested).toBe("POST /public/v2/screening/addresses application/json");
    expect(body).toEqual([{ address: expect.any(String), chain: expect.any(String) }]);
    // It was just looked at.
    const [asked] = body as [{ readonly address: string; readonly chain: string }];
    return { status: 201, body: answer(asked.address, asked.chain) };
  });
}

const badLevels = [absent, true, "10", 7, -1, 2, 10.5, 150, "", {}, []];
const badLabels = [...not.text, "", "Critical", "Low", "Unknown"];

riskResponseSuite("trm", {
  provider: (options) => trm({ key, ...options }),
  query,
  request: [
    "https://api.trmlabs.com/public/v2/screening/addresses",
    `[{"address":"${address.toLowerCase()}","chain":"ethereum"}]`,
  ],
  serving: (text) => service(text),
  example,
  entry,
  members: {
    "": [null, 7, "text", [], {}, [{}], [null], [[]], JSON.parse(example)[0], [...JSON.parse(example), {}]],
    "/0/address": [...not.text, "", "another", wallets.bitcoin.canonical, `0x${"0".repeat(40)}`],
    "/0/addressSubmitted": [null, 7, "", "another", wallets.bitcoin.canonical, `0x${"0".repeat(40)}`],
    "/0/chain": [...not.text, "", "Ethereum", "polygon"],
    "/0/addressHighestRiskScoreLevel": [...badLevels, null, 0, 1, 5, 15],
    "/0/addressHighestRiskScoreLevelLabel": badLabels,
    "/0/addressRiskIndicators": [...not.array, [{}], [null], [7]],
    "/0/addressRiskIndicators/0/category": not.text,
    "/0/addressRiskIndicators/0/categoryRiskScoreLevel": [...badLevels, null, 0, 1, 5, 15],
    "/0/addressRiskIndicators/0/categoryRiskScoreLevelLabel": badLabels,
    "/0/addressRiskIndicators/0/riskType": not.optionalText,
    "/0/entities": [...not.array, [{}], [null], [7]],
    "/0/entities/0/category": not.text,
    "/0/entities/0/entity": not.textOrNull,
    "/0/entities/0/isVasp": not.optionalBoolean,
    "/0/entities/0/riskScoreLevel": [...badLevels, null, 0, 5, 10, 15],
    "/0/entities/0/riskScoreLevelLabel": [...not.text, "", "Critical", "High", "Unknown"],
  },
  others: ["/0/addressTotalVolumeUsd", "/0/externalId", "/0/trmAppUrl"],
  nothingFound: ["trm:no-attribution"],
});

const words: Readonly<Partial<Record<Chain, string>>> = { bitcoin: "bitcoin", "bitcoin-cash": "bitcoin_cash" };

riskProviderSuite("trm", {
  provider: (url) => trm({ key, url, chains: words }),
  service: service((subject, chain) => {
    const spelling = subject.startsWith("b") ? subject : "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
    return withMember(answerAbout(subject, chain), "/0/address", spelling);
  }),
  known: (["bitcoin", "bitcoin-cash"] as const).map(walletOf),
  unsupported: (["ethereum", "litecoin", "near"] as const).map(walletOf),
});

/** The entry of a provider over a service. */
function screen(text: string, options: Partial<TrmOptions> = {}): Promise<RiskEntry | undefined> {
  return withService([service(() => text)], async ({ url }) => {
    const [found] = await trm({ key, url: new URL(url).origin, ...options }).screen(query);
    return found;
  });
}

const level = "/0/addressHighestRiskScoreLevel";

/** The example with this level of its own and parts of these levels; null: without one. */
function answerOf(
  overall: readonly [unknown, unknown],
  indicators: readonly Level[],
  entities: readonly Level[],
): string {
  const [riskScoreLevel, riskScoreLevelLabel] = overall;
  const members: Readonly<Record<string, unknown>> = {
    [level]: riskScoreLevel,
    [`${level}Label`]: riskScoreLevelLabel,
    "/0/addressRiskIndicators": indicators.map(([categoryRiskScoreLevel, categoryRiskScoreLevelLabel], index) => {
      return { category: `Indicator ${index}`, categoryRiskScoreLevel, categoryRiskScoreLevelLabel };
    }),
    "/0/entities": entities.map(([riskScoreLevel, riskScoreLevelLabel], index) => {
      return { category: `Category ${index}`, entity: null, riskScoreLevel, riskScoreLevelLabel };
    }),
  };
  return Object.entries(members).reduce((text, [pointer, value]) => withMember(text, pointer, value), example);
}

type Level = readonly [number, string];
const none: Level = [0, "Unknown"];
const low: Level = [1, "Low"];
const medium: Level = [5, "Medium"];
const severe: Level = [15, "Severe"];

describe("trm", () => {
  it.each([
    ["its own level", [15, "Severe"], [], [], 100, "trm:level:15"],
    ["its own level, the label in another case", [5, "MEDIUM"], [], [], 40, "trm:level:5"],
    ["its own level, lower than a part's", [1, "Low"], [medium], [severe], 100, "trm:level:15"],
    ["its own level, higher than the parts'", [15, "Severe"], [medium], [low], 100, "trm:level:15"],
    ["the indicators, when there is no level", [null, null], [low, medium, low], [low], 40, "trm:level:5"],
    ["the entities, when there is no level", [absent, absent], [], [low], 10, "trm:level:1"],
    ["nothing, when there is nothing", [null, null], [], [], 0, "trm:no-attribution"],
    ["nothing, when that is unknown", [0, "Unknown"], [], [], 0, "trm:no-attribution"],
    ["nothing, when that is unknown by its label", [null, "Unknown"], [], [], 0, "trm:no-attribution"],
    ["Severe, whatever else is unknown", [0, "Unknown"], [severe], [none], 100, "trm:level:15"],
  ] as const)("uses the highest level: %s", async (_, overall, indicators, entities, ratio, descriptor) => {
    const found = await screen(answerOf(overall, indicators, entities));
    expect(found).toMatchObject({ risk_ratio: ratio });
    expect(found?.risk_descriptors[0]).toBe(descriptor);
  });

  it.each([
    ["the level of an indicator is unknown", [1, "Low"], [none], []],
    ["the level of an entity is unknown", [10, "High"], [low], [none]],
    ["the whole is unknown", [0, "Unknown"], [low], []],
    ["the whole is unknown by its label", [null, "Unknown"], [], [low]],
    ["all is unknown", [0, "Unknown"], [none], [none]],
    ["there is a label and no level", [null, "Low"], [], []],
  ] as const)("throws provider_unreadable when %s", async (_, overall, indicators, entities) => {
    const asked = screen(answerOf(overall, indicators, entities));
    await expect(asked).rejects.toMatchObject({ code: "provider_unreadable" });
  });

  it("puts sanctions first", async () => {
    const indicators = ["Mixer", "Sanctions"].map((category) => ({ category, ...high, riskType: "OWNERSHIP" }));
    const found = await screen(withMember(example, "/0/addressRiskIndicators", indicators));
    expect(found?.risk_descriptors).toEqual(["trm:level:10", "Sanctions (OWNERSHIP)", "Mixer (OWNERSHIP)"]);
  });

  it.each([
    ["Exchange", absent, true],
    ["Exchange", null, true],
    ["Exchange", false, false],
    ["Decentralized Exchange", absent, false],
    ["Scam", absent, false],
    ["Scam", true, true],
  ])("treats an entity of the category %s with isVasp %s as a VASP: %s", async (category, isVasp, expected) => {
    const text = withMember(withMember(example, "/0/entities/0/category", category), "/0/entities/0/isVasp", isVasp);
    const found = await screen(text);
    expect(found?.vasp_name_business).toBe(expected ? "Samplex" : "");
    expect(found?.vasp_category).toBe(expected ? category : "");
    expect(found?.risk_descriptors.includes(`Samplex (${category})`)).toBe(!expected);
  });

  it("returns the category of a VASP without a name", async () => {
    const found = await screen(withMember(example, "/0/entities/0/entity", null));
    expect(found).toMatchObject({ vasp_name_business: "", vasp_category: "Exchange" });
  });

  it("reads a response without addressSubmitted, and one with status 200", async () => {
    const text = withMember(example, "/0/addressSubmitted", absent);
    expect(await screen(text)).toEqual(entry);
    const fetch = async (): Promise<Response> => new Response(text);
    expect(await trm({ key, fetch }).screen(query)).toEqual([entry]);
  });

  it.each(["", "another"])("sends the option password: %j", (password) =>
    withService([service(answerAbout, password)], async ({ url }) => {
      expect(await trm({ key, password, url: new URL(url).origin }).screen(query)).toEqual([entry]);
      const without = trm({ key, url: new URL(url).origin }).screen(query);
      await expect(without).rejects.toMatchObject({ code: "provider_unauthorized" });
    }),
  );
});
