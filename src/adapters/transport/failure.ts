/** What an answer without the wanted text means: which error it is, and whether it will pass by itself. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { isPassing, retryAfterMs } from "./retry.js";

/** A try that brought no text. */
export interface ReadFailure {
  readonly error: ComplianceError;
  /** Whether another try may succeed soon. */
  readonly passing: boolean;
  /** Milliseconds that the service asked us to wait. */
  readonly waitMs?: DurationMs | undefined;
}

/** The failure that the head of a response stands for; undefined for a 200, whose body decides. */
export function failureOf(response: Response, host: string): ReadFailure | undefined {
  const { status } = response;
  if (isRedirect(response)) {
    const message = `${host} redirects to another place, which is not followed; give the URL that answers itself.`;
    return { passing: false, error: new ComplianceError("provider_rejected", message) };
  }
  if (status === 200) return undefined;
  const passing = isPassing(status);
  const waitMs = passing ? retryAfterMs(response.headers.get("retry-after"), Date.now()) : undefined;
  const asked = waitMs === undefined ? "" : `, and asks to wait ${Math.ceil(waitMs / 1000)} s`;
  const answered = `${host} answered with status ${status}${asked}`;
  if (passing || status >= 500) {
    return { passing, waitMs, error: new ComplianceError("provider_unavailable", `${answered}; try again later.`) };
  }
  if (status >= 400) {
    const message = `${answered}; check the URL and the right to use it.`;
    return { passing, error: new ComplianceError("provider_rejected", message) };
  }
  return { passing, error: new ComplianceError("provider_unreadable", `${answered}, which is not a finished answer.`) };
}

/** Browsers hide the status of a redirect that is not followed; a given fetch may have followed it all the same. */
function isRedirect({ status, type, redirected }: Response): boolean {
  return (status >= 300 && status < 400) || type === "opaqueredirect" || redirected;
}

/**
 * A word for what a fetch threw: the code of the system (`ECONNREFUSED`, `CERT_HAS_EXPIRED`) where there is one, else
 * the name of the error. Never its message, which may repeat the URL.
 */
export function describeFault(fault: unknown): string {
  let name = "unknown fault";
  let each = fault;
  // A chain of causes may be a ring; where runtimes put the code, it is at most three deep.
  for (let depth = 0; depth < 4 && each instanceof Error; depth += 1) {
    if ("code" in each && typeof each.code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(each.code)) return each.code;
    if (/^[A-Za-z]{1,60}$/.test(each.name)) name = each.name;
    each = each.cause;
  }
  return name;
}
