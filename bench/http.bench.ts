/** Measures requests without sockets: the handler of `vaspkit/http` beside the same routes written by hand on Hono. */
import { isDeepStrictEqual } from "node:util";
import { createCompliance, fixedRates, memoryStorage } from "vaspkit";
import { createHandler } from "vaspkit/http";
import type { Benchmark, Findings, Ratio, Run } from "./kit/benchmark.js";
import { accountAt, draftAt, referenceOf, termOf, vaspAt } from "./kit/records.js";
import { asyncLoopOf, type Contender, inTurns, type Timings, timesAsFast, timingTable, turnsOf } from "./kit/timing.js";
import { type Corpus, corpora, ORDINARY, table, thresholds } from "./kit/transactions.js";
import { bareRoute, honoRoutes } from "./peers/http-hono.js";

const OURS = "vaspkit";
const HAND_WRITTEN = "Hono + zod + Map";
const BARE = "bare Hono route";

/** Different requests of each route. */
const SIZE = 240;
const STORED = { full: 10_000, quick: 10_000, tiny: SIZE } as const;
/** Requests that store something before a server is replaced, so that contenders keep as much memory at every moment. */
const MAX_WRITES = 20_000;

type Server = (request: Request) => Response | Promise<Response>;
type MakeRequest = () => Request;

const base = "https://api.example/api/v2";
const headers = { authorization: "Bearer key", accept: "application/json" };
const isAllowed = (authorization: string | null): boolean => authorization === headers.authorization;
const times = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** The request is made once. */
function get(path: string): MakeRequest {
  const request = new Request(base + path, { headers });
  return () => request;
}

let count = 0;

/** Each request has a new id in place of `NEW`. */
function post(path: string, content: unknown): MakeRequest {
  const text = JSON.stringify(content);
  return () => {
    count += 1;
    const body = text.replace("NEW", `N-${count}`);
    const own = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
    return new Request(base + path, { method: "POST", headers: { ...headers, ...own }, body });
  };
}

const creation = (n: number, other: object): MakeRequest => post("/directory/accounts", { ...draftAt(n), ...other });

const { transactions } = corpora().find(({ name }) => name === ORDINARY) as Corpus;
const RETRIEVE = "accounts.retrieve (§4.4)";
const LISTING = "vasps.list (§4.8)";
const INVALID = "accounts.create, invalid";

