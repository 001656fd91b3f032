/** Bech32 (BIP-173) and bech32m (BIP-350), segwit addresses, and the MWEB addresses of Litecoin. */
import { bech32, bech32m } from "@scure/base";
import {
  type Alphabet,
  charactersIssue,
  checksumIssue,
  checkText,
  formatIssue,
  isAddressIssue,
  MAX_LENGTH,
  mixedCaseIssue,
  type TextLimits,
  unknownNetworkIssue,
} from "../address-issues.js";
import type { AddressIssue, DecodedAddress } from "../chain.js";
import { base58CheckLimits } from "./base58check.js";

/** The prefix may have any printable character. */
export const bech32Alphabet: Alphabet = {
  name: "bech32 (digits and letters without 1, b, i and o)",
  pattern: /^[!-~]*$/,
};

/** The characters after the separator, in lower case. */
export const BECH32_DATA = /^[02-9ac-hj-np-z]*$/;

/** A prefix of letters, then only characters of bech32. */
export const BECH32_LIKE = /^[a-z]+1[02-9ac-hj-np-z]+$/i;

/** BIP-173 allows 90 characters. The shortest segwit address has 14. */
const segwitLimits: TextLimits = { alphabet: bech32Alphabet, minLength: 14, maxLength: 90 };

/** A text with a valid checksum. */
export interface Bech32 {
  readonly lower: string;
  readonly prefix: string;
  /** The data in groups of five bits, without the checksum. */
  readonly words: readonly number[];
  readonly variant: "bech32" | "bech32m";
}

/**
 * @param text - a text with a separator: the last 1
 * @param likely - the checksum to try first, which avoids the exception of a wrong one. By default that of segwit, where
 *   version 0, written q, has bech32
 */
export function decodeBech32(
  text: string,
  limits: TextLimits = segwitLimits,
  likely?: Bech32["variant"],
): Bech32 | AddressIssue {
  const issue = checkText(text, limits);
  if (issue) return issue;
  const lower = toSingleCase(text);
  if (lower === undefined) return mixedCaseIssue;
  const data = lower.slice(lower.lastIndexOf("1") + 1);
  if (!BECH32_DATA.test(data)) return charactersIssue(text, bech32Alphabet);
  const isBech32 = (likely ?? (data.startsWith("q") ? "bech32" : "bech32m")) === "bech32";
  const codecs = isBech32 ? ([bech32, bech32m] as const) : ([bech32m, bech32] as const);
  for (const codec of codecs) {
    const decoded = codec.decodeUnsafe(lower, false);
    if (decoded) return { lower, ...decoded, variant: codec === bech32 ? "bech32" : "bech32m" };
  }
  return checksumIssue;
}

/** Returns the bytes of a text that is no segwit address. */
export function bech32Bytes({ words }: Bech32): Uint8Array | AddressIssue {
  return bech32.fromWordsUnsafe([...words]) ?? unusedBitsIssue;
}

const unusedBitsIssue: AddressIssue = /* @__PURE__ */ formatIssue(
  "The wallet address has unused bits that are not zero.",
);

/** Returns an ASCII text in lower case; undefined when it mixes both cases. */
export function toSingleCase(text: string): string | undefined {
  const lower = text.toLowerCase();
  return text === lower || text === text.toUpperCase() ? lower : undefined;
}

/**
 * Returns whether to read a text as a segwit address. A short text must begin with the prefix and have one case, because
 * base58 addresses of litecoin may begin with LTc1. A longer text may have another prefix of letters: its checksum then
 * distinguishes a typing error from another network.
 */
export function isSegwitLike(text: string, prefix: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const hasPrefix = text.slice(0, prefix.length + 1).toLowerCase() === `${prefix}1`;
  if (text.length <= base58CheckLimits.maxLength) return hasPrefix && toSingleCase(text) !== undefined;
  return hasPrefix || BECH32_LIKE.test(text);
}

export function parseSegwit(text: string, prefix: string): DecodedAddress | AddressIssue {
  const decoded = decodeBech32(text);
  if (isAddressIssue(decoded)) return decoded;
  if (decoded.prefix !== prefix) return unknownNetworkIssue;
  return witnessIssue(decoded) ?? { canonical: decoded.lower, format: "segwit" };
}

/** Checks version, checksum variant and program length (BIP-141, BIP-350). */
export function witnessIssue({ words, variant }: Bech32): AddressIssue | undefined {
  const [version, ...program] = words;
  if (version === undefined || version > 16)
    return formatIssue("The witness version of the wallet address is not 0 to 16.");
  if (variant !== (version === 0 ? "bech32" : "bech32m")) return checksumIssue;
  const length = bech32.fromWordsUnsafe(program)?.length;
  if (length === undefined) return unusedBitsIssue;
  if (version === 0 && length !== 20 && length !== 32) {
    return formatIssue("The witness program of the wallet address must have 20 or 32 bytes, because its version is 0.");
  }
  if (length >= 2 && length <= 40) return undefined;
  return formatIssue("The witness program of the wallet address must have 2 to 40 bytes.");
}

/** Two public keys of 33 bytes. */
const MWEB_LENGTH = 66;

/** Checks a stealth address of Litecoin's extension blocks (Litecoin Core, key_io.cpp). */
export function mwebIssue({ words, variant }: Bech32): AddressIssue | undefined {
  const [version, ...keys] = words;
  if (variant === "bech32" && version === 0 && bech32.fromWordsUnsafe(keys)?.length === MWEB_LENGTH) return undefined;
  return formatIssue("The wallet address must have version 0, bech32 and two keys of 33 bytes, because it is of MWEB.");
}
