/** The table of all routes (§4). The handler and the OpenAPI document both read it. */
import type { Compliance } from "../compliance.js";
import type { Chain } from "../domain/chains/chain.js";
import { own } from "../domain/own.js";
import { type Result, succeeded } from "../domain/result.js";
import { fromEitherForm, parseTimestamp } from "../domain/timestamp.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import type { OperationName } from "../operations/events.js";

/** What a query parameter contains. */
type QueryKind = "text" | "integer" | "boolean" | "date";

/** What a request contains for the operation of its route. */
interface RouteRequest {
  /** Path parameters by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters by name. The handler has checked them, except for an operation that takes the query. */
  readonly query: Readonly<Record<string, unknown>>;
  /** What the operation takes: see `takes`. */
  readonly input: unknown;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal | undefined;
}

/** One route: method and path, and the operation that answers it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base path. `{name}` is a path parameter. */
  readonly path: string;
  readonly operation: OperationName;
  /** Clause of the specification. An extension has the clause that it extends. */
  readonly clause: string;
  /** Whether it is served only with the option `extensions`. */
  readonly isExtension: boolean;
  readonly isDeprecated: boolean;
  /** Query parameters. */
  readonly query: Readonly<Record<string, QueryKind>>;
  /** Query parameters that must be present. */
  readonly requiredQuery: readonly string[];
  /**
   * What the operation checks, and so reports issues about. With `"path"` and `"body and path"`, the path parameters are
   * properties of its input. With `"nothing"` they are arguments, for which nothing is invalid.
   */
  readonly takes: "nothing" | "path" | "query" | "body" | "body and path";
  /** JSON Pointers of the numbers in the body that keep all their digits. */
  readonly decimals: readonly string[];
  /** Returns the data of the answer, or the issues of the request. Undefined: there is no such record. */
  readonly run: (compliance: Compliance, request: RouteRequest) => Promise<Result<unknown> | undefined>;
}

/** Returns whether requests of a route have a body. */
export function hasBody({ takes }: Route): boolean {
  return takes === "body" || takes === "body and path";
}

/** A query parameter that is checked here, because its operation throws for an invalid one. */
interface QueryRule {
  readonly isViolated: (text: string) => boolean;
  readonly message: string;
}

/** Rules of query parameters by name. */
export const queryRules: ReadonlyMap<string, QueryRule> = /* @__PURE__ */ new Map([
  [
    "before",
    {
      isViolated: (text) => parseTimestamp(text) === undefined,
      message: "before must be a day (2026-11-22) or a time with offset (2026-11-22T08:00:00Z).",
    },
  ],
  [
    "if_last_modified",
    {
      isViolated: (text) => fromEitherForm(text) === undefined,
      message: 'if_last_modified must be the last_modified of an earlier answer, with "+" encoded as %2B.',
    },
  ],
]);

/** What most routes have. A row repeats only what differs. */
const common = {
  method: "GET",
  isExtension: false,
  isDeprecated: false,
  query: {},
  requiredQuery: [],
  takes: "nothing",
  decimals: [],
} as const;
const extension = { ...common, isExtension: true } as const;

const ADDRESS = "/analytics/chains/{chain}/addresses/{address}";
const ACCOUNT = "/directory/accounts/{reference_id}";

/** No account has it, so nothing is stored. The issue of the parameter is reported already. */
const NO_VERSION = "0001-01-01T00:00:00.000+00:00";

