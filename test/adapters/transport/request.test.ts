import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { readBody } from "../../../src/adapters/transport/body.js";
import { startDeadline } from "../../../src/adapters/transport/deadline.js";
import { backOff, retryAfterMs } from "../../../src/adapters/transport/request.js";
import { type ServiceOptions, type ServiceRequest, serviceAt } from "../../../src/adapters/transport/service.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { answering, resetting, silent, withServer } from "../../support/local-server.js";

const maxBytes = 1000;

interface Limits extends ServiceOptions {
  readonly maxBytes?: number;
  readonly retryPauseMs?: number;
}

/** Sends a request as the adapters do, and returns the text of the response. */
async function read(
  { url }: { readonly url: string },
  { maxBytes: most = maxBytes, retryPauseMs = 1, ...options }: Limits = {},
  request: Partial<ServiceRequest> & { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const service = serviceAt({ url, timeoutMs: 2000, ...options }, { maxBytes: most, retryPauseMs });
  return (await service.request({ path: "", ...request }, { signal: request.signal })).text;
}

const elsewhere = { url: "https://rates.example" };

function never(): void {
  // The executor of a promise that stays open.
}

type Listeners = Parameters<typeof withServer>[0];
type Asked = [options?: Limits, request?: Parameters<typeof read>[2]];

/** The error that a read must end with; whatever it is, it must not tell the URL's query, nor anything of a body. */
async function failureOf(reading: Promise<string>): Promise<ComplianceError> {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ComplianceError)) throw new Error("expected a ComplianceError", { cause: error });
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(/canary|rates\.xml/);
  expect(error.cause).toBeUndefined();
  if (error.retryAfterMs === undefined) expect(error).not.toHaveProperty("retryAfterMs");
  return error;
}

/** Reads from a server that responds so. Returns the text, and the number of requests. */
const reading = (listeners: Listeners, ...asked: Asked) =>
  withServer(listeners, async (server) => ({ text: await read(server, ...asked), requests: server.requests() }));

/** The same for a read that fails. */
const failing = (listeners: Listeners, ...asked: Asked) =>
  withServer(listeners, async (server) => {
    const { code, message, retryAfterMs } = await failureOf(read(server, ...asked));
    return { code, message, retryAfterMs, requests: server.requests() };
  });

/** Returns the milliseconds that it takes. */
async function timeOf(work: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work;
  return performance.now() - started;
}

describe("what is read", () => {
  it("is the body of a 200, decoded as UTF-8 across its chunks", async () => {
    const bytes = Buffer.from("3 € = 3.21 $");
    const inTwo: RequestListener = (_, response) => {
      response.write(bytes.subarray(0, 3));
      setTimeout(() => response.end(bytes.subarray(3)), 20);
    };
    expect(await reading([inTwo])).toMatchObject({ text: "3 € = 3.21 $" });
  });

  it("is asked for with one GET that says what it accepts", async () => {
    const echo: RequestListener = ({ method, url, headers }, response) =>
      response.end(`${method} ${url} ${headers.accept}`);
    expect(await reading([echo])).toEqual({ text: "GET /rates.xml?key=canary-key application/json", requests: 1 });
  });

  it("may be empty, and may have as many bytes as are allowed", async () => {
    expect(await reading([answering(200)])).toMatchObject({ text: "" });
    const text = "€".repeat(100);
    expect(await reading([answering(200, text)], { maxBytes: 300 })).toMatchObject({ text });
    expect(await read(elsewhere, { fetch: async () => new Response(null, { status: 200 }) })).toBe("");
  });
});

