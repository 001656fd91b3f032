/** Starknet. A number below 2^251 in hex (Starknet docs, "Addresses"), with an optional checksum in its case (starknet.js). */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { checksumIssue, formatIssue } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { hexDigits, hexNumberLengthIssue, padHexNumber } from "../encodings/hex-number.js";
import { furtherChain } from "./secret-keys.js";

/** 0 and 1 are reserved. */
const MIN = 2n;
/** 2^251 - 256, the first number that is no address. */
const END = 0x7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00n;

function parseStarknet(text: string): DecodedAddress | AddressIssue {
  const written = hexDigits(text);
  if (typeof written !== "string") return written;
  const digits = padHexNumber(written.toLowerCase());
  if (digits === undefined) return hexNumberLengthIssue;
  const number = BigInt(`0x${digits}`);
  if (number < MIN || number >= END) {
    return formatIssue("The wallet address is outside the range of addresses: 2 to 2^251 - 257.");
  }
  const isMixed = /[a-f]/.test(written) && /[A-F]/.test(written);
  if (!isMixed) return { canonical: `0x${digits}`, format: "hex" };
  return written === withChecksum(digits) ? { canonical: `0x${digits}`, format: "checksum" } : checksumIssue;
}

/** A letter is upper case where the same digit of the hash is 8 or more. The hash is over the shortest whole bytes. */
function withChecksum(digits: string): string {
  const hash = bytesToHex(keccak_256(hexToBytes(digits.replace(/^(?:00)+/, ""))));
  return Array.from(digits, (digit, index) => (hash.charAt(index) > "7" ? digit.toUpperCase() : digit)).join("");
}

/**
 * Starknet. Only starknet.js defines the checksum, and few wallets write it: in one case, a typing error can pass. A text
 * in mixed case must have 64 digits and match.
 */
export const starknet: ChainModule<"starknet"> = /* @__PURE__ */ furtherChain({
  name: "starknet",
  symbol: "STRK",
  decimals: 18,
  coinType: 9004,
  formats: ["hex", "checksum"],
  parse: parseStarknet,
});
