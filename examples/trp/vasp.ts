/**
 * One process of a VASP: vaspkit on PostgreSQL, and `vaspkit/trp` behind a server with mutual TLS. `run.ts` starts two. The
 * messages between the processes of run.ts stand for your own API and your other services.
 */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request as requestOver } from "node:https";
import { Readable } from "node:stream";
import { ReadableStream as NodeStream } from "node:stream/web";
import type { TLSSocket } from "node:tls";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import {
  ComplianceError,
  createCompliance,
  fixedPrices,
  fixedRates,
  type Result,
  type TransferToDecide,
  unwrap,
} from "vaspkit";
import { eu, us } from "vaspkit/jurisdictions";
import { ofacList } from "vaspkit/providers";
import { migrate, sqlStorage } from "vaspkit/sql";
import { createTrp } from "vaspkit/trp";

/** What run.ts chooses for a process. */
export interface Settings {
  readonly databaseUrl: string;
  readonly vasp_id: string;
  readonly jurisdiction: "US" | "EU";
  readonly port: number;
  /** The files of the certificates begin with it. */
  readonly certificate: string;
  readonly authority: string;
  readonly peer: { readonly vasp_id: string; readonly host: string; readonly fingerprint: string };
  /** 32 bytes, base64. */
  readonly addressKey: string;
  readonly answerWithinMs: number;
}

const settings: Settings = JSON.parse(process.env["SETTINGS"] ?? "{}");
const { databaseUrl, vasp_id, port, certificate, peer, answerWithinMs } = settings;
const now = new Date().toISOString();

const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
pool.on("error", report);
const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
await migrate(kysely);

const compliance = createCompliance({
  storage: sqlStorage(kysely),
  jurisdictions: settings.jurisdiction === "US" ? [us] : [us, eu],
  thresholds: { US: "3000", DE: "1000" },
  // In production: ecbRates(), coinbasePrices(), and the whole sanctions list (docs/production.md).
  rates: fixedRates({ base: "EUR", date: now.slice(0, 10), source: "an invented table", rates: { USD: "1.1269" } }),
  prices: fixedPrices({ currency: "EUR", time: now, source: "an invented table", prices: { BTC: "60000" } }),
  riskProviders: {
    OFAC: ofacList({
      asOf: now.slice(0, 10),
      entries: [{ code: "XBT", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" }],
    }),
  },
  policy: {
    ownVasp: vasp_id,
    screenWith: ["OFAC"],
    rejectRisk: 90,
    suspendRisk: 50,
    suspendOnBreach: false,
    otherAccounts: "suspend",
    claimedVasp: "accept",
    decisionMaxAgeMs: 15 * 60_000,
    retentionMs: 5 * 366 * 86_400_000,
    exchange: { required: true, answerWithinMs, windowMs: 90 * 86_400_000, cannotReceive: "suspend" },
  },
});

// Mutual TLS: both sides show a certificate of the authority that they agreed on.
const tls = {
  ca: readFileSync(settings.authority),
  cert: readFileSync(`${certificate}.pem`),
  key: readFileSync(`${certificate}.key`),
  minVersion: "TLSv1.3",
} as const;
const fingerprints = new WeakMap<Request, string>();
const agent = new Agent(tls);

/** A `fetch` with the client certificate. It follows no redirects. */
function fetchWithCertificate(url: string, { method = "GET", headers, body, signal }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers: Object.fromEntries(new Headers(headers)), ...(signal && { signal }) };
    const sending = requestOver(url, options, (incoming) => {
      const { statusCode: status = 500, headersDistinct } = incoming;
      // The cast: both are the web stream of the platform.
      const stream = status === 204 ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
      if (stream === null) incoming.resume();
      resolve(new Response(stream, { status, headers: pairsOf(headersDistinct) }));
    });
    sending.on("error", reject);
    // vaspkit sends texts.
    sending.end(typeof body === "string" ? body : undefined);
  });
}

const trp = createTrp({
  compliance,
  fetch: fetchWithCertificate,
  authenticate: (request) => fingerprints.get(request),
  peers: { [peer.vasp_id]: { hosts: [peer.host], authenticated: peer.fingerprint } },
  baseUrl: `https://127.0.0.1:${port}/trp`,
  addressKey: Buffer.from(settings.addressKey, "base64"),
  // The wallet of the VASP: run.ts answers.
  depositAddress: ({ account_ref_id }) => wallet(account_ref_id),
  // Only for this example on one machine.
  allowPrivateHosts: true,
  timeoutMs: 5_000,
});

