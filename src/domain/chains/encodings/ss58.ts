/** SS58 of Substrate: base58 of a network's prefix, an account of 32 bytes and two bytes of BLAKE2b over both. */
import { blake2b } from "@noble/hashes/blake2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { base58 } from "@scure/base";
import type { Writing } from "../address-issues.js";
import { base58Alphabet, toNumber } from "./base58check.js";

/** Of 35 or 36 bytes; each leading zero byte, as polkadot's prefix is one, is one character only. */
export const ss58Writing: Writing = { alphabet: base58Alphabet, least: 35, most: 50 };

const ACCOUNT_LENGTH = 32;
const CHECKSUM_LENGTH = 2;
/** "SS58PRE" */
const PREAMBLE = /* @__PURE__ */ Uint8Array.of(0x53, 0x53, 0x35, 0x38, 0x50, 0x52, 0x45);

/** The prefix of the network; or what is wrong with a text that is written so. */
export function networkOfSs58(text: string): number | "checksum" | "form" {
  const bytes = base58.decode(text);
  const length = bytes.length - CHECKSUM_LENGTH;
  const sum = blake2b(concatBytes(PREAMBLE, bytes.subarray(0, length)));
  if (bytes[length] !== sum[0] || bytes[length + 1] !== sum[1]) return "checksum";
  const prefix = toNumber(bytes, length - ACCOUNT_LENGTH);
  if (bytes.length === 35 && prefix < 64) return prefix;
  if (bytes.length !== 36 || prefix < 0x4000 || prefix > 0x7fff) return "form";
  // From network 64 on the prefix is the bits 01, then the low eight bits of the network, then its high six.
  const network = ((prefix >> 6) & 0xff) | ((prefix & 0x3f) << 8);
  // A network below 64 has room in one byte: in two it would be a second spelling of the same destination.
  return network < 64 ? "form" : network;
}
