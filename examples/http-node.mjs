import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createCompliance, fixedRates, memoryStorage } from "vaspkit";
import { bearerTokens, createHandler } from "vaspkit/http";

const today = new Date().toISOString().slice(0, 10);
const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { US: "3000", DE: "1000" },
  rates: fixedRates({ base: "EUR", date: today, source: "treasury", rates: { USD: "1.08" } }),
});
await compliance.vasps.load([{ vasp_id: "V-1", name_legal: "Alpine Custody AG", address_country_code: "CH" }]);

const token = randomBytes(32).toString("base64url");
const { PORT: port, TOKEN_HASH: hash = createHash("sha256").update(token).digest("hex") } = process.env;
const handler = createHandler(compliance, { authenticate: bearerTokens({ [hash]: "acme" }), onError: console.error });

/** Passes a request of node:http to the handler, and its answer back. */
async function listener(incoming, outgoing) {
  const client = new AbortController();
  outgoing.once("close", () => client.abort());
  const { method, url, headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct).flatMap(([name, values]) => values.map((value) => [name, value]));
  const hasBody = method !== "GET" && method !== "HEAD";
  // A body is read as it arrives. What the handler leaves unread must not close the connection before the answer.
  const body = hasBody ? ReadableStream.from(incoming.iterator({ destroyOnReturn: false })) : null;
  try {
    const { signal } = client;
    const request = new Request(`http://localhost${url}`, { method, headers, body, signal, duplex: "half" });
    const response = await handler(request);
    outgoing.statusCode = response.status;
    outgoing.setHeaders(response.headers).end(Buffer.from(await response.arrayBuffer()));
  } catch {
    // The platform has no such method or URL.
    outgoing.writeHead(400).end();
  }
  incoming.resume();
}

const server = createServer({ requestTimeout: 60_000 }, listener).listen(port ?? 0, "127.0.0.1");
await once(server, "listening");
const base = `http://127.0.0.1:${server.address().port}`;
if (port !== undefined) console.log(`Listening on ${base}`);
else {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const response = await fetch(`${base}/api/v2/directory/vasps/V-1`, { headers });
  console.log(response.status, await response.text());
  console.log((await fetch(`${base}/api/v2/directory/vasps/V-1`)).status);
  server.close();
}
