/**
 * One process of an exchange: an HTTP API over vaspkit, on PostgreSQL. Start any number of them on one database:
 * `DATABASE_URL=… DESK_URL=… node --import tsx examples/exchange/backend.ts`. It prints its port once it is ready.
 * Transfers are stored by vaspkit, so the exchange has no table of them.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import {
  type AlertSink,
  ComplianceError,
  type DecideOptions,
  type DutyEvidence,
  fixedPrices,
  fixedRates,
  type Result,
  type TransferDecision,
  type TransferToDecide,
} from "vaspkit";
import { ofacList } from "vaspkit/providers";
import { migrate, sqlStorage } from "vaspkit/sql";
import { type Deposit, receive } from "../deposit.js";
import { erase, openCompliance, type Send, withdraw } from "../withdrawal.js";

const { DATABASE_URL = "", DESK_URL = "" } = process.env;
const now = new Date().toISOString();
const today = now.slice(0, 10);

/** Your log. Messages and events of vaspkit contain no personal data. */
function report(error: unknown): void {
  console.error("report:", error instanceof ComplianceError ? error.code : error);
}

/** Calls your other services: the queue of cases, the wallet and the ledger. They recognize repeats by the id. */
async function desk(service: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(DESK_URL + service, {
    method: "POST",
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${service} responded with status ${response.status}.`);
  return text === "" ? undefined : JSON.parse(text);
}

/** Whatever it throws, the alert stays pending. */
const openCase: AlertSink = async (alert, { signal }) => {
  await desk("cases", alert, signal);
};

// The cast: the wallet returns the hash and the time of what it sent.
const send: Send = async ({ transfer_id }) => (await desk("send", { transfer_id })) as Awaited<ReturnType<Send>>;

const credit = async (customer: string, { id }: Deposit): Promise<void> => {
  await desk("credit", { transfer_id: id, customer });
};

// A signal does not interrupt the database, so limit every connection and statement, in milliseconds.
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 4,
  connectionTimeoutMillis: 5_000,
  query_timeout: 60_000,
});
// Without these listeners a broken connection ends the process.
pool.on("error", report);
pool.on("connect", (client) => client.on("error", report));
const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
await migrate(kysely); // the other processes wait meanwhile

const compliance = openCompliance({
  storage: sqlStorage(kysely),
  thresholds: { DE: "1000", FR: "1000" },
  // In production: ecbRates(), coinbasePrices(), and the whole sanctions list (docs/production.md).
  rates: fixedRates({ base: "EUR", date: today, source: "an invented table", rates: { USD: "1.1269" } }),
  prices: fixedPrices({ currency: "EUR", time: now, source: "an invented table", prices: { BTC: "60000" } }),
  riskProviders: {
    OFAC: ofacList({ asOf: today, entries: [{ code: "XBT", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" }] }),
  },
  onAlert: openCase,
  sinkTimeoutMs: 5_000,
});
await compliance.vasps.load([
  { vasp_id: "V-1", name_legal: "An Invented Exchange", address_country_code: "DE" },
  { vasp_id: "V-2", name_legal: "Another Exchange", address_country_code: "FR" },
]);

/** Your framework authenticates callers. Who acts is recorded with decisions, reviews and confirmations. */
const program = { id: "backend", role: "transfers", kind: "program" } as const;
const officer = { id: "u-17", role: "compliance officer", kind: "person" } as const;

type Body = Readonly<Record<string, unknown>>;

/** The API: `POST /<name>` with a JSON body. The casts: your framework checks the form of a body, vaspkit what is in it. */
const handlers: Readonly<Record<string, (body: Body) => Promise<unknown>>> = {
  // Onboarding, and every later change: `put` stores the whole customer, and may be repeated.
  "put-customer": async (body) => answerOf(await compliance.accounts.put<unknown>(body), ({ is_new }) => ({ is_new })),
  // An address that you give to a customer for deposits: with your own `vasp_id`, so that it is known as yours.
  // Or the wallet of a customer; or the label of another VASP's address, once that confirmed it.
  "put-address": async (body) =>
    answerOf(await compliance.addresses.create<unknown>(body), () => ({ is_stored: true })),
  withdraw: async ({ evidence, ...draft }) =>
    summaryOf(await withdraw(compliance, draft as unknown as TransferToDecide, send, optionsOf(evidence))),
  deposit: async ({ evidence, ...deposit }) =>
    summaryOf(await receive(compliance, deposit as unknown as Deposit, credit, optionsOf(evidence))),
  // What waits for an officer.
  suspended: async () => {
    const listed = await compliance.transfers.list({ decision: "suspend", state: "open" });
    return answerOf(listed, ({ items }) => items.map(({ transfer_id }) => transfer_id));
  },
  review: async ({ transfer_id, ...review }) => {
    const reviewed = await compliance.transfers.review<unknown>(String(transfer_id), review, { actor: officer });
    return answerOf(reviewed, ({ decision }) => ({ decision }));
  },
  // What was not sent, or not credited.
  close: async ({ transfer_id, ...confirmation }) => {
    const closed = await compliance.transfers.confirm<unknown>(String(transfer_id), confirmation, { actor: program });
    return answerOf(closed, ({ state }) => ({ state }));
  },
  // After a crash: confirms what the wallet has sent.
  recover: async () => {
    const confirmed: string[] = [];
    for await (const { transfer_id, direction } of compliance.transfers.all({ state: "open" })) {
      if (direction !== "outgoing") continue;
      const sent = (await desk("sent", { transfer_id })) as Awaited<ReturnType<Send>> | undefined;
      if (sent === undefined) continue;
      await compliance.transfers.confirm(transfer_id, { outcome: "executed", ...sent }, { actor: program });
      confirmed.push(transfer_id);
    }
    return { confirmed };
  },
  // Transfers stay as long as `policy.retentionMs` says. The addresses stay stored, without a link.
  "erase-customer": async ({ reference_id }) =>
    answerOf(await erase(compliance, String(reference_id)), (report) => report),
};

function optionsOf(evidence: unknown): DecideOptions {
  return { evidence: evidence as readonly DutyEvidence[] | undefined, actor: program };
}

function answerOf<T>(result: Result<T>, value: (value: T) => unknown): unknown {
  return result.ok ? value(result.value) : { issues: result.issues.map(({ code, path }) => `${code} ${path}`.trim()) };
}

function summaryOf(decided: Result<TransferDecision>): unknown {
  return answerOf(decided, ({ decision, reasons }) =>
    decision === "execute" ? { decision } : { decision, reasons: reasons.map(({ code }) => code) },
  );
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

const server = createServer(async (request, response) => {
  try {
    const handler = handlers[request.url?.slice(1) ?? ""];
    const answer = handler ? await handler(await bodyOf(request)) : { unknown: request.url };
    response.end(JSON.stringify(answer));
  } catch (error) {
    // The caller repeats the same request, also after `storage_outcome_unknown`: nothing is sent or credited twice.
    report(error);
    const code = error instanceof ComplianceError ? error.code : "failed";
    response.writeHead(503).end(JSON.stringify({ code }));
  }
});

// An alert is delivered at once. This delivers what failed, here and in processes that ended; a lease prevents repeats.
let delivering: Promise<unknown> = Promise.resolve();
const delivery = setInterval(() => {
  delivering = delivering.then(() => compliance.alerts.deliver({ limit: 1_000 })).catch(report);
}, 250);

// Graceful shutdown: no new requests, then the running ones, the delivery, the storage and the connections.
process.once("SIGTERM", async () => {
  await new Promise((resolve) => server.close(resolve));
  clearInterval(delivery);
  await delivering;
  await compliance.close();
  await kysely.destroy();
});

// The cast: a server on a TCP port has such an address.
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
