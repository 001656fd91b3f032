/** Canonical JSON text (RFC 8785). */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * Returns the canonical text of JSON data: members in the order of their names in UTF-16 code units, and no spaces. Numbers
 * and texts are as ECMAScript writes them. Undefined members are left out, as in JSON. The data must be plain, finite and well-formed.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members: string[] = [];
  // The order of `sort` without a function is that of UTF-16 code units.
  for (const name of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, name);
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

/** Returns SHA-256 over the canonical text of JSON data, as 64 hex digits. */
export function dataDigest(data: unknown): string {
  return textDigest(canonicalJson(data));
}

/** Returns SHA-256 over a text in UTF-8, as 64 hex digits. */
export function textDigest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
