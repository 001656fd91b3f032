/** Algorand. Base32 of a key and the last four bytes of its SHA-512/256 (Algorand docs, "Accounts"). */
import { sha512_256 } from "@noble/hashes/sha2.js";
import { base32nopad } from "@scure/base";
import { checksumIssue, checkText, type TextLimits } from "../address-issues.js";
import type { ChainModule } from "../chain.js";
import { base32Alphabet } from "../encodings/base32.js";
import { withChecksum } from "../encodings/checksum.js";

const limits: TextLimits = { alphabet: base32Alphabet, minLength: 58, maxLength: 58 };
const codec = /* @__PURE__ */ withChecksum(base32nopad, 4, (key) => sha512_256(key).subarray(-4));

export const algorand: ChainModule<"algorand"> = {
  name: "algorand",
  symbol: "ALGO",
  decimals: 6,
  coinType: 283,
  formats: ["base32"],
  checksum: "sha-512/256",
  parse: (text) => {
    const issue = checkText(text, limits);
    if (issue) return issue;
    return codec.decode(text) ? { canonical: text, format: "base32" } : checksumIssue;
  },
};
