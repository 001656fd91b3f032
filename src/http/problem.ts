/** Problem details (RFC 9457), and the status of each failure. */
import type { RiskEntry } from "../domain/addresses/address.js";
import { ComplianceError, type ComplianceErrorCode, type IncompleteEvaluation } from "../domain/compliance-error.js";
import type { Issue, IssueCode } from "../domain/issue.js";
import { own } from "../domain/own.js";
import type { BodyFault } from "./body.js";

/** A response before it is one. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON text; null for an answer without a body. */
  readonly body: string | null;
}

/** Codes of problems that only HTTP has. */
export type HttpProblemCode =
  | "unauthenticated"
  | "route_not_found"
  | "record_not_found"
  | "method_not_allowed"
  | "not_acceptable"
  | "media_type_unsupported"
  | "body_too_large"
  | "body_too_slow"
  | "reference_id_taken"
  | "changed_meanwhile"
  | "unknown_alert"
  | "transfer_id_taken"
  | "transfer_closed"
  | "transfer_not_suspended"
  | "transfer_open"
  | "retention_running"
  | "unknown_transfer"
  | "unknown_challenge"
  | "challenge_used"
  | "challenge_expired"
  | "challenge_exhausted"
  | "person_required"
  | "unexpected";

/** The body of every answer that is not a success: problem details (RFC 9457). */
export interface HttpProblem {
  /** The phrase of the status: `"Bad Request"`. */
  readonly title: string;
  readonly status: number;
  /** Kind of problem, for programs. */
  readonly code: ComplianceErrorCode | HttpProblemCode;
  /** What happened, in a sentence. Never contains a value of the request. */
  readonly detail?: string;
  /** Every issue of the request. */
  readonly issues?: readonly Issue[];
  /** What `rules.evaluate` decided of several rules, if one of them failed. */
  readonly evaluation?: IncompleteEvaluation;
  /** What a screening found before it, or the lookup of the balance, failed (§2.8). These entries are stored. */
  readonly hits?: readonly RiskEntry[];
  /** Of an answer from 500 on: the id that `onError` received. */
  readonly request_id?: string;
}

/**
 * Status of each failure. Providers and sources: 502 for a wrong answer, 503 for none at present, 504 for none in time.
 * 422: a valid request that the chosen provider cannot answer. 499: the client is gone and reads no answer.
 */
export const errorStatus = {
  invalid_input: 400,
  not_configured: 500,
  configuration_invalid: 500,
  threshold_missing: 500,
  official_currency_missing: 500,
  rate_missing: 502,
  rate_stale: 503,
  rate_invalid: 502,
  rate_disputed: 502,
  price_missing: 502,
  price_stale: 503,
  price_invalid: 502,
  price_disputed: 502,
  linked_limit_exceeded: 500,
  provider_timeout: 504,
  provider_unreachable: 502,
  provider_unavailable: 503,
  provider_rate_limited: 503,
  provider_unauthorized: 502,
  provider_rejected: 502,
  provider_redirected: 502,
  provider_pending: 503,
  provider_unreadable: 502,
  provider_oversized: 502,
  chain_unsupported: 422,
  address_unknown: 422,
  list_stale: 503,
  aborted: 499,
  storage_unavailable: 503,
  storage_outcome_unknown: 503,
  storage_corrupt: 503,
  storage_locked: 503,
  storage_closed: 503,
  storage_read_only: 503,
  storage_key_wrong: 503,
  storage_not_migrated: 503,
  load_interrupted: 500,
  sync_refused: 500,
  alert_delivery_failed: 500,
  held: 409,
} as const satisfies Record<ComplianceErrorCode, number>;

/** Issues that are about the stored records, with their status. Other issues are 400. */
const issueStatus: ReadonlyMap<IssueCode, readonly [status: number, code: HttpProblem["code"]]> =
  /* @__PURE__ */ new Map([
    ["reference_id_taken", [409, "reference_id_taken"]],
    ["changed_meanwhile", [409, "changed_meanwhile"]],
    ["unknown_alert", [404, "unknown_alert"]],
    ["transfer_id_taken", [409, "transfer_id_taken"]],
    ["transfer_closed", [409, "transfer_closed"]],
    ["transfer_not_suspended", [409, "transfer_not_suspended"]],
    ["transfer_open", [409, "transfer_open"]],
    ["retention_running", [409, "retention_running"]],
    ["held", [409, "held"]],
    ["unknown_transfer", [404, "unknown_transfer"]],
    ["unknown_challenge", [404, "unknown_challenge"]],
    ["challenge_used", [409, "challenge_used"]],
    ["challenge_expired", [409, "challenge_expired"]],
    ["challenge_exhausted", [409, "challenge_exhausted"]],
  ]);

