import type { RequestListener } from "node:http";
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

/** The error that a read must end with; whatever it is, it must not tell the URL's query, nor anything of a body. */
async function failureOf(reading: Promise<string>): Promise<ComplianceError> {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ComplianceError)) throw new Error("expected a ComplianceError", { cause: error });
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(/canary|rates\.xml/);
  expect(error.cause).toBeUndefined();
  return error;
}

describe("what is read", () => {
  it("is the body of a 200, decoded as UTF-8 across its chunks", () =>
    withServer(
      [
        (_, response) => {
          const bytes = Buffer.from("3 € = 3.21 $");
          response.write(bytes.subarray(0, 3));
          setTimeout(() => response.end(bytes.subarray(3)), 20);
        },
      ],
      async (server) => expect(await read(server)).toBe("3 € = 3.21 $"),
    ));

  it("is asked for with one GET that says what it accepts", () =>
    withServer(
      [(request, response) => response.end(`${request.method} ${request.url} ${request.headers.accept}`)],
      async (server) => {
        expect(await read(server)).toBe("GET /rates.xml?key=canary-key application/json");
        expect(server.requests()).toBe(1);
      },
    ));

  it("may be empty, and may have as many bytes as are allowed", async () => {
    await withServer([answering(200)], async (server) => expect(await read(server)).toBe(""));
    await withServer([answering(200, "€".repeat(100))], async (server) =>
      expect(await read(server, { maxBytes: 300 })).toBe("€".repeat(100)),
    );
    const withoutBody = async () => new Response(null, { status: 200 });
    expect(await read(elsewhere, { fetch: withoutBody })).toBe("");
  });
});

describe("the time", () => {
  it("ends a request to a silent server: provider_timeout, without another try", () =>
    withServer([silent], async (server) => {
      const error = await failureOf(read(server, { timeoutMs: 1000 }));
      expect(error.code).toBe("provider_timeout");
      expect(error.message).toContain("within 1000 ms. Try again, or raise timeoutMs.");
      expect(server.requests()).toBe(1);
    }));

  it("ends a request that stops in the middle of its body", () =>
    withServer([(_, response) => response.write("canary-body")], async (server) => {
      expect((await failureOf(read(server, { timeoutMs: 60 }))).code).toBe("provider_timeout");
    }));

  it("ends a request whose fetch ignores the signal, before the response and within the body", async () => {
    const started = performance.now();
    const deaf = read(elsewhere, {
      timeoutMs: 40,
      fetch: () => new Promise(never),
    });
    expect((await failureOf(deaf)).code).toBe("provider_timeout");

    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      cancel: () => {
        cancelled = true;
      },
    });
    const deafBody = read(elsewhere, {
      timeoutMs: 40,
      fetch: async () => new Response(endless),
    });
    expect((await failureOf(deafBody)).code).toBe("provider_timeout");
    expect(cancelled).toBe(true);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it("is not spent on a pause that exceeds it", () =>
    withServer([answering(503)], async (server) => {
      const started = performance.now();
      const error = await failureOf(read(server, { timeoutMs: 1000, retryPauseMs: 60_000 }));
      expect(error.code).toBe("provider_unavailable");
      expect(performance.now() - started).toBeLessThan(500);
      expect(server.requests()).toBe(1);
    }));
});

