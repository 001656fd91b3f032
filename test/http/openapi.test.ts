/** The OpenAPI document: linted, complete, and with examples that are true. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { bsc, defaultChains, tron } from "../../src/chains.js";
import { OTHER_ADDRESS, parameterExamples } from "../../src/http/openapi-examples.js";
import { operationTexts } from "../../src/http/openapi-operations.js";
import { routes } from "../../src/http/routes.js";
import { createHandler } from "../../src/http.js";
import {
  type Compliance,
  chains,
  createCompliance,
  fixedRates,
  memoryStorage,
  type Policy,
  unwrap,
} from "../../src/index.js";
import { eu } from "../../src/jurisdictions.js";
import { jsonSchemas, type OpenApiOptions, openApi } from "../../src/openapi.js";
import { evmMessages } from "../../src/ownership.js";
import { fixedRandom } from "../support/fixed-random.js";
import { credential } from "../support/http.js";
import { describedApi, responseFaults } from "../support/http-responses.js";
import { validatorOf } from "../support/json-schemas.js";

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly example: unknown } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly "application/json"?: { readonly example: unknown } } }>
  >;
}

const operations = Object.entries(describedApi.document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...(operation as unknown as Operation) })),
);
const named = (id: string) => operations.find(({ operationId }) => operationId === id) as (typeof operations)[number];

/** Returns the request of the examples of an operation. */
function exampleRequest({ path, method, parameters = [], requestBody }: (typeof operations)[number]): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameterExamples[name])));
  const query = parameters.filter((each) => each.in === "query" && each.example !== undefined);
  const url = `https://vaspkit.test${filled}?${new URLSearchParams(query.map(({ name, example }) => [name, String(example)]))}`;
  const body = requestBody && { body: JSON.stringify(requestBody.content["application/json"].example) };
  const headers = { authorization: credential, ...(body && { "content-type": "application/json" }) };
  return new Request(url, { method: method.toUpperCase(), headers, ...body });
}

const policy: Policy = {
  ownVasp: "V-1",
  screenWith: ["OFAC"],
  rejectRisk: 90,
  suspendRisk: 50,
  suspendOnBreach: false,
  otherAccounts: "suspend",
  claimedVasp: "suspend",
  decisionMaxAgeMs: 900_000,
  retentionMs: 86_400_000,
};

/** A compliance with the VASP of the examples, always at the same time. A checked transfer has no requirements. */
async function exampleCompliance(operationId?: string): Promise<Compliance> {
  const compliance = createCompliance({
    storage: memoryStorage(),
    thresholds: { US: "3000", SG: "1500" },
    ...(operationId !== "transfers.check" && { jurisdictions: [eu], policy }),
    rates: fixedRates({ base: "EUR", date: "2026-11-20", source: "test", rates: { USD: "1.15" } }),
    riskProviders: {
      OFAC: {
        screen: async () => [
          {
            provider_name: "OFAC",
            risk_ratio: 0,
            risk_descriptors: ["not-listed"],
            vasp_name_legal: "",
            vasp_name_business: "",
            vasp_website: null,
            vasp_category: "",
          },
        ],
      },
    },
    ownership: { domain: "exchange.example", methods: [evmMessages], maxAgeMs: 7_776_000_000 },
    clock: () => new Date("2026-11-22T08:00:00.000Z"),
  });
  const { national_id_issue_country: _, ...vasp } = Object(operationTexts()["vasps.retrieve"]?.example);
  await compliance.vasps.load([vasp]);
  return compliance;
}

async function answer(compliance: Compliance, request: Request): Promise<Response> {
  const actor = { id: "u-17", role: "compliance officer", kind: "person" };
  const handler = createHandler(compliance, { authenticate: () => ({ actor }), extensions: true });
  return handler(request);
}

const proving = ["ownership.challenge", "ownership.verify"];

/** Returns the operations whose examples are stored before an operation can return its own. */
function earlierThan(operationId: string): readonly string[] {
  if (operationId === "accounts.create") return [];
  const records = ["accounts.create", "addresses.create", "rules.evaluate"];
  if (/^transfers\.(?!check)/.test(operationId)) return [...records, ...proving, "transfers.decide"];
  if (/^ownership\.(?:verify|observe)$/.test(operationId)) return [...records, "ownership.challenge"];
  return operationId === "ownership.of" ? [...records, ...proving] : records;
}

/** Makes the challenge that the example of `ownership.observe` is about. The others are about a message. */
async function challengeTransfer({ ownership }: Compliance): Promise<void> {
  const { chain, address } = parameterExamples;
  const request = { account_ref_id: "A-1", chain, address, method: "transfer", deposit_address: OTHER_ADDRESS };
  unwrap(await ownership.challenge(request as unknown));
}

