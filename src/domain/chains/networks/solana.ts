/** Solana. Base58 of 32 bytes, a key or a program address, without a checksum (Solana docs, "Accounts"). */
import { base58 } from "@scure/base";
import { checkText, lengthIssue, type TextLimits } from "../address-issues.js";
import type { ChainModule } from "../chain.js";
import { base58Alphabet } from "../encodings/base58check.js";

const BYTES = 32;

/** Leading zero bytes shorten the text. */
const limits: TextLimits = { alphabet: base58Alphabet, minLength: 32, maxLength: 44 };

/** The length of 64 bytes: an exported secret key, or a signature. */
const BYTES_64 = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/;

export const solana: ChainModule<"solana"> = {
  name: "solana",
  symbol: "SOL",
  decimals: 9,
  coinType: 501,
  formats: ["base58"],
  parse: (text) => {
    const issue = checkText(text, limits);
    if (BYTES_64.test(text)) {
      return lengthIssue("32 bytes", "64 bytes are a signature, or a secret key to treat as exposed");
    }
    if (issue) return issue;
    return base58.decode(text).length === BYTES ? { canonical: text, format: "base58" } : lengthIssue("32 bytes");
  },
};
