/** Servers that speak a protocol: a request is read in full, and answered by what it asks for. */
import type { IncomingHttpHeaders, RequestListener } from "node:http";

/** A request. */
export interface Asked {
  readonly method: string;
  /** Path and query, as they came over the wire. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came. */
  readonly text: string;
  /** What the body is as JSON; undefined when there is none. */
  readonly body: unknown;
}

/** A body for a 200, or a status with its body. */
export type Reply = string | { readonly status: number; readonly body: string };

/** A listener that answers with what `reply` makes of the request. What `reply` throws becomes a 400. */
export function speaking(reply: (asked: Asked) => Reply): RequestListener {
  return async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { status, body } = replyTo();
    response.writeHead(status, { "content-type": "application/json" }).end(body);

    function replyTo(): Exclude<Reply, string> {
      const { method = "", url = "", headers } = request;
      try {
        const made = reply({ method, path: url, headers, text, body: text === "" ? undefined : JSON.parse(text) });
        return typeof made === "string" ? { status: 200, body: made } : made;
      } catch (fault) {
        return { status: 400, body: String(fault) };
      }
    }
  };
}

/** A listener that answers a GET of any other path than those of `replies` with a 404 page. */
export function pages(replies: (path: string) => Reply | undefined): RequestListener {
  return speaking(({ method, path }) => {
    if (method !== "GET") throw new Error("it is not a GET");
    return replies(path) ?? { status: 404, body: "<html>no such page</html>" };
  });
}
