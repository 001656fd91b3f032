/** What any adapter of an outside service must do when that service fails: one suite for all of them. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { ComplianceError, type ComplianceErrorCode } from "../../src/domain/compliance-error.js";
import { answering, resetting, silent, withService } from "./local-server.js";

/** How the adapter is made for one question. */
export interface SubjectOptions {
  readonly url: string;
  readonly timeoutMs: number;
  readonly tryTimeoutMs: number;
}

/** An adapter under test. */
export interface ServiceSubject {
  /** Makes the adapter with these options, and with a secret `canary-secret` where it takes one, and asks one question. */
  readonly ask: (options: SubjectOptions, signal?: AbortSignal) => Promise<unknown>;
  /** Answers every request of that question as the real service does when all is well. */
  readonly good: RequestListener;
  /** Answer the requests, one each, that come before the one that fails. Default: the first one fails. */
  readonly before?: readonly RequestListener[];
  /** Whether the adapter asks again after a fault that passes (a billed POST does not). */
  readonly repeats: boolean;
  /** Faults whose meaning differs for this service. */
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

/** Describes the faults for one adapter. */
export function serviceFaultSuite(name: string, subject: ServiceSubject): void {
  const ask = (url: string, signal?: AbortSignal): Promise<unknown> =>
    subject.ask({ url, timeoutMs: 1500, tryTimeoutMs: 300 }, signal);

  const serving = (
    first: RequestListener,
    ...rest: readonly RequestListener[]
  ): [RequestListener, ...RequestListener[]] => {
    const [start = first, ...listeners] = [...(subject.before ?? []), first, ...rest];
    return [start, ...listeners];
  };

  describe(`${name} and a failing service`, () => {
    it.each(Object.entries(faults))("%s", async (fault, [listener, usual]) => {
      // The names are those of the table.
      const code = subject.expected?.[fault as FaultName] ?? usual;
      await withService(serving(listener), async ({ url }) =>
        expect((await failureOf(ask(baseOf(url)))).code).toBe(code),
      );
    });

    it("an answer that is cut short is provider_unreadable", () =>
      withService(serving(cutShort(subject.good)), async ({ url }) =>
        expect((await failureOf(ask(baseOf(url)))).code).toBe("provider_unreadable"),
      ));

    it(`a fault that passes is ${subject.repeats ? "tried again" : "not tried again: asking twice is not asking once"}`, () =>
      withService(serving(answering(503), subject.good), async ({ url }) => {
        if (subject.repeats) await ask(baseOf(url));
        else expect((await failureOf(ask(baseOf(url)))).code).toBe("provider_unavailable");
      }));

    it("429 with a Retry-After that there is time for is waited out", () =>
      withService(serving(answering(429, "", { "retry-after": "1" }), subject.good), async ({ url }) => {
        const started = performance.now();
        await ask(baseOf(url));
        expect(performance.now() - started).toBeGreaterThan(900);
      }));

    it("the caller's signal ends it: aborted", () =>
      withService(serving(silent), async ({ url }) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 20);
        await expect(ask(baseOf(url), controller.signal)).rejects.toMatchObject({ code: "aborted" });
      }));

    it("and with a healthy one it has an answer", () =>
      withService(serving(subject.good), async ({ url }) => {
        expect(await ask(baseOf(url))).toBeTruthy();
      }));
  });
}

/** The error, which tells neither the secret nor anything of the answer or the address of the server's pages. */
async function failureOf(asking: Promise<unknown>): Promise<ComplianceError> {
  const error: unknown = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ComplianceError)) throw new Error("expected a ComplianceError", { cause: error });
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain("canary");
  return error;
}

function baseOf(url: string): string {
  return new URL(url).origin;
}

// Made once, and of bytes: to make and encode so long a text takes longer than one try under load.
const fiftyMegabytes = Buffer.alloc(50_000_000, "x");

/** Sends 50 MB unless nobody listens any more. */
function oversized(_: unknown, response: Parameters<RequestListener>[1]): void {
  response.end(fiftyMegabytes);
}

/** The good answer without its second half, as a complete body of HTTP. */
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
