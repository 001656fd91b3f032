/** One HTTP request to an outside service, with a time limit, a size limit and retries. */
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { bare, own } from "../../domain/own.js";
import { discard, readBody } from "./body.js";
import { type Deadline, pause, startDeadline } from "./deadline.js";
import { type JsonNode, readJson } from "./json.js";

/** The part of the standard `fetch` that vaspkit calls. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A request. */
export interface HttpRequest {
  /** See `parseEndpoint`. */
  readonly url: URL;
  readonly method: "GET" | "POST";
  /** Called for each try, because a signature contains its time. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Statuses besides 200 whose body is read. */
  readonly acceptedStatuses?: readonly number[] | undefined;
  /** A request that is not idempotent is retried only after a 429, when the service did not process it. */
  readonly isIdempotent: boolean;
}

/** The limits of a request. */
export interface RequestLimits {
  /** Bytes of the body, after decompression. */
  readonly maxBytes: number;
  /** Milliseconds for one try. @default what the deadline leaves */
  readonly tryTimeoutMs?: DurationMs | undefined;
  /** @default the global `fetch` */
  readonly fetch?: Fetch | undefined;
  /** The pause before the first retry, doubled for each further one. @default 200 */
  readonly retryPauseMs?: DurationMs | undefined;
  /** Called before each try. It must not throw. */
  readonly onAttempt?: (() => void) | undefined;
}

/** A response: a body of valid UTF-8, with status 200 or an accepted one. */
export interface HttpResponse {
  readonly status: number;
  readonly text: string;
  /** @throws ComplianceError `provider_unreadable` when the body is not JSON. */
  json(): JsonNode;
}

/** A try without a usable response. */
interface FailedTry {
  readonly error: ComplianceError;
  /** Whether another try may succeed soon. */
  readonly isTemporary: boolean;
  /** Whether the service surely did not process the request. */
  readonly isUnprocessed: boolean;
  /** The pause that the service requires. */
  readonly waitMs?: DurationMs | undefined;
}

type Outcome = { readonly response: HttpResponse } | FailedTry;

const maxRetries = 2;

/** Too many requests, a fault, a gateway, or a service that is starting or overloaded. */
const temporaryStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/**
 * Sends a request and returns its response, within `deadline`.
 *
 * Retries at most twice after a broken connection, a time-out of one try, and temporary statuses. The pause grows, and
 * respects `Retry-After`. A pause longer than the time left is not started. Redirects are not followed, because keys and
 * addresses are meant for one host.
 *
 * @throws ComplianceError `provider_…` as docs/providers.md lists them, or the reason of the deadline. The message names
 *   only the host of the URL. No error has a `cause`, because a fetch may put the URL and its key into its errors.
 */
export async function request(spec: HttpRequest, limits: RequestLimits, deadline: Deadline): Promise<HttpResponse> {
  for (let retry = 1; ; retry += 1) {
    const outcome = await tryOnce(spec, limits, deadline);
    if (isResponse(outcome)) return outcome.response;
    const pauseMs = Math.max(own(outcome, "waitMs") ?? 0, backOff(retry, limits.retryPauseMs ?? 200));
    const isRetried = outcome.isTemporary && (spec.isIdempotent || outcome.isUnprocessed) && retry <= maxRetries;
    if (!isRetried || pauseMs >= deadline.remainingMs()) throw outcome.error;
    await pause(pauseMs, deadline);
  }
}

function isResponse(outcome: Outcome): outcome is { readonly response: HttpResponse } {
  return Object.hasOwn(outcome, "response");
}

/** Creates the error for a service that did not respond within the limit of this option. */
export function timedOut(host: string, limitMs: DurationMs, option: "timeoutMs" | "tryTimeoutMs"): ComplianceError {
  const tries = option === "timeoutMs" ? "" : ", in any try";
  const message = `${host} did not respond in full within ${limitMs} ms${tries}. Try again, or raise ${option}.`;
  return new ComplianceError("provider_timeout", message);
}

async function tryOnce(spec: HttpRequest, limits: RequestLimits, total: Deadline): Promise<Outcome> {
  const { host } = spec.url;
  if (total.signal.aborted) throw total.signal.reason;
  const tryMs = limits.tryTimeoutMs ?? Number.POSITIVE_INFINITY;
  const tooSlow = timedOut(host, tryMs, "tryTimeoutMs");
  // Not in the try, because its failure is not one of the service.
  const headers = { ...spec.headers() };
  const deadline = tryMs < total.remainingMs() ? startDeadline(tryMs, tooSlow, total.signal) : total;
  limits.onAttempt?.();
  try {
    return await responseWithin(deadline, { ...spec, headers: () => headers }, limits);
  } catch (fault) {
    // The fetch and the race may both report the end of the time.
    if (total.signal.aborted) throw total.signal.reason;
    if (deadline.signal.aborted) return { isTemporary: true, isUnprocessed: false, error: tooSlow };
    const message = `${host} could not be reached (${describeFault(fault)}). Check the network and the URL, then try again.`;
    return { isTemporary: true, isUnprocessed: false, error: new ComplianceError("provider_unreachable", message) };
  } finally {
    if (deadline !== total) deadline.end();
  }
}

