/** Bech32 (BIP-173) and bech32m (BIP-350): a prefix, digits of five bits, a checksum that knows the two apart. */

import {
  type Alphabet,
  charactersFault,
  checksumFault,
  mixedCaseFault,
  type Writing,
  writingFault,
} from "../address-issues.js";
import type { AddressIssue } from "../chain.js";

const CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM_LENGTH = 6;

/** What stands before the separator may have any printable character. */
export const bech32Alphabet: Alphabet = {
  name: "bech32, which has the digits and letters without 1, b, i and o",
  characters: /^[!-~]*$/,
};

/** BIP-173 allows 90 characters; the shortest address that there can be has 14. */
const bech32Writing: Writing = { alphabet: bech32Alphabet, least: 14, most: 90 };

/** A text whose checksum is right. */
export interface Bech32 {
  readonly lower: string;
  readonly hrp: string;
  /** The data, five bits each, without the checksum. */
  readonly digits: Uint8Array;
  readonly variant: "bech32" | "bech32m";
}

/** @param text has a separator in it, the 1 */
export function decodeBech32(text: string, writing: Writing = bech32Writing): Bech32 | AddressIssue {
  const fault = writingFault(text, writing);
  if (fault) return fault;
  const lower = toSingleCase(text);
  if (lower === undefined) return mixedCaseFault;
  const separator = lower.lastIndexOf("1");
  const digits = toDigits(lower, separator + 1);
  if (digits === undefined) return charactersFault(text, bech32Alphabet);
  const hrp = lower.slice(0, separator);
  const variant = variantOf(polymod(hrp, digits));
  if (variant === undefined || digits.length < CHECKSUM_LENGTH) return checksumFault;
  return { lower, hrp, digits: digits.subarray(0, -CHECKSUM_LENGTH), variant };
}

/** The text in lower case; undefined when it mixes both. It must be ASCII: other letters fold into ASCII ones. */
export function toSingleCase(text: string): string | undefined {
  const lower = text.toLowerCase();
  return text === lower || text === text.toUpperCase() ? lower : undefined;
}

/** By what a right checksum leaves. */
function variantOf(sum: number): Bech32["variant"] | undefined {
  if (sum === 1) return "bech32";
  return sum === 0x2bc830a3 ? "bech32m" : undefined;
}

/** By ASCII code; -1: no digit. */
const DIGITS: Int8Array = /* @__PURE__ */ (() => {
  const digits = new Int8Array(128).fill(-1);
  for (let digit = 0; digit < CHARSET.length; digit += 1) digits[CHARSET.charCodeAt(digit)] = digit;
  return digits;
})();

/** The digits from there on, as lower-case letters; undefined when one is none. */
export function toDigits(lower: string, from: number): Uint8Array | undefined {
  const digits = new Uint8Array(lower.length - from);
  for (let index = from; index < lower.length; index += 1) {
    const digit = DIGITS[lower.charCodeAt(index)];
    if (digit === undefined || digit === -1) return undefined;
    digits[index - from] = digit;
  }
  return digits;
}

export function fromDigits(digits: Iterable<number>): string {
  let text = "";
  for (const digit of digits) text += CHARSET.charAt(digit);
  return text;
}

/** How many bytes the digits hold; undefined when what is left over is a whole digit, or not zero. */
export function byteCount(digits: Uint8Array): number | undefined {
  const bits = digits.length * 5;
  const left = bits % 8;
  const last = digits[digits.length - 1];
  if (left >= 5 || last === undefined || (last & ((1 << left) - 1)) !== 0) return undefined;
  return (bits - left) / 8;
}

/** BIP-173, "Checksum". */
function polymod(hrp: string, digits: Uint8Array): number {
  let sum = 1;
  for (let index = 0; index < hrp.length; index += 1) sum = step(sum) ^ (hrp.charCodeAt(index) >> 5);
  sum = step(sum);
  for (let index = 0; index < hrp.length; index += 1) sum = step(sum) ^ (hrp.charCodeAt(index) & 31);
  for (const digit of digits) sum = step(sum) ^ digit;
  return sum;
}

/** One digit further. `-(bit) & generator` is the generator where the bit is set, and 0 where it is not. */
function step(sum: number): number {
  const top = sum >> 25;
  return (
    ((sum & 0x1ffffff) << 5) ^
    (-(top & 1) & 0x3b6a57b2) ^
    (-((top >> 1) & 1) & 0x26508e6d) ^
    (-((top >> 2) & 1) & 0x1ea119fa) ^
    (-((top >> 3) & 1) & 0x3d4233dd) ^
    (-((top >> 4) & 1) & 0x2a1462b3)
  );
}
