/** The HTTP interface of the specification (§2.1, §4, §5, §7, §9) as one function. */
import type { Compliance } from "../compliance.js";
import type { Actor } from "../domain/actor.js";
import type { Chain } from "../domain/chains/chain.js";
import { copiedActor } from "../domain/checked-actor.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import { checkedOptions, configurationInvalid, hasMethod, isSignal, MAX_TIMER } from "../domain/options.js";
import { bare, own } from "../domain/own.js";
import { type BodyLimits, readJsonBody } from "./body.js";
import { acceptsJson, isEncoded, isJsonType } from "./negotiation.js";
import { checkedBasePath, type PathFinder, type PathMatch, pathFinder, type Target, targetOf } from "./paths.js";
import { bodyProblem, errorProblem, issuesProblem, problem, type Reply } from "./problem.js";
import { readParameters, runRoute } from "./request-input.js";
import { hasBody, type Route } from "./route.js";
import { routes } from "./routes.js";

/** Returns the response to a request. It never rejects. */
export type HttpHandler = (request: Request) => Promise<Response>;

/** What `onError` receives besides the error. It contains no value of the request. */
export interface HttpErrorContext {
  /** The method, or `"other"` for one that HTTP or this interface does not have. */
  readonly method: string;
  /** The path of the route with its parameters in braces, or `"unknown"`: `"/api/v2/directory/accounts/{reference_id}"`. */
  readonly route: string;
  /** The `request_id` in the answer. */
  readonly request_id: string;
}

/** Options of `createHandler`. `P` is what identifies the client, for example a tenant. */
export interface HttpHandlerOptions<P> {
  /**
   * Identifies the client by the `Authorization` header, which is present and not empty (§5). Undefined, null and false
   * are answered with 401. An error is answered with 500.
   *
   * An object may have the property `actor`, the person or the program that sends the request. It is recorded with decisions
   * about transfers, reviews of alerts, proofs of ownership, and labels and links of addresses. A review of a transfer needs
   * a person.
   *
   * @example
   * authenticate: async (request) => {
   *   const claims = await verify(request.headers.get("authorization"));
   *   return claims && { tenant: claims.tenant, actor: { id: claims.sub, role: claims.role, kind: "person" } };
   * },
   */
  readonly authenticate: (request: Request) => P | undefined | Promise<P | undefined>;
  /**
   * What comes before the path of each operation (§9).
   *
   * @default "/api/v2"
   */
  readonly basePath?: string | undefined;
  /**
   * The most bytes of a body. More are answered with 413.
   *
   * @default 1_048_576
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Milliseconds until a body must be complete. A later one is answered with 408.
   *
   * @default 30_000
   */
  readonly bodyTimeoutMs?: DurationMs | undefined;
  /**
   * Receives every error that is answered with a status from 500 on, for your log. What it throws is ignored.
   *
   * @default errors are dropped
   */
  readonly onError?: ((error: unknown, context: HttpErrorContext) => void) | undefined;
  /**
   * Set `true` to serve further operations: lists, removal, erasure, decisions about transfers, proofs of ownership, alerts.
   *
   * @default false
   */
  readonly extensions?: boolean | undefined;
}

/**
 * Creates the HTTP interface (§4). It does not listen: pass its requests from a server or a framework.
 *
 * @param compliance - the operations, or a function that returns those of a client. The client is what `authenticate`
 *   returned, so no request reaches the data of another one.
 * @param options - how clients are identified, and limits
 * @returns A function from request to response, which never rejects.
 * @throws ComplianceError `configuration_invalid` when an argument is invalid.
 * @example
 * const handler = createHandler(compliance, { authenticate: bearerTokens(hashes) });
 * const response = await handler(request);
 */
export function createHandler<P, C extends string = Chain>(
  compliance: Compliance<C> | ((principal: P) => Compliance<C> | Promise<Compliance<C>>),
  options: HttpHandlerOptions<P>,
): HttpHandler {
  // The cast: operations check the names of chains in requests themselves.
  const settings = readSettings(compliance as unknown as Compliance | ((principal: P) => Compliance), options);
  return async (request) => {
    const context: Context = { method: "other", route: "unknown", headers: [] };
    let reply: Reply;
    try {
      reply = await answer(request, settings, context);
    } catch (error) {
      reply = failure(error, context, settings);
    }
    return responseOf(reply, context);
  };
}

/** What is known of a request when it fails. */
interface Context {
  method: string;
  route: string;
  /** Of every answer of the route. */
  headers: Reply["headers"];
}

interface Settings<P> {
  readonly authenticate: HttpHandlerOptions<P>["authenticate"];
  readonly complianceOf: (principal: P) => Compliance | Promise<Compliance>;
  readonly find: PathFinder;
  readonly basePath: string;
  readonly limits: BodyLimits;
  readonly onError: HttpHandlerOptions<P>["onError"];
}

