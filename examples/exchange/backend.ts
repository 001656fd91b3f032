/**
 * One process of an exchange: an HTTP API over vaspkit, on PostgreSQL. Start any number of them on one database:
 * `DATABASE_URL=… CASES_URL=… node --import tsx examples/exchange/backend.ts`. It prints its port once it is ready.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { type AlertSink, ComplianceError, createCompliance, fixedRates } from "vaspkit";
import { ofacList } from "vaspkit/providers";
import { migrate, sqlStorage } from "vaspkit/sql";
import { decide, type Withdrawal } from "../withdrawal.js";

const { DATABASE_URL = "", CASES_URL = "" } = process.env;
const today = new Date().toISOString().slice(0, 10);

/** Your log. Messages and events of vaspkit contain no personal data. */
function report(error: unknown): void {
  console.error("report:", error instanceof ComplianceError ? error.code : error);
}

/** Sends an alert to the queue of cases, which recognizes repeats by `alert_id`. Whatever it throws, the alert stays pending. */
const openCase: AlertSink = async (alert, { signal }) => {
  const response = await fetch(CASES_URL, { method: "POST", body: JSON.stringify(alert), signal });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The queue responded with status ${response.status}.`);
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

const compliance = createCompliance({
  storage: sqlStorage(kysely),
  thresholds: { DE: "1000" },
  // In production: ecbRates(), and the whole sanctions list (docs/production.md).
  rates: fixedRates({ base: "EUR", date: today, source: "an invented table", rates: { USD: "1.1269" } }),
  riskProviders: {
    OFAC: ofacList({ asOf: today, entries: [{ code: "XBT", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" }] }),
  },
  onAlert: openCase,
  sinkTimeoutMs: 5_000,
});
await compliance.vasps.load([{ vasp_id: "V-1", name_legal: "An Invented Exchange" }]);

/** The API: `POST /<name>` with a JSON body. Your framework does this, and authenticates its callers. */
const handlers: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => Promise<unknown>>> = {
  // Onboarding, and every later change: `put` stores the whole customer, and may be repeated.
  "put-customer": async (body) => {
    const put = await compliance.accounts.put<unknown>(body);
    return put.ok ? { is_new: put.value.is_new } : { issues: put.issues.map(({ code, path }) => `${code} ${path}`) };
  },
  // An address that belongs to the customer, screened before money is expected from it.
  "add-address": async (body) => {
    const request = { ...body, scan_for_risk: true, provider_name: "OFAC" };
    const created = await compliance.addresses.create<unknown>(request);
    if (!created.ok) return { issues: created.issues.map(({ code, path }) => `${code} ${path}`) };
    return { risk: created.value.risk_data?.map(({ risk_ratio }) => risk_ratio) };
  },
  // Screening, transfers.check and rules.evaluate: docs/withdrawal.md. The answer does not wait for the queue of cases.
  withdraw: async (body) => {
    // The cast: your framework checks the form of the body; vaspkit checks what is in it.
    const outcome = await decide(compliance, body as unknown as Withdrawal);
    if (outcome.decision === "send") return { decision: "send", isLarge: outcome.isLarge };
    if (outcome.decision === "reject") return { decision: "reject", issues: outcome.issues.map(({ code }) => code) };
    return { decision: outcome.decision, reason: outcome.reasons[0] };
  },
  // Erasure, once no law requires the record any more. The addresses of the customer stay stored, without a link.
  "erase-customer": async ({ reference_id }) => ({ existed: await compliance.accounts.remove(String(reference_id)) }),
};

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
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
    // Nothing was decided. With `storage_outcome_unknown` the caller repeats the same request.
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