/** The phrase of each status. */
export const titles: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "Not Found"],
  [405, "Method Not Allowed"],
  [406, "Not Acceptable"],
  [408, "Request Timeout"],
  [409, "Conflict"],
  [413, "Content Too Large"],
  [415, "Unsupported Media Type"],
  [422, "Unprocessable Content"],
  [499, "Client Closed Request"],
  [500, "Internal Server Error"],
  [502, "Bad Gateway"],
  [503, "Service Unavailable"],
  [504, "Gateway Timeout"],
]);

/** Returns an answer with problem details. */
export function problem(
  status: number,
  members: Omit<HttpProblem, "title" | "status">,
  headers: Reply["headers"] = [],
): Reply {
  const body = JSON.stringify({ title: titles.get(status), status, ...members });
  return { status, headers: [["Content-Type", "application/problem+json"], ...headers], body };
}

/** Returns the answer to a request with issues: 400, or the status of an issue about the stored records. */
export function issuesProblem(issues: readonly Issue[]): Reply {
  const [status, code] = issues.map((issue) => issueStatus.get(issue.code)).find((row) => row !== undefined) ?? [];
  const detail = "The request is invalid; see issues.";
  return problem(status ?? 400, { code: code ?? "invalid_input", detail: detailOf(issues) ?? detail, issues });
}

/**
 * Returns the answer to a `ComplianceError`: its code, its message and the results that it carries, never its cause. Undefined for another error, and
 * for one that cannot be read.
 */
export function errorProblem(error: unknown, request_id: string): Reply | undefined {
  try {
    if (!(error instanceof ComplianceError) || !Object.hasOwn(errorStatus, error.code)) return undefined;
    const { code, message, issues } = error;
    // The cast: operations throw issues of their own inputs only.
    if (code === "invalid_input" && issues.length > 0) return issuesProblem(issues as readonly Issue[]);
    const status = errorStatus[code];
    const evaluation = own(error, "evaluation");
    const hits = own(error, "hits");
    const hasHits = Array.isArray(hits) && hits.length > 0;
    const carried = { ...(evaluation !== undefined && { evaluation }), ...(hasHits && { hits }) };
    const members = { code, detail: message, ...carried };
    if (status < 500) return problem(status, members);
    return problem(status, { ...members, request_id }, retryAfter(own(error, "retryAfterMs")));
  } catch {
    return undefined;
  }
}

/** Whole seconds (RFC 9110 §10.2.3). */
function retryAfter(ms: unknown): Reply["headers"] {
  const seconds = typeof ms === "number" ? Math.ceil(ms / 1000) : Number.NaN;
  return Number.isSafeInteger(seconds) && seconds >= 0 ? [["Retry-After", String(seconds)]] : [];
}

const bodyFaults = {
  empty: [400, "unreadable", "is missing; send a JSON object."],
  too_large: [413, "body_too_large", "has too many bytes; send less in one request."],
  too_slow: [408, "body_too_slow", "was not complete in time; send it again."],
  aborted: [499, "aborted", "was not read, because the client is gone."],
  interrupted: [400, "unreadable", "ended early; send it again."],
  not_utf8: [400, "unreadable", "is not UTF-8; encode it as UTF-8."],
  not_json: [400, "unreadable", "is not JSON; send a JSON object."],
  duplicate_name: [400, "unreadable", "has an object with two properties of one name; remove one."],
  too_deep: [400, "unreadable", "is nested too deeply; send a plain object."],
  too_many_values: [400, "unreadable", "has too many values; send a plain object."],
  number_too_long: [400, "unreadable", "has a number of over 1,000 digits; send fewer digits."],
} as const satisfies Record<
  ClientFault,
  readonly [400, "unreadable", string] | readonly [number, HttpProblem["code"], string]
>;

/** Faults of a body that are not those of the host. */
export type ClientFault = Exclude<BodyFault, "already_read">;

/** Returns the answer to a body without a value. `issues` are those of the parameters, `path` the place of the fault. */
export function bodyProblem(fault: ClientFault, issues: readonly Issue[], path = ""): Reply {
  const [status, code, text] = bodyFaults[fault];
  const message = `The body ${text}`;
  if (code === "unreadable") return issuesProblem([...issues, { code, path, clause: "2.1", message }]);
  return problem(status, { code, detail: message });
}

/** One issue says what happened itself. */
function detailOf(issues: readonly Issue[]): string | undefined {
  return issues.length === 1 ? issues[0]?.message : undefined;
}