function readSettings<P>(
  compliance: Compliance | ((principal: P) => Compliance | Promise<Compliance>),
  options: HttpHandlerOptions<P>,
): Settings<P> {
  const given = checkedOptions("createHandler", options, {
    authenticate: "function",
    basePath: "text",
    maxBodyBytes: "count",
    bodyTimeoutMs: "count",
    onError: "function",
    extensions: "boolean",
  });
  const { authenticate, onError, extensions = false } = given;
  if (typeof authenticate !== "function") {
    throw configurationInvalid("createHandler needs the option authenticate, for example bearerTokens(hashes).");
  }
  if (typeof compliance !== "function" && !isCompliance(compliance)) {
    throw configurationInvalid(
      "createHandler takes the operations of createCompliance, or a function that returns those of a client.",
    );
  }
  const basePath = checkedBasePath("createHandler", given.basePath);
  const complianceOf = typeof compliance === "function" ? checkedSelection(compliance) : () => compliance;
  const served = routes.filter(({ isExtension }) => extensions || !isExtension);
  const find = pathFinder(basePath, served);
  return { authenticate, complianceOf, find, basePath, limits: checkedLimits(given), onError };
}

function checkedLimits<P>({ maxBodyBytes = 1_048_576, bodyTimeoutMs = 30_000 }: HttpHandlerOptions<P>): BodyLimits {
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1) {
    throw configurationInvalid("The option maxBodyBytes of createHandler must be a whole number, 1 or more.");
  }
  if (!Number.isSafeInteger(bodyTimeoutMs) || bodyTimeoutMs < 1 || bodyTimeoutMs > MAX_TIMER) {
    throw configurationInvalid(
      `The option bodyTimeoutMs of createHandler must be whole milliseconds, from 1 to ${MAX_TIMER}.`,
    );
  }
  return { maxBytes: maxBodyBytes, timeoutMs: bodyTimeoutMs };
}

function checkedSelection<P>(select: (principal: P) => Compliance | Promise<Compliance>) {
  return async (principal: P): Promise<Compliance> => {
    const compliance = await select(principal);
    if (isCompliance(compliance)) return compliance;
    throw configurationInvalid("The function that createHandler received must return operations for every client.");
  };
}

/** Returns whether a value has the operations. Not more, because a wrapper may add its own. */
function isCompliance(value: unknown): value is Compliance {
  try {
    const { accounts, rules } = Object(value);
    return hasMethod(accounts, "create") && hasMethod(rules, "evaluate");
  } catch {
    return false;
  }
}

/** Methods that a log may contain. Others are text of the client. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Checks the client first, then the route, then what it sends. */
async function answer<P>(request: Request, settings: Settings<P>, context: Context): Promise<Reply> {
  const { method, headers } = request;
  if (METHODS.includes(method)) context.method = method;
  const url = targetOf(request.url);
  const matches = settings.find(url.pathname);
  const match = matches?.get(method === "HEAD" ? "GET" : method);
  if (match !== undefined) {
    context.route = settings.basePath + match.route.path;
    context.headers = deprecation(match.route, settings.basePath);
  }
  if (method === "OPTIONS" && matches !== undefined) return { status: 204, headers: [allow(matches)], body: null };
  if (isBlank(headers.get("authorization"))) return unauthenticated();
  let principal: P | undefined;
  try {
    principal = await settings.authenticate(request);
  } catch (error) {
    // Also a ComplianceError, because an error of `authenticate` is never about the request.
    return failure(error, context, settings, false);
  }
  // Callers without types may return null or false for an unknown client.
  if (principal === undefined || principal === null || principal === false) return unauthenticated();
  if (matches === undefined) return problem(404, { code: "route_not_found", detail: "No operation has this path." });
  if (match === undefined) {
    const detail = "The path has no such method; see the header Allow.";
    return problem(405, { code: "method_not_allowed", detail }, [allow(matches)]);
  }
  return headersProblem(headers, match.route) ?? (await operate({ request, url, match, principal }, settings));
}

interface Call<P> {
  readonly request: Request;
  readonly url: Target;
  readonly match: PathMatch;
  readonly principal: P;
}

/** Reads the request, runs the operation of its route, and returns its outcome as an answer. */
async function operate<P>({ request, url, match, principal }: Call<P>, settings: Settings<P>): Promise<Reply> {
  const { route } = match;
  const actor = actorOf(principal);
  if (route.needsPerson && actor?.kind !== "person") {
    return problem(403, { code: "person_required", detail: "Only a person may do this; send the credential of one." });
  }
  const parameters = readParameters(match, url);
  const signal = isSignal(request.signal) ? request.signal : undefined;
  let body: unknown;
  if (hasBody(route)) {
    const read = await readJsonBody(request, settings.limits, route.decimals);
    if (!read.ok) {
      const { fault, path } = read;
      if (fault !== "already_read") return bodyProblem(fault, parameters.issues, path);
      throw configurationInvalid(
        "The body was read before createHandler received the request. Pass it an unread request.",
      );
    }
    body = read.value;
  }
  if (signal?.aborted) return bodyProblem("aborted", []);
  const compliance = await settings.complianceOf(principal);
  const result = await runRoute({ compliance, route, parameters, body, actor, signal });
  if (result === undefined) return problem(404, { code: "record_not_found", detail: "There is no such record." });
  if (!result.ok) return issuesProblem(result.issues);
  return {
    status: 200,
    headers: JSON_HEADERS,
    body: JSON.stringify({ status: "success", data: result.value, message: null }),
  };
}

