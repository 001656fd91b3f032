/** Base32 without padding (RFC 4648), as Stellar and Algorand use it: one spelling for each sequence of bytes. */
import { base32nopad } from "@scure/base";
import type { Alphabet } from "../address-issues.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const base32Alphabet: Alphabet = {
  name: "base32, which has the letters A to Z and the digits 2 to 7",
  characters: /^[A-Z2-7]*$/,
};

/**
 * The bytes of a text of these letters, of a length that base32 gives; undefined when the bits that fill up its last
 * letter are not zero, for that would be a second spelling.
 */
export function decodeBase32(text: string): Uint8Array | undefined {
  const unused = (text.length * 5) % 8;
  const last = LETTERS.indexOf(text.slice(-1));
  return (last & ((1 << unused) - 1)) === 0 ? base32nopad.decode(text) : undefined;
}
