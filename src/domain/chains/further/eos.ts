/** EOS, since 2025 Vaulta, and other chains of Antelope. Account names, without a checksum (Antelope leap, `name.cpp`). */
import { type Alphabet, checkText, formatIssue, type TextLimits } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { furtherChain } from "./secret-keys.js";

const alphabet: Alphabet = {
  name: "account names (letters a to z, digits 1 to 5, and dots)",
  pattern: /^[a-z1-5.]*$/,
};
/** The encoding has room for a 13th character, but no account uses it. */
const limits: TextLimits = { alphabet, minLength: 1, maxLength: 12 };

function parseEos(text: string): DecodedAddress | AddressIssue {
  const issue = checkText(text, limits);
  if (issue) return issue;
  if (!/^\.|\.$/.test(text)) return { canonical: text, format: "name" };
  return formatIssue("The wallet address must not begin or end with a dot.");
}

/**
 * EOS, which took the name Vaulta and the ticker A in 2025. A name has no checksum: a typing error can pass, and so can
 * many names of NEAR. A memo that an exchange requires is the `tag` of a link, not a part of the address.
 */
export const eos: ChainModule<"eos"> = /* @__PURE__ */ furtherChain({
  name: "eos",
  symbol: "A",
  decimals: 4,
  coinType: 194,
  formats: ["name"],
  tag: { kind: "text", name: "memo of EOS", maxBytes: 256 },
  parse: parseEos,
});
