/**
 * Requests that differ from the examples of the OpenAPI document in a few places. No answer is a 5xx unless a part of
 * the service fails, every answer fits to the document, no error repeats a value, and only a 2xx stores something.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorStatus } from "../../src/http/problem.js";
import { createHandler, type HttpErrorContext } from "../../src/http.js";
import {
  type Compliance,
  ComplianceError,
  type ComplianceOptions,
  type ComplianceStorage,
  memoryStorage,
  type Policy,
  type PriceSource,
} from "../../src/index.js";
import { evmMessages } from "../../src/ownership.js";
import { addedAt, nodesOf, removedAt, replacedAt } from "../../src/testing/single-fault/document.js";
import { screener } from "../support/address-samples.js";
import { CANARY, isLeaked, personalNames } from "../support/canaries.js";
import { TODAY } from "../support/days.js";
import { fixedRandom } from "../support/fixed-random.js";
import { credential, officer, requestOf, saidBy } from "../support/http.js";
import { describedApi, responseFaults } from "../support/http-responses.js";
import { runs } from "../support/runs.js";
import { watchedCompliance } from "../support/watched-compliance.js";

/** A request before it is one. Texts of the URL are encoded. */
interface Draft {
  readonly method: string;
  readonly template: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: no body. */
  readonly body: unknown;
  /** Sent in place of the body. */
  readonly text?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly example?: unknown;
}

function encoded(text: unknown): string {
  return new URLSearchParams({ "": String(text) }).toString().slice(1).replaceAll("+", "%20");
}

/** The request of the examples of each operation. */
const examples: readonly Draft[] = Object.entries(describedApi.document.paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, { parameters = [], requestBody }]): Draft => {
    const given = (parameters as readonly Parameter[])
      .filter(({ example }) => example !== undefined)
      .map((each) => ({ ...each, pair: [each.name, encoded(each.example)] as const }));
    const inPath = given.filter((each) => each.in === "path").map(({ pair }) => pair);
    const query = given.filter((each) => each.in === "query").map(({ pair }) => pair);
    const body: unknown = Object(requestBody)["content"]?.["application/json"].example;
    return { method: method.toUpperCase(), template, path: Object.fromEntries(inPath), query, headers: {}, body };
  }),
);
const withBody = examples.filter(({ body }) => body !== undefined);
const exampleOf = (template: string) => examples.filter((each) => each.method === "POST" && each.template === template);

/** Every name of a property or a parameter in the document, and names that no request should have. */
const names: readonly string[] = [
  ...new Set(Object.values(Object(describedApi.document.components["schemas"])).flatMap(propertiesOf)),
  ...new Set(examples.flatMap(({ query, path }) => [...query.map(([name]) => name), ...Object.keys(path)])),
  ...personalNames,
  ...["__proto__", "constructor", "toString", "toJSON", "then", "", "0", "$request"],
];

function propertiesOf(schema: unknown): readonly string[] {
  return Object.keys(Object(Object(schema).properties));
}

const texts: readonly string[] = [
  ...["", " ", "0", "-1", "1e999", "0x10", "1,000", "NaN", "null", "true", "2026-02-30", "9999-12-31", "A-1", "V-1"],
  ...["individual", "entity", "bitcoin", "near", "US", "CH", "USD", "XXX", "LEIX", "OFAC", "name", "-name_legal"],
  ...[CANARY, `${CANARY}\0`, `${CANARY}\r\nx: y`, `${CANARY}@${CANARY}.example`, `\u202e${CANARY}\ud800`, "Ａ\u0301🏦"],
  ...[CANARY.repeat(100), CANARY.repeat(1_000), `THRESHOLD_BY_COUNTRY:US:USD:3000:${CANARY}`],
];
const deep: unknown = JSON.parse(`${"[".repeat(40)}"${CANARY}"${"]".repeat(40)}`);
const values: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 3000, 1e300, 2 ** 53, [], {}, [CANARY], { [`${CANARY} Doe`]: CANARY }, deep],
  ...[Array(500).fill(CANARY), { reference_id: "A-1" }, ["THRESHOLD_BY_COUNTRY", CANARY]],
];
/** Not encoded: what a client may put into a URL by mistake. */
const raw: readonly string[] = [
  ...["%", "%zz", "%FF", "%00", "%2F", "%2e%2e", "..", ".", "", "a/b", ";v=1", `?${CANARY}`, "#"],
];
const headers: readonly (readonly [name: string, value: string])[] = [
  ...["", "Bearer", `Bearer ${CANARY}`].map((value) => ["authorization", value] as const),
  ...["", "*/*", "text/html", "application/json;q=0", `${CANARY}/*`].map((value) => ["accept", value] as const),
  ...["", "text/plain", "application/json; charset=latin1", CANARY].map((value) => ["content-type", value] as const),
  ...["gzip", CANARY, "identity"].map((value) => ["content-encoding", value] as const),
  ...["x-http-method-override", "content-length", "origin", "range"].map((name) => [name, CANARY] as const),
];
const bodies: readonly string[] = ["", "{", "[]", "null", `"${CANARY}"`, `{"a":1,"a":"${CANARY}"}`, `{"a":${CANARY}}`];

