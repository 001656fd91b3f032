/** Addresses of Ethereum and its kin: 20 bytes in hex, whose case may be a checksum (EIP-55). */
import { keccakP } from "@noble/hashes/sha3.js";
import { type Alphabet, charactersFault, checksumFault, formatFault, LONGEST, lengthFault } from "../address-issues.js";
import type { AddressIssue, AddressReading } from "../chain.js";

const HEX = /^0x[0-9A-Fa-f]{40}$/;

/** `0x` and 40 hex digits. All in lower or all in upper case they carry no checksum; mixed case is one, and must be right. */
export function fromHex(text: string): AddressReading {
  if (!HEX.test(text)) return hexFault(text);
  const lower = text.toLowerCase();
  const canonical = withChecksum(lower);
  if (text === lower || !/[a-f]/.test(text)) return { canonical, format: "hex" };
  return text === canonical ? { canonical, format: "eip-55" } : checksumFault;
}

/** Of the state of Keccak-256: the words that take 40 ASCII digits, and the one in which the padding ends. */
const MESSAGE_WORDS = 10;
const LAST_WORD = 33;
/** Where in a word of the hash the highest bit of each of its eight digits is, in their order. */
const HIGHEST_BITS = [7, 3, 15, 11, 23, 19, 31, 27] as const;

/**
 * EIP-55: a letter is upper case where the same digit of the hash of the lower-case digits is 8 or more. They fit in one
 * block, so this is Keccak-256 as its permutation alone, which saves a quarter of the time of the general function.
 *
 * @param lower `0x` and the digits
 */
function withChecksum(lower: string): string {
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
      // A letter's code is above 0x60; without 0x20 it is that of the letter in upper case.
      codes.push(code > 0x60 && ((word >>> bit) & 1) === 1 ? code - 0x20 : code);
    }
  }
  return String.fromCharCode.apply(null, codes);
}

/** Four characters as the bytes of a word, the first one lowest. */
function wordAt(text: string, at: number): number {
  return (
    text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24)
  );
}

const hexAlphabet: Alphabet = {
  name: "hex, which has the digits and the letters a to f",
  characters: /^[0-9A-Fa-f]*$/,
};
const lengthOfHex = "40 hex digits after its prefix";

function hexFault(text: string): AddressIssue {
  if (text === "" || text.length > LONGEST) return lengthFault(lengthOfHex);
  if (/[^!-~]/.test(text)) return charactersFault(text, hexAlphabet);
  if (!text.startsWith("0x"))
    return formatFault(
      "An address in hex must begin with 0x, the x in lower case; on xdc, xdc or XDC may stand in its place.",
    );
  if (/^0x[0-9A-Fa-f]{64}$/.test(text)) {
    return lengthFault(
      `${lengthOfHex}, and 64 are the hash of a transaction or a private key, to be treated as exposed`,
    );
  }
  if (text.length !== 42) return lengthFault(lengthOfHex);
  return charactersFault(text, hexAlphabet);
}
