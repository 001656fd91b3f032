/** Base58Check: base58 text of a prefix, a hash of 20 bytes and the first four bytes of a double SHA-256 of both. */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { base58 } from "@scure/base";
import {
  type Alphabet,
  checksumFault,
  formatFault,
  networkFault,
  type Writing,
  writingFault,
} from "../address-issues.js";
import type { AddressReading } from "../chain.js";

/** The same characters make the alphabet of the XRP Ledger, in another order. */
export const base58Alphabet: Alphabet = {
  name: "base58, which has the digits and letters without 0, O, I and l",
  characters: /^[1-9A-HJ-NP-Za-km-z]*$/,
};

/** With a prefix of one byte; leading zero bytes make it shorter. */
export const base58CheckWriting: Writing = { alphabet: base58Alphabet, least: 25, most: 35 };

const HASH_LENGTH = 20;
const CHECKSUM_LENGTH = 4;

/** The addresses of a chain in Base58Check. */
export interface Base58CheckFormats {
  readonly writing: Writing;
  /** Bytes of the prefix. */
  readonly prefixLength: number;
  /** The prefix, read as a big-endian number, and the name of the format. */
  readonly formats: readonly (readonly [prefix: number, format: string])[];
  /** What to say of another prefix, where it does not stand for another network. */
  readonly otherwise?: string;
  /** The canonical form of such a hash, where it is another text. */
  readonly canonical?: (text: string, prefix: number, hash: Uint8Array) => string;
}

export function fromBase58Check(text: string, kind: Base58CheckFormats): AddressReading {
  const fault = writingFault(text, kind.writing);
  if (fault) return fault;
  const payload = checkedPayload(base58.decode(text));
  if (payload === undefined) return checksumFault;
  if (payload.length !== kind.prefixLength + HASH_LENGTH) {
    return formatFault(
      "The address is well-formed Base58Check text of something else; an address holds a hash of 20 bytes.",
    );
  }
  const prefix = toNumber(payload, kind.prefixLength);
  const format = kind.formats.find(([known]) => known === prefix)?.[1];
  if (format === undefined) return kind.otherwise === undefined ? networkFault : formatFault(kind.otherwise);
  return { canonical: kind.canonical?.(text, prefix, payload.subarray(kind.prefixLength)) ?? text, format };
}

/** The bytes before a right checksum; undefined when it is wrong. */
export function checkedPayload(bytes: Uint8Array): Uint8Array | undefined {
  const length = bytes.length - CHECKSUM_LENGTH;
  const payload = bytes.subarray(0, length);
  const sum = doubleSha256(payload);
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    if (bytes[length + index] !== sum[index]) return undefined;
  }
  return payload;
}

/** A hash with its prefix before and its checksum behind it. */
export function withChecksum(prefix: number, hash: Uint8Array): Uint8Array {
  const payload = concatBytes(Uint8Array.of(prefix), hash);
  return concatBytes(payload, doubleSha256(payload).subarray(0, CHECKSUM_LENGTH));
}

function doubleSha256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

/** The first bytes as a big-endian number. */
export function toNumber(bytes: Uint8Array, length: number): number {
  let number = 0;
  for (const byte of bytes.subarray(0, length)) number = number * 256 + byte;
  return number;
}
