/** The content policy of every page: nothing is loaded from another host, and nothing is sent anywhere. */
import { createHash } from "node:crypto";

/** Returns the page with a policy that allows its own inline scripts, each by its hash. Its icon is empty: no request. */
export function withPolicy(html: string): string {
  const inline = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  const hashes = Array.from(
    inline,
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  const policy = [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src 'self' ${[...new Set(hashes)].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}"><link rel="icon" href="data:,">`;
  return html.replace(/<meta charset="utf-8"\/?>/, (charset) => charset + head);
}
