/** Host names as parts of file names. */

/** Letters, digits and hyphens stay; any other UTF-8 byte is `_` and two hex digits: no dot, fit for any file system. */
export function encodeHost(host: string): string {
  const hex = (byte: number): string => `_${byte.toString(16).padStart(2, "0")}`;
  return host.replace(/[^0-9A-Za-z-]+/g, (text) => Array.from(Buffer.from(text), hex).join(""));
}

/** The host name that {@link encodeHost} was given. */
export function decodeHost(text: string): string {
  return text.replace(/(?:_[0-9a-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("_", ""), "hex").toString());
}
