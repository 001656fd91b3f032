/** A server that speaks Elliptic's protocol: it checks each signature by itself, with Node's crypto. */
import { createHmac } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";

/** What the access of a test is: no real one. */
export const access = {
  key: "canary-secret",
  secret: Buffer.from("canary-secret of twenty bytes").toString("base64"),
} as const;

/** A request whose signature was right. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly timestamp: string;
  /** The text that came over the wire. */
  readonly text: string;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Answers signed requests with what `reply` makes of them, and all others with 401. */
export function ellipticService(reply: (request: SignedRequest) => Reply | string): RequestListener {
  return async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const made = isSigned(request, text) ? reply(toSigned(request, text)) : { status: 401, body: '"Unauthorized"' };
    const { status, body } = typeof made === "string" ? { status: 200, body: made } : made;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  };
}

function toSigned({ method = "", url: path = "", headers }: IncomingMessage, text: string): SignedRequest {
  return { method, path, timestamp: String(headers["x-access-timestamp"]), text };
}

/** As the vendor describes it: time ‖ method ‖ path with query, lower-cased ‖ body or `{}`. */
function isSigned({ method = "", url = "", headers }: IncomingMessage, text: string): boolean {
  const timestamp = String(headers["x-access-timestamp"]);
  const hmac = createHmac("sha256", Buffer.from(access.secret, "base64"));
  hmac
    .update(timestamp)
    .update(method.toUpperCase())
    .update(url.toLowerCase())
    .update(text || "{}");
  const isKnown = headers["x-access-key"] === access.key && /^\d{13}$/.test(timestamp);
  return isKnown && headers["x-access-sign"] === hmac.digest("base64");
}