const routes: Readonly<Record<string, (n: number) => MakeRequest>> = {
  [INVALID]: (n) => creation(n, { email: "NEW" }),
  [RETRIEVE]: (n) => get(`/directory/accounts/${referenceOf(n)}`),
  "accounts.search (§4.5)": (n) => get(`/directory/accounts/search?search_term=${encodeURIComponent(termOf(n))}`),
  "vasps.retrieve (§4.7)": (n) => get(`/directory/vasps/${referenceOf(n)}`),
  [LISTING]: (n) => get(`/directory/vasps?page=${1 + (n % 10)}&size=20`),
  "rules.evaluate (§4.9)": (n) => {
    const transaction = { ...transactions[n], transaction_id: "NEW" };
    return post("/engine/evaluate", { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
  },
  // Last, because it adds accounts.
  "accounts.create (§4.3)": (n) => creation(n, { reference_id: "NEW" }),
};

/** Returns a server with accounts. */
async function serverOf(name: string, accounts: number): Promise<Server> {
  if (name === BARE) return bareRoute(new Map(times(SIZE, (n) => [referenceOf(n), accountAt(n)])));
  const vasps = times(SIZE, vaspAt);
  let server: Server = honoRoutes(vasps, isAllowed);
  if (name === OURS) {
    const clock = (): Date => new Date(`${table.date}T12:00:00Z`);
    const compliance = createCompliance({ storage: memoryStorage(), thresholds, rates: fixedRates(table), clock });
    await compliance.vasps.load(vasps);
    server = createHandler(compliance, {
      authenticate: (request) => isAllowed(request.headers.get("authorization")) || undefined,
    });
  }
  for (const create of times(accounts, (n) => creation(n, {}))) await server(create());
  return server;
}

type Servers = ReadonlyMap<string, Server>;

/** Times one route of each server. Servers with records are only read. */
async function timed(route: string, requests: readonly MakeRequest[], stored: Servers, { scale }: Run) {
  const isRead = requests[0]?.().method === "GET";
  const status = route === INVALID ? 400 : 200;
  const names = [...stored.keys()].filter((name) => name !== BARE || route === RETRIEVE);
  const contenders = names.map(async (name): Promise<Contender<MakeRequest>> => {
    let [server, done] = [isRead ? (stored.get(name) as Server) : await serverOf(name, 0), 0];
    const loop = asyncLoopOf(async (request: MakeRequest) => (await server(request())).status === status);
    const run = async (items: readonly MakeRequest[]): Promise<void> => {
      done += items.length;
      if (!isRead && done % MAX_WRITES < items.length) server = await serverOf(name, 0);
      if ((await loop(items)) !== items.length) throw new Error(`${name} answered with another status than ${status}.`);
    };
    return { name, run };
  });
  return inTurns(await Promise.all(contenders), requests, turnsOf[scale]);
}

/** Times, and texts of each server's own. */
const NOT_COMPARED = ["created", "last_modified", "evaluated_at", "message", "decision"];

/** Compares the answers of both servers. Of a problem only the status is compared. */
async function wrongOf(route: string, requests: readonly MakeRequest[], stored: Servers): Promise<readonly string[]> {
  for (const [n, request] of requests.slice(0, 20).entries()) {
    const answers = [OURS, HAND_WRITTEN].map(async (name) => {
      count = n;
      const response = await (stored.get(name) as Server)(request());
      const compared = (key: string, value: unknown) => (NOT_COMPARED.includes(key) ? undefined : value);
      return { status: response.status, body: response.ok && JSON.parse(await response.text(), compared) };
    });
    const [ours, other] = await Promise.all(answers);
    if (!isDeepStrictEqual(ours, other)) return [`${route}: another answer than that of ${HAND_WRITTEN}`];
  }
  return [];
}

function ratiosOf(route: string, timings: Timings): readonly (readonly [string, Ratio])[] {
  const peers = timings.names.filter((name) => name !== OURS);
  return peers.map((peer) => {
    // The routes written by hand sort all VASPs and add their nulls once, and hand out what they store. vaspkit copies each
    // record of a page, so that no caller changes a stored one. On some machines that costs more than the target allows.
    const open = route === LISTING ? { isOpen: true as const } : {};
    const ratio = { ...timesAsFast(timings, OURS, peer), atLeast: peer === BARE ? 0.5 : 1, ...open };
    return [`${route}: times as fast as ${peer}`, ratio];
  });
}

async function measure(run: Run): Promise<Findings> {
  const stored = new Map<string, Server>();
  for (const name of [OURS, HAND_WRITTEN, BARE]) stored.set(name, await serverOf(name, STORED[run.scale]));
  const found: [route: string, timings: Timings][] = [];
  const wrong: string[] = [];
  // The first route of all would be timed while the engine still compiles what every route uses.
  for (const read of [RETRIEVE, LISTING])
    await timed(read, times(SIZE, routes[read] as (n: number) => MakeRequest), stored, run);
  for (const [route, make] of Object.entries(routes)) {
    run.progress(route);
    const requests = times(SIZE, make);
    found.push([route, await timed(route, requests, stored, run)]);
    wrong.push(...(await wrongOf(route, requests, stored)));
  }
  return {
    tables: found.map(([route, timings]) => timingTable(route, "one request", timings, OURS)),
    ratios: Object.fromEntries(found.flatMap(([route, timings]) => ratiosOf(route, timings))),
    wrong,
  };
}

export const benchmark: Benchmark = {
  measures: "The time of a request to the handler of vaspkit/http, beside the same routes written by hand.",
  packages: ["hono", "zod"],
  measure,
};
