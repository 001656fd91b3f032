/** Solana. Base58 of 32 bytes, a key or a program's address, without a checksum (Solana docs, "Accounts"). */
import { base58 } from "@scure/base";
import { lengthFault, type Writing, writingFault } from "../address-issues.js";
import type { ChainModule } from "../chain.js";
import { base58Alphabet } from "../encodings/base58check.js";

const BYTES = 32;

/** Each leading zero byte is one character only. */
const writing: Writing = { alphabet: base58Alphabet, least: 32, most: 44 };

/** As long as 64 bytes are, which wallets export as a secret key, and explorers show as a signature. */
const OF_64_BYTES = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/;

export const solana: ChainModule = {
  name: "solana",
  symbol: "SOL",
  decimals: 9,
  coinType: 501,
  formats: ["base58"],
  parse: (text) => {
    const fault = writingFault(text, writing);
    if (OF_64_BYTES.test(text)) {
      return lengthFault("32 bytes, and 64 are a signature or a secret key, to be treated as exposed");
    }
    if (fault) return fault;
    return base58.decode(text).length === BYTES ? { canonical: text, format: "base58" } : lengthFault("32 bytes");
  },
};
