/** The HTTP interface on a real socket: what a client of node:http may do with a body, a connection and a path. */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleServer, startExample } from "../support/http-example.js";

let server: ExampleServer;

beforeAll(async () => {
  server = await startExample();
});

afterAll(async () => {
  await server.stop();
  // No answer was 500 or more, and nothing was thrown.
  expect(server.errors()).toBe("");
});

/** Text or bytes to send, or a pause in milliseconds. */
type Step = string | Uint8Array | number;

/** A connection, and what it received. */
interface Client {
  readonly socket: Socket;
  received(): string;
  /** Resolves when `pattern` was received, and rejects when the connection ends before. */
  waitFor(pattern: RegExp): Promise<string>;
}

function open(): Client {
  const socket = connect(server.port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("utf8");
  });
  // A server may close the connection while a client is still sending.
  socket.on("error", () => undefined);
  const waitFor = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(text)) {
      if (socket.destroyed) throw new Error(`The connection ended after: ${text}`);
      await sleep(5);
    }
    return text;
  };
  return { socket, received: () => text, waitFor };
}

async function send({ socket }: Client, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step === "number") await sleep(step);
    else if (!socket.destroyed) socket.write(step);
  }
}

function head(method: string, path: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const all = { Host: "localhost", Authorization: `Bearer ${server.token}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

const create = "/api/v2/directory/accounts";
const json = { "Content-Type": "application/json" };
const chunked = { ...json, "Transfer-Encoding": "chunked" };

function chunk(bytes: string | Uint8Array): Uint8Array {
  const body = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")]);
}

function accountOf(reference_id: string): string {
  const individual = { individual_name: { name_type: "LEGL", name_last: "Żółć Canary" } };
  return JSON.stringify({ reference_id, account_type: "individual", customer_id: "C-1", individual });
}

/** Sends one request and returns the answer, which ends with a JSON object. */
async function answerTo(steps: readonly Step[]): Promise<string> {
  const client = open();
  await send(client, steps);
  const answer = await client.waitFor(/\r\n\r\n\{.*\}$/s);
  client.socket.destroy();
  return answer;
}

async function isStored(reference_id: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${server.token}` };
  const { status } = await fetch(`${server.base}${create}/${encodeURIComponent(reference_id)}`, { headers });
  expect([200, 404]).toContain(status);
  return status === 200;
}

const big = 1_100_000;

describe("a body over a socket", () => {
  it("may come in pieces, also within a character", async () => {
    const bytes = Buffer.from(accountOf("slow"));
    const at = bytes.indexOf(0xc5) + 1;
    const pieces = [
      chunk(bytes.subarray(0, at)),
      30,
      chunk(bytes.subarray(at, at + 1)),
      30,
      chunk(bytes.subarray(at + 1)),
    ];
    const answer = await answerTo([head("POST", create, chunked), ...pieces, "0\r\n\r\n"]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("Żółć");
  });

  it("with too many bytes is answered with 413 while the client is still sending", async () => {
    const client = open();
    await send(client, [head("POST", create, chunked), chunk("[".padEnd(big))]);
    expect(await client.waitFor(/\}$/)).toMatch(/^HTTP\/1\.1 413 .*"code":"body_too_large"/s);
    client.socket.destroy();
  });

  it("with a Content-Length beyond the limit is answered before it is sent, and the connection stays usable", async () => {
    const client = open();
    await send(client, [head("POST", create, { ...json, "Content-Length": big })]);
    expect(await client.waitFor(/\}$/)).toMatch(/^HTTP\/1\.1 413 /);
    await send(client, ["x".repeat(big), head("GET", "/api/v2/directory/vasps/V-1")]);
    expect(await client.waitFor(/Alpine Custody AG/)).toMatch(/HTTP\/1\.1 200 /);
    client.socket.destroy();
  });

  it("that is not UTF-8 is answered with 400", async () => {
    const invalid = Buffer.from([0x22, 0xc0, 0xaf, 0x22]);
    const answer = await answerTo([head("POST", create, { ...json, "Content-Length": 4 }), invalid]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"unreadable".*UTF-8/s);
  });

  it("whose client leaves in the middle stores nothing, and others are served", async () => {
    for (let each = 0; each < 20; each += 1) {
      const client = open();
      const body = accountOf("left");
      await send(client, [head("POST", create, { ...json, "Content-Length": body.length + 9 }), body, each]);
      if (each % 2 === 0) client.socket.destroy();
      else client.socket.resetAndDestroy();
    }
    expect(await isStored("left")).toBe(false);
  });

  it("shorter than its Content-Length, from a client that has ended, stores nothing", async () => {
    const client = open();
    const body = accountOf("short");
    await send(client, [head("POST", create, { ...json, "Content-Length": body.length + 99 }), body]);
    client.socket.end();
    while (!client.socket.destroyed) await sleep(5);
    expect(client.received()).not.toContain("200 OK");
    expect(await isStored("short")).toBe(false);
  });

  it("longer than its Content-Length is no part of the request", async () => {
    const body = accountOf("exact");
    const client = open();
    await send(client, [head("POST", create, { ...json, "Content-Length": Buffer.byteLength(body) }), body]);
    expect(await client.waitFor(/\}$/)).toMatch(/^HTTP\/1\.1 200 .*"exact"/s);
    // The rest is read as a request, which it is not.
    await send(client, ['{"more":1}']);
    await client.waitFor(/HTTP\/1\.1 400 /);
    expect(await isStored("exact")).toBe(true);
  });

  it("with both kinds of length is refused: an intermediary may have read the other one", async () => {
    const client = open();
    await send(client, [
      head("POST", create, { ...chunked, "Content-Length": 4 }),
      chunk(accountOf("both")),
      "0\r\n\r\n",
    ]);
    expect(await client.waitFor(/HTTP\/1\.1 \d+ /)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await isStored("both")).toBe(false);
  });

  it("that never ends is answered with 408 after 30 seconds, and stores nothing", async () => {
    const client = open();
    const startedAt = performance.now();
    await send(client, [head("POST", create, chunked), chunk(accountOf("stalled"))]);
    expect(await client.waitFor(/\}$/)).toMatch(/^HTTP\/1\.1 408 .*"code":"body_too_slow"/s);
    expect(performance.now() - startedAt).toBeGreaterThan(29_000);
    client.socket.destroy();
    expect(await isStored("stalled")).toBe(false);
  });
});

