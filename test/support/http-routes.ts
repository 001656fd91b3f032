/** What each route of `vaspkit/http` does, written as calls of operations. The handler must give the same answers. */
import fc from "fast-check";
import { alertIdOf } from "../../src/domain/alerts/alert.js";
import { routes } from "../../src/http/routes.js";
import { type Compliance, fromSearchParams } from "../../src/index.js";
import { account } from "../../src/testing/arbitraries/account.js";
import { chainAndAddress } from "../../src/testing/arbitraries/address.js";
import { transaction, transfer, vasp } from "../../src/testing/arbitraries/records.js";
import { isRecord } from "../../src/testing/single-fault/document.js";
import { addressAssignment, addressCreation } from "./arbitraries/address-request.js";
import { accountList, accountSearch, alertList, alertReview, vaspList, vaspSearch } from "./arbitraries/query.js";
import { requestTo } from "./http.js";
import { individual } from "./samples.js";

type Values = Readonly<Record<string, unknown>>;

/** The parts of a request. */
export interface Parts {
  /** Of the path template, by name. */
  readonly path?: Values;
  readonly query?: Values;
  readonly body?: unknown;
}

/** A request, and what must be stored for it. */
export interface Prepared extends Parts {
  readonly before?: (compliance: Compliance) => Promise<unknown>;
}

export interface RouteCase {
  /** Draws requests that are answered with 200. */
  readonly valid: fc.Arbitrary<Prepared>;
  /** Returns what the operation returns: a result, a record, or undefined for none. */
  readonly run: (compliance: Compliance, parts: Required<Parts>) => Promise<unknown>;
  /** Name of the subject whose inputs the operation takes, and where they are in a request. */
  readonly subject?: string;
}

/** Returns the parts of a request with this input: what the path names, and the rest. Undefined if there is no place for it. */
export function partsOf(key: string, input: unknown): Parts | undefined {
  const route = routes.find(({ method, path }) => `${method} ${path}` === key);
  if (route === undefined) throw new Error(`There is no route ${key}.`);
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  if (route.takes === "body" && input !== undefined) return { path: { alert_id: "unknown" }, body: input };
  if (!isRecord(input)) return undefined;
  if (route.takes === "query") return { query: input };
  const split = (isInPath: boolean): Values =>
    Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name) === isInPath));
  const [path, rest] = [split(true), split(false)];
  if (route.takes === "body and path") return { path, body: rest };
  return Object.keys(rest).length === 0 ? { path } : undefined;
}

/** Returns undefined for a value that no URL can express: no text, half a surrogate pair, or a segment of dots alone. */
function segmentOf(value: unknown): string | undefined {
  if (typeof value !== "string" || !isWellFormed(value) || /^\.{0,2}$/.test(value)) return undefined;
  return encodeURIComponent(value);
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Returns the request to a route, or undefined if no request has these parts. */
export function routeRequest(key: string, { path = {}, query = {}, body }: Parts): Request | undefined {
  const [method = "", template = ""] = key.split(" ");
  let isExpressible = true;
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const segment = segmentOf(path[name]);
    isExpressible &&= segment !== undefined;
    return segment ?? "";
  });
  const parameters: [string, string][] = [];
  for (const [name, value] of Object.entries(query)) {
    isExpressible &&= ["string", "number", "boolean"].includes(typeof value) && isWellFormed(name + String(value));
    parameters.push([name, String(value)]);
  }
  const text = body === undefined ? undefined : jsonOf(body);
  if (!isExpressible || (body !== undefined && text === undefined)) return undefined;
  const search = parameters.length === 0 ? "" : `?${new URLSearchParams(parameters)}`;
  return requestTo(method, filled + search, text === undefined ? {} : { body: text });
}

/** Returns undefined for a value that is none in JSON, or that throws when it is read. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Returns the parts as the handler receives them: through JSON, and through text. */
export function received({ path = {}, query = {}, body }: Parts): Required<Parts> {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  return {
    path,
    query: fromSearchParams(pairs) as Values,
    body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
  };
}

function text(values: Values, name: string): string {
  return String(values[name]);
}

/** The operations take `unknown` from callers without types. */
const merged = ({ path, body }: Required<Parts>): never => ({ ...(body as object), ...path }) as never;

const storedAccount = (reference_id: string) => (compliance: Compliance) =>
  compliance.accounts.create({ ...individual, reference_id });

const idOf = (
  name: string,
  where: "path" | "query",
  store: (id: string) => (compliance: Compliance) => Promise<unknown>,
) =>
  account("all")
    .map(({ reference_id }) => reference_id)
    .filter((id) => segmentOf(id) !== undefined && id !== "search")
    .map((id): Prepared => ({ [where]: { [name]: id }, before: store(id) }));