/** Every route, those of the specification first, in its order. */
export const routes: readonly Route[] = [
  {
    ...common,
    method: "POST",
    path: ADDRESS,
    operation: "addresses.create",
    clause: "4.1",
    takes: "body and path",
    run: ({ addresses }, { input, signal }) => addresses.create(input, { signal }),
  },
  {
    ...common,
    method: "PUT",
    path: `${ADDRESS}/assign/{reference_id}`,
    operation: "addresses.assign",
    clause: "4.2",
    isDeprecated: true,
    takes: "path",
    run: ({ addresses }, { input }) => addresses.assign(input),
  },
  {
    ...common,
    method: "POST",
    path: "/directory/accounts",
    operation: "accounts.create",
    clause: "4.3",
    takes: "body",
    run: ({ accounts }, { input }) => accounts.create(input),
  },
  {
    ...common,
    path: ACCOUNT,
    operation: "accounts.retrieve",
    clause: "4.4",
    run: ({ accounts }, { path }) => found(accounts.retrieve(textOf(path, "reference_id"))),
  },
  {
    ...common,
    path: "/directory/accounts/search",
    operation: "accounts.search",
    clause: "4.5",
    query: { search_term: "text", account_category: "text", account_type: "text", limit: "integer" },
    requiredQuery: ["search_term"],
    takes: "query",
    run: ({ accounts }, { input }) => accounts.search(input),
  },
  {
    ...common,
    path: "/directory/vasps/search",
    operation: "vasps.search",
    clause: "4.6",
    query: { search_term: "text", limit: "integer" },
    requiredQuery: ["search_term"],
    takes: "query",
    run: async ({ vasps }, { input }) => {
      const result = await vasps.search(input);
      return result.ok ? succeeded(result.value.map(toVaspData)) : result;
    },
  },
  {
    ...common,
    path: "/directory/vasps/{vasp_id}",
    operation: "vasps.retrieve",
    clause: "4.7",
    run: ({ vasps }, { path }) => vaspFound(vasps.retrieve(textOf(path, "vasp_id"))),
  },
  {
    ...common,
    path: "/directory/vasps",
    operation: "vasps.list",
    clause: "4.8",
    query: { page: "integer", size: "integer", sort: "text" },
    takes: "query",
    run: async ({ vasps }, { input }) => {
      const result = await vasps.list(input);
      return result.ok ? succeeded({ ...result.value, items: result.value.items.map(toVaspData) }) : result;
    },
  },
  {
    ...common,
    method: "POST",
    path: "/engine/evaluate",
    operation: "rules.evaluate",
    clause: "4.9",
    takes: "body",
    decimals: ["/transaction/amount"],
    run: ({ rules }, { input, signal }) => rules.evaluate(input, { signal }),
  },
  {
    ...extension,
    path: "/directory/accounts",
    operation: "accounts.list",
    clause: "4.4",
    query: { size: "integer", cursor: "text", sort: "text" },
    takes: "query",
    run: ({ accounts }, { input }) => accounts.list(input),
  },
  {
    ...extension,
    method: "PUT",
    path: ACCOUNT,
    operation: "accounts.put",
    clause: "4.3",
    query: { if_last_modified: "text" },
    takes: "body and path",
    run: ({ accounts }, { input, query, signal }) => {
      const text = optionalText(query, "if_last_modified") ?? "";
      const isConditional = Object.hasOwn(query, "if_last_modified");
      const ifLastModified = isConditional ? (fromEitherForm(text) ?? NO_VERSION) : undefined;
      return accounts.put(input, { signal, ifLastModified });
    },
  },
  {
    ...extension,
    method: "DELETE",
    path: ACCOUNT,
    operation: "accounts.remove",
    clause: "4.4",
    run: ({ accounts }, { path }) => removed(accounts.remove(textOf(path, "reference_id"))),
  },
  // An id in the query: URLs cannot express the ids "." and ".." as a segment, and `search` is the segment of §4.5.
  {
    ...extension,
    path: "/directory/account",
    operation: "accounts.retrieve",
    clause: "4.4",
    query: { reference_id: "text" },
    requiredQuery: ["reference_id"],
    run: ({ accounts }, { query }) => found(accounts.retrieve(textOf(query, "reference_id"))),
  },
  {
    ...extension,
    method: "DELETE",
    path: "/directory/account",
    operation: "accounts.remove",
    clause: "4.4",
    query: { reference_id: "text" },
    requiredQuery: ["reference_id"],
    run: ({ accounts }, { query }) => removed(accounts.remove(textOf(query, "reference_id"))),
  },
  {
    ...extension,
    path: `${ACCOUNT}/addresses`,
    operation: "addresses.ofAccount",
    clause: "4.4",
    run: async ({ addresses }, { path }) => succeeded(await addresses.ofAccount(textOf(path, "reference_id"))),
  },
  {
    ...extension,
    method: "DELETE",
    path: "/directory/vasps/{vasp_id}",
    operation: "vasps.remove",
    clause: "4.7",
    run: ({ vasps }, { path }) => removed(vasps.remove(textOf(path, "vasp_id"))),
  },
  {
    ...extension,
    path: "/directory/vasp",
    operation: "vasps.retrieve",
    clause: "4.7",
    query: { vasp_id: "text" },
    requiredQuery: ["vasp_id"],
    run: ({ vasps }, { query }) => vaspFound(vasps.retrieve(textOf(query, "vasp_id"))),
  },
  {
    ...extension,
    path: "/analytics/addresses",
    operation: "addresses.list",
    clause: "4.1",
    query: { chain: "text", size: "integer", cursor: "text" },
    takes: "query",
    run: ({ addresses }, { input }) => addresses.list(input),
  },
  {
    ...extension,
    path: ADDRESS,
    operation: "addresses.retrieve",
    clause: "4.1",
    run: ({ addresses }, { path }) => found(addresses.retrieve(chainOf(path), textOf(path, "address"))),
  },
  {
    ...extension,
    method: "DELETE",
    path: ADDRESS,
    operation: "addresses.remove",
    clause: "4.1",
    run: ({ addresses }, { path }) => removed(addresses.remove(chainOf(path), textOf(path, "address"))),
  },
  {
    ...extension,
    path: `${ADDRESS}/history`,
    operation: "addresses.history",
    clause: "4.1",
    run: ({ addresses }, { path }) => found(addresses.history(chainOf(path), textOf(path, "address"))),
  },
  {
    ...extension,
    path: `${ADDRESS}/account`,
    operation: "addresses.accountOf",
    clause: "4.1",
    query: { tag: "text" },
    run: async ({ addresses }, { path, query }) => {
      const tag = optionalText(query, "tag");
      const reference_id = await addresses.accountOf(chainOf(path), textOf(path, "address"), tag);
      return reference_id === undefined ? undefined : succeeded({ reference_id });
    },
  },
  {
    ...extension,
    method: "POST",
    path: "/engine/transfers/check",
    operation: "transfers.check",
    clause: "2.9",
    takes: "body",
    decimals: ["/amount"],
    run: async ({ transfers }, { input, signal }) => {
      const result = await transfers.check(input, { signal });
      if (!result.ok) return result;
      const { originator_vasp, beneficiary_vasp } = result.value;
      const vasps = { originator_vasp: toVaspData(originator_vasp), beneficiary_vasp: toVaspData(beneficiary_vasp) };
      return succeeded({ ...result.value, ...vasps });
    },
  },
  {
    ...extension,
    path: "/engine/alerts",
    operation: "alerts.list",
    clause: "4.9",
    query: {
      size: "integer",
      cursor: "text",
      transaction_id: "text",
      delivered: "boolean",
      reviewed: "boolean",
      from: "date",
      to: "date",
    },
    takes: "query",
    run: ({ alerts }, { input }) => alerts.list(input),
  },
  {
    ...extension,
    path: "/engine/alerts/{alert_id}",
    operation: "alerts.retrieve",
    clause: "4.9",
    run: ({ alerts }, { path }) => found(alerts.retrieve(textOf(path, "alert_id"))),
  },
  {
    ...extension,
    method: "POST",
    path: "/engine/alerts/{alert_id}/reviews",
    operation: "alerts.review",
    clause: "4.9",
    takes: "body",
    run: ({ alerts }, { path, input }) => alerts.review(textOf(path, "alert_id"), input),
  },
  {
    ...extension,
    method: "DELETE",
    path: "/engine/alerts",
    operation: "alerts.prune",
    clause: "4.9",
    query: { before: "date" },
    requiredQuery: ["before"],
    run: async ({ alerts }, { query }) =>
      succeeded({ removed_count: await alerts.prune({ before: textOf(query, "before") }) }),
  },
];

/** Returns the record with a null where it has no issuing country (§2.7). */
function toVaspData(vasp: Vasp): object {
  // First, because V8 adds a property to a copy slowly.
  const data = { national_id_issue_country: null, ...vasp };
  return data.national_id_issue_country === undefined ? { ...data, national_id_issue_country: null } : data;
}

async function found(record: Promise<object | undefined>): Promise<Result<object> | undefined> {
  const value = await record;
  return value && succeeded(value);
}

async function vaspFound(record: Promise<Vasp | undefined>): Promise<Result<object> | undefined> {
  const vasp = await record;
  return vasp && succeeded(toVaspData(vasp));
}

async function removed(outcome: Promise<boolean>): Promise<Result<object> | undefined> {
  return (await outcome) ? succeeded({ removed: true }) : undefined;
}

/** The handler checks that the parameter is there. */
function textOf(parameters: Readonly<Record<string, unknown>>, name: string): string {
  return optionalText(parameters, name) ?? "";
}

function optionalText(parameters: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = own(parameters, name);
  return typeof value === "string" ? value : undefined;
}

/** The cast: the operations accept every text, and find nothing for one that is no chain. */
function chainOf(path: RouteRequest["path"]): Chain {
  return textOf(path, "chain") as Chain;
}
