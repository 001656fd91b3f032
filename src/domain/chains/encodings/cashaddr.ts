/** CashAddr of Bitcoin Cash: an optional prefix, then a version byte, a hash and a checksum of 40 bits. */
import { concatBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import {
  type Alphabet,
  charactersIssue,
  checksumIssue,
  checkText,
  formatIssue,
  lengthIssue,
  mixedCaseIssue,
  type TextLimits,
  unknownNetworkIssue,
} from "../address-issues.js";
import type { AddressIssue, DecodedAddress } from "../chain.js";
import { BECH32_DATA, toSingleCase } from "./bech32.js";

const PREFIX = "bitcoincash";
const CHARACTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM_LENGTH = 8;

const alphabet: Alphabet = {
  name: "CashAddr (digits and letters without 1, b, i and o)",
  pattern: /^[!-~]*$/,
};

/** From 20 bytes without prefix to the format's maximum of 64 bytes. */
const limits: TextLimits = { alphabet, minLength: 42, maxLength: 124 };

/** Hash length by version byte: four bits of type, three of size. P2PKH has 20 bytes, P2SH also 32 (CHIP-2022-05). */
const hashLengths: ReadonlyMap<number, number> = /* @__PURE__ */ new Map([
  [0x00, 20],
  [0x08, 20],
  [0x0b, 32],
  [0x10, 20],
  [0x18, 20],
  [0x1b, 32],
]);

/** Bit of the version of a token-aware address (CashTokens). The destination is the same without it. */
const TOKEN_AWARE = 0x10;

/** @param network - the expected prefix. The checksum includes it even where the text has no prefix. */
export function parseCashAddr(text: string, network: string = PREFIX): DecodedAddress | AddressIssue {
  const issue = checkText(text, limits);
  if (issue) return issue;
  const lower = toSingleCase(text);
  if (lower === undefined) return mixedCaseIssue;
  const colon = lower.indexOf(":");
  const prefix = colon === -1 ? network : lower.slice(0, colon);
  const data = lower.slice(colon + 1);
  // The checksum includes five bits of each prefix character. Without this check, 4 would pass for t.
  if (!BECH32_DATA.test(data) || !/^[a-z]+$/.test(prefix)) return charactersIssue(text, alphabet);
  const words = cashAddrWords(prefix, data);
  if (words === undefined) return checksumOrLengthIssue(data.length);
  return prefix === network ? fromWords(words, data) : unknownNetworkIssue;
}

/**
 * Returns the data in groups of five bits, without the checksum; undefined when the checksum is wrong.
 *
 * @param data - the characters after the prefix and its colon, in lower case
 */
export function cashAddrWords(prefix: string, data: string): number[] | undefined {
  const words = Array.from(data, (character) => CHARACTERS.indexOf(character));
  return polymod(prefix, words) === 1 ? words.slice(0, -CHECKSUM_LENGTH) : undefined;
}

/** A wrong length explains the wrong checksum. */
function checksumOrLengthIssue(length: number): AddressIssue {
  if (length === 42 || length === 61) return checksumIssue;
  return lengthIssue("42 characters after its prefix, or 61 with a hash of 32 bytes");
}

/** @param data - the words and their checksum as text */
function fromWords(words: number[], data: string): DecodedAddress | AddressIssue {
  const [version = -1, ...hash] = bech32.fromWordsUnsafe(words) ?? [];
  if (hashLengths.get(version) !== hash.length) {
    return formatIssue("The wallet address must be P2PKH with a hash of 20 bytes, or P2SH with 20 or 32 bytes.");
  }
  if (version < TOKEN_AWARE) return { canonical: `${PREFIX}:${data}`, format: "cashaddr" };
  return { canonical: encodeCashAddr(version - TOKEN_AWARE, Uint8Array.from(hash)), format: "cashaddr-token" };
}

/** @param version - the version byte: 0 for P2PKH, 8 for P2SH with a hash of 20 bytes */
export function encodeCashAddr(version: number, hash: Uint8Array): string {
  const words = bech32.toWords(concatBytes(Uint8Array.of(version), hash));
  const sum = polymod(PREFIX, [...words, ...new Array<number>(CHECKSUM_LENGTH).fill(0)]);
  for (let place = CHECKSUM_LENGTH - 1; place >= 0; place -= 1) {
    const word = Math.floor(sum / 32 ** place) % 32;
    words.push(place === 0 ? word ^ 1 : word);
  }
  return `${PREFIX}:${words.map((word) => CHARACTERS.charAt(word)).join("")}`;
}

/** PolyMod of the specification without its last step. It returns 1 for a valid checksum. */
function polymod(prefix: string, words: readonly number[]): number {
  // 40 bits in two halves of 20, because bit operators are limited to 32 bits.
  let high = 0;
  let low = 1;
  for (const word of [...Array.from(prefix, (letter) => letter.charCodeAt(0) & 31), 0, ...words]) {
    const top = high >> 15;
    high = ((high & 0x7fff) << 5) | (low >> 15);
    low = ((low & 0x7fff) << 5) ^ word;
    if (top & 1) [high, low] = [high ^ 0x98f2b, low ^ 0xc8e61];
    if (top & 2) [high, low] = [high ^ 0x79b76, low ^ 0xd99e2];
    if (top & 4) [high, low] = [high ^ 0xf33e5, low ^ 0xfb3c4];
    if (top & 8) [high, low] = [high ^ 0xae2ea, low ^ 0xbe2a8];
    if (top & 16) [high, low] = [high ^ 0x1e4f4, low ^ 0x3e470];
  }
  return high * 2 ** 20 + low;
}
