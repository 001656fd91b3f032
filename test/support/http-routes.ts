/** What each route of `vaspkit/http` does, written as calls of operations. The handler must give the same answers. */
import fc from "fast-check";
import { alertIdOf } from "../../src/domain/alerts/alert.js";
import { routes } from "../../src/http/routes.js";
import { type Compliance, fromSearchParams, unwrap } from "../../src/index.js";
import { account } from "../../src/testing/arbitraries/account.js";
import { chainAndAddress } from "../../src/testing/arbitraries/address.js";
import { transaction, transfer, vasp } from "../../src/testing/arbitraries/records.js";
import { text } from "../../src/testing/arbitraries/text.js";
import { isRecord } from "../../src/testing/single-fault/document.js";
import { addressAssignment, addressCreation } from "./arbitraries/address-request.js";
import {
  confirmation,
  OWN_VASP,
  transferList,
  transferReview,
  transferToDecide,
} from "./arbitraries/decision-request.js";
import { challengeRequest, ownershipObserve, ownershipVerify } from "./arbitraries/ownership-request.js";
import { accountList, accountSearch, alertList, alertReview, vaspList, vaspSearch } from "./arbitraries/query.js";
import { officer, requestTo } from "./http.js";
import { openMessage, openTransfer, provedWallet, storeProof } from "./ownership/open-challenge.js";
import { individual } from "./samples.js";
import { TRANSFER_ID } from "./subjects.js";

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
  if (route.takes === "body" && input !== undefined) return { path: UNKNOWN, body: input };
  if (!isRecord(input)) return undefined;
  if (route.takes === "query") return { query: input };
  const split = (isInPath: boolean): Values =>
    Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name) === isInPath));
  const [path, rest] = [split(true), split(false)];
  if (route.takes === "body and path") return { path, body: rest };
  return Object.keys(rest).length === 0 ? { path } : undefined;
}

/** The ids in the paths of routes that take a body. */
const UNKNOWN = { alert_id: "unknown", transfer_id: TRANSFER_ID };

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

