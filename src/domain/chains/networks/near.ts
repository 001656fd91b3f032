/** NEAR. Names, and accounts that follow from a key or a hash (nearcore, account ids; NEAR docs, "Address"); no checksums. */

import { formatFault, type Writing, writingFault } from "../address-issues.js";
import type { AddressIssue, ChainModule } from "../chain.js";

const writing: Writing = {
  alphabet: {
    name: "account ids, which have lower-case letters, digits, dots, hyphens and underscores",
    characters: /^[a-z0-9._-]*$/,
  },
  least: 2,
  most: 64,
};

/** nearcore, "Account ID rules": parts of runs of letters and digits, joined by single - or _, the parts by a dot. */
const NAME = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

export const near: ChainModule = {
  name: "near",
  symbol: "NEAR",
  decimals: 24,
  coinType: 397,
  formats: ["implicit", "named", "eth-implicit", "deterministic"],
  parse: (text) => {
    const fault = writingFault(text, writing);
    if (fault) return fault;
    if (!NAME.test(text))
      return formatFault("An account id must have a letter or digit on both sides of each dot, hyphen and underscore.");
    if (/^(?:.+\.)?testnet$/.test(text)) return testNetworkFault;
    return { canonical: text, format: formatOf(text) };
  },
};

/** Accounts of the test network stand below its top-level account (NEAR docs, "Address"), as those of the main network below `near`. */
const testNetworkFault: AddressIssue = {
  code: "address_other_network",
  message:
    "The account id is one of the test network of near, whose names end in testnet; give one of the main network.",
};

function formatOf(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return "implicit";
  if (/^0x[0-9a-f]{40}$/.test(text)) return "eth-implicit";
  return /^0s[0-9a-f]{40}$/.test(text) ? "deterministic" : "named";
}
