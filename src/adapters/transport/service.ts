/** An outside service at a base URL: what every adapter's options have in common, and how it is asked. */
import type { DurationMs } from "../../domain/identifiers/codes.js";
import type { OptionKind } from "../../domain/options.js";
import { type Answer, ask, type Fetch, type Question, timedOut } from "./ask.js";
import { type Deadline, startCallersDeadline } from "./deadline.js";
import { checkedDuration } from "./duration.js";
import { parseEndpoint } from "./endpoint.js";

/** What the adapter of every outside service can be told. */
export interface ServiceOptions {
  /** The base URL: `https:`, or `http:` on a loopback host (a local proxy, a test). */
  readonly url?: string;
  /** Default: the global `fetch`. It is called with a URL and `{ method, headers, body?, redirect, signal }`. */
  readonly fetch?: Fetch;
  /** Milliseconds for one try. Default 10 seconds. */
  readonly tryTimeoutMs?: DurationMs;
  /** Milliseconds for everything together: tries, pauses, polls. Default 20 seconds. */
  readonly timeoutMs?: DurationMs;
}

/** For `checkedOptions`, which every adapter reads its options with. */
export const serviceOptions = {
  url: "text",
  fetch: "function",
  tryTimeoutMs: "checked",
  timeoutMs: "checked",
} as const satisfies Record<keyof ServiceOptions, OptionKind>;

/** One request to a service. */
export interface ServiceRequest {
  /** Below the base URL, each part encoded (`encodeURIComponent`), with a query if there is one; "" is the base itself. */
  readonly path: string;
  /** Default "GET". */
  readonly method?: Question["method"];
  /** Made anew for each try. */
  readonly headers?: Question["headers"];
  readonly body?: string;
  readonly answers?: Question["answers"];
  /** Default: true. */
  readonly repeatable?: boolean;
}

/** Asks the service within the time of the conversation. */
export type AskService = (request: ServiceRequest) => Promise<Answer>;

/** A service. */
export interface Service {
  /** The host, for error messages: never more of the URL, which may hold a key. */
  readonly host: string;
  /** The URL of a request, for what is signed. */
  urlOf(path: string): URL;
  /** A conversation within one time limit, which the caller's signal ends too (`aborted`). */
  converse<T>(signal: AbortSignal | undefined, talk: (ask: AskService, deadline: Deadline) => Promise<T>): Promise<T>;
  /** A conversation of one question. Throws as `ask` does. */
  ask(request: ServiceRequest, signal?: AbortSignal): Promise<Answer>;
}

/** The defaults of an adapter. */
export interface ServiceDefaults {
  /** Where the service lives by its own documentation; undefined: the caller must say. */
  readonly url?: string;
  /** Bytes of one answer. */
  readonly maxBytes: number;
  /** The first pause between two tries. Default 200 milliseconds. */
  readonly retryPauseMs?: DurationMs;
}

const tenSeconds: DurationMs = 10_000;

/** @throws ComplianceError `configuration_invalid` for an option that cannot be right. */
export function serviceAt(options: ServiceOptions, defaults: ServiceDefaults): Service {
  const { url = defaults.url ?? "", fetch, tryTimeoutMs = tenSeconds, timeoutMs = 2 * tenSeconds } = options;
  const base = parseEndpoint(url);
  const limits = { ...defaults, tryTimeoutMs: checkedDuration("tryTimeoutMs", tryTimeoutMs, 1), fetch };
  const limitMs = checkedDuration("timeoutMs", timeoutMs, 1);

  const service: Service = {
    host: base.host,
    urlOf: (path) => below(base, path),
    converse: async (signal, talk) => {
      const deadline = startCallersDeadline(limitMs, timedOut(base.host, limitMs), signal);
      try {
        return await talk((request) => ask(questionOf(base, request), limits, deadline), deadline);
      } finally {
        deadline.end();
      }
    },
    ask: (request, signal) => service.converse(signal, (askOnce) => askOnce(request)),
  };
  return service;
}

function questionOf(base: URL, request: ServiceRequest): Question {
  const { path, method = "GET", headers = () => ({}), body, answers, repeatable = true } = request;
  const contentType = body === undefined ? undefined : { "content-type": "application/json" };
  return {
    url: below(base, path),
    method,
    headers: () => ({ accept: "application/json", ...contentType, ...headers() }),
    body,
    answers,
    repeatable,
  };
}

/** The base may have a query of its own (some nodes want their key there): it stays, before that of the path. */
function below(base: URL, path: string): URL {
  const url = new URL(base);
  const [pathname = "", query] = path.split("?", 2);
  if (pathname !== "") url.pathname = `${base.pathname.replace(/\/+$/, "")}${pathname}`;
  if (query !== undefined) url.search = [base.search.slice(1), query].filter((part) => part !== "").join("&");
  return url;
}
