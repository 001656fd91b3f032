/** How a request to Elliptic is signed (AML API v2, "Authentication"). */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "@scure/base";
import { ComplianceError } from "../../domain/compliance-error.js";

/** What of a request is signed. */
export interface Signable {
  /** Milliseconds since 1970, as text: the very text of the header. */
  readonly timestamp: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The very text that is sent. Left out: the request has no body. */
  readonly body?: string | undefined;
}

/**
 * The bytes of a secret, which Elliptic gives out in base64.
 *
 * @throws ComplianceError `configuration_invalid`, with nothing of the secret.
 */
export function ellipticKey(secret: string): Uint8Array {
  try {
    return base64.decode(secret);
  } catch {
    // What the decoder throws repeats the secret.
    const message =
      "secret must be the whole base64 text that Elliptic gave out with the key, without anything around it.";
    throw new ComplianceError("configuration_invalid", message);
  }
}

/**
 * The value of `x-access-sign`. The path is lower-cased in what is signed, and nowhere else; no body is signed as `{}`.
 */
export function signatureOf(key: Uint8Array, { timestamp, method, path, body = "{}" }: Signable): string {
  const text = `${timestamp}${method.toUpperCase()}${path.toLowerCase()}${body}`;
  return base64.encode(hmac(sha256, key, new TextEncoder().encode(text)));
}