describe("a temporary failure", () => {
  it.each([429, 500, 502, 503, 504])("status %i is retried", (status) =>
    withServer([answering(status), answering(200, "late")], async (server) => {
      expect(await read(server)).toBe("late");
      expect(server.requests()).toBe(2);
    }),
  );

  it("a reset connection is retried at most twice", () =>
    withServer([resetting, resetting, answering(200, "late")], async (server) => {
      expect(await read(server)).toBe("late");
      expect(server.requests()).toBe(3);
    }));

  it("a connection that breaks within the body is retried", () =>
    withServer(
      [
        (request, response) => {
          response.writeHead(200, { "content-length": "20" });
          response.write("canary");
          setTimeout(() => request.socket.resetAndDestroy(), 10);
        },
        answering(200, "whole"),
      ],
      async (server) => expect(await read(server)).toBe("whole"),
    ));

  it("that persists ends the request after three tries", async () => {
    await withServer([resetting], async (server) => {
      const error = await failureOf(read(server));
      expect(error.code).toBe("provider_unreachable");
      expect(error.message).toMatch(/^127\.0\.0\.1:\d+ could not be reached \((ECONNRESET|UND_ERR_SOCKET)\)/);
      expect(server.requests()).toBe(3);
    });
    await withServer([answering(503, "canary")], async (server) => {
      const error = await failureOf(read(server));
      expect(error.code).toBe("provider_unavailable");
      expect(error.message).toContain("status 503");
      expect(error).not.toHaveProperty("retryAfterMs");
      expect(server.requests()).toBe(3);
    });
  });

  it("waits as long as Retry-After asks", () =>
    withServer([answering(429, "", { "retry-after": "1" }), answering(200, "late")], async (server) => {
      const started = performance.now();
      expect(await read(server)).toBe("late");
      expect(performance.now() - started).toBeGreaterThan(980);
    }));

  it.each([
    ["120", "120 s", 120_000],
    ["99999999999", "more than a day", 99_999_999_999_000],
    ["9".repeat(400), "more than a day", Number.POSITIVE_INFINITY],
  ])("is thrown at once when Retry-After exceeds the time left: %s", (header, wait, retryAfterMs) =>
    withServer([answering(429, "", { "retry-after": header })], async (server) => {
      const error = await failureOf(read(server));
      expect(error.code).toBe("provider_rate_limited");
      expect(error.message).toMatch(new RegExp(`status 429 .* wait ${wait}\\. `));
      expect(error.retryAfterMs).toBe(retryAfterMs);
      expect(server.requests()).toBe(1);
    }),
  );
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
  ])("status %i is %s, with its own advice", (status, code, advice) =>
    withServer([answering(status, status === 204 ? "" : "canary-body")], async (server) => {
      const error = await failureOf(read(server));
      expect(error.code).toBe(code);
      expect(error.message).toContain(`status ${status}. ${advice}`);
      expect(server.requests()).toBe(1);
    }),
  );

  it.each([301, 302, 307, 308])("a redirect (%i) is not followed: provider_redirected", (status) =>
    withServer(
      [answering(status, "", { location: "/elsewhere-canary" }), answering(200, "followed")],
      async (server) => {
        const error = await failureOf(read(server));
        expect(error.code).toBe("provider_redirected");
        expect(error.message).toContain("redirects");
        expect(server.requests()).toBe(1);
      },
    ),
  );

  it("a redirect that a browser hides, or that a custom fetch followed, is rejected as well", async () => {
    const hidden = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
    const followed = Object.defineProperty(new Response("followed"), "redirected", { value: true });
    for (const response of [hidden, followed]) {
      const reading = read(elsewhere, { fetch: async () => response });
      expect((await failureOf(reading)).code).toBe("provider_redirected");
    }
  });

  it("a body over the limit is provider_oversized, and is not read to its end", () =>
    withServer([answering(200, new Uint8Array(5_000_000))], async (server) => {
      const error = await failureOf(read(server, { maxBytes: 256 * 1024 }));
      expect(error.code).toBe("provider_oversized");
      expect(error.message).toContain("262144 bytes");
      expect(server.requests()).toBe(1);
    }));

  it("an endless body without a length is provider_oversized", () =>
    withServer(
      [
        (_, response) => {
          const timer = setInterval(() => response.write("x".repeat(400)), 1);
          response.on("close", () => clearInterval(timer));
        },
      ],
      async (server) => expect((await failureOf(read(server))).code).toBe("provider_oversized"),
    ));

  it("a small body that unpacks to a large one is provider_oversized", async () => {
    const { gzipSync } = await import("node:zlib");
    const packed = gzipSync("0".repeat(100_000));
    expect(packed.byteLength).toBeLessThan(maxBytes);
    await withServer([answering(200, packed, { "content-encoding": "gzip" })], async (server) =>
      expect((await failureOf(read(server))).code).toBe("provider_oversized"),
    );
  });

  it.each([
    ["Latin-1", [0x43, 0x61, 0x66, 0xe9, 0x21]],
    ["UTF-8 cut within a character", [0x33, 0xe2, 0x82]],
  ])("a body in %s is provider_unreadable", (_, bytes) =>
    withServer([answering(200, Uint8Array.from(bytes))], async (server) =>
      expect((await failureOf(read(server))).code).toBe("provider_unreadable"),
    ),
  );
});

