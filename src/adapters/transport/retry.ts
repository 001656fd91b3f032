/** When a question that failed is tried again, and after which pause. */
import type { DurationMs } from "../../domain/identifiers/codes.js";

/** How often a question is tried again after its first try. */
export const maxRetries = 2;

/** What may be otherwise in a moment: too many requests, a fault, a gateway or a service that is starting or overloaded. */
const passingStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Whether a status says that the same question may succeed soon. */
export function isPassing(status: number): boolean {
  return passingStatuses.has(status);
}

/**
 * The pause before retry number `retry` (from 1): `baseMs` doubled each time, of which a random part up to one half is
 * taken off, so that many processes that failed together do not come back together.
 */
export function backOff(retry: number, baseMs: DurationMs): DurationMs {
  return baseMs * 2 ** (retry - 1) * (1 - Math.random() / 2);
}

/**
 * The milliseconds that a `Retry-After` asks for (RFC 9110 §10.2.3: seconds, or a date), or undefined when it is absent
 * or says neither. A date in the past is no wait at all.
 */
export function retryAfterMs(header: string | null, now: number): DurationMs | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  // Date.parse alone would take "2.5" for a date, and read a date without its zone as local time.
  const at = /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/**
 * The milliseconds that the head of an answer asks to wait: `Retry-After`; else the reset of a rate limit
 * (`X-RateLimit-Reset`, `RateLimit-Reset`), which some services give in seconds from now and some as Unix time.
 */
export function waitOf(headers: Headers, now: number): DurationMs | undefined {
  const after = retryAfterMs(headers.get("retry-after"), now);
  if (after !== undefined) return after;
  const reset = headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset") ?? "";
  if (!/^\d{1,10}$/.test(reset)) return undefined;
  const seconds = Number(reset);
  return seconds < earliestUnixTime ? seconds * 1000 : Math.max(0, seconds * 1000 - now);
}

// 2001-09-09: a smaller number of seconds is a span, a greater one a time.
const earliestUnixTime = 1_000_000_000;