const text = (): fc.Arbitrary<string> => fc.oneof(fc.constantFrom(...texts), fc.string({ unit: "binary" }));
const value = (): fc.Arbitrary<unknown> => fc.oneof(text(), fc.constantFrom(...values));
const inUrl = (): fc.Arbitrary<string> => fc.oneof(text().map(encoded), fc.constantFrom(...raw));
const name = (): fc.Arbitrary<string> => fc.constantFrom(...names);

type Mutation = (draft: Draft) => Draft;

const change = fc.constantFrom("replace", "remove", "add");

const ofBody = fc.tuple(change, fc.nat(), name(), value()).map(([kind, at, key, given]): Mutation => {
  const changed = (body: unknown): unknown => {
    const nodes = nodesOf(body);
    const { path } = nodes[at % nodes.length] ?? { path: "" };
    if (kind === "add") return addedAt(body, path, key, given);
    return kind === "remove" ? removedAt(body, path) : replacedAt(body, path, given);
  };
  return (draft) => (draft.body === undefined ? draft : { ...draft, body: changed(draft.body) });
});

const ofQuery = fc.tuple(change, fc.nat(), name(), inUrl()).map(([kind, at, key, given]): Mutation => {
  const added = [encoded(key), given] as const;
  return ({ query, ...rest }) => {
    const found = at % Math.max(1, query.length);
    if (kind === "add") return { ...rest, query: [...query, added] };
    const replacement = kind === "remove" ? [] : query.slice(found, found + 1).map(([own]) => [own, given] as const);
    return { ...rest, query: [...query.slice(0, found), ...replacement, ...query.slice(found + 1)] };
  };
});

const ofPath = fc.tuple(fc.nat(), inUrl()).map(([at, given]): Mutation => {
  return ({ path, template, ...rest }) => {
    const inPath = Object.keys(path);
    const found = inPath[at % Math.max(1, inPath.length)];
    if (found === undefined) return { ...rest, path, template: at % 4 === 0 ? `${template}/${given}` : template };
    return { ...rest, template, path: { ...path, [found]: given } };
  };
});

const ofHeaders = fc.constantFrom(...headers).map(
  ([header, given]): Mutation =>
    (draft) => ({ ...draft, headers: { ...draft.headers, [header]: given } }),
);

const ofMethod = fc
  .constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "BREW", "get")
  .map(
    (method): Mutation =>
      (draft) => ({ ...draft, method }),
  );

const ofText = fc.oneof(fc.constantFrom(...bodies), text()).map(
  (given): Mutation =>
    (draft) => ({ ...draft, text: given }),
);

const mutation = fc.oneof(
  { arbitrary: ofBody, weight: 5 },
  { arbitrary: ofQuery, weight: 3 },
  { arbitrary: ofPath, weight: 2 },
  { arbitrary: ofHeaders, weight: 1 },
  { arbitrary: ofMethod, weight: 1 },
  { arbitrary: ofText, weight: 1 },
);

const COUNT = 40;

