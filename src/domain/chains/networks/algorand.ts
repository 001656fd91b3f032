/** Algorand. Base32 of a key and the last four bytes of its SHA-512/256 (Algorand docs, "Accounts"). */
import { sha512_256 } from "@noble/hashes/sha2.js";
import { checksumFault, type Writing, writingFault } from "../address-issues.js";
import type { ChainModule } from "../chain.js";
import { base32Alphabet, decodeBase32 } from "../encodings/base32.js";

const KEY_LENGTH = 32;
const CHECKSUM_LENGTH = 4;
const writing: Writing = { alphabet: base32Alphabet, least: 58, most: 58 };

export const algorand: ChainModule = {
  name: "algorand",
  symbol: "ALGO",
  decimals: 6,
  coinType: 283,
  formats: ["base32"],
  parse: (text) => {
    const fault = writingFault(text, writing);
    if (fault) return fault;
    const bytes = decodeBase32(text);
    return bytes !== undefined && isChecked(bytes) ? { canonical: text, format: "base32" } : checksumFault;
  },
};

function isChecked(bytes: Uint8Array): boolean {
  const sum = sha512_256(bytes.subarray(0, KEY_LENGTH)).subarray(-CHECKSUM_LENGTH);
  return sum.every((byte, index) => byte === bytes[KEY_LENGTH + index]);
}
