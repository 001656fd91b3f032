/** Canonical JSON text (RFC 8785). */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { compareText } from "../text.js";

/**
 * Returns the canonical text of JSON data: members in the order of their names in UTF-16 code units, and no spaces. Numbers
 * and texts are as ECMAScript writes them. Undefined members are left out, as in JSON. The data must be plain, finite and well-formed.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
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
