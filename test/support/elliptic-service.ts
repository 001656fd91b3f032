/** A server that speaks Elliptic's protocol: it checks each signature by itself, with Node's crypto. */
import { createHmac } from "node:crypto";
import type { RequestListener } from "node:http";
import { type Asked, type Reply, speaking } from "./speaking.js";

/** What the access of a test is: no real one. */
export const access = {
  key: "canary-secret",
  secret: Buffer.from("canary-secret of twenty bytes").toString("base64"),
} as const;

/** A request whose signature was right. */
export interface SignedRequest extends Pick<Asked, "method" | "path" | "text"> {
  readonly timestamp: string;
}

/** Answers signed requests with what `reply` makes of them, and all others with 401. */
export function ellipticService(reply: (request: SignedRequest) => Reply): RequestListener {
  return speaking((asked) => {
    const { method, path, text, headers } = asked;
    const timestamp = String(headers["x-access-timestamp"]);
    if (!isSigned(asked, timestamp)) return { status: 401, body: '"Unauthorized"' };
    return reply({ method, path, timestamp, text });
  });
}

/** As the vendor describes it: time ‖ method ‖ path with query, lower-cased ‖ body or `{}`. */
function isSigned({ method, path, headers, text }: Asked, timestamp: string): boolean {
  const signed = timestamp + method.toUpperCase() + path.toLowerCase() + (text || "{}");
  const signature = createHmac("sha256", Buffer.from(access.secret, "base64")).update(signed).digest("base64");
  const isKnown = headers["x-access-key"] === access.key && /^\d{13}$/.test(timestamp);
  return isKnown && headers["x-access-sign"] === signature;
}