/** Returns who acts, if `authenticate` says so. What it returned may be of any type. */
function actorOf(principal: unknown): Actor | undefined {
  if (typeof principal !== "object" || principal === null) return undefined;
  const client: { readonly actor?: Actor | null } = principal;
  const actor = own(client, "actor");
  if (actor === undefined || actor === null) return undefined;
  return copiedActor("The actor that authenticate returned", actor, configurationInvalid);
}

/** Since when §4.2 is deprecated (RFC 9745): the day of the first version of vaspkit. */
const DEPRECATED_SINCE = Date.UTC(2026, 10, 22) / 1000;

/** The link names the path in braces, because no header repeats a part of the request. */
function deprecation({ isDeprecated }: Route, basePath: string): Reply["headers"] {
  if (!isDeprecated) return [];
  const successor = encodeURI(`${basePath}/analytics/chains/{chain}/addresses/{address}`);
  return [
    ["Deprecation", `@${DEPRECATED_SINCE}`],
    ["Link", `<${successor}>; rel="successor-version"`],
  ];
}

function isBlank(header: string | null): boolean {
  return header === null || header.trim() === "";
}

/** The scheme is that of `bearerTokens`. The specification names none (§5). */
function unauthenticated(): Reply {
  const detail = "Send the header Authorization with a valid credential.";
  return problem(401, { code: "unauthenticated", detail }, [["WWW-Authenticate", "Bearer"]]);
}

function allow(matches: ReadonlyMap<string, PathMatch>): readonly [name: string, value: string] {
  return ["Allow", [...matches.keys(), ...(matches.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")];
}

/** Returns the answer to headers that the route does not support. */
function headersProblem(headers: Headers, route: Route): Reply | undefined {
  if (!acceptsJson(headers.get("accept"))) {
    return problem(406, { code: "not_acceptable", detail: "The answer is application/json; allow it in Accept." });
  }
  if (!hasBody(route)) return undefined;
  const code = "media_type_unsupported";
  if (!isJsonType(headers.get("content-type"))) {
    const detail = "The body must be JSON in UTF-8; send the header Content-Type: application/json.";
    return problem(415, { code, detail }, [["Accept", "application/json"]]);
  }
  if (isEncoded(headers.get("content-encoding"))) {
    return problem(415, { code, detail: "The body must not be compressed." }, [["Accept-Encoding", "identity"]]);
  }
  return undefined;
}

/** Returns the answer to an error. Passes one with a status from 500 on to `onError`, which cannot change the answer. */
function failure<P>(error: unknown, { method, route }: Context, { onError }: Settings<P>, isKnown = true): Reply {
  const request_id = crypto.randomUUID();
  const known = isKnown ? errorProblem(error, request_id) : undefined;
  const reply = known ?? problem(500, { code: "unexpected", request_id });
  if (reply.status < 500) return reply;
  try {
    // An async function may reject.
    Promise.resolve(onError?.(error, { method, route, request_id })).catch(ignore);
  } catch {
    // The answer does not depend on the log of the host.
  }
  return reply;
}

function ignore(): void {
  // See above.
}

/** Headers of the answers of an operation. */
const JSON_HEADERS: Reply["headers"] = [["Content-Type", "application/json; charset=utf-8"]];

/** Headers of every answer. */
const COMMON = [
  ["Cache-Control", "no-store"],
  ["X-Content-Type-Options", "nosniff"],
] as const;

/** Returns headers, and those of every answer, as an object without a prototype. */
function withCommon(...lists: Reply["headers"][]): Record<string, string> {
  return bare(Object.fromEntries([...COMMON, ...lists.flat()]));
}

/** A response copies headers faster than it reads those of an object. */
const SUCCESS = /* @__PURE__ */ new Headers(/* @__PURE__ */ withCommon(JSON_HEADERS));

function responseOf({ status, headers, body }: Reply, context: Context): Response {
  const own = headers === JSON_HEADERS && context.headers.length === 0 ? SUCCESS : withCommon(headers, context.headers);
  // Bare, because the constructor also reads properties of Object.prototype, such as statusText.
  return new Response(context.method === "HEAD" ? null : body, bare({ status, headers: own }));
}
