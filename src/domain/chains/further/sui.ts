/** Sui. A hash of 32 bytes in hex, without a checksum (Sui docs, "Address"). Objects and packages look the same. */
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { hexDigits, hexNumberLengthIssue } from "../encodings/hex-number.js";
import { furtherChain } from "./secret-keys.js";

/** Short forms such as 0x2 are system packages, which receive no payments. */
function parseSui(text: string): DecodedAddress | AddressIssue {
  const digits = hexDigits(text);
  if (typeof digits !== "string") return digits;
  return digits.length === 64 ? { canonical: text.toLowerCase(), format: "hex" } : hexNumberLengthIssue;
}

/** Sui. Its format has no checksum: a typing error can pass. */
export const sui: ChainModule<"sui"> = /* @__PURE__ */ furtherChain({
  name: "sui",
  symbol: "SUI",
  decimals: 9,
  coinType: 784,
  formats: ["hex"],
  parse: parseSui,
});
