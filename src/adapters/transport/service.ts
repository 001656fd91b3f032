/** An outside service at a base URL: common options, sessions, and requests. */
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { configurationInvalid, MAX_TIMER, type OptionKind } from "../../domain/options.js";
import { bare, own } from "../../domain/own.js";
import { abortedBy, poll, startDeadline } from "./deadline.js";
import { type Fetch, type HttpRequest, type HttpResponse, request, timedOut } from "./request.js";

/** Options of every adapter that calls an outside service. */
export interface ServiceOptions {
  /** The base URL. It must start with `https:`; `http:` is allowed for a loopback host. @default the public URL of the service, if it has one */
  readonly url?: string | undefined;
  /** Called with a URL and `{ method, headers, body?, redirect, signal }`. @default the global `fetch` */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds for one try. @default 10_000 */
  readonly tryTimeoutMs?: DurationMs | undefined;
  /** Milliseconds for all tries, pauses and polls together. @default 20_000 */
  readonly timeoutMs?: DurationMs | undefined;
}

/** The kinds of the common options, for `checkedOptions`. */
export const serviceOptions = {
  url: "text",
  fetch: "function",
  tryTimeoutMs: "checked",
  timeoutMs: "checked",
} as const satisfies Record<keyof ServiceOptions, OptionKind>;

/** One request to a service. */
export interface ServiceRequest {
  /** The path below the base URL, with its query; "" is the base URL. Encode each part with `encodeURIComponent`. */
  readonly path: string;
  /** @default "GET" */
  readonly method?: HttpRequest["method"];
  /** Called for each try. */
  readonly headers?: HttpRequest["headers"];
  readonly body?: string;
  readonly acceptedStatuses?: HttpRequest["acceptedStatuses"];
  /** @default true */
  readonly isIdempotent?: boolean;
}

/** Sends a request within the time limit of its session. */
export type SendRequest = (request: ServiceRequest) => Promise<HttpResponse>;

/** Repeats an attempt within the time limit of its session until it returns a result. Throws as `poll` does. */
export type UntilReady = <T>(attempt: () => Promise<T | undefined>) => Promise<T>;

/** What the caller of a session gave. */
interface ServiceCaller {
  readonly signal?: AbortSignal | undefined;
  /** Called before each HTTP request. It must not throw. */
  readonly onAttempt?: (() => void) | undefined;
}

/** A service. */
export interface Service {
  /** The host, for error messages. The rest of the URL may contain a key. */
  readonly host: string;
  /** Returns the URL of a request, for signatures. */
  urlOf(path: string): URL;
  /** Runs several requests within one time limit. The caller's signal ends it with `aborted`. */
  session<T>(caller: ServiceCaller, use: (send: SendRequest, untilReady: UntilReady) => Promise<T>): Promise<T>;
  /** Runs a session of one request. Throws as `request` does. */
  request(request: ServiceRequest, caller?: ServiceCaller): Promise<HttpResponse>;
}

/** The defaults of an adapter. */
export interface ServiceDefaults {
  /** The documented URL of the service. Without one, the caller must give it. */
  readonly url?: string;
  /** The largest response, in bytes. */
  readonly maxBytes: number;
  /** The pause before the first retry. @default 200 */
  readonly retryPauseMs?: DurationMs;
}

/** @throws ComplianceError `configuration_invalid` for an invalid option. */
export function serviceAt(options: ServiceOptions, defaults: ServiceDefaults): Service {
  const { url = own(defaults, "url") ?? "", fetch, tryTimeoutMs = 10_000, timeoutMs = 20_000 } = bare(options);
  const base = parseEndpoint(url);
  const limits = bare({ ...defaults, tryTimeoutMs: checkedDuration("tryTimeoutMs", tryTimeoutMs, 1), fetch });
  const limitMs = checkedDuration("timeoutMs", timeoutMs, 1);

  const service: Service = {
    host: base.host,
    urlOf: (path) => below(base, path),
    session: async (caller, use) => {
      const { signal, onAttempt } = bare(caller);
      const deadline = startDeadline(limitMs, timedOut(base.host, limitMs, "timeoutMs"), signal, abortedBy);
      try {
        return await use(
          (spec) => request(httpRequest(base, spec), bare({ ...limits, onAttempt }), deadline),
          (attempt) => poll(attempt, deadline, base.host),
        );
      } finally {
        deadline.end();
      }
    },
    request: (spec, caller = {}) => service.session(caller, (send) => send(spec)),
  };
  return service;
}

function httpRequest(base: URL, spec: ServiceRequest): HttpRequest {
  const { path, method = "GET", headers = () => ({}), body, acceptedStatuses, isIdempotent = true } = bare(spec);
  const contentType = body === undefined ? undefined : { "content-type": "application/json" };
  return {
    url: below(base, path),
    method,
    headers: () => ({ accept: "application/json", ...contentType, ...headers() }),
    body,
    acceptedStatuses,
    isIdempotent,
  };
}

/** Some nodes take their key in the query of the base URL. It stays, before the query of the path. */
function below(base: URL, path: string): URL {
  const url = new URL(base);
  const [pathname = "", query] = path.split("?", 2);
  if (pathname !== "") url.pathname = `${base.pathname.replace(/\/+$/, "")}${pathname}`;
  if (query !== undefined) url.search = [base.search.slice(1), query].filter((part) => part !== "").join("&");
  return url;
}

/**
 * Reads the URL of an outside service. Only `https:` is allowed, and `http:` on a loopback host.
 *
 * @throws ComplianceError `configuration_invalid`, without the URL, which may contain a key
 */
export function parseEndpoint(text: string): URL {
  if (!URL.canParse(text)) throw invalidUrl("is not an absolute URL; set one that starts with https://");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw invalidUrl("must start with https:// (http:// only for a loopback host)");
  }
  // fetch rejects such a URL as well, but may repeat it in its error.
  if (url.username !== "" || url.password !== "") throw invalidUrl("must not contain a user name or a password");
  return url;
}

/** RFC 6761 §6.3 for names, RFC 1122 §3.2.1.3 for 127.0.0.0/8. The URL parser turns `127.1` into `127.0.0.1`. */
function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(hostname);
}

function invalidUrl(problem: string): Error {
  return configurationInvalid(`The URL of an outside service ${problem}.`);
}

/**
 * Checks a duration of at least `leastMs` milliseconds.
 *
 * @returns `ms`.
 * @throws ComplianceError `configuration_invalid`, naming the option
 */
export function checkedDuration(name: string, ms: DurationMs, leastMs: DurationMs): DurationMs {
  // NaN fails as well, and a string from callers without types.
  if (Number.isFinite(ms) && ms >= leastMs && ms <= MAX_TIMER) return ms;
  throw configurationInvalid(`${name} must be a number of milliseconds from ${leastMs} to ${MAX_TIMER}.`);
}

/**
 * Checks a key or token: it must be visible ASCII, as HTTP headers require.
 *
 * @returns `secret`.
 * @throws ComplianceError `configuration_invalid`, naming the option and nothing of its value
 */
export function checkedSecret(name: string, secret: string): string {
  if (typeof secret === "string" && /^[\x21-\x7e]+$/.test(secret)) return secret;
  const isUnset = secret === undefined || secret === null || secret === "";
  throw configurationInvalid(
    isUnset
      ? `${name} is missing. Check the setting or environment variable that it comes from.`
      : `${name} must be visible ASCII characters. Remove spaces and line breaks.`,
  );
}
