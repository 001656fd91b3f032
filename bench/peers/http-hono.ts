/** Routes of §4 written by hand: Hono routes, zod validates by the same rules, records are in Maps. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { timeout } from "hono/timeout";
import { isSafeNumber, parse } from "lossless-json";
import type { Account, Vasp } from "vaspkit";
import { ZodError, z } from "zod";
import { isSoundText, messages } from "./account-rules.js";
import { zodAccount } from "./account-zod.js";
import { zodAndMap } from "./validated-thresholds.js";

const account = zodAccount(isSoundText);
const text = z.string().refine(isSoundText, messages.text);
const path = z.strictObject({ id: text });
/** A parameter that is not repeated. */
const once = <T extends z.ZodType>(schema: T) => z.tuple([schema]).transform(([value]) => value as z.output<T>);
const search = z.strictObject({ search_term: once(text) });
const page = z.coerce.number().int().min(1);
const order = z.enum(["vasp_id", "-vasp_id", "name_legal", "-name_legal"]);
const listing = z.strictObject({
  page: once(page).default(1),
  size: once(page.max(1_000)).default(50),
  sort: once(order).default("vasp_id"),
});
const noQuery = z.strictObject({});
/** Shown as null where they are unset, as an answer of §4.4 does. */
const unset = { address_department: null, address_subdepartment: null, address_city_location: null };

function answer(context: Context, status: 200 | HTTPException["status"], body: object, type: string): Response {
  return context.body(JSON.stringify(body), status, {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Type": type,
  });
}

function succeeded(context: Context, data: unknown): Response {
  return answer(context, 200, { status: "success", data, message: null }, "application/json; charset=utf-8");
}

const folded = (given: string): string => given.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns a result of a search (§4.5). */
function summaryOf(stored: Account) {
  const { reference_id, account_category, email, created, last_modified } = stored;
  const isEntity = stored.account_type === "entity";
  const { name_first, name_middle, name_last, name_legal } = Object(
    isEntity ? stored.entity.entity_name : stored.individual.individual_name,
  );
  const name: string = name_legal ?? [name_first, name_middle, name_last].filter(Boolean).join(" ");
  const kinds = {
    account_type: isEntity ? "Entity" : "Individual",
    account_category: account_category === "customer" ? "customer" : "recipient",
  };
  return { reference_id, ...kinds, name, email, created, last_modified };
}

/** Returns a record. An unknown id is a 404. */
function found<T>(records: ReadonlyMap<string, T>, context: Context): T {
  noQuery.parse(context.req.queries());
  const record = records.get(path.parse(context.req.param()).id);
  if (record === undefined) throw new HTTPException(404);
  return record;
}

/** Refuses what the routes do not support: paths and queries that are not UTF-8, and answers that are not JSON. */
const checked: MiddlewareHandler = ({ req }, next) => {
  try {
    decodeURI(req.url);
  } catch {
    throw new HTTPException(400);
  }
  if (!/(?:\*|application)\/(?:\*|json)(?!;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(req.header("accept") ?? "*/*")) {
    throw new HTTPException(406);
  }
  return next();
};

const slowBodies = timeout(30_000, new HTTPException(408));
const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** Refuses other media types, invalid UTF-8 and duplicate names, and keeps the digits of amounts. */
async function json({ req }: Context): Promise<unknown> {
  const isPlain = (req.header("content-encoding") ?? "identity") === "identity";
  if (!isPlain || !JSON_TYPE.test(req.header("content-type") ?? "")) throw new HTTPException(415);
  noQuery.parse(req.queries());
  const content = new TextDecoder("utf-8", { fatal: true }).decode(await req.arrayBuffer());
  return parse(content, undefined, (digits) => (isSafeNumber(digits) ? Number(digits) : digits));
}

/** Creates the routes. `isAllowed` decides about the Authorization header (§5). */
export function honoRoutes(loaded: readonly Vasp[], isAllowed: (authorization: string) => boolean) {
  const vasps = loaded.map((vasp) => ({ national_id_issue_country: null, ...vasp }));
  const sorted = {
    vasp_id: vasps.toSorted((a, b) => (a.vasp_id < b.vasp_id ? -1 : 1)),
    name_legal: vasps.toSorted((a, b) => (a.name_legal < b.name_legal ? -1 : 1)),
    "-vasp_id": vasps.toSorted((a, b) => (a.vasp_id > b.vasp_id ? -1 : 1)),
    "-name_legal": vasps.toSorted((a, b) => (a.name_legal > b.name_legal ? -1 : 1)),
  };
  const byId = new Map(vasps.map((vasp) => [vasp.vasp_id, vasp]));
  const accounts = new Map<string, { readonly text: string; readonly account: Account }>();
  const evaluate = zodAndMap();
  const app = new Hono().basePath("/api/v2");
  app.use(async ({ req }, next) => {
    if (!isAllowed(req.header("authorization") ?? "")) throw new HTTPException(401);
    return next();
  });
  app.use(checked);
  app.use(bodyLimit({ maxSize: 2 ** 20 }));
  app.onError((error, context) => {
    const status = error instanceof ZodError ? 400 : error instanceof HTTPException ? error.status : 500;
    const issues = error instanceof ZodError ? error.issues : [];
    return answer(context, status, { type: "about:blank", status, issues }, "application/problem+json");
  });
  app.post("/directory/accounts", slowBodies, async (context) => {
    const given = account.parse(await json(context));
    if (accounts.has(given.reference_id)) throw new HTTPException(409);
    const now = new Date().toISOString();
    const stored = { ...given, created: now, last_modified: now } as Account;
    const text = folded(`${summaryOf(stored).name} ${given.email ?? ""}`);
    accounts.set(given.reference_id, { text, account: stored });
    return succeeded(context, stored);
  });
  app.get("/directory/accounts/search", (context) => {
    const words = folded(search.parse(context.req.queries()).search_term).split(/\s+/);
    const matches = [...accounts.values()].filter((each) => words.every((word) => each.text.includes(word)));
    const summaries = matches.map((each) => summaryOf(each.account));
    return succeeded(context, summaries);
  });
  app.get("/directory/accounts/:id", (context) => {
    const stored = found(accounts, context).account;
    return succeeded(context, { ...stored, ...(stored.address && { address: { ...unset, ...stored.address } }) });
  });
  app.get("/directory/vasps", (context) => {
    const { page, size, sort } = listing.parse(context.req.queries());
    const items = sorted[sort].slice((page - 1) * size, page * size);
    return succeeded(context, { items, pagination: { total: vasps.length, size, page } });
  });
  app.get("/directory/vasps/:id", (context) => succeeded(context, found(byId, context)));
  app.post("/engine/evaluate", slowBodies, async (context) => succeeded(context, await evaluate(await json(context))));
  return app.fetch;
}

/** Returns one route that sends a stored record, without any check. */
export function bareRoute(records: ReadonlyMap<string, unknown>) {
  const app = new Hono();
  app.get("/api/v2/directory/accounts/:id", (context) => context.json(records.get(context.req.param("id")) as object));
  return app.fetch;
}
