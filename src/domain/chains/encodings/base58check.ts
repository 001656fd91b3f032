/** Base58Check: base58 of a prefix, a hash and the first four bytes of their double SHA-256. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { base58, base58xrp } from "@scure/base";
import { bare, own } from "../../own.js";
import {
  type Alphabet,
  checksumIssue,
  checkText,
  formatIssue,
  type TextLimits,
  unknownNetworkIssue,
} from "../address-issues.js";
import type { AddressIssue, DecodedAddress } from "../chain.js";
import { type ChecksumCodec, withChecksum } from "./checksum.js";

/** The XRP Ledger has the same characters in another order. */
export const base58Alphabet: Alphabet = {
  name: "base58 (digits and letters without 0, O, I and l)",
  pattern: /^[1-9A-HJ-NP-Za-km-z]*$/,
};

/** Limits with a prefix of one byte. Leading zero bytes shorten the text. */
export const base58CheckLimits: TextLimits = { alphabet: base58Alphabet, minLength: 25, maxLength: 35 };

export const base58Check: ChecksumCodec = /* @__PURE__ */ withChecksum(base58, 4, doubleSha256);
export const base58CheckXrp: ChecksumCodec = /* @__PURE__ */ withChecksum(base58xrp, 4, doubleSha256);

function doubleSha256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

export const HASH_LENGTH = 20;

/** The Base58Check formats of a chain. */
export interface Base58CheckOptions {
  /** Names of the formats by prefix, in hex. */
  readonly formats: Readonly<Record<string, string>>;
  /** Bytes of the prefix. @default 1 */
  readonly prefixLength?: number;
  /** @default base58CheckLimits */
  readonly limits?: TextLimits;
  /** Issue of an unknown prefix. @default unknownNetworkIssue */
  readonly unknownPrefix?: AddressIssue;
  /** Returns the canonical form. @default the text itself */
  readonly canonical?: (text: string, prefix: string, hash: Uint8Array) => string;
}

export function parseBase58Check(text: string, options: Base58CheckOptions): DecodedAddress | AddressIssue {
  const {
    formats,
    prefixLength = 1,
    limits = base58CheckLimits,
    unknownPrefix = unknownNetworkIssue,
    canonical,
  } = bare(options);
  const issue = checkText(text, limits);
  if (issue) return issue;
  const payload = base58Check.decode(text);
  if (payload === undefined) return checksumIssue;
  if (payload.length !== prefixLength + HASH_LENGTH) {
    return formatIssue("The text is valid Base58Check, but not a wallet address, which has a hash of 20 bytes.");
  }
  const prefix = bytesToHex(payload.subarray(0, prefixLength));
  const format = own(formats, prefix);
  if (format === undefined) return unknownPrefix;
  return { canonical: canonical?.(text, prefix, payload.subarray(prefixLength)) ?? text, format };
}