describe("an error of a custom fetch", () => {
  it("is named by its code or its name, and never repeated", async () => {
    const secret = "request to https://rates.example/?key=canary failed";
    const ring = new Error(secret);
    ring.cause = ring;
    const faults: [unknown, string][] = [
      [new TypeError(secret, { cause: Object.assign(new Error(secret), { code: "ENOTFOUND" }) }), "ENOTFOUND"],
      [Object.assign(new Error(secret), { code: "canary code" }), "Error"],
      [Object.assign(new Error(secret), { name: "canary/1" }), "unknown fault"],
      [ring, "Error"],
      [secret, "unknown fault"],
      [Object.assign(new Error(secret), { name: Symbol("canary") }), "unknown fault"],
      [
        Object.defineProperty(new Error(secret), "code", {
          get: () => {
            throw new Error(secret);
          },
        }),
        "unknown fault",
      ],
    ];
    for (const [fault, word] of faults) {
      const reading = read(elsewhere, { fetch: () => Promise.reject(fault) });
      const error = await failureOf(reading);
      expect(error.code).toBe("provider_unreachable");
      expect(error.message).toBe(
        `rates.example could not be reached (${word}). Check the network and the URL, then try again.`,
      );
    }
  });

  it("may be thrown before there is a promise", async () => {
    const reading = read(elsewhere, {
      fetch: () => {
        throw new TypeError("canary");
      },
    });
    expect((await failureOf(reading)).code).toBe("provider_unreachable");
  });
});

describe("one try", () => {
  it("that takes too long is aborted and retried", () =>
    withServer([silent, answering(200, "late")], async (server) => {
      expect(await read(server, { tryTimeoutMs: 100 })).toBe("late");
      expect(server.requests()).toBe(2);
    }));

  it("that always takes too long ends in provider_timeout, with the time of one try", () =>
    withServer([silent], async (server) => {
      const error = await failureOf(read(server, { tryTimeoutMs: 50 }));
      expect(error.code).toBe("provider_timeout");
      expect(error.message).toContain("within 50 ms, in any try. Try again, or raise tryTimeoutMs.");
      expect(server.requests()).toBe(3);
    }));

  it("is the only one for a request that is not idempotent, except after a 429", async () => {
    const once = { method: "POST", body: "{}", isIdempotent: false } as const;
    await withServer([answering(503), answering(200, "again")], async (server) => {
      expect((await failureOf(read(server, {}, once))).code).toBe("provider_unavailable");
      expect(server.requests()).toBe(1);
    });
    await withServer([resetting, answering(200, "again")], async (server) => {
      expect((await failureOf(read(server, {}, once))).code).toBe("provider_unreachable");
      expect(server.requests()).toBe(1);
    });
    await withServer([answering(429), answering(200, "again")], async (server) => {
      expect(await read(server, {}, once)).toBe("again");
    });
  });

  it("has its own headers, and the same body", () => {
    const seen: string[] = [];
    const listener: RequestListener = async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      seen.push(`${request.method} ${request.headers["x-try"]} ${request.headers["content-type"]} ${body}`);
      response.writeHead(seen.length === 1 ? 503 : 200).end("done");
    };
    return withServer([listener], async (server) => {
      let tries = 0;
      const headers = (): Record<string, string> => {
        tries += 1;
        return { "x-try": String(tries) };
      };
      expect(await read(server, {}, { method: "POST", body: '{"a": 1}', headers })).toBe("done");
      expect(seen).toEqual(['POST 1 application/json {"a": 1}', 'POST 2 application/json {"a": 1}']);
    });
  });
});

describe("the caller's signal", () => {
  it("ends a running request with aborted, and its reason as the cause", () =>
    withServer([silent], async (server) => {
      const controller = new AbortController();
      const reading = read(server, {}, { signal: controller.signal });
      setTimeout(() => controller.abort("the customer left"), 30);
      await expect(reading).rejects.toMatchObject({ code: "aborted", cause: "the customer left" });
    }));

  it("ends the pause between two tries", () =>
    withServer([answering(503)], async (server) => {
      const controller = new AbortController();
      const started = performance.now();
      const reading = read(server, { retryPauseMs: 1500 }, { signal: controller.signal });
      setTimeout(() => controller.abort(), 60);
      await expect(reading).rejects.toMatchObject({ code: "aborted" });
      expect(performance.now() - started).toBeLessThan(700);
      expect(server.requests()).toBe(1);
    }));

  it("that is aborted already prevents the request", () =>
    withServer([answering(200, "asked")], async (server) => {
      const reading = read(server, {}, { signal: AbortSignal.abort() });
      await expect(reading).rejects.toMatchObject({ code: "aborted" });
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
    await withServer([answering(404, "no such account")], async (server) => {
      expect(await read(server, {}, { acceptedStatuses: [404] })).toBe("no such account");
    });
    await withServer([answering(302, "", { location: "/x" })], async (server) => {
      expect((await failureOf(read(server, {}, { acceptedStatuses: [302] }))).code).toBe("provider_redirected");
    });
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
