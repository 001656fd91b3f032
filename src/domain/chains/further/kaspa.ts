/** Kaspa. The checksum and alphabet of CashAddr, with other version bytes (rusty-kaspa, `crypto/addresses`). */
import { bech32 } from "@scure/base";
import {
  type Alphabet,
  charactersIssue,
  checksumIssue,
  checkText,
  formatIssue,
  otherNetworkIssue,
  type TextLimits,
} from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { BECH32_DATA } from "../encodings/bech32.js";
import { cashAddrWords } from "../encodings/cashaddr.js";
import { furtherChain } from "./secret-keys.js";

const alphabet: Alphabet = {
  name: "Kaspa's addresses (lower-case letters and digits without 1, b, i and o)",
  pattern: /^[!-~]*$/,
};
const limits: TextLimits = { alphabet, minLength: 40, maxLength: 90 };

const testPrefixes: readonly string[] = ["kaspatest", "kaspasim", "kaspadev"];

/** Length of the hash or key by version, and the format. */
const versions: ReadonlyMap<number, readonly [length: number, format: string]> = /* @__PURE__ */ new Map([
  [0, [32, "schnorr"]],
  [1, [33, "ecdsa"]],
  [8, [32, "script"]],
]);

function parseKaspa(text: string): DecodedAddress | AddressIssue {
  const issue = checkText(text, limits);
  if (issue) return issue;
  const [prefix = "", data = "", ...more] = text.split(":");
  if (more.length > 0 || !(prefix === "kaspa" || testPrefixes.includes(prefix))) {
    return formatIssue("The wallet address must begin with kaspa: in lower case.");
  }
  // The node reads lower case only.
  if (!BECH32_DATA.test(data)) return charactersIssue(text, alphabet);
  const words = cashAddrWords(prefix, data);
  if (words === undefined) return checksumIssue;
  if (prefix !== "kaspa") return otherNetworkIssue("a test network of kaspa");
  const [version = -1, ...payload] = bech32.fromWordsUnsafe(words) ?? [];
  const [length, format] = versions.get(version) ?? [];
  if (format !== undefined && payload.length === length) return { canonical: text, format };
  return formatIssue("The wallet address must be of version 0 or 8 with 32 bytes, or of version 1 with 33 bytes.");
}

/** Kaspa. The prefix is required, in lower case, as in its nodes. */
export const kaspa: ChainModule<"kaspa"> = /* @__PURE__ */ furtherChain({
  name: "kaspa",
  symbol: "KAS",
  decimals: 8,
  coinType: 111111,
  formats: ["schnorr", "ecdsa", "script"],
  checksum: "cashaddr",
  parse: parseKaspa,
});
