/** When a read that failed is tried again, and after which pause. */
import type { DurationMs } from "../../domain/identifiers/codes.js";

/** How often a read is tried again after its first try. */
export const maxRetries = 2;

/** What will be otherwise in a moment: too many requests, a gateway or a service that is starting or overloaded. */
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether a status says that the same read may succeed soon. */
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
