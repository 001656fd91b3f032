/** Requests to the HTTP interface, and its answers. */
import { createHandler, type HttpHandler, type HttpHandlerOptions } from "../../src/http.js";
import type { Actor, Compliance, ComplianceOptions } from "../../src/index.js";
import { responseFaults } from "./http-responses.js";
import { type Watched, watchedCompliance } from "./watched-compliance.js";

/** The placeholder of §5. */
export const credential = "Bearer <API_KEY>";

export interface Sent {
  readonly method?: string;
  /** Sent as JSON; text, bytes and streams are sent as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined without one. */
  readonly body: unknown;
}

/** The officer that sends requests, unless a test authenticates another client. */
export const officer: Actor = { id: "u-17", role: "compliance officer", kind: "person" };

/**
 * Creates a handler that accepts every client, with every extension unless the options say otherwise. Every answer is
 * checked against the OpenAPI document, if the base path is that of the document.
 */
export function handlerOf(compliance: Compliance, options: Partial<HttpHandlerOptions<unknown>> = {}): HttpHandler {
  const authenticate = () => ({ actor: officer });
  const handler = createHandler<unknown>(compliance, { authenticate, extensions: true, ...options });
  return options.basePath === undefined ? withCheckedAnswers(handler) : handler;
}

/** Returns a handler that throws when an answer does not fit to the OpenAPI document. */
function withCheckedAnswers(handler: HttpHandler): HttpHandler {
  return async (request) => {
    const response = await handler(request);
    // Not every test sends a request that can be read.
    if (!(request instanceof Request)) return response;
    const faults = await responseFaults(request, response);
    if (faults.length > 0) throw new Error(faults.join("\n"));
    return response;
  };
}

/** Returns the request of a path below the host. */
export function requestOf(path: string, { method, body, headers, signal }: Sent = {}): Request {
  return new Request(`https://vaspkit.test${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      authorization: credential,
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body), duplex: "half" }),
    ...(signal && { signal }),
  });
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> | ReadableStream {
  return typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
}

/** Returns the request of a method and a path below the base path of §9. */
export function requestTo(method: string, path: string, sent: Omit<Sent, "method"> = {}): Request {
  return requestOf(`/api/v2${path}`, { ...sent, method });
}

/** Returns everything that a response says, headers included. */
export async function saidBy(response: Response): Promise<string> {
  return `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
}

/** A handler, the watched compliance behind it, and what `onError` received. */
export interface Served extends Watched {
  readonly handle: HttpHandler;
  readonly failures: readonly unknown[];
}

/** Serves a watched compliance with every route. */
export function served(options: Partial<ComplianceOptions> = {}): Served {
  const watched = watchedCompliance(options);
  const failures: unknown[] = [];
  const handle = handlerOf(watched.compliance, { onError: (error) => void failures.push(error) });
  return { ...watched, handle, failures };
}

/** Sends a request to a path below the base path of §9. */
export function send(handler: HttpHandler, path: string, sent: Sent = {}): Promise<Answered> {
  return answerOf(handler(requestOf(`/api/v2${path}`, sent)));
}

export async function answerOf(response: Promise<Response>): Promise<Answered> {
  const { status, headers, body } = await response;
  return { status, headers, body: body === null ? undefined : JSON.parse(await (await response).text()) };
}

/** Returns the envelope of §2.1 around data. */
export function success(data: unknown): object {
  return { status: "success", data: JSON.parse(JSON.stringify(data)), message: null };
}
