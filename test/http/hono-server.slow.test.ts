/** The handler behind the Node server of Hono, whose requests are objects of its own. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandler } from "../../src/http.js";
import { createCompliance, fixedRates, memoryStorage } from "../../src/index.js";

const errors: unknown[] = [];
const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { DE: "1000" },
  rates: fixedRates({ base: "EUR", date: "2026-11-20", source: "test", rates: {} }),
  clock: () => new Date("2026-11-20T12:00:00Z"),
});
const handler = createHandler(compliance, { authenticate: () => "client", onError: (error) => errors.push(error) });
const server = createAdaptorServer({ fetch: handler });
let base = "";

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server does not listen.");
  base = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  server.close();
  await compliance.close();
  expect(errors).toEqual([]);
});

const headers = { authorization: "Bearer x", "content-type": "application/json" };

function send(method: string, path: string, body?: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  return fetch(`${base}/api/v2${path}`, { method, headers, ...(body !== undefined && { body }) });
}

function accountOf(reference_id: string): string {
  const entity = { entity_name: { name_type: "LEGL", name_legal: "Ruiz GmbH" } };
  return JSON.stringify({ reference_id, account_type: "entity", customer_id: "C-1", entity });
}

describe("the handler behind the Node server of Hono", () => {
  it("stores an account and retrieves it by an id with a slash", async () => {
    expect((await send("POST", "/directory/accounts", accountOf("a/b"))).status).toBe(200);
    const found = await send("GET", "/directory/accounts/a%2Fb");
    expect((await found.json()).data.reference_id).toBe("a/b");
    expect((await send("HEAD", "/directory/accounts/a%2Fb")).status).toBe(200);
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
      const socket = connect(Number(new URL(base).port), "127.0.0.1");
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
