/** Authentication by bearer tokens (RFC 6750), of which only the hashes are known. */
import { configurationInvalid, membersOf } from "../domain/options.js";

/** A SHA-256 hash as hexadecimal digits. */
const HASH = /^[\da-f]{64}$/;

/** `b64token` of RFC 6750 §2.1. Names of schemes are case-insensitive (RFC 9110 §11.1). */
const CREDENTIALS = /^bearer +([\w.~+/-]+=*)$/i;

/**
 * Creates an `authenticate` for `createHandler` that accepts bearer tokens (§5): `Authorization: Bearer <token>`.
 *
 * It keeps the SHA-256 hashes of tokens, never a token, and compares a hash with all others in constant time. Make each token
 * of 32 random bytes, because a hash does not protect a short or chosen one:
 *
 * ```sh
 * token=$(openssl rand -base64 32)
 * printf %s "$token" | sha256sum
 * ```
 *
 * @param hashes - what identifies the client of each token, by the hexadecimal SHA-256 hash of the token. A client may have
 *   several tokens.
 * @returns A function that resolves to the client, or undefined when the header has no known token.
 * @throws ComplianceError `configuration_invalid` when a name is not a hash, a hash occurs twice, a value is undefined,
 *   null or false, or there is none. The message repeats no hash.
 * @example
 * const authenticate = bearerTokens({
 *   "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08": "tenant-1",
 * });
 */
export function bearerTokens<P>(
  hashes: Readonly<Record<string, P>>,
): (request: Pick<Request, "headers">) => Promise<P | undefined> {
  const entries = readHashes(hashes);
  return async ({ headers }) => {
    const token = CREDENTIALS.exec(headers.get("authorization") ?? "")?.[1];
    if (token === undefined) return undefined;
    const hash = await sha256(token);
    let client: P | undefined;
    // All entries, and all digits of each, so that the time depends on neither.
    for (const [known, each] of entries) if (isSameHash(known, hash)) client = each;
    return client;
  };
}

function readHashes<P>(hashes: Readonly<Record<string, P>>): readonly (readonly [hash: string, client: P])[] {
  const members = membersOf(hashes);
  if (members === undefined || members.length === 0) {
    throw configurationInvalid(
      "bearerTokens takes an object with a hash for each token, and what identifies its client.",
    );
  }
  // The cast: the values of `hashes` itself, read once.
  const entries = members.map(([hash, client]) => [hash.toLowerCase(), client as P] as const);
  entries.forEach(([hash, client], index) => {
    const entry = `Entry ${index + 1} of bearerTokens`;
    if (!HASH.test(hash)) {
      throw configurationInvalid(`${entry} is not a SHA-256 hash. Use the 64 hexadecimal digits of the token's hash.`);
    }
    if (entries.findIndex(([other]) => other === hash) !== index) {
      throw configurationInvalid(`${entry} has the hash of another one. Give each client a token of its own.`);
    }
    if (client === undefined || client === null || client === false) {
      throw configurationInvalid(`${entry} has no client. Give what identifies it, for example its name.`);
    }
  });
  return entries;
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isSameHash(a: string, b: string): boolean {
  let difference = 0;
  for (let at = 0; at < 64; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
