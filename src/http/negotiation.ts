/** What a request accepts and sends (RFC 9110 §8.3, §12.5.1). */

/** Media types that answers have, from the most specific range to the widest. */
const RANGES = ["application/json", "application/*", "*/*"];

/** Returns whether a client accepts JSON. Without the header it accepts everything. */
export function acceptsJson(accept: string | null): boolean {
  if (accept === null || accept === "application/json" || accept === "*/*" || accept.trim() === "") return true;
  const ranges = new Map<string, number>();
  for (const part of accept.split(",")) {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith("q="))?.slice("q=".length);
    ranges.set(range, Math.max(weightOf(weight), ranges.get(range) ?? 0));
  }
  const mostSpecific = RANGES.find((range) => ranges.has(range));
  return mostSpecific !== undefined && ranges.get(mostSpecific) !== 0;
}

/** A weight that is no number counts as 1, because it does not say that the type is refused. */
function weightOf(text: string | undefined): number {
  const weight = text === undefined ? 1 : Number(text);
  return Number.isNaN(weight) ? 1 : weight;
}

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?;?$/i;

/** Returns whether a body is JSON in UTF-8, the only encoding of JSON (RFC 8259 §8.1). */
export function isJsonType(contentType: string | null): boolean {
  return contentType !== null && JSON_TYPE.test(contentType.trim());
}

/** Returns whether a body is compressed. */
export function isEncoded(contentEncoding: string | null): boolean {
  return contentEncoding !== null && !["", "identity"].includes(contentEncoding.trim().toLowerCase());
}