describe("the time", () => {
  it("ends a request to a silent server: provider_timeout, without another try", async () => {
    expect(await failing([silent], { timeoutMs: 1000 })).toMatchObject({
      code: "provider_timeout",
      message: expect.stringContaining("within 1000 ms. Try again, or raise timeoutMs."),
      requests: 1,
    });
  });

  it("ends a request that stops in the middle of its body", async () => {
    const half: RequestListener = (_, response) => response.write("canary-body");
    expect((await failing([half], { timeoutMs: 60 })).code).toBe("provider_timeout");
  });

  it("ends a request whose fetch ignores the signal, before the response and within the body", async () => {
    const cancel = vi.fn();
    for (const fetch of [() => new Promise<never>(never), async () => new Response(new ReadableStream({ cancel }))]) {
      const deaf = failureOf(read(elsewhere, { timeoutMs: 40, fetch }));
      expect(await timeOf(deaf)).toBeLessThan(500);
      expect((await deaf).code).toBe("provider_timeout");
    }
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it("is not spent on a pause that exceeds it", async () => {
    const failed = failing([answering(503)], { timeoutMs: 1000, retryPauseMs: 60_000 });
    expect(await timeOf(failed)).toBeLessThan(500);
    expect(await failed).toMatchObject({ code: "provider_unavailable", requests: 1 });
  });
});

describe("a temporary failure", () => {
  const broken: RequestListener = (request, response) => {
    response.writeHead(200, { "content-length": "20" });
    response.write("canary");
    setTimeout(() => request.socket.resetAndDestroy(), 10);
  };
  const late = answering(200, "late");

  it.each<[string, Listeners]>([
    ...[429, 500, 502, 503, 504].map((status): [string, Listeners] => [`status ${status}`, [answering(status), late]]),
    ["a reset connection, twice", [resetting, resetting, late]],
    ["a connection that breaks within the body", [broken, late]],
  ])("is retried: %s", async (_, listeners) => {
    expect(await reading(listeners)).toEqual({ text: "late", requests: listeners.length });
  });

  it("that persists ends the request after three tries", async () => {
    expect(await failing([resetting])).toMatchObject({
      code: "provider_unreachable",
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ could not be reached \((ECONNRESET|UND_ERR_SOCKET)\)/),
      requests: 3,
    });
    const message = expect.stringContaining("status 503");
    const unavailable = { code: "provider_unavailable", message, retryAfterMs: undefined, requests: 3 };
    expect(await failing([answering(503, "canary")])).toEqual(unavailable);
  });

  it("waits as long as Retry-After asks", async () => {
    const read = reading([answering(429, "", { "retry-after": "1" }), late]);
    expect(await timeOf(read)).toBeGreaterThan(980);
    expect((await read).text).toBe("late");
  });

  it.each([
    ["120", "120 s", 120_000],
    ["99999999999", "more than a day", 99_999_999_999_000],
    ["9".repeat(400), "more than a day", Number.POSITIVE_INFINITY],
  ])("is thrown at once when Retry-After exceeds the time left: %s", async (header, wait, retryAfterMs) => {
    expect(await failing([answering(429, "", { "retry-after": header })])).toEqual({
      code: "provider_rate_limited",
      message: expect.stringMatching(new RegExp(`status 429 .* wait ${wait}\\. `)),
      retryAfterMs,
      requests: 1,
    });
  });
});

describe("a permanent failure is thrown after one try", () => {
  it.each([
    [400, "provider_rejected", "Check the options and the permissions of your account."],
    [401, "provider_unauthorized", "Check the key"],
    [403, "provider_unauthorized", "Check the key"],
    [404, "provider_rejected", "Check the URL."],
    [422, "provider_rejected", "Check the options and the permissions of your account."],
    [501, "provider_unavailable", "Try again later."],
    [202, "provider_pending", "The result is not ready."],
    [204, "provider_pending", "The result is not ready."],
    [206, "provider_unreadable", "This is not a complete response."],
  ])("status %i is %s, with its own advice", async (status, code, advice) => {
    const message = expect.stringContaining(`status ${status}. ${advice}`);
    const answer = answering(status, status === 204 ? "" : "canary-body");
    expect(await failing([answer])).toMatchObject({ code, message, requests: 1 });
  });

  it.each([301, 302, 307, 308])("a redirect (%i) is not followed: provider_redirected", async (status) => {
    const redirect = answering(status, "", { location: "/elsewhere-canary" });
    const message = expect.stringContaining("redirects");
    const failed = await failing([redirect, answering(200, "followed")]);
    expect(failed).toMatchObject({ code: "provider_redirected", message, requests: 1 });
  });

  it("a redirect that a browser hides, or that a custom fetch followed, is rejected as well", async () => {
    const hidden = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
    const followed = Object.defineProperty(new Response("followed"), "redirected", { value: true });
    for (const response of [hidden, followed]) {
      const failed = failureOf(read(elsewhere, { fetch: async () => response }));
      expect((await failed).code).toBe("provider_redirected");
    }
  });

  it("a body over the limit is provider_oversized, and is not read to its end", async () => {
    const message = expect.stringContaining("262144 bytes");
    const failed = await failing([answering(200, new Uint8Array(5_000_000))], { maxBytes: 256 * 1024 });
    expect(failed).toMatchObject({ code: "provider_oversized", message, requests: 1 });
  });

  const endless: RequestListener = (_, response) => {
    const timer = setInterval(() => response.write("x".repeat(400)), 1);
    response.on("close", () => clearInterval(timer));
  };
  const packed = gzipSync("0".repeat(100_000));

  it.each<[string, RequestListener, string]>([
    ["an endless body without a length", endless, "provider_oversized"],
    [
      "a small body that unpacks to a large one",
      answering(200, packed, { "content-encoding": "gzip" }),
      "provider_oversized",
    ],
    ["a body in Latin-1", answering(200, Uint8Array.of(0x43, 0x61, 0x66, 0xe9, 0x21)), "provider_unreadable"],
    ["UTF-8 cut within a character", answering(200, Uint8Array.of(0x33, 0xe2, 0x82)), "provider_unreadable"],
  ])("%s", async (_, listener, code) => {
    expect(packed.byteLength).toBeLessThan(maxBytes);
    expect((await failing([listener])).code).toBe(code);
  });
});

describe("an error of a custom fetch", () => {
  const secret = "request to https://rates.example/?key=canary failed";
  const secretWith = (members: object): Error => Object.assign(new Error(secret), members);
  const ring = new Error(secret);
  ring.cause = ring;
  const throwing = {
    get: () => {
      throw new Error(secret);
    },
  };

  it.each<[string, unknown]>([
    ["ENOTFOUND", new TypeError(secret, { cause: secretWith({ code: "ENOTFOUND" }) })],
    ["Error", secretWith({ code: "canary code" })],
    ["unknown fault", secretWith({ name: "canary/1" })],
    ["Error", ring],
    ["unknown fault", secret],
    ["unknown fault", secretWith({ name: Symbol("canary") })],
    ["unknown fault", Object.defineProperty(new Error(secret), "code", throwing)],
  ])("is named by its code or its name, and never repeated: %s", async (word, fault) => {
    const { code, message } = await failureOf(read(elsewhere, { fetch: () => Promise.reject(fault) }));
    expect(code).toBe("provider_unreachable");
    expect(message).toBe(
      `rates.example could not be reached (${word}). Check the network and the URL, then try again.`,
    );
  });

  it("may be thrown before there is a promise", async () => {
    const fetch = () => {
      throw new TypeError("canary");
    };
    expect((await failureOf(read(elsewhere, { fetch }))).code).toBe("provider_unreachable");
  });
});

describe("one try", () => {
  it("that takes too long is aborted and retried", async () => {
    const read = await reading([silent, answering(200, "late")], { tryTimeoutMs: 100 });
    expect(read).toEqual({ text: "late", requests: 2 });
  });

  it("that always takes too long ends in provider_timeout, with the time of one try", async () => {
    const message = expect.stringContaining("within 50 ms, in any try. Try again, or raise tryTimeoutMs.");
    const failed = await failing([silent], { tryTimeoutMs: 50 });
    expect(failed).toMatchObject({ code: "provider_timeout", message, requests: 3 });
  });

  it("is the only one for a request that is not idempotent, except after a 429", async () => {
    const once = { method: "POST", body: "{}", isIdempotent: false } as const;
    const again = answering(200, "again");
    for (const [listener, code] of [
      [answering(503), "provider_unavailable"],
      [resetting, "provider_unreachable"],
    ] as const) {
      expect(await failing([listener, again], {}, once)).toMatchObject({ code, requests: 1 });
    }
    expect((await reading([answering(429), again], {}, once)).text).toBe("again");
  });

  it("has its own headers, and the same body", async () => {
    const seen: string[] = [];
    const listener: RequestListener = async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      seen.push(`${request.method} ${request.headers["x-try"]} ${request.headers["content-type"]} ${body}`);
      response.writeHead(seen.length === 1 ? 503 : 200).end("done");
    };
    let tries = 0;
    const headers = (): Record<string, string> => {
      tries += 1;
      return { "x-try": String(tries) };
    };
    expect((await reading([listener], {}, { method: "POST", body: '{"a": 1}', headers })).text).toBe("done");
    expect(seen).toEqual(['POST 1 application/json {"a": 1}', 'POST 2 application/json {"a": 1}']);
  });
});

