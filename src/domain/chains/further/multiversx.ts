/** MultiversX. Bech32 with the prefix erd and 32 bytes (MultiversX docs, "Addresses"). Contracts look the same. */
import { checksumIssue, isAddressIssue, lengthIssue, type TextLimits, unknownNetworkIssue } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { bech32Alphabet, bech32Bytes, decodeBech32 } from "../encodings/bech32.js";
import { furtherChain } from "./secret-keys.js";

/** 62 characters; texts of other prefixes are decoded to say so. */
const limits: TextLimits = { alphabet: bech32Alphabet, minLength: 8, maxLength: 90 };
const length: AddressIssue = /* @__PURE__ */ lengthIssue("62 characters");

function parseMultiversx(text: string): DecodedAddress | AddressIssue {
  const decoded = decodeBech32(text, limits, "bech32");
  if (isAddressIssue(decoded)) return decoded.code === length.code ? length : decoded;
  if (decoded.variant !== "bech32") return checksumIssue;
  if (decoded.prefix !== "erd") return unknownNetworkIssue;
  const bytes = bech32Bytes(decoded);
  if (isAddressIssue(bytes)) return bytes;
  return bytes.length === 32 ? { canonical: decoded.lower, format: "bech32" } : length;
}

/** MultiversX. Its test networks write the same addresses. */
export const multiversx: ChainModule<"multiversx"> = /* @__PURE__ */ furtherChain({
  name: "multiversx",
  symbol: "EGLD",
  decimals: 18,
  coinType: 508,
  formats: ["bech32"],
  checksum: "bech32",
  parse: parseMultiversx,
});
