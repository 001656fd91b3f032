/** The failures of an outside service: one suite for all adapters. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { ComplianceError, type ComplianceErrorCode } from "../../src/domain/compliance-error.js";
import { answering, resetting, silent, withServer, withService } from "./local-server.js";

/** The options of the adapter for one request. */
export interface SubjectOptions {
  readonly url: string;
  readonly timeoutMs: number;
  readonly tryTimeoutMs: number;
}

/** An adapter under test. */
export interface ServiceSubject {
  /** Creates the adapter with these options, and a secret `canary-secret` if it takes one, and calls it once. */
  readonly ask: (options: SubjectOptions, signal?: AbortSignal) => Promise<unknown>;
  /** Responds to every request of that call as the healthy service does. */
  readonly good: RequestListener;
  /** Respond to the requests before the one that fails. @default the first request fails */
  readonly before?: readonly RequestListener[];
  /** Whether the adapter retries after a temporary failure. A billed POST is not retried. */
  readonly repeats: boolean;
  /** Failures with another meaning for this service. */
  readonly expected?: Partial<Record<FaultName, ComplianceErrorCode>>;
}

type FaultName = keyof typeof faults;

const canary = "canary-body";

const faults = {
  "a server that never answers": [silent, "provider_timeout"],
  "a connection that breaks": [resetting, "provider_unreachable"],
  "400": [answering(400, `{"message":"${canary}"}`), "provider_rejected"],
  "401": [answering(401, `"${canary}"`), "provider_unauthorized"],
  "403 with a firewall's page": [answering(403, `<html>${canary}</html>`), "provider_unauthorized"],
  "404 with a proxy's page": [answering(404, `<html>${canary}</html>`), "provider_rejected"],
  "429 for longer than there is time": [answering(429, canary, { "retry-after": "3600" }), "provider_rate_limited"],
  "500": [answering(500, canary), "provider_unavailable"],
  "503": [answering(503, canary), "provider_unavailable"],
  "202, not finished": [answering(202, "{}"), "provider_pending"],
  "204, nothing": [answering(204), "provider_pending"],
  "200 with HTML": [answering(200, `<html>${canary}</html>`), "provider_unreadable"],
  "200 with nothing": [answering(200, ""), "provider_unreadable"],
  "200 with an empty array": [answering(200, "[]"), "provider_unreadable"],
  "200 with an empty object": [answering(200, "{}"), "provider_unreadable"],
  "200 with null": [answering(200, "null"), "provider_unreadable"],
  "a redirect": [answering(302, "", { location: "http://localhost:9/canary-elsewhere" }), "provider_redirected"],
  "50 MB": [oversized, "provider_oversized"],
} as const satisfies Record<string, readonly [RequestListener, ComplianceErrorCode]>;

/** In process always, and over real sockets in `npm run test:all`. */
const services = [
  ["in process", withService],
  ...(process.env["VASPKIT_TEST_ALL"] === "1" ? ([["over a socket", withServer]] as const) : []),
] as const;

/** Describes the failures for one adapter. */
export function serviceFaultSuite(name: string, subject: ServiceSubject): void {
  describe.each(services)(`${name} and a failing service, %s`, (_, withListeners) => {
    const ask = (url: string, signal?: AbortSignal): Promise<unknown> =>
      subject.ask({ url: new URL(url).origin, timeoutMs: 1500, tryTimeoutMs: 300 }, signal);

    /** Runs `use` with a service that serves `before`, then `first`, then `rest`. */
    const serving = <T>(
      [first, ...rest]: readonly [RequestListener, ...RequestListener[]],
      use: (url: string) => Promise<T>,
    ): Promise<T> => {
      const [start = first, ...listeners] = [...(subject.before ?? []), first, ...rest];
      return withListeners([start, ...listeners], ({ url }) => use(url));
    };

    it.each(Object.entries(faults))("%s", async (fault, [listener, usual]) => {
      // The names are those of the table.
      const code = subject.expected?.[fault as FaultName] ?? usual;
      await serving([listener], async (url) => expect((await failureOf(ask(url))).code).toBe(code));
    });

    it("a response that is cut short is provider_unreadable", () =>
      serving([cutShort(subject.good)], async (url) =>
        expect((await failureOf(ask(url))).code).toBe("provider_unreadable"),
      ));

    it(`a temporary failure is ${subject.repeats ? "retried" : "not retried for a request that is not idempotent"}`, () =>
      serving([answering(503), subject.good], async (url) => {
        if (subject.repeats) await ask(url);
        else expect((await failureOf(ask(url))).code).toBe("provider_unavailable");
      }));

    it("429 with a Retry-After within the time limit is waited for", () =>
      serving([answering(429, "", { "retry-after": "1" }), subject.good], async (url) => {
        const started = performance.now();
        await ask(url);
        expect(performance.now() - started).toBeGreaterThan(900);
      }));

    it("the caller's signal ends it: aborted", () =>
      serving([silent], async (url) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 20);
        await expect(ask(url, controller.signal)).rejects.toMatchObject({ code: "aborted" });
      }));

    it("a healthy service has a result", () =>
      serving([subject.good], async (url) => {
        expect(await ask(url)).toBeTruthy();
      }));
  });
}

/** Returns the error, which must contain neither the secret nor any part of the response. */
async function failureOf(asking: Promise<unknown>): Promise<ComplianceError> {
  const error: unknown = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ComplianceError)) throw new Error("expected a ComplianceError", { cause: error });
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain("canary");
  return error;
}

// Created once, as bytes: encoding such a long text takes longer than one try.
const fiftyMegabytes = Buffer.alloc(50_000_000, "x");

/** Sends 50 MB. */
function oversized(_: unknown, response: Parameters<RequestListener>[1]): void {
  response.end(fiftyMegabytes);
}

/** Sends the first half of the good response, as a complete HTTP body. */
function cutShort(good: RequestListener): RequestListener {
  return (request, response) => {
    const end = response.end.bind(response);
    response.end = (body?: unknown) => {
      const text = String(body);
      return end(text.slice(0, Math.floor(text.length / 2)));
    };
    response.removeHeader("content-length");
    good(request, response);
  };
}
