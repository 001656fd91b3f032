/**
 * The backend of a page where a customer proves control of a wallet: `node --import tsx examples/ownership/backend.ts`. It
 * prints the address of the page. In production, take a storage that lasts, and your own domain over https.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createCompliance, memoryStorage, type Result, unwrap } from "vaspkit";
import { evmMessages, solanaMessages } from "vaspkit/ownership";

const server = createServer().listen(Number(process.env["PORT"] ?? 0), "localhost");
await once(server, "listening");
// The cast: a server on a TCP port has such an address.
const domain = `localhost:${(server.address() as AddressInfo).port}`;
const origin = `http://${domain}`;

const compliance = createCompliance({
  storage: memoryStorage(),
  ownership: {
    domain,
    uri: origin,
    methods: [evmMessages, solanaMessages],
    maxAgeMs: 365 * 24 * 60 * 60 * 1000,
    // Where another key signed, a contract may decide. No invented wallet is one. In production, your node answers.
    contractSignatures: async () => false,
  },
});

/** Your login. Here every new browser is a customer with an account. */
const accounts = new Map<string, string>();

/** Creates an account and its session. Returns the cookie. */
async function login(): Promise<string> {
  const [session, reference_id] = [randomUUID(), `customer-${accounts.size + 1}`];
  const individual_name = { name_type: "LEGL", name_first: "Zoë", name_last: "Beispiel" } as const;
  const individual = { individual_name, date_of_birth: "1990-02-28", place_of_birth: "Berlin" };
  const account = { reference_id, customer_id: reference_id, account_type: "individual", individual } as const;
  unwrap(await compliance.accounts.create(account));
  accounts.set(session, reference_id);
  return `__Host-session=${session}; Path=/; Secure; HttpOnly; SameSite=Strict`;
}

function accountOf({ headers }: IncomingMessage): string | undefined {
  const [, session = ""] = /__Host-session=([\w-]+)/.exec(headers.cookie ?? "") ?? [];
  return accounts.get(session);
}

type Body = Readonly<Record<string, unknown>>;

/** What the page posts. The account is that of the session, whatever a body contains. */
const operations: Readonly<Record<string, (account_ref_id: string, body: Body) => Promise<Result<object>>>> = {
  "/challenge": async (account_ref_id, { chain, address, method }) => {
    const made = await compliance.ownership.challenge<unknown>({ account_ref_id, chain, address, method });
    if (!made.ok) return made;
    const { challenge_id, text } = made.value;
    return { ok: true, value: { challenge_id, text } };
  },
  "/verify": async (account_ref_id, { challenge_id, signature }) => {
    const verified = await compliance.ownership.verify<unknown>({ account_ref_id, challenge_id, signature });
    if (!verified.ok || verified.value.status !== "proved") return verified;
    return { ok: true, value: { status: "proved" } };
  },
};

const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page.js": ["page.js", "text/javascript"],
};

const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

const MAX_BODY = 20_000;

/** Returns an empty body for what is no JSON, or too long. The operations then report what is missing. */
async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > MAX_BODY) return {};
  }
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

async function serveFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [name, type] = files[request.url ?? ""] ?? [];
  if (name === undefined || type === undefined) return void response.writeHead(404).end();
  if (name === "index.html" && accountOf(request) === undefined) response.setHeader("set-cookie", await login());
  response.setHeader("content-type", type).end(await readFile(new URL(name, import.meta.url)));
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeaders(new Map(Object.entries(headers)));
  if (request.method === "GET") return serveFile(request, response);
  const [account, operation] = [accountOf(request), operations[request.url ?? ""]];
  response.setHeader("content-type", "application/json");
  const reject = (status: number, message: string) => response.writeHead(status).end(JSON.stringify({ message }));
  if (operation === undefined) return void reject(404, "Not found.");
  if (request.headers.origin !== origin) return void reject(403, "Open the page of this website.");
  if (account === undefined) return void reject(401, "Log in again.");
  const result = await operation(account, await bodyOf(request));
  if (result.ok) return void response.end(JSON.stringify(result.value));
  reject(422, result.issues.map(({ message }) => message).join(" "));
}

server.on("request", (request, response) => {
  // Messages of vaspkit contain no personal data.
  serve(request, response).catch((error: unknown) => {
    console.error("report:", error);
    response.writeHead(503).end(JSON.stringify({ message: "Try again later." }));
  });
});

console.log(origin);
