/** The address of an outside service: which URLs may be asked at all. */
import { ComplianceError } from "../../domain/compliance-error.js";

/**
 * Reads the URL of an outside service, once, when its adapter is made.
 *
 * Only `https:` may leave the machine; `http:` is for services on the loopback interface (a local proxy, a test).
 *
 * @throws ComplianceError `configuration_invalid`; the message repeats nothing of the text, which may hold a key.
 */
export function parseEndpoint(text: string): URL {
  if (!URL.canParse(text)) throw invalid("is not an absolute URL; give one that starts with https://");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw invalid("must start with https:// (http:// only for a loopback host)");
  }
  // fetch refuses such a URL only when it is asked, and may repeat it in its error.
  if (url.username !== "" || url.password !== "") throw invalid("must not hold a user name or a password");
  return url;
}

/** RFC 6761 §6.3 for names, RFC 1122 §3.2.1.3 for 127.0.0.0/8. The URL parser has made `127.1` into `127.0.0.1`. */
function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(hostname);
}

function invalid(what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `The URL of an outside service ${what}.`);
}
