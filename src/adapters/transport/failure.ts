/** What an answer without the wanted text means: which error it is, and whether it will pass by itself. */
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { isPassing, waitOf } from "./retry.js";

/** A try that brought no text. */
export interface AskFailure {
  readonly error: ComplianceError;
  /** Whether another try may succeed soon. */
  readonly passing: boolean;
  /** Whether the service has surely not done what it was asked: then even what must not be done twice is safe to repeat. */
  readonly undone: boolean;
  /** Milliseconds that the service asked us to wait. */
  readonly waitMs?: DurationMs | undefined;
}

/** The failure that the head of a response stands for; undefined for a 200, whose body decides. */
export function failureOf(response: Response, host: string): AskFailure | undefined {
  const { status } = response;
  if (isRedirect(response)) {
    const message = `${host} redirects to another place, which is not followed; give the URL that answers itself.`;
    return { passing: false, undone: true, error: new ComplianceError("provider_redirected", message) };
  }
  if (status === 200) return undefined;
  const passing = isPassing(status);
  const waitMs = passing ? waitOf(response.headers, Date.now()) : undefined;
  const asked = waitMs === undefined ? "" : `, and asks to wait ${Math.ceil(waitMs / 1000)} s`;
  const [code, advice] = meaningOf(status);
  const error = new ComplianceError(code, `${host} answered with status ${status}${asked}${advice}`);
  return { passing, undone: status === 429, waitMs, error };
}

function meaningOf(status: number): readonly [code: ComplianceErrorCode, advice: string] {
  if (status === 429) return ["provider_rate_limited", "; ask it less often, then try again."];
  if (status >= 500) return ["provider_unavailable", "; try again later."];
  if (status === 401 || status === 403) {
    return ["provider_unauthorized", "; check the key, what it may be used for, and any firewall on the way."];
  }
  if (status === 404) return ["provider_rejected", "; check the URL."];
  if (status >= 400) {
    const advice =
      ": it refuses the request; check what is sent (the chain, the form of the address, the options) and what your account may do.";
    return ["provider_rejected", advice];
  }
  if (status === 202 || status === 204) return ["provider_pending", ", which is not yet an answer; try again later."];
  return ["provider_unreadable", ", which is not a finished answer."];
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
  try {
    return wordFor(fault);
  } catch {
    // A fault of a given fetch may have getters that throw, or a name that is no text.
    return unknownFault;
  }
}

const unknownFault = "unknown fault";

function wordFor(fault: unknown): string {
  let name = unknownFault;
  let each = fault;
  // A chain of causes may be a ring; where runtimes put the code, it is at most three deep.
  for (let depth = 0; depth < 4 && each instanceof Error; depth += 1) {
    if ("code" in each && typeof each.code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(each.code)) return each.code;
    if (/^[A-Za-z]{1,60}$/.test(each.name)) name = each.name;
    each = each.cause;
  }
  return name;
}
