/** The handler behind servers of Node: that of Hono, whose requests are objects of its own, and Fastify. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complianceRoutes } from "../../examples/http-fastify.mjs";
import { createHandler, type HttpHandler } from "../../src/http.js";
import { createCompliance, fixedRates, memoryStorage } from "../../src/index.js";

interface Listening {
  readonly base: string;
  readonly close: () => Promise<unknown>;
}

async function listenHono(handler: HttpHandler): Promise<Listening> {
  const server = createAdaptorServer({ fetch: handler });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server does not listen.");
  return { base: `http://127.0.0.1:${address.port}`, close: async () => server.close() };
}

async function listenFastify(handler: HttpHandler): Promise<Listening> {
  const app = Fastify();
  app.register(complianceRoutes(handler));
  const base = await app.listen({ port: 0, host: "127.0.0.1" });
  return { base, close: () => app.close() };
}

const headers = { authorization: "Bearer x", "content-type": "application/json" };

function accountOf(reference_id: string): string {
  const entity = { entity_name: { name_type: "LEGL", name_legal: "Ruiz GmbH" } };
  return JSON.stringify({ reference_id, account_type: "entity", customer_id: "C-1", entity });
}

describe.each([
  ["the Node server of Hono", listenHono],
  ["Fastify", listenFastify],
])("the handler behind %s", (_, listen) => {
  const errors: unknown[] = [];
  const compliance = createCompliance({
    storage: memoryStorage(),
    thresholds: { DE: "1000" },
    rates: fixedRates({ base: "EUR", date: "2026-11-20", source: "test", rates: {} }),
    clock: () => new Date("2026-11-20T12:00:00Z"),
  });
  let server: Listening;

  beforeAll(async () => {
    const onError = (error: unknown) => errors.push(error);
    server = await listen(createHandler(compliance, { authenticate: () => "client", onError }));
  });

  afterAll(async () => {
    await server.close();
    await compliance.close();
    expect(errors).toEqual([]);
  });

  function send(method: string, path: string, body?: string | Uint8Array<ArrayBuffer>): Promise<Response> {
    return fetch(`${server.base}/api/v2${path}`, { method, headers, ...(body !== undefined && { body }) });
  }

  it("stores an account and retrieves it by an id with a slash", async () => {
    expect((await send("POST", "/directory/accounts", accountOf("a/b"))).status).toBe(200);
    const found = await send("GET", "/directory/accounts/a%2Fb");
    expect((await found.json()).data.reference_id).toBe("a/b");
    expect((await send("HEAD", "/directory/accounts/a%2Fb")).status).toBe(200);
  });

  it("passes status, headers and body on", async () => {
    const options = await send("OPTIONS", "/directory/accounts");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
    expect((await send("DELETE", "/directory/accounts", "{}")).status).toBe(405);
    expect((await fetch(`${server.base}/api/v2/directory/accounts/A-1`)).headers.get("www-authenticate")).toBe(
      "Bearer",
    );
    const untyped = await fetch(`${server.base}/api/v2/directory/accounts`, {
      method: "POST",
      headers: { authorization: "Bearer x" },
      body: new Uint8Array([0x7b, 0x7d]),
    });
    expect([untyped.status, (await untyped.json()).code]).toEqual([415, "media_type_unsupported"]);
  });

  it.each([
    ["999.99999999999999999", "pass"],
    ["1000.00", "breach"],
    ["1e3", "breach"],
  ])("decides by the digits of the amount: %s", async (amount, status) => {
    const transaction = `{"transaction_id":"T-1","amount":${amount},"currency":"EUR","country":"DE"}`;
    const evaluation = `{"transaction":${transaction},"rule_codes":["THRESHOLD_BY_COUNTRY"]}`;
    const response = await send("POST", "/engine/evaluate", evaluation);
    expect((await response.json()).data.results[0].status).toBe(status);
  });

  it.each<[status: number, body: string | Uint8Array<ArrayBuffer>]>([
    [413, "[".padEnd(1_100_000)],
    [400, Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)],
    [400, '{"a":1,"a":1}'],
    [400, ""],
  ])("answers a faulty body with %d", async (status, body) => {
    const response = await send("POST", "/directory/accounts", body);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  it("stores nothing of a client that leaves", async () => {
    const body = accountOf("left");
    for (let each = 0; each < 10; each += 1) {
      const socket = connect(Number(new URL(server.base).port), "127.0.0.1");
      const lines = ["POST /api/v2/directory/accounts HTTP/1.1", "Host: localhost", "Authorization: Bearer x"];
      const length = `Content-Length: ${body.length + 9}`;
      socket.write([...lines, "Content-Type: application/json", length, "", body].join("\r\n"));
      await sleep(each);
      socket.resetAndDestroy();
    }
    await sleep(50);
    expect((await send("GET", "/directory/accounts/left")).status).toBe(404);
  });
});

it("a plugin of Fastify leaves the parsers of other routes", async () => {
  const app = Fastify();
  app.register(complianceRoutes(async () => new Response("{}", { status: 201 })));
  app.post("/own", async (request) => request.body);
  const payload = '{"a":1}';
  const own = await app.inject({ method: "POST", url: "/own", headers, payload });
  expect(own.json()).toEqual({ a: 1 });
  await app.close();
});