function textOf(values: Values, name: string): string {
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

/** Stores a suspended transfer of the account A-1. */
async function storeTransfer({ accounts, vasps, transfers }: Compliance, transfer_id: string): Promise<void> {
  await accounts.create({ ...individual, reference_id: "A-1" });
  await vasps.load([{ vasp_id: OWN_VASP, name_legal: "Own AG" }]);
  const withdrawal = {
    transfer_id,
    amount: 5,
    currency: "CHF",
    originator_account_reference_id: "A-1",
    originator_vasp_id: OWN_VASP,
    originator_address: "one",
    beneficiary_account_reference_id: "A-1",
    beneficiary_vasp_id: OWN_VASP,
    beneficiary_address: "other",
    beneficiary_address_is_self_hosted: true,
  } as const;
  unwrap(await transfers.decide(withdrawal));
}

/** A suspended transfer, stored. */
const storedTransfer: fc.Arbitrary<Prepared> = text()
  .filter((transfer_id) => segmentOf(transfer_id) !== undefined)
  .map((transfer_id) => ({ path: { transfer_id }, before: (compliance) => storeTransfer(compliance, transfer_id) }));

/** Evidence of a day before that of the tests. */
const evidence = fc.array(
  fc.record({
    duty: fc.constantFrom("verification", "ownership_check", "mitigating_measure"),
    side: fc.constantFrom("originator", "beneficiary"),
    note: text(),
    at: fc.constantFrom("2026-11-20", "2026-11-20T08:00:00Z"),
  }),
  { maxLength: 3 },
);

/** Transfers to decide, with and without evidence beside them. */
const decidedTransfer: fc.Arbitrary<Prepared> = fc
  .tuple(transferToDecide(), fc.option(evidence, { nil: undefined }))
  .map(([given, performed]) => ({
    body: { ...given, ...(performed !== undefined && { evidence: performed }) },
    before: async ({ accounts, vasps }) => {
      const { originator_account_reference_id: one, beneficiary_account_reference_id: other } = given;
      for (const id of [one, other]) if (id !== undefined) await accounts.create({ ...individual, reference_id: id });
      const ids = [given.originator_vasp_id, given.beneficiary_vasp_id];
      await vasps.load(ids.map((vasp_id) => ({ vasp_id, name_legal: "Example AG" })));
    },
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
const TRANSFER = "/engine/transfers/{transfer_id}";

function row(valid: RouteCase["valid"], run: RouteCase["run"], subject?: string): RouteCase {
  return { valid, run, ...(subject !== undefined && { subject }) };
}

function removed(wasStored: boolean): { readonly removed: true } | undefined {
  return wasStored ? { removed: true } : undefined;
}

const chainOf = ({ path }: Required<Parts>): never => path["chain"] as never;
const accountId = ({ path, query }: Required<Parts>): string => textOf({ ...query, ...path }, "reference_id");
const vaspId = ({ path, query }: Required<Parts>): string => textOf({ ...query, ...path }, "vasp_id");
const addressText = ({ path }: Required<Parts>): string => textOf(path, "address");
const transferId = ({ path }: Required<Parts>): string => textOf(path, "transfer_id");
const actor = officer;

/** Returns the call that erases the account of a request. */
const erase: RouteCase["run"] = ({ accounts }, parts) =>
  accounts.erase(accountId(parts), { keep: parts.query["keep"] as "transfers" | undefined, actor });

/** Accounts to erase, with and without the parameter `keep`. */
const erasedIn = (where: "path" | "query"): fc.Arbitrary<Prepared> =>
  fc
    .tuple(accountIn(where), fc.constantFrom({}, { keep: "transfers" }))
    .map(([{ query, ...rest }, keep]) => ({ ...rest, query: { ...query, ...keep } }));

const alertId = ({ path }: Required<Parts>): string => textOf(path, "alert_id");

const accountIn = (where: "path" | "query") => idOf("reference_id", where, storedAccount);
const vaspIn = (where: "path" | "query") => idOf("vasp_id", where, storedVasp);

const assignment = (key: string) =>
  addressAssignment().map(({ tag: _, ...given }) => ({
    ...partsOf(key, given),
    before: async (compliance: Compliance) => {
      const { reference_id, ...address } = given;
      await storedAccount(reference_id)(compliance);
      await compliance.addresses.create(address);
    },
  }));

const accountWithAddress = idOf("reference_id", "path", (id) => async (compliance) => {
  await storedAccount(id)(compliance);
  await compliance.addresses.create({ chain: "near", address: "relay.aurora", account_ref_id: id });
});

/** No pack covers the country, so no field is missing. */
const checkedTransfer = (key: string) =>
  transfer({ which: "all" }).map((given) => ({
    ...partsOf(key, { ...given, originator_country: "AF", beneficiary_country: "AF" }),
    before: async ({ accounts, vasps }: Compliance) => {
      const { originator_account_reference_id: one, beneficiary_account_reference_id: other } = given;
      for (const id of [one, other]) if (id !== undefined) await accounts.create({ ...individual, reference_id: id });
      const ids = [given.originator_vasp_id, given.beneficiary_vasp_id];
      await vasps.load(ids.map((vasp_id) => ({ vasp_id, name_legal: "Example AG" })));
    },
  }));

const putAccount = (key: string) =>
  account()
    .filter(({ reference_id }) => segmentOf(reference_id) !== undefined)
    .map((given) => ({ ...partsOf(key, given) }));

const addressesOfChain = storedAddress.map(({ path, ...rest }) => ({
  ...rest,
  query: { chain: path?.["chain"], size: 7 },
}));

/** Answers to a stored challenge, true and wrong ones. */
const answering = (
  answers: fc.Arbitrary<object>,
  open: (compliance: Compliance, isTrue: boolean) => Promise<void>,
): fc.Arbitrary<Prepared> =>
  fc.tuple(answers, fc.boolean()).map(([body, isTrue]) => ({
    body,
    before: async (compliance) => {
      await storedAccount("A-1")(compliance);
      await open(compliance, isTrue);
    },
  }));

const provedAddress: Prepared = { path: { chain: "solana", address: provedWallet.address }, before: storeProof };

const cases: Record<string, (key: string) => RouteCase> = {
  [`POST ${ADDRESS}`]: (key) =>
    row(
      inBody(key, addressCreation(), "account_ref_id"),
      ({ addresses }, parts) => addresses.create(merged(parts), { actor }),
      "a request to create an address",
    ),
  [`PUT ${ADDRESS}/assign/{reference_id}`]: (key) =>
    row(
      assignment(key),
      ({ addresses }, parts) => addresses.assign(merged(parts), { actor }),
      "a request to assign an address",
    ),
  "POST /directory/accounts": (key) =>
    row(inBody(key, account()), ({ accounts }, { body }) => accounts.create(body as never), "an account"),
  [`GET ${ACCOUNT}`]: () => row(accountIn("path"), ({ accounts }, parts) => accounts.retrieve(accountId(parts))),
  "GET /directory/accounts/search": (key) =>
    row(
      querying(key, accountSearch()),
      ({ accounts }, { query }) => accounts.search(query as never),
      "a search of accounts",
    ),
  "GET /directory/vasps/search": (key) =>
    row(querying(key, vaspSearch()), ({ vasps }, { query }) => vasps.search(query as never), "a search of VASPs"),
  "GET /directory/vasps/{vasp_id}": () => row(vaspIn("path"), ({ vasps }, parts) => vasps.retrieve(vaspId(parts))),
  "GET /directory/vasps": (key) =>
    row(querying(key, vaspList()), ({ vasps }, { query }) => vasps.list(query as never), "a page of VASPs"),
  "POST /engine/evaluate": () =>
    row(
      breach().map((body) => ({ body })),
      ({ rules }, { body }) => rules.evaluate(body as never),
      "a request to evaluate",
    ),
  "GET /directory/accounts": (key) =>
    row(querying(key, accountList()), ({ accounts }, { query }) => accounts.list(query as never), "a page of accounts"),
  [`PUT ${ACCOUNT}`]: (key) =>
    row(
      putAccount(key),
      ({ accounts }, parts) =>
        accounts.put(merged(parts), { ifLastModified: parts.query["if_last_modified"] as never }),
      "an account",
    ),
  [`DELETE ${ACCOUNT}`]: () =>
    row(accountIn("path"), async ({ accounts }, parts) => removed(await accounts.remove(accountId(parts)))),
  "GET /directory/account": () => row(accountIn("query"), ({ accounts }, parts) => accounts.retrieve(accountId(parts))),
  "DELETE /directory/account": () =>
    row(accountIn("query"), async ({ accounts }, parts) => removed(await accounts.remove(accountId(parts)))),
  [`GET ${ACCOUNT}/addresses`]: () =>
    row(accountWithAddress, ({ addresses }, parts) => addresses.ofAccount(accountId(parts))),
  "DELETE /directory/vasps/{vasp_id}": () =>
    row(vaspIn("path"), async ({ vasps }, parts) => removed(await vasps.remove(vaspId(parts)))),
  "GET /directory/vasp": () => row(vaspIn("query"), ({ vasps }, parts) => vasps.retrieve(vaspId(parts))),
  "GET /analytics/addresses": () => row(addressesOfChain, ({ addresses }, { query }) => addresses.list(query as never)),
  [`GET ${ADDRESS}`]: () =>
    row(storedAddress, ({ addresses }, parts) => addresses.retrieve(chainOf(parts), addressText(parts))),
  [`DELETE ${ADDRESS}`]: () =>
    row(storedAddress, async ({ addresses }, parts) =>
      removed(await addresses.remove(chainOf(parts), addressText(parts))),
    ),
  [`GET ${ADDRESS}/history`]: () =>
    row(storedAddress, ({ addresses }, parts) => addresses.history(chainOf(parts), addressText(parts))),
  [`GET ${ADDRESS}/account`]: () =>
    row(storedAddress, async ({ addresses }, parts) => {
      const tag = parts.query["tag"] as string | undefined;
      const reference_id = await addresses.accountOf(chainOf(parts), addressText(parts), tag);
      return reference_id === undefined ? undefined : { reference_id };
    }),
  "POST /engine/transfers/check": (key) =>
    row(checkedTransfer(key), ({ transfers }, { body }) => transfers.check(body as never), "a transfer"),
  [`POST ${ACCOUNT}/erase`]: () => row(erasedIn("path"), erase, "an account to erase"),
  "POST /directory/account/erase": () => row(erasedIn("query"), erase),
  "POST /engine/transfers/decide": () =>
    row(
      decidedTransfer,
      ({ transfers }, { body }) => {
        if (!isRecord(body)) return transfers.decide(body as never, { actor });
        const { evidence: given, ...transfer } = body;
        return transfers.decide(transfer as never, { evidence: given as never, actor });
      },
      "a transfer to decide",
    ),
  "GET /engine/transfers": (key) =>
    row(
      querying(key, transferList()),
      ({ transfers }, { query }) => transfers.list(query as never),
      "a page of transfers",
    ),
  [`GET ${TRANSFER}`]: () => row(storedTransfer, ({ transfers }, parts) => transfers.retrieve(transferId(parts))),
  [`POST ${TRANSFER}/reviews`]: () =>
    row(
      fc.tuple(storedTransfer, transferReview()).map(([stored, body]) => ({ ...stored, body })),
      ({ transfers }, parts) => transfers.review(transferId(parts), parts.body as never, { actor }),
      "a review of a transfer",
    ),
  [`POST ${TRANSFER}/confirmations`]: () =>
    row(
      fc.tuple(storedTransfer, confirmation()).map(([stored, body]) => ({ ...stored, body })),
      ({ transfers }, parts) => transfers.confirm(transferId(parts), parts.body as never, { actor }),
      "a confirmation of a transfer",
    ),
  "DELETE /engine/transfers": () =>
    row(fc.constant({ query: { before: "2026-01-01" } }), async ({ transfers }, { query }) => {
      const { removed, held } = await transfers.prune({ before: textOf(query, "before"), actor });
      return { removed_count: removed, held_count: held };
    }),
  "POST /engine/ownership/challenges": (key) =>
    row(
      inBody(key, challengeRequest(), "account_ref_id"),
      ({ ownership }, { body }) => ownership.challenge(body, { actor }),
      "a request for a challenge",
    ),
  "POST /engine/ownership/verify": () =>
    row(
      answering(ownershipVerify(), openMessage),
      ({ ownership }, { body }) => ownership.verify(body, { actor }),
      "an answer to a challenge",
    ),
  "POST /engine/ownership/observe": () =>
    row(
      answering(ownershipObserve(), openTransfer),
      ({ ownership }, { body }) => ownership.observe(body, { actor }),
      "an observed transfer",
    ),
  [`GET ${ADDRESS}/proofs`]: () =>
    row(fc.oneof(storedAddress, fc.constant(provedAddress)), ({ ownership }, parts) =>
      ownership.of(chainOf(parts), addressText(parts)),
    ),
  "GET /engine/alerts": (key) =>
    row(querying(key, alertList()), ({ alerts }, { query }) => alerts.list(query as never), "a page of alerts"),
  "GET /engine/alerts/{alert_id}": () => row(storedAlert, ({ alerts }, parts) => alerts.retrieve(alertId(parts))),
  "POST /engine/alerts/{alert_id}/reviews": () =>
    row(
      fc.tuple(storedAlert, alertReview()).map(([alert, body]) => ({ ...alert, body })),
      ({ alerts }, parts) => alerts.review(alertId(parts), parts.body as never, { actor }),
      "a review of an alert",
    ),
  "DELETE /engine/alerts": () =>
    row(fc.constant({ query: { before: "2026-01-01" } }), async ({ alerts }, { query }) => ({
      removed_count: await alerts.prune({ before: textOf(query, "before") }),
    })),
};

/** By method and path template. */
export const routeCases: Readonly<Record<string, RouteCase>> = Object.fromEntries(
  Object.entries(cases).map(([key, make]) => [key, make(key)]),
);