/** Passes a request of the server to the handler, and its answer back. */
async function listener(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const { method = "", url, headersDistinct } = incoming;
    // What the handler leaves unread must not close the connection before the answer. The cast: it is the stream of a body.
    const body = NodeStream.from(incoming.iterator({ destroyOnReturn: false })) as ReadableStream<Uint8Array>;
    const init = { method, headers: pairsOf(headersDistinct), ...(method === "POST" && { body, duplex: "half" }) };
    const request = new Request(`https://127.0.0.1:${port}${url}`, init);
    // The cast: a server with TLS has such sockets. The certificate is checked already.
    fingerprints.set(request, (incoming.socket as TLSSocket).getPeerCertificate().fingerprint256);
    const response = await trp.handler(request);
    outgoing.writeHead(response.status, [...response.headers].flat()).end(Buffer.from(await response.arrayBuffer()));
  } catch {
    // The platform has no such method or URL.
    outgoing.writeHead(400).end();
  }
  incoming.resume();
}

function pairsOf(headers: NodeJS.Dict<string[]>): [string, string][] {
  return Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
}

/** Your log. Messages of vaspkit contain no personal data. */
function report(error: unknown): void {
  console.error("report:", error instanceof ComplianceError ? error.code : error);
}

const program = { id: "backend", role: "transfers", kind: "program" } as const;
const officer = { id: "u-17", role: "compliance officer", kind: "person" } as const;

type Body = Readonly<Record<string, unknown>>;

/** What run.ts can call. The casts: vaspkit checks what is in a body. */
const operations: Readonly<Record<string, (body: Body) => Promise<unknown>>> = {
  "put-vasps": ({ list }) => compliance.vasps.load(list as Parameters<typeof compliance.vasps.load>[0]),
  "put-customer": async (body) => unwrap(await compliance.accounts.put<unknown>(body)).is_new,
  "travel-address": async ({ account }) => unwrap(await trp.travelAddressFor(String(account))),
  decide: async (draft) => {
    const decided = await compliance.transfers.decide(draft as unknown as TransferToDecide, { actor: program });
    return answerOf(decided, ({ decision, reasons }) => [decision, ...reasons.map(({ code }) => code)].join(" "));
  },
  send: async ({ transfer_id, to }) =>
    answerOf(await trp.send(String(transfer_id), to as string | null), ({ state }) => state),
  review: async ({ transfer_id, ...review }) => {
    const reviewed = await compliance.transfers.review<unknown>(String(transfer_id), review, { actor: officer });
    return answerOf(reviewed, ({ decision }) => decision);
  },
  confirm: async ({ transfer_id, ...confirmation }) => {
    const closed = await compliance.transfers.confirm<unknown>(String(transfer_id), confirmation, { actor: program });
    return answerOf(closed, ({ state }) => state);
  },
  // The newest incoming transfer of an amount.
  incoming: async ({ amount }) => {
    for await (const { transfer_id, versions, direction } of compliance.transfers.all({})) {
      if (direction === "incoming" && versions.at(-1)?.transfer.amount === amount) return transfer_id;
    }
    return null;
  },
  exchange: async ({ transfer_id }) => (await compliance.exchanges.retrieve(String(transfer_id))) ?? null,
  standing: ({ of }) => compliance.vasps.standing(String(of)),
};

function answerOf<T, C extends string>(result: Result<T, C>, value: (value: T) => unknown): unknown {
  return result.ok ? value(result.value) : result.issues.map(({ code, path }) => `${code} ${path}`).join(", ");
}

/** Asks run.ts for the address of a customer. */
let onAddress: (address: string) => void = () => undefined;
function wallet(account: string): Promise<string> {
  return new Promise((resolve) => {
    onAddress = resolve;
    process.send?.({ wallet: account });
  });
}

process.on("message", async ({ call, operation, body, address }: Body) => {
  if (typeof address === "string") return onAddress(address);
  try {
    process.send?.({ call, answer: await operations[String(operation)]?.(Object(body)) });
  } catch (error) {
    report(error);
    process.send?.({ call, answer: error instanceof ComplianceError ? error.code : "failed" });
  }
  return undefined;
});

// Sends what is due. What fails is tried again later; leases keep several processes from sending the same.
let delivering: Promise<unknown> = Promise.resolve();
const delivery = setInterval(() => {
  delivering = delivering.then(() => trp.deliver({ limit: 100 })).catch(report);
}, 200);

const server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, listener);
process.once("SIGTERM", async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  clearInterval(delivery);
  await delivering;
  agent.destroy();
  await compliance.close();
  await kysely.destroy();
  process.disconnect();
});
server.listen(port, "127.0.0.1", () => process.send?.({ ready: true }));