describe("the caller's signal", () => {
  it("ends a running request with aborted, and its reason as the cause", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort("the customer left"), 30);
    const read = reading([silent], {}, { signal: controller.signal });
    await expect(read).rejects.toMatchObject({ code: "aborted", cause: "the customer left" });
  });

  it("ends the pause between two tries", () =>
    withServer([answering(503)], async (server) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 60);
      const paused = read(server, { retryPauseMs: 1500 }, { signal: controller.signal });
      expect(await timeOf(expect(paused).rejects.toMatchObject({ code: "aborted" }))).toBeLessThan(700);
      expect(server.requests()).toBe(1);
    }));

  it("that is aborted already prevents the request", () =>
    withServer([answering(200, "asked")], async (server) => {
      const refused = read(server, {}, { signal: AbortSignal.abort() });
      await expect(refused).rejects.toMatchObject({ code: "aborted" });
      expect(server.requests()).toBe(0);
    }));
});

describe("the URL of a request", () => {
  it.each([
    ["https://node.example/", "/a/b", "https://node.example/a/b"],
    ["https://node.example/v3/", "/a%2Fb?c=d", "https://node.example/v3/a%2Fb?c=d"],
    ["https://node.example/v3?key=k", "/a?c=d", "https://node.example/v3/a?key=k&c=d"],
    ["https://node.example/v3?key=k", "", "https://node.example/v3?key=k"],
    ["https://node.example", "?c=d", "https://node.example/?c=d"],
  ])("below %s of %s is %s", (url, path, expected) => {
    expect(serviceAt({ url }, { maxBytes }).urlOf(path).href).toBe(expected);
  });

  it("is required for an adapter without a default", () => {
    expect(() => serviceAt({}, { maxBytes })).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});

describe("an accepted status", () => {
  it("returns its body; a redirect never does", async () => {
    const accepted = await reading([answering(404, "no such account")], {}, { acceptedStatuses: [404] });
    expect(accepted.text).toBe("no such account");
    const redirect = answering(302, "", { location: "/x" });
    expect((await failing([redirect], {}, { acceptedStatuses: [302] })).code).toBe("provider_redirected");
  });
});

const bytes = 5000;

/** A response that comes byte by byte. */
function trickling(): Response {
  let left = bytes;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      left -= 1;
      if (left < 0) controller.close();
      else controller.enqueue(Uint8Array.of(0x61));
    },
  });
  return new Response(body);
}