/** Requests to one service, each an example of the document with at most three changes. */
function requests(drafts: readonly Draft[]): fc.Arbitrary<readonly Draft[]> {
  const draft = fc
    .tuple(fc.constantFrom(...drafts), fc.array(mutation, { maxLength: 3 }))
    .map(([example, mutations]) => mutations.reduce((each, mutate) => mutate(each), example));
  return fc.array(draft, { minLength: COUNT, maxLength: COUNT });
}

function requestFrom({ method, template, path, query, headers, body, text }: Draft): Request {
  const url = template.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => path[parameter] ?? "");
  const search = query.map(([key, given]) => `${key}=${given}`).join("&");
  const isBodyless = /^(?:get|head)$/i.test(method);
  const sent = isBodyless ? undefined : (text ?? body);
  return requestOf(`${url}${search && `?${search}`}`, { method, headers, body: sent });
}

/** Every asset has a price. */
const prices: PriceSource = {
  current: async (_, { asset }) => ({
    currency: "USD",
    time: `${TODAY}T07:00:00Z`,
    source: "test",
    prices: { [asset]: "2" },
  }),
};

/** That of the examples. Every screening has a risk that rejects a transfer. */
const policy: Policy = {
  ownVasp: "V-1",
  screenWith: ["OFAC"],
  rejectRisk: 80,
  suspendRisk: 50,
  suspendOnBreach: false,
  otherAccounts: "suspend",
  claimedVasp: "suspend",
  decisionMaxAgeMs: 900_000,
  retentionMs: 86_400_000,
};

/** That of the examples, whose signature is true at their time. */
const ownership = { domain: "exchange.example", methods: [evmMessages], maxAgeMs: 86_400_000 };
const restart = fixedRandom();

/** A service and what its `onError` received. Bodies may have 10,000 bytes. */
function service(options: Partial<ComplianceOptions> = {}) {
  restart();
  const { compliance, writes } = watchedCompliance({
    thresholds: { US: "3000", CH: "0" },
    rates: { current: async () => ({ base: "EUR", date: TODAY, source: "test", rates: { USD: "1.08", CHF: "0.93" } }) },
    riskProviders: { OFAC: screener().part },
    prices,
    policy,
    ownership,
    clock: () => new Date("2026-11-22T08:00:00.000Z"),
    ...options,
  });
  const failures: HttpErrorContext[] = [];
  const handle = createHandler(compliance, {
    authenticate: (request) => request.headers.get("authorization") === credential && { actor: officer },
    extensions: true,
    maxBodyBytes: 10_000,
    onError: (_, context) => void failures.push(context),
  });
  return { compliance, writes, failures, handle };
}

/** Returns everything that a compliance lists. */
async function storedIn({ accounts, vasps, addresses, alerts, transfers }: Compliance): Promise<string> {
  const lists = [accounts.list(), vasps.list(), addresses.list(), alerts.list(), transfers.list()];
  return JSON.stringify(await Promise.all(lists));
}

/** Sends a request, and returns its answer after checking it: valid, and without a value of the request. */
async function answered({ handle }: ReturnType<typeof service>, draft: Draft) {
  const request = requestFrom(draft);
  const response = await handle(request);
  expect(await responseFaults(request, response)).toEqual([]);
  expect(isLeaked(JSON.stringify([...response.headers]))).toBe(false);
  if (!response.ok) expect(isLeaked(await saidBy(response.clone()))).toBe(false);
  return response;
}

const ACCOUNTS = "/api/v2/directory/accounts";
const ADDRESSES = "/api/v2/analytics/chains/{chain}/addresses/{address}";
const EVALUATION = "/api/v2/engine/evaluate";
const CHALLENGES = "/api/v2/engine/ownership/challenges";
const ANSWERS = "/api/v2/engine/ownership/verify";

/** Sends the examples of paths, and returns the statuses of their answers. */
async function storeExamples({ handle }: ReturnType<typeof service>, paths: readonly string[]) {
  const statuses: number[] = [];
  for (const example of paths.flatMap(exampleOf)) statuses.push((await handle(requestFrom(example))).status);
  return statuses;
}

