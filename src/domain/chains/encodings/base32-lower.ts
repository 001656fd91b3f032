/** Base32 in lower case without padding (RFC 4648), as Filecoin and the Internet Computer use it. */
import { base32nopad } from "@scure/base";

/** Returns the bytes; undefined when unused bits are not zero. The text must have characters of the encoding only. */
export function decodeBase32Lower(text: string): Uint8Array | undefined {
  try {
    return base32nopad.decode(text.toUpperCase());
  } catch {
    return undefined;
  }
}

export function encodeBase32Lower(bytes: Uint8Array): string {
  return base32nopad.encode(bytes).toLowerCase();
}
