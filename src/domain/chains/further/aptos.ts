/** Aptos. 32 bytes in hex, without a checksum: 64 digits, or short for the special addresses 0x0 to 0xf (AIP-40). */
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { hexDigits, hexNumberLengthIssue, padHexNumber } from "../encodings/hex-number.js";
import { furtherChain } from "./secret-keys.js";

function parseAptos(text: string): DecodedAddress | AddressIssue {
  const digits = hexDigits(text);
  if (typeof digits !== "string") return digits;
  const lower = digits.toLowerCase();
  const long = lower.length === 1 ? lower.padStart(64, "0") : padHexNumber(lower);
  if (long === undefined) return hexNumberLengthIssue;
  // AIP-40 writes the special addresses short, and all others long.
  const canonical = /^0{63}/.test(long) ? `0x${long.slice(-1)}` : `0x${long}`;
  return { canonical, format: lower === long ? "long" : "short" };
}

/** Aptos. No format has a checksum: a typing error can pass. */
export const aptos: ChainModule<"aptos"> = /* @__PURE__ */ furtherChain({
  name: "aptos",
  symbol: "APT",
  decimals: 8,
  coinType: 637,
  formats: ["long", "short"],
  parse: parseAptos,
});
