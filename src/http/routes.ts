/** The table of all routes (§4). The handler and the OpenAPI document both read it. */
import { succeeded } from "../domain/result.js";
import { fromEitherForm } from "../domain/timestamp.js";
import type { DutyEvidence } from "../domain/transfers/decision.js";
import {
  chainOf,
  decisionParts,
  found,
  optionalText,
  type Route,
  type RouteRequest,
  removed,
  textOf,
  toVaspData,
  vaspFound,
} from "./route.js";

/** What most routes have. A row repeats only what differs. */
const common = {
  method: "GET",
  isExtension: false,
  isDeprecated: false,
  query: {},
  requiredQuery: [],
  takes: "nothing",
  decimals: [],
  needsPerson: false,
} as const;
const extension = { ...common, isExtension: true } as const;
/** Rows of transfers and proofs with a body. */
const submission = { ...extension, method: "POST", clause: "2.9", takes: "body" } as const;

const ADDRESS = "/analytics/chains/{chain}/addresses/{address}";
const ACCOUNT = "/directory/accounts/{reference_id}";
const TRANSFER = "/engine/transfers/{transfer_id}";

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
    run: ({ addresses }, { input, actor, signal }) => addresses.create(input, { signal, actor }),
  },
  {
    ...common,
    method: "PUT",
    path: `${ADDRESS}/assign/{reference_id}`,
    operation: "addresses.assign",
    clause: "4.2",
    isDeprecated: true,
    takes: "path",
    run: ({ addresses }, { input, actor }) => addresses.assign(input, { actor }),
  },
  {
    ...common,
    method: "POST",
    path: "/directory/accounts",
    operation: "accounts.create",
    clause: "4.3",
    takes: "body",
    run: ({ accounts }, { input, actor }) => accounts.create(input, { actor }),
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
    run: ({ rules }, { input, actor, signal }) => rules.evaluate(input, { actor, signal }),
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
    run: ({ accounts }, { input, query, actor, signal }) => {
      const text = optionalText(query, "if_last_modified") ?? "";
      const isConditional = Object.hasOwn(query, "if_last_modified");
      const ifLastModified = isConditional ? (fromEitherForm(text) ?? NO_VERSION) : undefined;
      return accounts.put(input, { actor, signal, ifLastModified });
    },
  },
  {
    ...extension,
    method: "DELETE",
    path: ACCOUNT,
    operation: "accounts.remove",
    clause: "4.4",
    run: ({ accounts }, { path, actor }) => removed(accounts.remove(textOf(path, "reference_id"), { actor })),
  },
  {
    ...extension,
    method: "POST",
    path: `${ACCOUNT}/erase`,
    operation: "accounts.erase",
    clause: "4.4",
    query: { keep: "=transfers" },
    run: ({ accounts }, { path, query, actor }) =>
      accounts.erase(textOf(path, "reference_id"), { keep: keepOf(query), actor }),
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
    run: ({ accounts }, { query, actor }) => removed(accounts.remove(textOf(query, "reference_id"), { actor })),
  },
  {
    ...extension,
    method: "POST",
    path: "/directory/account/erase",
    operation: "accounts.erase",
    clause: "4.4",
    query: { reference_id: "text", keep: "=transfers" },
    requiredQuery: ["reference_id"],
    run: ({ accounts }, { query, actor }) =>
      accounts.erase(textOf(query, "reference_id"), { keep: keepOf(query), actor }),
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
    run: ({ vasps }, { path, actor }) => removed(vasps.remove(textOf(path, "vasp_id"), { actor })),
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
    run: ({ addresses }, { path, actor }) =>
      removed(addresses.remove(chainOf(path), textOf(path, "address"), { actor })),
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
    ...submission,
    path: "/engine/transfers/check",
    operation: "transfers.check",
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
    ...submission,
    path: "/engine/transfers/decide",
    operation: "transfers.decide",
    decimals: ["/amount"],
    run: ({ transfers }, { input, actor, signal }) => {
      const { transfer, evidence } = decisionParts(input);
      // The cast: the operation checks the evidence.
      return transfers.decide(transfer, { evidence: evidence as readonly DutyEvidence[], actor, signal });
    },
  },
  {
    ...extension,
    path: "/engine/transfers",
    operation: "transfers.list",
    clause: "2.9",
    query: {
      size: "integer",
      cursor: "text",
      decision: "text",
      state: "text",
      account_ref_id: "text",
      executed_without_permission: "boolean",
      from: "date",
      to: "date",
    },
    takes: "query",
    run: ({ transfers }, { input }) => transfers.list(input),
  },
  {
    ...extension,
    path: TRANSFER,
    operation: "transfers.retrieve",
    clause: "2.9",
    run: ({ transfers }, { path }) => found(transfers.retrieve(textOf(path, "transfer_id"))),
  },
  {
    ...submission,
    path: `${TRANSFER}/reviews`,
    operation: "transfers.review",
    needsPerson: true,
    run: ({ transfers }, { path, input, actor }) => transfers.review(textOf(path, "transfer_id"), input, { actor }),
  },
  {
    ...submission,
    path: `${TRANSFER}/confirmations`,
    operation: "transfers.confirm",
    run: ({ transfers }, { path, input, actor }) => transfers.confirm(textOf(path, "transfer_id"), input, { actor }),
  },
  {
    ...extension,
    method: "DELETE",
    path: "/engine/transfers",
    operation: "transfers.prune",
    clause: "2.9",
    query: { before: "date" },
    requiredQuery: ["before"],
    run: async ({ transfers }, { query, actor }) => {
      const { removed, held } = await transfers.prune({ before: textOf(query, "before"), actor });
      return succeeded({ removed_count: removed, held_count: held });
    },
  },
  {
    ...submission,
    path: "/engine/ownership/challenges",
    operation: "ownership.challenge",
    run: ({ ownership }, { input, actor }) => ownership.challenge(input, { actor }),
  },
  {
    ...submission,
    path: "/engine/ownership/verify",
    operation: "ownership.verify",
    run: ({ ownership }, { input, actor, signal }) => ownership.verify(input, { actor, signal }),
  },
  {
    ...submission,
    path: "/engine/ownership/observe",
    operation: "ownership.observe",
    run: ({ ownership }, { input, actor, signal }) => ownership.observe(input, { actor, signal }),
  },
  {
    ...extension,
    path: `${ADDRESS}/proofs`,
    operation: "ownership.of",
    clause: "2.9",
    run: async ({ ownership }, { path }) => succeeded(await ownership.of(chainOf(path), textOf(path, "address"))),
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
    run: ({ alerts }, { path, input, actor }) => alerts.review(textOf(path, "alert_id"), input, { actor }),
  },
  {
    ...extension,
    method: "DELETE",
    path: "/engine/alerts",
    operation: "alerts.prune",
    clause: "4.9",
    query: { before: "date" },
    requiredQuery: ["before"],
    run: async ({ alerts }, { query, actor }) =>
      succeeded({ removed_count: await alerts.prune({ before: textOf(query, "before"), actor }) }),
  },
];

/** The handler checks the parameter. */
function keepOf(query: RouteRequest["query"]): "transfers" | undefined {
  return Object.hasOwn(query, "keep") ? "transfers" : undefined;
}
