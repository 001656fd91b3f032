/** Hex addresses of Ethereum and compatible chains: 20 bytes, with upper and lower case as a checksum (EIP-55). */
import { keccakP } from "@noble/hashes/sha3.js";
import {
  type Alphabet,
  charactersIssue,
  checksumIssue,
  formatIssue,
  lengthIssue,
  MAX_LENGTH,
  withKeyHint,
} from "../address-issues.js";
import type { AddressIssue, DecodedAddress } from "../chain.js";

/**
 * Parses `0x` and 40 hex digits. Digits in one case have no checksum. Mixed case must match EIP-55.
 *
 * @param prefix - with what an address begins, for a message
 */
export function parseHex(text: string, prefix = "0x, the x in lower case"): DecodedAddress | AddressIssue {
  if (!/^0x[0-9A-Fa-f]{40}$/.test(text)) return withKeyHint(hexIssue(text, prefix), text);
  const lower = text.toLowerCase();
  const canonical = toEip55(lower);
  if (text === lower || !/[a-f]/.test(text)) return { canonical, format: "hex" };
  return text === canonical ? { canonical, format: "eip-55" } : checksumIssue;
}

/** Words of the Keccak state that hold 40 ASCII digits, and the word with the end of the padding. */
const MESSAGE_WORDS = 10;
const LAST_WORD = 33;
/** The highest bit of each of the eight hash digits in a word, in their order. */
const HIGHEST_BITS = [7, 3, 15, 11, 23, 19, 31, 27] as const;

/**
 * Applies EIP-55 to `0x` and lower-case digits: a letter is upper case where the same digit of the hash is 8 or more. The
 * digits fit into one block, so the permutation is enough. That takes three quarters of the time of `keccak_256`.
 */
function toEip55(lower: string): string {
  const state = new Uint32Array(50);
  for (let word = 0; word < MESSAGE_WORDS; word += 1) state[word] = wordAt(lower, 2 + 4 * word);
  state[MESSAGE_WORDS] = 1;
  state[LAST_WORD] = 0x80000000;
  keccakP(state);
  const codes = [0x30, 0x78]; // "0x"
  for (const word of state) {
    if (codes.length === lower.length) break;
    for (const bit of HIGHEST_BITS) {
      const code = lower.charCodeAt(codes.length);
      // The code of a letter is above 0x60. Without 0x20 it is the upper-case letter.
      codes.push(code > 0x60 && ((word >>> bit) & 1) === 1 ? code - 0x20 : code);
    }
  }
  return String.fromCharCode(...codes);
}

/** Returns four characters as the bytes of a word, the first one lowest. */
function wordAt(text: string, at: number): number {
  return (
    text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24)
  );
}

const hexAlphabet: Alphabet = { name: "hex (digits and the letters a to f)", pattern: /^[0-9A-Fa-f]*$/ };
const HEX_LENGTH = "40 hex digits after its prefix";

function hexIssue(text: string, prefix: string): AddressIssue {
  if (text === "" || text.length > MAX_LENGTH) return lengthIssue(HEX_LENGTH);
  if (/[^!-~]/.test(text)) return charactersIssue(text, hexAlphabet);
  if (!text.startsWith("0x")) return formatIssue(`The wallet address must begin with ${prefix}.`);
  if (text.length !== 42) return lengthIssue(HEX_LENGTH);
  return charactersIssue(text, hexAlphabet);
}
