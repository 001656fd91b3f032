/** Accounts of 32 bytes, written as a hex number after `0x`: Sui, Aptos, Starknet. */
import { type Alphabet, charactersIssue, checkText, formatIssue, lengthIssue } from "../address-issues.js";
import type { AddressIssue } from "../chain.js";

/** The prefix is checked before the characters. */
const printable: Alphabet = { name: "hex (digits and the letters a to f)", pattern: /^[!-~]*$/ };
const DIGITS = /^[0-9A-Fa-f]*$/;

/** `0x` and 64 digits. */
const MAX_TEXT = 66;

/** Returns the digits after `0x` as written, at most 64. */
export function hexDigits(text: string): string | AddressIssue {
  const issue = checkText(text, { alphabet: printable, minLength: 1, maxLength: MAX_TEXT });
  if (issue) return text.length > MAX_TEXT ? hexNumberLengthIssue : issue;
  if (!text.startsWith("0x")) {
    return formatIssue(
      "The wallet address must begin with 0x, the x in lower case; 64 hex digits without it may be a private key to treat as exposed.",
    );
  }
  const digits = text.slice(2);
  return DIGITS.test(digits) ? digits : charactersIssue(text, printable);
}

export const hexNumberLengthIssue: AddressIssue = /* @__PURE__ */ lengthIssue(
  "64 hex digits after 0x",
  "40 digits are an address of Ethereum and similar chains",
);

/**
 * Returns 64 digits; undefined for a length that may be another thing. Explorers drop leading zeros. Below 60 digits the
 * text is not padded: 40 digits are an Ethereum address, which would become a destination without an owner.
 */
export function padHexNumber(digits: string): string | undefined {
  if (digits.length === 64) return digits;
  return digits.length >= 60 && digits.length < 64 && !digits.startsWith("0") ? digits.padStart(64, "0") : undefined;
}