describe("the examples of the document", () => {
  fixedRandom();

  it.each(operations)("are true: $operationId", async (operation) => {
    const compliance = await exampleCompliance(operation.operationId);
    for (const id of earlierThan(operation.operationId))
      expect((await answer(compliance, exampleRequest(named(id)))).status).toBe(200);
    if (operation.operationId === "ownership.observe") await challengeTransfer(compliance);
    const request = exampleRequest(operation);
    const response = await answer(compliance, request);
    expect(await responseFaults(request, response)).toEqual([]);
    expect(await response.json()).toEqual(operation.responses["200"]?.content?.["application/json"]?.example);
    expect(response.status).toBe(200);
  });

  it("show the problems that the handler answers with", async () => {
    const shown = Object.values(Object(describedApi.document.components["responses"])).map(
      (response) => Object(response).content["application/problem+json"],
    );
    const isProblem = validatorOf(jsonSchemas().HttpProblem);
    for (const { example } of shown) expect(isProblem(example) ? [] : isProblem.errors).toEqual([]);
    const create = exampleRequest(named("accounts.create"));
    const compliance = await exampleCompliance();
    const first = await answer(compliance, create.clone());
    expect(first.status).toBe(200);
    const body = await create.text();
    const url = create.url;
    const json = { authorization: credential, "content-type": "application/json" };
    const answers = await Promise.all(
      [
        new Request(url, { method: "POST", headers: json, body: body.replace('"reference_id":"A-1",', "") }),
        new Request(url),
        new Request(url.replace("accounts", "accounts/unknown"), { headers: json }),
        new Request(url, { method: "PATCH", headers: json }),
        new Request(url, { headers: { ...json, accept: "text/html" } }),
        new Request(url, { method: "POST", headers: json, body }),
        new Request(url, { method: "POST", headers: json, body: " ".repeat(2_000_000) }),
        new Request(url, { method: "POST", headers: { authorization: credential }, body }),
      ].map(async (request) => {
        const response = await answer(compliance, request);
        expect(await responseFaults(request, response)).toEqual([]);
        return response.json();
      }),
    );
    const examples = new Map(shown.map(({ example }) => [example.status, example]));
    for (const problem of answers) expect(problem).toEqual(examples.get(problem.status));
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 404, 405, 406, 409, 413, 415]);
  });
});

describe("the document", () => {
  const variants: readonly OpenApiOptions[] = [
    {},
    { extensions: true },
    { basePath: "", title: "Directory", version: "1.2.3", license: { name: "MIT", identifier: "MIT" } },
    { servers: [{ url: "https://compliance.internal", description: "Production" }], countries: ["XK"] },
  ];

  it.each(variants)("has no fault by the recommended rules of a linter: %j", async (options) => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: JSON.stringify(openApi(options)), config });
    expect(problems.map(({ ruleId, severity, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([]);
  });

  it("has every route, and those of extensions only on request", () => {
    const rows = (options: OpenApiOptions) =>
      Object.entries(openApi(options).paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
      );
    const expected = (isServed: (isExtension: boolean) => boolean) =>
      routes.filter(({ isExtension }) => isServed(isExtension)).map(({ method, path }) => `${method} /api/v2${path}`);
    expect(rows({}).sort()).toEqual(expected((isExtension) => !isExtension).sort());
    expect(rows({ extensions: true }).sort()).toEqual(expected(() => true).sort());
  });

  it("describes every operation of a route, and no other one", () => {
    expect(Object.keys(operationTexts()).sort()).toEqual([...new Set(routes.map(({ operation }) => operation))].sort());
  });

  it("marks extensions and what is deprecated", () => {
    const marks = operations.filter((operation) => "x-extension" in operation).map(({ operationId }) => operationId);
    expect(marks).toHaveLength(routes.filter(({ isExtension }) => isExtension).length);
    expect(operations.filter((operation) => "deprecated" in operation).map(({ operationId }) => operationId)).toEqual([
      "addresses.assign",
    ]);
  });

  it("is a new object each time", () => {
    const changed = openApi();
    Object.assign(changed.paths["/api/v2/directory/vasps"]?.["get"] ?? {}, { summary: "changed" });
    expect(openApi().paths["/api/v2/directory/vasps"]?.["get"]?.["summary"]).toBe("List VASPs");
  });

  it("has no country that its caller did not add", () => {
    expect(JSON.stringify(openApi())).not.toContain('"XK"');
    expect(JSON.stringify(openApi({ countries: ["XK"] }))).toContain('"XK"');
    const { schemas } = openApi({ chains: [tron, bsc] }).components;
    expect(schemas).toMatchObject({ Chain: { enum: ["tron", "bsc"] } });
    expect(jsonSchemas({ chains: [...defaultChains, tron] })).toMatchObject({
      AddressCreateRequest: { $defs: { Chain: { enum: [...Object.keys(chains), "tron"] } } },
    });
  });
});

describe("invalid options", () => {
  it.each([
    [{ extension: true }, "extension"],
    [{ basePath: "api" }, "basePath"],
    [{ extensions: 1 }, "extensions"],
    [{ servers: [] }, "servers"],
    [{ servers: [{}] }, "servers"],
    [{ license: {} }, "license"],
    [{ license: null }, "license"],
    [{ countries: "XK" }, "countries"],
    [{ chains: ["tron"] }, "chains"],
    [{ chains: null }, "chains"],
    [null, "openApi"],
  ])("%j are an error that names the option", (options, name) => {
    expect(() => openApi(options as never)).toThrow(
      expect.objectContaining({ code: "configuration_invalid", message: expect.stringContaining(name) }),
    );
  });

  it("of jsonSchemas are an error too", () => {
    expect(() => jsonSchemas({ country: [] } as never)).toThrow("jsonSchemas");
    expect(() => jsonSchemas({ countries: [1] } as never)).toThrow("countries");
  });
});

it("a fault of an answer is found", async () => {
  const { faultsOf } = describedApi;
  const get = { method: "GET", url: "https://vaspkit.test/api/v2/directory/vasps/V-1" };
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  const body = (data: unknown) => JSON.stringify({ status: "success", data, message: null });
  const vasp = operationTexts()["vasps.retrieve"]?.example;
  expect(await faultsOf(get, new Response(body(vasp), { headers }))).toEqual([]);
  expect(await faultsOf(get, new Response(body({ ...Object(vasp), extra: 1 }), { headers }))).toHaveLength(1);
  expect(await faultsOf(get, new Response(body(vasp), { status: 201, headers }))).toHaveLength(1);
  expect(await faultsOf(get, new Response(body(vasp)))).toHaveLength(2);
});
