/** TRON. 20 bytes of a Keccak-256 hash after the version 0x41, in Base58Check (TRON docs, "Account"). */
import { hexToBytes } from "@noble/hashes/utils.js";
import { formatIssue, isAddressIssue, withKeyHint } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { base58Check, parseBase58Check } from "../encodings/base58check.js";
import { frozenChain } from "./frozen-chain.js";

/** Nodes also write the 21 bytes in hex. It has no checksum. */
const HEX = /^41[0-9A-Fa-f]{40}$/;
const PREFIXED_HEX = /^0x(?:41)?[0-9A-Fa-f]{40}$/;

function parseTron(text: string): DecodedAddress | AddressIssue {
  if (HEX.test(text)) return { canonical: base58Check.encode(hexToBytes(text)), format: "hex" };
  if (PREFIXED_HEX.test(text)) {
    return formatIssue(
      "The wallet address must not begin with 0x; write an address of TRON as T and 33 characters, or as 41 and 40 hex digits.",
    );
  }
  const decoded = parseBase58Check(text, { formats: { "41": "base58" } });
  return isAddressIssue(decoded) ? withKeyHint(decoded, text) : decoded;
}

/** TRON. Wallets and exchanges write an address as `T…`, nodes also as 42 hex digits. */
export const tron: ChainModule<"tron"> = /* @__PURE__ */ frozenChain({
  name: "tron",
  symbol: "TRX",
  decimals: 6,
  coinType: 195,
  formats: ["base58", "hex"],
  checksum: "base58check",
  parse: parseTron,
});