/** A stored address, linked to the account A-1. */
const storedAddress: fc.Arbitrary<Prepared> = chainAndAddress().map((path) => ({
  path: { ...path },
  before: async (compliance) => {
    await compliance.accounts.create({ ...individual, reference_id: "A-1" });
    await compliance.addresses.create({ ...path, account_ref_id: "A-1" });
  },
}));

/** A stored alert. */
const storedAlert: fc.Arbitrary<Prepared> = breach()
  .filter(({ transaction }) => segmentOf(alertIdOf(transaction, RULE)) !== undefined)
  .map((request) => ({
    path: { alert_id: alertIdOf(request.transaction, RULE) },
    before: ({ rules }) => rules.evaluate(request),
  }));

/** Every amount in Switzerland is a breach. Other countries have no threshold. */
function breach() {
  return transaction().map((given) => ({
    transaction: { ...given, currency: "CHF", country: "CH" },
    rule_codes: [RULE],
  }));
}

const storedVasp = (vasp_id: string) => (compliance: Compliance) =>
  compliance.vasps.load([{ vasp_id, name_legal: "Example AG", national_id_issue_country: null }]);

/** A query, with a VASP and an account that it may find. */
const querying = (key: string, queries: fc.Arbitrary<object>): fc.Arbitrary<Prepared> =>
  fc.tuple(queries, vasp("all"), account("all")).map(([query, record, draft]) => ({
    ...partsOf(key, query),
    before: async ({ vasps, accounts }) => {
      await vasps.load([record]);
      await accounts.create(draft);
    },
  }));

const inBody = (key: string, inputs: fc.Arbitrary<object>, id = ""): fc.Arbitrary<Prepared> =>
  inputs.map((input) => {
    const reference: unknown = Reflect.get(input, id);
    const before = typeof reference === "string" ? { before: storedAccount(reference) } : {};
    return { ...partsOf(key, input), ...before };
  });

const RULE = "THRESHOLD_BY_COUNTRY" as const;
const ADDRESS = "/analytics/chains/{chain}/addresses/{address}";
const ACCOUNT = "/directory/accounts/{reference_id}";

