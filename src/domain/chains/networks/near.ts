/** NEAR. Names, and accounts derived from a key or a hash (nearcore, account ids; NEAR docs, "Address"). */
import { checkText, formatIssue, type TextLimits } from "../address-issues.js";
import type { AddressIssue, ChainModule } from "../chain.js";

const limits: TextLimits = {
  alphabet: {
    name: "account ids (lower-case letters, digits, dots, hyphens and underscores)",
    pattern: /^[a-z0-9._-]*$/,
  },
  minLength: 2,
  maxLength: 64,
};

/** nearcore, "Account ID rules": runs of letters and digits, joined by one dot, hyphen or underscore. */
const NAME = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

export const near: ChainModule<"near"> = {
  name: "near",
  symbol: "NEAR",
  decimals: 24,
  coinType: 397,
  formats: ["implicit", "named", "eth-implicit", "deterministic"],
  parse: (text) => {
    const issue = checkText(text, limits);
    if (issue) return issue;
    if (!NAME.test(text)) {
      return formatIssue(
        "The wallet address must have a letter or digit on both sides of each dot, hyphen and underscore.",
      );
    }
    return /^(?:.+\.)?testnet$/.test(text) ? testNetworkIssue : { canonical: text, format: formatOf(text) };
  },
};

/** Accounts of the test network end in its top-level account (NEAR docs, "Address"). */
const testNetworkIssue: AddressIssue = {
  code: "address_other_network",
  message: "The wallet address is of the test network of near: its name ends in testnet; give one of the main network.",
};

function formatOf(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return "implicit";
  if (/^0x[0-9a-f]{40}$/.test(text)) return "eth-implicit";
  return /^0s[0-9a-f]{40}$/.test(text) ? "deterministic" : "named";
}