describe("a request over a socket", () => {
  it.each(["/api/v2/../../etc/passwd", "/api/v2/%2e%2e/%2e%2e/x", "//evil.example/api/v2/directory/vasps", "/"])(
    "cannot leave the base path: %s",
    async (path) => expect(await answerTo([head("GET", path)])).toMatch(/^HTTP\/1\.1 404 .*route_not_found/s),
  );

  it.each(["a/b", "100%", "what?", "#1", "two words", "Żółć", "..%2f", "%2e%2e"])(
    "retrieves an account whose id is %j",
    async (id) => {
      const body = accountOf(id);
      const length = { "Content-Length": Buffer.byteLength(body) };
      expect(await answerTo([head("POST", create, { ...json, ...length }), body])).toContain("200 OK");
      const path = `${create}/${encodeURIComponent(id)}`;
      expect(await answerTo([head("GET", path)])).toContain(JSON.stringify(id));
    },
  );

  it("retrieves the account whose id is search by %73earch", async () => {
    const body = accountOf("search");
    const length = { "Content-Length": Buffer.byteLength(body) };
    expect(await answerTo([head("POST", create, { ...json, ...length }), body])).toContain("200 OK");
    expect(await answerTo([head("GET", `${create}/%73earch`)])).toContain('"reference_id":"search"');
    expect(await answerTo([head("GET", `${create}/search?search_term=nobody`)])).toContain('"data":[]');
  });

  it("repeats no line break of its path in a header", async () => {
    const answer = await answerTo([head("GET", `${create}/%0d%0aSet-Cookie:%20x=1`)]);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toMatch(/set-cookie/i);
  });

  it.each([
    ["OPTIONS", "*", 404],
    ["GET", "http://[/", 404],
    ["TRACE", "/api/v2/directory/vasps", 400],
  ])("that no operation can have is answered: %s %s", async (method, target, status) => {
    const client = open();
    await send(client, [head(method, target)]);
    expect(await client.waitFor(/\r\n\r\n/)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    client.socket.destroy();
  });

  it("with two Authorization headers is answered with 401", async () => {
    const twice = head("GET", "/api/v2/directory/vasps").replace(/^(Authorization.*\r\n)/m, "$1$1");
    expect(await answerTo([twice])).toMatch(/^HTTP\/1\.1 401 .*unauthenticated/s);
  });

  it("with HEAD has the headers of GET, and no body", async () => {
    const client = open();
    await send(client, [head("HEAD", "/api/v2/directory/vasps/V-1"), 50, head("GET", "/api/v2/directory/vasps/V-1")]);
    const received = await client.waitFor(/Alpine Custody AG/);
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(received.split("\r\n\r\n")[1]).toMatch(/^HTTP\/1\.1 200 OK/);
    client.socket.destroy();
  });

  it("that leaves while others are answered disturbs none of them", async () => {
    const requests = Array.from({ length: 200 }, async (_, each) => {
      const client = open();
      await send(client, [head("GET", "/api/v2/directory/vasps/V-1")]);
      if (each % 2 === 0) client.socket.destroy();
      else expect(await client.waitFor(/\}$/)).toContain("Alpine Custody AG");
      client.socket.destroy();
    });
    await Promise.all(requests);
  });
});
