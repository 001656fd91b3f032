/** Segregated witness addresses: a version and a program in bech32 (BIP-173) or bech32m (BIP-350). */

import { checksumFault, formatFault, LONGEST, networkFault } from "../address-issues.js";
import type { AddressIssue, AddressReading } from "../chain.js";
import { type Bech32, byteCount, decodeBech32, toSingleCase } from "./bech32.js";

/** A prefix of letters, then nothing but the characters of bech32. */
export const BECH32_LIKE = /^[a-z]+1[02-9ac-hj-np-z]+$/i;

/** Base58 addresses are not longer. */
const LONGEST_BASE58 = 35;

/**
 * Whether to read the text as a segwit address. Where it is no longer than base58 it must begin so and be of one case:
 * litecoin has base58 addresses that begin with LTc1. Where it is longer it may also look so but for the prefix, and
 * then its checksum tells a typing error in the prefix from another network.
 */
export function isSegwitLike(text: string, hrp: string): boolean {
  if (text.length > LONGEST) return false;
  const begins = text.slice(0, hrp.length + 1).toLowerCase() === `${hrp}1`;
  if (text.length <= LONGEST_BASE58) return begins && toSingleCase(text) !== undefined;
  return begins || BECH32_LIKE.test(text);
}

export function fromSegwit(text: string, hrp: string): AddressReading {
  const decoded = decodeBech32(text);
  if ("code" in decoded) return decoded;
  if (decoded.hrp !== hrp) return networkFault;
  return witnessFault(decoded) ?? { canonical: decoded.lower, format: "segwit" };
}

/** BIP-141 and BIP-350: what a version, its checksum and the length of its program have to be. */
export function witnessFault({ digits, variant }: Bech32): AddressIssue | undefined {
  const version = digits[0];
  if (version === undefined || version > 16) return formatFault("The witness version is none of 0 to 16.");
  if (variant !== (version === 0 ? "bech32" : "bech32m")) return checksumFault;
  const length = byteCount(digits.subarray(1));
  if (length === undefined) return formatFault("The bits that fill up the last character of the program are not zero.");
  if (version === 0 && length !== 20 && length !== 32) {
    return formatFault("The witness program of version 0 must have 20 or 32 bytes.");
  }
  return length >= 2 && length <= 40 ? undefined : formatFault("The witness program must have 2 to 40 bytes.");
}

/** Two public keys of 33 bytes. */
const MWEB_KEYS_LENGTH = 66;

/** The same for the stealth addresses of Litecoin's extension blocks (Litecoin Core, key_io.cpp). */
export function mwebFault({ digits, variant }: Bech32): AddressIssue | undefined {
  const isRight = variant === "bech32" && digits[0] === 0 && byteCount(digits.subarray(1)) === MWEB_KEYS_LENGTH;
  return isRight
    ? undefined
    : formatFault("An MWEB address must be of version 0, in bech32, with two keys of 33 bytes.");
}