const cases: Record<string, (key: string) => RouteCase> = {
  [`POST ${ADDRESS}`]: (key) => ({
    valid: inBody(key, addressCreation(), "account_ref_id"),
    run: ({ addresses }, parts) => addresses.create(merged(parts)),
    subject: "a request to create an address",
  }),
  [`PUT ${ADDRESS}/assign/{reference_id}`]: (key) => ({
    valid: addressAssignment().map(({ tag: _, ...assignment }) => ({
      ...partsOf(key, assignment),
      before: async (compliance) => {
        const { reference_id, ...address } = assignment;
        await storedAccount(reference_id)(compliance);
        await compliance.addresses.create(address);
      },
    })),
    run: ({ addresses }, parts) => addresses.assign(merged(parts)),
    subject: "a request to assign an address",
  }),
  "POST /directory/accounts": (key) => ({
    valid: inBody(key, account()),
    run: ({ accounts }, { body }) => accounts.create(body as never),
    subject: "an account",
  }),
  [`GET ${ACCOUNT}`]: () => ({
    valid: idOf("reference_id", "path", storedAccount),
    run: ({ accounts }, { path }) => accounts.retrieve(text(path, "reference_id")),
  }),
  "GET /directory/accounts/search": (key) => ({
    valid: querying(key, accountSearch()),
    run: ({ accounts }, { query }) => accounts.search(query as never),
    subject: "a search of accounts",
  }),
  "GET /directory/vasps/search": (key) => ({
    valid: querying(key, vaspSearch()),
    run: ({ vasps }, { query }) => vasps.search(query as never),
    subject: "a search of VASPs",
  }),
  "GET /directory/vasps/{vasp_id}": () => ({
    valid: idOf("vasp_id", "path", storedVasp),
    run: ({ vasps }, { path }) => vasps.retrieve(text(path, "vasp_id")),
  }),
  "GET /directory/vasps": (key) => ({
    valid: querying(key, vaspList()),
    run: ({ vasps }, { query }) => vasps.list(query as never),
    subject: "a page of VASPs",
  }),
  "POST /engine/evaluate": () => ({
    valid: breach().map((body) => ({ body })),
    run: ({ rules }, { body }) => rules.evaluate(body as never),
    subject: "a request to evaluate",
  }),
  "GET /directory/accounts": (key) => ({
    valid: querying(key, accountList()),
    run: ({ accounts }, { query }) => accounts.list(query as never),
    subject: "a page of accounts",
  }),
  [`PUT ${ACCOUNT}`]: (key) => ({
    valid: account()
      .filter(({ reference_id }) => segmentOf(reference_id) !== undefined)
      .map((given) => ({ ...partsOf(key, given) })),
    run: ({ accounts }, parts) =>
      accounts.put(merged(parts), { ifLastModified: parts.query["if_last_modified"] as never }),
    subject: "an account",
  }),
  [`DELETE ${ACCOUNT}`]: () => ({
    valid: idOf("reference_id", "path", storedAccount),
    run: async ({ accounts }, { path }) => removed(await accounts.remove(text(path, "reference_id"))),
  }),
  "GET /directory/account": () => ({
    valid: idOf("reference_id", "query", storedAccount),
    run: ({ accounts }, { query }) => accounts.retrieve(text(query, "reference_id")),
  }),
  "DELETE /directory/account": () => ({
    valid: idOf("reference_id", "query", storedAccount),
    run: async ({ accounts }, { query }) => removed(await accounts.remove(text(query, "reference_id"))),
  }),
  [`GET ${ACCOUNT}/addresses`]: () => ({
    valid: idOf("reference_id", "path", (id) => async (compliance) => {
      await storedAccount(id)(compliance);
      await compliance.addresses.create({ chain: "near", address: "relay.aurora", account_ref_id: id });
    }),
    run: ({ addresses }, { path }) => addresses.ofAccount(text(path, "reference_id")),
  }),
  "DELETE /directory/vasps/{vasp_id}": () => ({
    valid: idOf("vasp_id", "path", storedVasp),
    run: async ({ vasps }, { path }) => removed(await vasps.remove(text(path, "vasp_id"))),
  }),
  "GET /directory/vasp": () => ({
    valid: idOf("vasp_id", "query", storedVasp),
    run: ({ vasps }, { query }) => vasps.retrieve(text(query, "vasp_id")),
  }),
  "GET /analytics/addresses": () => ({
    valid: storedAddress.map(({ path, ...rest }) => ({ ...rest, query: { chain: path?.["chain"], size: 7 } })),
    run: ({ addresses }, { query }) => addresses.list(query as never),
  }),
  [`GET ${ADDRESS}`]: () => ({
    valid: storedAddress,
    run: ({ addresses }, { path }) => addresses.retrieve(path["chain"] as never, text(path, "address")),
  }),
  [`DELETE ${ADDRESS}`]: () => ({
    valid: storedAddress,
    run: async ({ addresses }, { path }) =>
      removed(await addresses.remove(path["chain"] as never, text(path, "address"))),
  }),
  [`GET ${ADDRESS}/history`]: () => ({
    valid: storedAddress,
    run: ({ addresses }, { path }) => addresses.history(path["chain"] as never, text(path, "address")),
  }),
  [`GET ${ADDRESS}/account`]: () => ({
    valid: storedAddress,
    run: async ({ addresses }, { path, query }) => {
      const tag = query["tag"] as string | undefined;
      const reference_id = await addresses.accountOf(path["chain"] as never, text(path, "address"), tag);
      return reference_id === undefined ? undefined : { reference_id };
    },
  }),
  "POST /engine/transfers/check": (key) => ({
    valid: transfer({ which: "all" }).map((given) => ({
      // No pack covers the country, so no field is missing.
      ...partsOf(key, { ...given, originator_country: "AF", beneficiary_country: "AF" }),
      before: async ({ accounts, vasps }) => {
        const { originator_account_reference_id: one, beneficiary_account_reference_id: other } = given;
        for (const id of [one, other]) if (id !== undefined) await accounts.create({ ...individual, reference_id: id });
        const ids = [given.originator_vasp_id, given.beneficiary_vasp_id];
        await vasps.load(ids.map((vasp_id) => ({ vasp_id, name_legal: "Example AG" })));
      },
    })),
    run: ({ transfers }, { body }) => transfers.check(body as never),
    subject: "a transfer",
  }),
  "GET /engine/alerts": (key) => ({
    valid: querying(key, alertList()),
    run: ({ alerts }, { query }) => alerts.list(query as never),
    subject: "a page of alerts",
  }),
  "GET /engine/alerts/{alert_id}": () => ({
    valid: storedAlert,
    run: ({ alerts }, { path }) => alerts.retrieve(text(path, "alert_id")),
  }),
  "POST /engine/alerts/{alert_id}/reviews": () => ({
    valid: fc.tuple(storedAlert, alertReview()).map(([alert, body]) => ({ ...alert, body })),
    run: ({ alerts }, { path, body }) => alerts.review(text(path, "alert_id"), body as never),
    subject: "a review of an alert",
  }),
  "DELETE /engine/alerts": () => ({
    valid: fc.constant({ query: { before: "2026-01-01" } }),
    run: async ({ alerts }, { query }) => ({ removed_count: await alerts.prune({ before: text(query, "before") }) }),
  }),
};

function removed(wasStored: boolean): { readonly removed: true } | undefined {
  return wasStored ? { removed: true } : undefined;
}

/** By method and path template. */
export const routeCases: Readonly<Record<string, RouteCase>> = Object.fromEntries(
  Object.entries(cases).map(([key, make]) => [key, make(key)]),
);
