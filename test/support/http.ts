/** Requests to the HTTP interface, and its answers. */

import { createHandler, type HttpHandler, type HttpHandlerOptions } from "../../src/http.js";
import type { Compliance } from "../../src/index.js";

/** The placeholder of §5. */
export const credential = "Bearer <API_KEY>";

export interface Sent {
  readonly method?: string;
  /** Sent as JSON; a text is sent as it is. */
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

/** Creates a handler that accepts every client, with every extension unless the options say otherwise. */
export function handlerOf(compliance: Compliance, options: Partial<HttpHandlerOptions<string>> = {}): HttpHandler {
  return createHandler<string>(compliance, { authenticate: () => "client", extensions: true, ...options });
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
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
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
