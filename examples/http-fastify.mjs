/** Returns the interface as a plugin of Fastify, so that your other routes keep their parsers. */
export function complianceRoutes(handler) {
  return async (routes) => {
    // A parser would round amounts, so the handler reads the body itself.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser("*", (_request, _body, done) => done(null));
    const method = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    routes.route({ method, url: "/api/v2/*", handler: (request, reply) => handler(toRequest(request.raw, reply.raw)) });
  };
}

function toRequest(incoming, outgoing) {
  const client = new AbortController();
  outgoing.once("finish", () => incoming.resume()).once("close", () => client.abort());
  const { method, url, headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct).flatMap(([name, values]) => values.map((value) => [name, value]));
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? ReadableStream.from(incoming.iterator({ destroyOnReturn: false })) : null;
  return new Request(`http://localhost${url}`, { method, headers, body, signal: client.signal, duplex: "half" });
}
