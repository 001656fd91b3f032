/** Canonical JSON text (RFC 8785). */
import { compareText } from "../text.js";

/**
 * Returns the canonical text of JSON data: members in the order of their names in UTF-16 code units, no spaces, numbers and
 * texts as ECMAScript writes them. Undefined members are left out, as in JSON. The data must be plain, finite and well-formed.
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