describe("a body", () => {
  it("takes one race for all chunks, because each race keeps memory until the deadline", async () => {
    const deadline = startDeadline(10_000, new Error("too late"));
    let races = 0;
    const race = <T>(work: Promise<T>): Promise<T> => {
      races += 1;
      return deadline.race(work);
    };
    const body = await readBody(trickling().body, bytes, { ...deadline, race });
    deadline.end();
    expect(body).toEqual("a".repeat(bytes));
    expect(races).toBe(1);
  });

  it("of empty chunks without end ends with the time limit", async () => {
    let reads = 0;
    const readNothing = async () => {
      reads += 1;
      return { done: false, value: new Uint8Array() };
    };
    // The part of a response that is read.
    const body = { getReader: () => ({ read: readNothing, cancel: () => undefined }) };
    const endless = { status: 200, type: "default", redirected: false, body } as unknown as Response;
    const asked = read(elsewhere, { timeoutMs: 40, fetch: async () => endless });
    expect((await failureOf(asked)).code).toBe("provider_timeout");
    const readsAtTheEnd = reads;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reads).toBeLessThanOrEqual(readsAtTheEnd + 1);
  });

  it("that is abandoned has its stream cancelled", async () => {
    const cancelled = vi.fn();
    const deadline = startDeadline(20, new Error("too late"));
    const silent = new Response(new ReadableStream({ cancel: cancelled }));
    await expect(readBody(silent.body, bytes, deadline)).rejects.toThrow("too late");
    deadline.end();
    expect(cancelled).toHaveBeenCalledTimes(1);
  });
});

const now = Date.parse("2024-06-28T14:00:00Z");

describe("Retry-After (RFC 9110 §10.2.3)", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["99999999999", 99_999_999_999_000],
    ["9".repeat(400), Number.POSITIVE_INFINITY],
    ["Fri, 28 Jun 2024 14:00:30 GMT", 30_000],
    ["Friday, 28-Jun-24 14:00:30 GMT", 30_000],
    ["Fri, 28 Jun 2024 13:59:00 GMT", 0],
  ])("%s is a wait of %i ms", (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  it.each([null, "", "soon", "-5", "2.5", "1e3", "Fri, 99 Jun 2024 14:00:30 GMT", "2024-06-28"])(
    "%s is ignored",
    (header) => {
      expect(retryAfterMs(header, now)).toBeUndefined();
    },
  );

  it("is never negative or NaN", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(retryAfterMs(header, now) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("the pause before a retry", () => {
  it("lies between one half and the whole of a pause that doubles", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 60_000 }), (retry, baseMs) => {
        const whole = baseMs * 2 ** (retry - 1);
        const ms = backOff(retry, baseMs);
        expect(ms).toBeGreaterThan(whole / 2);
        expect(ms).toBeLessThanOrEqual(whole);
      }),
    );
  });
});
