/** Hex addresses of Ethereum and compatible chains: 20 bytes, with upper and lower case as a checksum (EIP-55). */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import {
  type Alphabet,
  charactersIssue,
  checksumIssue,
  formatIssue,
  lengthIssue,
  MAX_LENGTH,
} from "../address-issues.js";
import type { AddressIssue, DecodedAddress } from "../chain.js";

/** Parses `0x` and 40 hex digits. Digits in one case have no checksum. Mixed case must match EIP-55. */
export function parseHex(text: string): DecodedAddress | AddressIssue {
  if (!/^0x[0-9A-Fa-f]{40}$/.test(text)) return hexIssue(text);
  const digits = text.slice(2);
  const [lower, upper] = [digits.toLowerCase(), digits.toUpperCase()];
  const canonical = toEip55(lower, upper);
  if (digits === lower || digits === upper) return { canonical, format: "hex" };
  return text === canonical ? { canonical, format: "eip-55" } : checksumIssue;
}

/** EIP-55: a letter is upper case where the same digit of the hash is 8 or more. */
function toEip55(lower: string, upper: string): string {
  // Not `utf8ToBytes`, which needs the platform's TextEncoder. Hex digits are ASCII.
  const bytes = Uint8Array.from(lower, (digit) => digit.charCodeAt(0));
  const hash = bytesToHex(keccak_256(bytes));
  let text = "0x";
  for (let index = 0; index < lower.length; index += 1) {
    text += hash.charAt(index) >= "8" ? upper[index] : lower[index];
  }
  return text;
}

const hexAlphabet: Alphabet = { name: "hex (digits and the letters a to f)", pattern: /^[0-9A-Fa-f]*$/ };
const HEX_LENGTH = "40 hex digits after its prefix";

function hexIssue(text: string): AddressIssue {
  if (text === "" || text.length > MAX_LENGTH) return lengthIssue(HEX_LENGTH);
  if (/[^!-~]/.test(text)) return charactersIssue(text, hexAlphabet);
  if (!text.startsWith("0x")) {
    return formatIssue(
      "The wallet address must begin with 0x, the x in lower case; on xdc it may begin with xdc or XDC.",
    );
  }
  if (/^0x[0-9A-Fa-f]{64}$/.test(text)) {
    return lengthIssue(HEX_LENGTH, "64 digits are a transaction hash, or a private key to treat as exposed");
  }
  if (text.length !== 42) return lengthIssue(HEX_LENGTH);
  return charactersIssue(text, hexAlphabet);
}
