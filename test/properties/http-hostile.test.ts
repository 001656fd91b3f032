/** Requests that no honest client sends: each is answered without a 5xx, and stores nothing. */
import { describe, expect, it } from "vitest";
import { unwrap } from "../../src/index.js";
import { CANARY, isLeaked } from "../support/canaries.js";
import { requestTo, saidBy, served } from "../support/http.js";
import { individual } from "../support/samples.js";

const accounts = "/directory/accounts";

/** Sends a request, and returns the status after checking that nothing was stored, thrown or repeated. */
async function statusOf(request: Request, { handle, failures, writes } = served()): Promise<number> {
  const before = writes();
  const response = await handle(request);
  expect(failures).toEqual([]);
  if (response.status >= 400) {
    expect(writes()).toBe(before);
    expect(isLeaked(await saidBy(response.clone()))).toBe(false);
  }
  expect(response.headers.get("cache-control")).toBe("no-store");
  await response.body?.cancel();
  return response.status;
}

describe("paths", () => {
  it.each([
    ["/../../../etc/passwd", 404],
    [`${accounts}/..%2f..%2fvasps`, 404],
    [`${accounts}/%2e%2e%2fvasps`, 404],
    [`${accounts}/..;/vasps`, 404],
    ["//directory/accounts/A-1", 404],
    [`${accounts}//A-1`, 404],
    [`${accounts}/A-1/`, 404],
    ["/directory/Accounts/A-1", 404],
    ["/directory%2faccounts/A-1", 404],
    ["/constructor/prototype", 404],
    ["/__proto__/accounts", 404],
    ["", 404],
    ["/", 404],
  ])("GET %s leads to no other route", async (path, status) => {
    const all = served();
    unwrap(await all.compliance.accounts.create({ ...individual, reference_id: "A-1" }));
    expect(await statusOf(requestTo("GET", path), all)).toBe(status);
  });

  it.each([
    ...["a/b", "../vasps", "%2F", "100%", "?page=1", "#top", "a b", "a+b", ";v=1", "名前", "Ünïcödé"],
    ...["🏦", "constructor", "__proto__", "...", "a\\b", "a:b@c"],
  ])("the id %s is stored and found", async (reference_id) => {
    const { handle } = served();
    const body = { ...individual, reference_id };
    expect((await handle(requestTo("POST", accounts, { body }))).status).toBe(200);
    const found = await handle(requestTo("GET", `${accounts}/${encodeURIComponent(reference_id)}`));
    expect(await found.json()).toMatchObject({ status: "success", data: { reference_id } });
  });

  it("a path of a megabyte is answered at once", async () => {
    const start = performance.now();
    for (const long of ["a".repeat(1e6), "%2F".repeat(3e5), "/a".repeat(5e5)]) {
      expect(await statusOf(requestTo("GET", `${accounts}/${long}`))).toBeGreaterThanOrEqual(400);
    }
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

describe("query parameters", () => {
  it.each([
    ["different", (n: number) => `${CANARY}${n}=${CANARY}`],
    ["equal", () => `search_term=${CANARY}`],
    ["empty", () => ""],
  ])("10,000 %s ones are refused at once, with a small answer", async (_, parameter) => {
    const { handle, failures } = served();
    const query = Array.from({ length: 10_000 }, (_each, n) => parameter(n)).join("&");
    for (const path of [`${accounts}/search`, "/directory/vasps", "/directory/vasps/search"]) {
      const start = performance.now();
      const response = await handle(requestTo("GET", `${path}?${query}`));
      expect(response.status).toBe(path.endsWith("vasps") && query.startsWith("&") ? 200 : 400);
      const said = await saidBy(response);
      expect(isLeaked(said)).toBe(false);
      expect(said.length).toBeLessThan(2_000_000);
      expect(performance.now() - start).toBeLessThan(3_000);
    }
    expect(failures).toEqual([]);
  });

  it.each("__proto__=1 constructor=1 toString=1 __proto__[size]=1 size[]=1 %FF=1 size=%FF size=1e3".split(" "))(
    "%s is refused",
    async (query) => {
      expect(await statusOf(requestTo("GET", `/directory/vasps?${query}`))).toBe(400);
    },
  );
});

describe("methods", () => {
  it.each(["PATCH", "PROPFIND", "get", "BREW", "__proto__", "constructor"])(
    "%s is refused with Allow",
    async (method) => {
      const { handle } = served();
      const request = requestTo("POST", accounts);
      // Node normalizes and refuses some methods in its constructor.
      Object.defineProperty(request, "method", { value: method });
      const response = await handle(new Proxy(request, {}) && request);
      expect([401, 405]).toContain(response.status);
    },
  );
});

describe("headers", () => {
  it("with line breaks in an id do not reach a header of the answer", async () => {
    const all = served();
    const id = encodeURIComponent(`x\r\nSet-Cookie: ${CANARY}=1`);
    for (const path of [`${accounts}/${id}`, `/analytics/chains/bitcoin/addresses/${id}/assign/${id}`]) {
      for (const method of ["GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS"]) {
        const response = await all.handle(requestTo(method, path));
        expect(response.status).toBeLessThan(500);
        expect(response.headers.get("set-cookie")).toBeNull();
        expect(isLeaked(JSON.stringify([...response.headers]))).toBe(false);
      }
    }
  });
});

describe("bodies", () => {
  it("that fail are a 4xx, without the words of the failure", async () => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error(CANARY)) });
    expect(await statusOf(requestTo("POST", accounts, { body }))).toBe(400);
  });

  const text = JSON.stringify(individual);
  it.each([
    ["no text", ""],
    ["spaces", "  "],
    ["two values", `${text}${text}`],
    ["a comment", `/* ${CANARY} */${text}`],
    ["a trailing comma", text.replace(/}$/, ",}")],
    ["NaN", text.replace(/"email":"[^"]*"/, '"email":NaN')],
    ["a duplicate name", text.replace("{", `{"reference_id":"${CANARY}",`)],
    ["an escaped duplicate name", text.replace("{", `{"reference\\u005fid":"${CANARY}",`)],
    ["a deep nesting", `${"[".repeat(400_000)}${"]".repeat(400_000)}`],
    ["a deep object", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["a prototype", text.replace("{", `{"__proto__":{"customer_id":"${CANARY}"},`)],
    ["a constructor", text.replace("{", `{"constructor":{"prototype":{"x":"${CANARY}"}},`)],
    ["invalid UTF-8", new Uint8Array([0x22, 0xc3, 0x28, 0x22])],
    ["UTF-16", new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"))],
    ["an array", `[${text}]`],
    ["a text", `"${CANARY}"`],
    ["null", "null"],
    ["a lone surrogate", text.replace(/"reference_id":"/, '"reference_id":"\\ud800')],
  ])("of %s are refused", async (_, body) => {
    expect(await statusOf(requestTo("POST", accounts, { body }))).toBe(400);
    expect(Reflect.get({}, "customer_id")).toBeUndefined();
  });

  it("of GET routes are ignored or refused, never a 5xx", async () => {
    const request = requestTo("POST", "/directory/vasps", { body: individual });
    Object.defineProperty(request, "method", { value: "GET" });
    expect(await statusOf(request)).toBeLessThan(500);
  });
});

describe("aborted requests", () => {
  it("while the body is read store nothing, and end at once", async () => {
    const all = served();
    const client = new AbortController();
    const body = new ReadableStream({
      pull: () => {
        client.abort(new Error(CANARY));
        return new Promise(() => undefined);
      },
    });
    const response = await all.handle(requestTo("POST", accounts, { body, signal: client.signal }));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(isLeaked(await saidBy(response))).toBe(false);
    expect(all.writes()).toBe(0);
  });
});
