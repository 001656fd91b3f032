/** A real HTTP server on the loopback interface, for tests of what asks outside services. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface LocalServer {
  /** `http://127.0.0.1:PORT/rates.xml?key=canary-key`: the query is there to be looked for in errors. */
  readonly url: string;
  /** How many requests came in. */
  requests(): number;
}

/** Runs `use` against a server that answers the first request with the first listener, and so on; the last one stays. */
export async function withServer<T>(
  listeners: readonly [RequestListener, ...RequestListener[]],
  use: (server: LocalServer) => Promise<T>,
): Promise<T> {
  let count = 0;
  const server = createServer((request, response) => {
    const listener = listeners[Math.min(count, listeners.length - 1)] ?? listeners[0];
    count += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on a TCP port has such an address; a string is for pipes.
  const { port } = server.address() as AddressInfo;
  try {
    return await use({ url: `http://127.0.0.1:${port}/rates.xml?key=canary-key`, requests: () => count });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Answers with a status, a body and headers. */
export function answering(
  status: number,
  body: string | Uint8Array = "",
  headers: Record<string, string> = {},
): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body);
}

/** Takes the request and never answers. */
export const silent: RequestListener = (request) => {
  request.resume();
};

/** Breaks the connection without an answer. */
export const resetting: RequestListener = (request) => {
  request.socket.resetAndDestroy();
};
