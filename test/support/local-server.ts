/** Outside services for tests: request listeners of Node, behind a real socket or in process. */
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { vi } from "vitest";

type Listeners = readonly [RequestListener, ...RequestListener[]];

export interface LocalServer {
  /** `http://127.0.0.1:PORT/rates.xml?key=canary-key`. Errors must not repeat the query. */
  readonly url: string;
  /** Returns the number of requests so far. */
  requests(): number;
}

/** Runs `use` with a real server on the loopback interface. Each request takes the next listener; the last one stays. */
export async function withServer<T>(listeners: Listeners, use: (server: LocalServer) => Promise<T>): Promise<T> {
  const { listener, requests } = inTurn(listeners);
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on a TCP port has such an address; a string is for pipes.
  const { port } = server.address() as AddressInfo;
  try {
    return await use({ url: urlAt(port), requests });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const services = new Map<string, RequestListener>();
let lastPort = 0;
/** Grows with each request and response, so that a change shows that work is under way. */
let activity = 0;

/**
 * Runs `use` with a service in process: the global fetch passes requests to the listeners without a socket. Timers are
 * fake, and run as soon as nothing else is under way, so that time-outs and pauses take no time.
 */
export async function withService<T>(listeners: Listeners, use: (server: LocalServer) => Promise<T>): Promise<T> {
  lastPort += 1;
  const url = urlAt(lastPort);
  const { listener, requests } = inTurn(listeners);
  const isOutermost = services.size === 0 && !vi.isFakeTimers();
  services.set(new URL(url).origin, listener);
  if (!isOutermost) return use({ url, requests }).finally(() => services.delete(new URL(url).origin));
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const service = services.get(new URL(String(input)).origin);
    return service === undefined ? realFetch(input, init) : fetchFrom(service, String(input), init);
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  try {
    return await skippingTime(use({ url, requests }));
  } finally {
    vi.useRealTimers();
    globalThis.fetch = realFetch;
    services.clear();
  }
}

/** Awaits `work`, and runs the next timer whenever the event loop has turned often without a request. */
async function skippingTime<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  let idleTurns = 0;
  let seen = activity;
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    idleTurns = seen === activity ? idleTurns + 1 : 0;
    seen = activity;
    if (idleTurns < 30) continue;
    idleTurns = 0;
    vi.advanceTimersToNextTimer();
  }
  return work;
}

/** Does what a fetch does with the response of a listener. */
function fetchFrom(listener: RequestListener, url: string, init: RequestInit = {}): Promise<Response> {
  activity += 1;
  const { method = "GET", body, signal } = init;
  const { pathname, search, host } = new URL(url);
  const headers = { host, ...Object.fromEntries(new Headers(init.headers)) };
  return new Promise<Response>((resolve, reject) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    let isOver = false;
    const fail = (reason: unknown): void => {
      activity += 1;
      if (!isOver) controller?.error(reason);
      isOver = true;
      reject(reason);
    };
    const head = { status: 200, headers: new Headers() };
    const respond = (chunk?: string | Uint8Array): void => {
      activity += 1;
      if (controller === undefined) {
        const stream = new ReadableStream<Uint8Array>({
          start: (own) => {
            controller = own;
          },
        });
        resolve(new Response([204, 304].includes(head.status) ? null : stream, head));
      }
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      if (bytes !== undefined && bytes.length > 0 && !isOver) controller?.enqueue(bytes);
    };
    const response = {
      writeHead: (status: number, given: Record<string, string> = {}) => {
        head.status = status;
        for (const [name, value] of Object.entries(given)) head.headers.set(name, value);
        return response;
      },
      removeHeader: (name: string) => head.headers.delete(name),
      write: respond,
      end: (chunk?: string | Uint8Array) => {
        respond(chunk);
        if (!isOver) controller?.close();
        isOver = true;
      },
    };
    if (signal?.aborted) return fail(signal.reason);
    signal?.addEventListener("abort", () => fail(signal.reason), { once: true });
    const cause = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    const socket = { resetAndDestroy: () => fail(new TypeError("fetch failed", { cause })) };
    const incoming = Readable.from(typeof body === "string" ? [body] : []);
    const request = Object.assign(incoming, { method, url: pathname + search, headers, socket });
    // The casts: listeners of tests use only these members.
    listener(request as unknown as Parameters<RequestListener>[0], response as unknown as ServerResponse);
  });
}

function inTurn(listeners: Listeners): { readonly listener: RequestListener; readonly requests: () => number } {
  let count = 0;
  return {
    listener: (request, response) => {
      const listener = listeners[Math.min(count, listeners.length - 1)] ?? listeners[0];
      count += 1;
      listener(request, response);
    },
    requests: () => count,
  };
}

function urlAt(port: number): string {
  return `http://127.0.0.1:${port}/rates.xml?key=canary-key`;
}

/** Responds with a status, a body and headers. */
export function answering(
  status: number,
  body: string | Uint8Array = "",
  headers: Record<string, string> = {},
): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body);
}

/** Accepts the request and never responds. */
export const silent: RequestListener = (request) => {
  request.resume();
};

/** Breaks the connection without a response. */
export const resetting: RequestListener = (request) => {
  request.socket.resetAndDestroy();
};