it("requests to a sound service are never a 5xx, and store nothing unless they are a 2xx", async () => {
  const seen = new Set<number>();
  const property = fc.asyncProperty(requests([...examples, ...withBody, ...withBody]), async (drafts) => {
    const all = service();
    await all.compliance.vasps.load([{ vasp_id: "V-1", name_legal: "Example Exchange Ltd" }]);
    const statuses = await storeExamples(all, [ACCOUNTS, ADDRESSES, EVALUATION, CHALLENGES]);
    expect(statuses).toEqual([200, 200, 200, 200]);
    let before = [await storedIn(all.compliance), all.writes()];
    for (const draft of drafts) {
      const { status, ok } = await answered(all, draft);
      seen.add(status);
      // The next refused request shows whether it stored something.
      if (ok && draft.method === "GET") continue;
      const after = [await storedIn(all.compliance), all.writes()];
      if (!ok) expect(after).toEqual(before);
      expect(status).toBeLessThan(500);
      before = after;
    }
    expect(all.failures).toEqual([]);
  });
  await fc.assert(property, { numRuns: Math.ceil(runs(20_000, 0.02) / COUNT) });
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404, 405]));
});

/** Signatures of another key than that of the address, about which a contract may decide. */
const signedByOthers = exampleOf(ANSWERS).map((draft): Draft => {
  const body = Object(draft.body);
  return { ...draft, body: { ...body, signature: body.signature.replace(/1b$/, "1c") } };
});

const thrown = () => new Error(CANARY);

/** A storage whose every call rejects. */
function brokenStorage(): ComplianceStorage {
  const reject = async (): Promise<never> => {
    throw new ComplianceError("storage_unavailable", "The storage does not respond.", { cause: thrown() });
  };
  const broken = <T extends object>(part: T): T =>
    new Proxy(part, { get: (target, key) => (typeof Reflect.get(target, key) === "function" ? reject : undefined) });
  const { accounts, vasps, alerts, addresses, linked, transfers, ownership, ...rest } = memoryStorage();
  return {
    ...rest,
    accounts: broken(accounts),
    vasps: broken(vasps),
    alerts: broken(alerts),
    addresses: broken(addresses),
    linked: broken(linked),
    transfers: broken(transfers),
    ownership: broken(ownership),
  };
}

describe("a part that fails is a 5xx with the status of its code, passed once to onError:", () => {
  const parts: Readonly<
    Record<string, readonly [options: () => Partial<ComplianceOptions>, drafts: readonly Draft[]]>
  > = {
    "a storage": [() => ({ storage: brokenStorage() }), examples],
    "a risk provider": [
      () => ({ riskProviders: { OFAC: { screen: () => Promise.reject(thrown()) } } }),
      exampleOf(ADDRESSES),
    ],
    "a node for contract wallets": [
      () => ({ ownership: { ...ownership, contractSignatures: () => Promise.reject(thrown()) } }),
      signedByOthers,
    ],
    "a rate source": [
      () => ({
        thresholds: { US: "3000" },
        officialCurrencies: { US: "CHF" },
        rates: {
          current: () => {
            throw thrown();
          },
        },
      }),
      exampleOf(EVALUATION),
    ],
  };

  it.each(Object.entries(parts))("%s", async (_, [options, drafts]) => {
    let failed = 0;
    const property = fc.asyncProperty(requests(drafts), async (given) => {
      const all = service(options());
      // A storage that fails cannot store them.
      await storeExamples(all, [ACCOUNTS, CHALLENGES]);
      for (const draft of given) {
        const [before, written] = [all.failures.length, all.writes()];
        const response = await answered(all, draft);
        const context = all.failures.slice(before);
        if (response.status < 500) {
          expect(context).toEqual([]);
          continue;
        }
        failed += 1;
        expect(all.writes()).toBe(written);
        expect(context).toHaveLength(1);
        expect(isLeaked(JSON.stringify(context))).toBe(false);
        if (response.body === null) continue;
        const { code, request_id } = Object(await response.json());
        expect(request_id).toBe(context[0]?.request_id);
        expect(response.status).toBe({ ...errorStatus, unexpected: 500 }[code as "unexpected"]);
      }
    });
    await fc.assert(property, { numRuns: runs(50) });
    expect(failed).toBeGreaterThan(0);
  });
});
