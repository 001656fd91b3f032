/** Base32 without padding (RFC 4648), as Stellar and Algorand use it. */
import type { Alphabet } from "../address-issues.js";

export const base32Alphabet: Alphabet = {
  name: "base32 (letters A to Z and digits 2 to 7)",
  pattern: /^[A-Z2-7]*$/,
};
