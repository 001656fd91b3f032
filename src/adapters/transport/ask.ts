/** Asks an outside service over HTTP: one request within a time, a size and a few tries. Every adapter stands on it. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { discard, readBody } from "./body.js";
import { type Deadline, pause, startDeadline } from "./deadline.js";
import { type AskFailure, describeFault, failureOf } from "./failure.js";
import { backOff, maxRetries } from "./retry.js";

/** The part of the standard `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What is asked. */
export interface Question {
  /** See `parseEndpoint`. */
  readonly url: URL;
  readonly method: "GET" | "POST";
  /** Made anew for each try: a signature holds its time. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Statuses besides 200 whose body is an answer. */
  readonly answers?: readonly number[] | undefined;
  /** Whether asking twice is the same as asking once. If not, it is asked again only when the service has refused it for its rate (429). */
  readonly repeatable: boolean;
}

/** The limits of a question. */
export interface AskLimits {
  /** Bytes of the body, after decompression. */
  readonly maxBytes: number;
  /** Milliseconds for one try. Default: what the deadline leaves. */
  readonly tryTimeoutMs?: DurationMs | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The first pause between two tries, before it is doubled and jittered. Default 200. */
  readonly retryPauseMs?: DurationMs | undefined;
}

/** An answer: a body of valid UTF-8, with status 200 or one that the question names. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

type Outcome = { readonly ok: true; readonly answer: Answer } | ({ readonly ok: false } & AskFailure);

/**
 * The answer to a question, within `deadline`.
 *
 * A broken connection, a try that took too long and the statuses 429, 500, 502, 503 and 504 are tried again, twice at
 * most, after a growing pause or what `Retry-After` asks for; a pause that would outlast the time is not begun. Redirects
 * are not followed, since what is sent along (keys, addresses) was meant for one host.
 *
 * @throws ComplianceError `provider_timeout`, `provider_unreachable` (no connection, or it broke),
 *   `provider_rate_limited` (429), `provider_unavailable` (5xx), `provider_unauthorized` (401, 403), `provider_redirected`,
 *   `provider_rejected` (other 4xx), `provider_pending` (202, 204), `provider_oversized`, `provider_unreadable` (not UTF-8,
 *   or another success than 200), and what the deadline ends with. The message names the host and nothing else of the
 *   URL, and no error has a `cause`: what a fetch throws may repeat the URL with its key.
 */
export async function ask(question: Question, limits: AskLimits, deadline: Deadline): Promise<Answer> {
  for (let retry = 1; ; retry += 1) {
    const outcome = await askOnce(question, limits, deadline);
    if (outcome.ok) return outcome.answer;
    const pauseMs = Math.max(outcome.waitMs ?? 0, backOff(retry, limits.retryPauseMs ?? 200));
    const again = outcome.passing && (question.repeatable || outcome.undone) && retry <= maxRetries;
    if (!again || pauseMs >= deadline.remainingMs()) throw outcome.error;
    await pause(pauseMs, deadline);
  }
}

/** What is thrown when a service does not answer in time. */
export function timedOut(host: string, limitMs: DurationMs): ComplianceError {
  const message = `${host} did not answer in full within ${limitMs} ms; try again, or allow it more time.`;
  return new ComplianceError("provider_timeout", message);
}

async function askOnce(question: Question, limits: AskLimits, total: Deadline): Promise<Outcome> {
  const { host } = question.url;
  if (total.signal.aborted) throw total.signal.reason;
  const tryMs = limits.tryTimeoutMs ?? Number.POSITIVE_INFINITY;
  const tooSlow = timedOut(host, tryMs);
  const deadline = tryMs < total.remainingMs() ? startDeadline(tryMs, tooSlow, total.signal) : total;
  try {
    return await answerWithin(deadline, question, limits);
  } catch (fault) {
    // A fetch that heeds the signal and the race may both report the end of the time: it is one and the same event.
    if (total.signal.aborted) throw total.signal.reason;
    if (deadline.signal.aborted) return { ok: false, passing: true, undone: false, error: tooSlow };
    const message = `${host} could not be reached (${describeFault(fault)}); check the network, then try again.`;
    const error = new ComplianceError("provider_unreachable", message);
    return { ok: false, passing: true, undone: false, error };
  } finally {
    if (deadline !== total) deadline.end();
  }
}

async function answerWithin(deadline: Deadline, question: Question, limits: AskLimits): Promise<Outcome> {
  const { host } = question.url;
  const response = await deadline.race(send(question, limits.fetch, deadline.signal));
  const failure = failureOf(response, host);
  const isAnswer = failure?.error.code !== "provider_redirected" && question.answers?.includes(response.status);
  if (failure !== undefined && !isAnswer) {
    discard(response.body);
    return { ok: false, ...failure };
  }
  const body = await readBody(response, limits.maxBytes, deadline);
  if (body.kind === "text") return { ok: true, answer: { status: response.status, text: body.text } };
  return { ok: false, passing: false, undone: false, error: unusableBody(body.kind, host, limits.maxBytes) };
}

async function send(question: Question, fetch: Fetch | undefined, signal: AbortSignal): Promise<Response> {
  const { url, method, headers, body } = question;
  // "manual" and a look at the status, not "error": some edge runtimes refuse a request that says "error", and
  // elsewhere it cannot be told from a broken connection.
  const init: RequestInit = { method, headers: { ...headers() }, redirect: "manual", signal };
  if (body !== undefined) init.body = body;
  // The global one is looked up and called as such: browsers refuse a fetch that was taken off its global.
  return fetch === undefined ? globalThis.fetch(url.href, init) : fetch(url.href, init);
}

function unusableBody(kind: "oversized" | "not_utf8", host: string, maxBytes: number): ComplianceError {
  return kind === "oversized"
    ? new ComplianceError("provider_oversized", `${host} sent more than the ${maxBytes} bytes that are allowed here.`)
    : new ComplianceError("provider_unreadable", `${host} sent text that is not valid UTF-8.`);
}
