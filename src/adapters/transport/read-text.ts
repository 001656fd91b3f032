/** Reads text over HTTP: one GET within a time, a size and a few tries. What asks an outside service stands on it. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { discard, readBody } from "./body.js";
import { type Deadline, pause, startDeadline } from "./deadline.js";
import { describeFault, failureOf, type ReadFailure } from "./failure.js";
import { backOff, maxRetries } from "./retry.js";

/** The part of the standard `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The limits of one read. */
export interface ReadTextOptions {
  /** The media types that the caller can read, as an `Accept` header. */
  readonly accept: string;
  /** Bytes of the body, after decompression. */
  readonly maxBytes: number;
  /** Milliseconds for everything together: tries, pauses, body. */
  readonly timeoutMs: DurationMs;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The first pause between two tries, before it is doubled and jittered. Default 200. */
  readonly retryPauseMs?: DurationMs | undefined;
}

type Outcome = { readonly ok: true; readonly text: string } | ({ readonly ok: false } & ReadFailure);

/**
 * The text behind `endpoint` (see `parseEndpoint`), from an answer with status 200 and a body of valid UTF-8.
 *
 * A broken connection and the statuses 429, 502, 503 and 504 are tried again, twice at most, after a growing pause or
 * what `Retry-After` asks for; a pause that would outlast the time is not begun. Redirects are not followed, since what
 * is sent along (keys, addresses) was meant for one host.
 *
 * @throws ComplianceError `provider_timeout`, `provider_unreachable` (no connection, or it broke),
 *   `provider_unavailable` (429 and 5xx: wait), `provider_rejected` (other 4xx, redirect: somebody has to act),
 *   `provider_oversized`, `provider_unreadable` (not UTF-8, or a success other than 200). The message names the host and
 *   nothing else of the URL, and no error has a `cause`: what a fetch throws may repeat the URL with its key.
 */
export async function readText(endpoint: URL, options: ReadTextOptions): Promise<string> {
  const { timeoutMs, retryPauseMs = 200 } = options;
  const timeout = new ComplianceError(
    "provider_timeout",
    `${endpoint.host} did not answer in full within ${timeoutMs} ms; try again, or allow it more time.`,
  );
  const deadline = startDeadline(timeoutMs, timeout);
  try {
    for (let retry = 1; ; retry += 1) {
      const outcome = await readOnce(endpoint, options, deadline);
      if (outcome.ok) return outcome.text;
      const pauseMs = Math.max(outcome.waitMs ?? 0, backOff(retry, retryPauseMs));
      if (!outcome.passing || retry > maxRetries || pauseMs >= deadline.remainingMs()) throw outcome.error;
      await pause(pauseMs);
    }
  } finally {
    deadline.end();
  }
}

async function readOnce(endpoint: URL, options: ReadTextOptions, deadline: Deadline): Promise<Outcome> {
  const { host } = endpoint;
  try {
    const response = await deadline.race(get(endpoint, options, deadline.signal));
    const failure = failureOf(response, host);
    if (failure !== undefined) {
      discard(response.body);
      return { ok: false, ...failure };
    }
    const body = await readBody(response, options.maxBytes, deadline);
    if (body.kind === "text") return { ok: true, text: body.text };
    return { ok: false, passing: false, error: unusableBody(body.kind, host, options.maxBytes) };
  } catch (fault) {
    // A fetch that heeds the signal and the race may both report the end of the time: it is one and the same event.
    if (deadline.signal.aborted) throw deadline.signal.reason;
    const message = `${host} could not be reached (${describeFault(fault)}); check the network, then try again.`;
    return { ok: false, passing: true, error: new ComplianceError("provider_unreachable", message) };
  }
}

async function get(endpoint: URL, { accept, fetch }: ReadTextOptions, signal: AbortSignal): Promise<Response> {
  // "manual" and a look at the status, not "error": some edge runtimes refuse a request that says "error", and
  // elsewhere it cannot be told from a broken connection.
  const init: RequestInit = { headers: { accept }, redirect: "manual", signal };
  // The global one is looked up and called as such: browsers refuse a fetch that was taken off its global.
  return fetch === undefined ? globalThis.fetch(endpoint.href, init) : fetch(endpoint.href, init);
}

function unusableBody(kind: "oversized" | "not_utf8", host: string, maxBytes: number): ComplianceError {
  return kind === "oversized"
    ? new ComplianceError("provider_oversized", `${host} sent more than the ${maxBytes} bytes that are allowed here.`)
    : new ComplianceError("provider_unreadable", `${host} sent text that is not valid UTF-8.`);
}
