/** CashAddr of Bitcoin Cash: a prefix that may be left out, a version byte, a hash, and a checksum of 40 bits over all. */
import { concatBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import {
  type Alphabet,
  charactersFault,
  checksumFault,
  formatFault,
  lengthFault,
  mixedCaseFault,
  networkFault,
  type Writing,
  writingFault,
} from "../address-issues.js";
import type { AddressIssue, AddressReading } from "../chain.js";
import { byteCount, fromDigits, toDigits, toSingleCase } from "./bech32.js";

const PREFIX = "bitcoincash";
const CHECKSUM_LENGTH = 8;

/** What stands before the colon is looked at by itself. */
const alphabet: Alphabet = {
  name: "CashAddr, which has the digits and letters without 1, b, i and o",
  characters: /^[!-~]*$/,
};

/** From 20 bytes without the prefix to the 64 bytes that the format has room for. */
const writing: Writing = { alphabet, least: 42, most: 124 };

/** Version bytes: four bits of type, three of size. P2PKH has 20 bytes, P2SH also 32 (CHIP-2022-05). */
const versions = [
  { version: 0x00, format: "cashaddr", hashLength: 20 },
  { version: 0x08, format: "cashaddr", hashLength: 20 },
  { version: 0x0b, format: "cashaddr", hashLength: 32 },
  { version: 0x10, format: "cashaddr-token", hashLength: 20 },
  { version: 0x18, format: "cashaddr-token", hashLength: 20 },
  { version: 0x1b, format: "cashaddr-token", hashLength: 32 },
] as const;

/** Set in the version of an address that takes tokens (CashTokens); the destination is the same without it. */
const TOKEN_AWARE = 0x10;

/** @param network the prefix that is meant: where the text has none, the checksum still counts it */
export function fromCashAddr(text: string, network: string = PREFIX): AddressReading {
  const fault = writingFault(text, writing);
  if (fault) return fault;
  const lower = toSingleCase(text);
  if (lower === undefined) return mixedCaseFault;
  const colon = lower.indexOf(":");
  const prefix = colon === -1 ? network : lower.slice(0, colon);
  const digits = toDigits(lower, colon + 1);
  // Of a character of the prefix the checksum sees five bits: without this, 4 would pass for t.
  if (digits === undefined || !/^[a-z]+$/.test(prefix)) return charactersFault(text, alphabet);
  if (polymod(prefix, digits) !== 1) return checksumOrLengthFault(digits.length);
  return prefix === network ? fromData(digits.subarray(0, -CHECKSUM_LENGTH), lower.slice(colon + 1)) : networkFault;
}

/** Where no address has that length, that is what is wrong. */
function checksumOrLengthFault(length: number): AddressIssue {
  if (length === 42 || length === 61) return checksumFault;
  return lengthFault("42 characters, or 61 with a hash of 32 bytes, beside its prefix");
}

/** @param payload how the data and its checksum were written */
function fromData(digits: Uint8Array, payload: string): AddressReading {
  const version = digits.subarray(0, 2).reduce((sum, digit) => sum * 32 + digit, 0) >> 2;
  const kind = versions.find((known) => known.version === version);
  if (kind === undefined || byteCount(digits) !== 1 + kind.hashLength) {
    return formatFault("The address must be P2PKH with a hash of 20 bytes, or P2SH with one of 20 or 32 bytes.");
  }
  if (version < TOKEN_AWARE) return { canonical: `${PREFIX}:${payload}`, format: kind.format };
  const withoutTokens = digits.slice();
  withoutTokens[0] = (version - TOKEN_AWARE) >> 3;
  return { canonical: encode(withoutTokens), format: kind.format };
}

/** The address of a hash of 20 bytes. Type 0 is P2PKH, 1 is P2SH. */
export function toCashAddr(type: 0 | 1, hash: Uint8Array): string {
  return encode(Uint8Array.from(bech32.toWords(concatBytes(Uint8Array.of(type << 3), hash))));
}

function encode(data: Uint8Array): string {
  const digits = concatBytes(data, new Uint8Array(CHECKSUM_LENGTH));
  const sum = polymod(PREFIX, digits);
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    const digit = Math.floor(sum / 32 ** place) % 32;
    digits[digits.length - 1 - place] = place === 0 ? digit ^ 1 : digit;
  }
  return `${PREFIX}:${fromDigits(digits)}`;
}

/** The specification's PolyMod without its last step: a right checksum leaves 1. */
function polymod(prefix: string, digits: Uint8Array): number {
  const all = new Uint8Array(prefix.length + 1 + digits.length);
  for (let index = 0; index < prefix.length; index += 1) all[index] = prefix.charCodeAt(index) & 31;
  all.set(digits, prefix.length + 1);
  // 40 bits in two halves of 20: the operators on bits take no more than 32.
  let high = 0;
  let low = 1;
  for (const digit of all) {
    const top = high >> 15;
    // All ones where a bit of the five is set, and 0 where it is not.
    const a = -(top & 1);
    const b = -((top >> 1) & 1);
    const c = -((top >> 2) & 1);
    const d = -((top >> 3) & 1);
    const e = -(top >> 4);
    high = ((high & 0x7fff) << 5) | (low >> 15);
    high ^= (a & 0x98f2b) ^ (b & 0x79b76) ^ (c & 0xf33e5) ^ (d & 0xae2ea) ^ (e & 0x1e4f4);
    low = ((low & 0x7fff) << 5) ^ digit;
    low ^= (a & 0xc8e61) ^ (b & 0xd99e2) ^ (c & 0xfb3c4) ^ (d & 0xbe2a8) ^ (e & 0x3e470);
  }
  return high * 2 ** 20 + low;
}