async function responseWithin(deadline: Deadline, spec: HttpRequest, limits: RequestLimits): Promise<Outcome> {
  const { host } = spec.url;
  const response = await deadline.race(send(spec, limits.fetch, deadline.signal));
  const { status } = response;
  const isAccepted = status === 200 || spec.acceptedStatuses?.includes(status);
  if (isRedirect(response) || !isAccepted) {
    discard(response.body);
    return failureOf(response, host);
  }
  const body = await readBody(response.body, limits.maxBytes, deadline);
  if (typeof body === "string") return { response: { status, text: body, json: () => readJson(body, host) } };
  const error =
    body.problem === "oversized"
      ? new ComplianceError("provider_oversized", `${host} sent more than the allowed ${limits.maxBytes} bytes.`)
      : new ComplianceError("provider_unreadable", `${host} sent a response that is not valid UTF-8.`);
  return { isTemporary: false, isUnprocessed: false, error };
}

async function send(spec: HttpRequest, fetch: Fetch | undefined, signal: AbortSignal): Promise<Response> {
  const { url, method, headers, body } = spec;
  // "manual", because "error" looks like a broken connection, and some edge runtimes do not support it.
  const init: RequestInit = bare({ method, headers: headers(), redirect: "manual", signal });
  if (body !== undefined) init.body = body;
  // Browsers reject the global fetch when it is called without its global.
  return fetch === undefined ? globalThis.fetch(url.href, init) : fetch(url.href, init);
}

/** Browsers hide the status of a redirect that is not followed; a custom fetch may have followed it. */
function isRedirect({ status, type, redirected }: Response): boolean {
  return (status >= 300 && status < 400) || type === "opaqueredirect" || redirected;
}

function failureOf(response: Response, host: string): FailedTry {
  const { status } = response;
  if (isRedirect(response)) {
    const message = `${host} redirects, which is not followed. Set the URL of the final location.`;
    const error = new ComplianceError("provider_redirected", message);
    return { isTemporary: false, isUnprocessed: true, error };
  }
  const isTemporary = temporaryStatuses.has(status);
  const waitMs = isTemporary ? waitOf(response.headers, Date.now()) : undefined;
  const wait = waitMs === undefined ? "" : ` and asks to wait ${secondsText(waitMs)}`;
  const [code, advice] = meaningOf(status);
  const message = `${host} responded with status ${status}${wait}. ${advice}`;
  const error = new ComplianceError(code, message, { retryAfterMs: waitMs });
  return { isTemporary, isUnprocessed: status === 429, waitMs, error };
}

function secondsText(ms: DurationMs): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds > 86_400 ? "more than a day" : `${seconds} s`;
}

function meaningOf(status: number): readonly [code: ComplianceErrorCode, advice: string] {
  if (status === 429) return ["provider_rate_limited", "Send fewer requests, then try again."];
  if (status >= 500) return ["provider_unavailable", "Try again later."];
  if (status === 401 || status === 403) {
    return ["provider_unauthorized", "Check the key, its permissions, and firewalls in between."];
  }
  if (status === 404) return ["provider_rejected", "Check the URL."];
  if (status >= 400) return ["provider_rejected", "Check the options and the permissions of your account."];
  if (status === 202 || status === 204) return ["provider_pending", "The result is not ready. Try again later."];
  return ["provider_unreadable", "This is not a complete response."];
}

/**
 * Returns the pause before retry number `retry` (from 1): `baseMs` doubled each time, minus a random part of up to one
 * half. So processes that failed together do not retry together.
 */
export function backOff(retry: number, baseMs: DurationMs): DurationMs {
  return baseMs * 2 ** (retry - 1) * (1 - Math.random() / 2);
}

/**
 * Returns the milliseconds in a `Retry-After` header (RFC 9110 §10.2.3: seconds, or a date), or undefined when it has
 * neither. A date in the past is 0.
 */
export function retryAfterMs(header: string | null, now: number): DurationMs | undefined {
  const text = header?.trim() ?? "";
  // May be Infinity, which no time limit allows.
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse alone accepts "2.5", and reads a date without zone as local time.
  const at = /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

// 2001-09-09: a smaller number of seconds is a duration, a greater one a time.
const earliestUnixTime = 1_000_000_000;

/** `Retry-After`, or the reset of a rate limit, which services give in seconds or as Unix time. */
function waitOf(headers: Headers, now: number): DurationMs | undefined {
  const after = retryAfterMs(headers.get("retry-after"), now);
  if (after !== undefined) return after;
  const reset = headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset") ?? "";
  if (!/^\d{1,10}$/.test(reset)) return undefined;
  const seconds = Number(reset);
  return seconds < earliestUnixTime ? seconds * 1000 : Math.max(0, seconds * 1000 - now);
}

const unknownFault = "unknown fault";

/**
 * Describes what a fetch or a stream threw in one word: the system's code (`ECONNREFUSED`, `CERT_HAS_EXPIRED`), or the
 * name of the error. Never its message, which may contain the URL.
 */
export function describeFault(fault: unknown): string {
  try {
    let name = unknownFault;
    let each = fault;
    // A chain of causes may be circular; runtimes put the code at most three levels deep.
    for (let depth = 0; depth < 4 && each instanceof Error; depth += 1) {
      const error: Error & { readonly code?: unknown } = each;
      const code = own(error, "code");
      if (typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return code;
      if (/^[A-Za-z]{1,60}$/.test(each.name)) name = each.name;
      each = each.cause;
    }
    return name;
  } catch {
    // The fault of a custom fetch may have getters that throw.
    return unknownFault;
  }
}
