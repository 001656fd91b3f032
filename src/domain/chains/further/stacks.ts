/** Stacks. C32check of a version and a hash (SIP-5), and the name of a contract behind it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import {
  type Alphabet,
  checksumIssue,
  checkText,
  formatIssue,
  otherNetworkIssue,
  type TextLimits,
  unknownNetworkIssue,
} from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { HASH_LENGTH } from "../encodings/base58check.js";
import { decodeC32 } from "../encodings/c32.js";
import { equalBytes } from "../encodings/equal-bytes.js";
import { furtherChain } from "./secret-keys.js";

const alphabet: Alphabet = { name: "c32 (digits and letters without U)", pattern: /^[!-~]*$/ };
/** Leading zero bytes shorten the text. A contract has a name of up to 128 characters. */
const limits: TextLimits = { alphabet, minLength: 28, maxLength: 170 };

/** Look-alikes are read as digits. The S is not a part of c32. */
const C32 = /^S[0-9A-TV-Za-tv-z]{27,40}$/;
const CONTRACT_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,127}$/;

const CHECKSUM_LENGTH = 4;
const formats: Readonly<Record<string, string>> = { P: "p2pkh", M: "p2sh" };
const testVersions: readonly string[] = ["T", "N"];

function parseStacks(text: string): DecodedAddress | AddressIssue {
  const issue = checkText(text, limits);
  if (issue) return issue;
  const dot = text.indexOf(".");
  const end = dot === -1 ? text.length : dot;
  if (!C32.test(text.slice(0, end))) {
    return formatIssue("The wallet address must begin with SP or SM and have 28 to 41 characters without U.");
  }
  const address = text.slice(0, end).toUpperCase().replaceAll("O", "0").replace(/[LI]/g, "1");
  const format = formatOf(address);
  if (typeof format !== "string" || dot === -1)
    return typeof format === "string" ? { canonical: address, format } : format;
  const name = text.slice(dot + 1);
  if (CONTRACT_NAME.test(name)) return { canonical: `${address}.${name}`, format: "contract" };
  return formatIssue("After the dot, the wallet address must have the name of a contract, and nothing else.");
}

function formatOf(address: string): string | AddressIssue {
  const version = address.charAt(1);
  const bytes = decodeC32(address.slice(2));
  const hash = bytes.subarray(0, -CHECKSUM_LENGTH);
  const [versionByte = 0] = decodeC32(version);
  const sum = sha256(sha256(concatBytes(Uint8Array.of(versionByte), hash)));
  if (!equalBytes(sum.subarray(0, CHECKSUM_LENGTH), bytes.subarray(-CHECKSUM_LENGTH))) return checksumIssue;
  if (hash.length !== HASH_LENGTH) return formatIssue("The wallet address must contain a hash of 20 bytes.");
  if (testVersions.includes(version)) return otherNetworkIssue("a test network of stacks");
  return Object.hasOwn(formats, version) ? String(formats[version]) : unknownNetworkIssue;
}

/** Stacks. A memo that an exchange requires is not a part of the address. */
export const stacks: ChainModule<"stacks"> = /* @__PURE__ */ furtherChain({
  name: "stacks",
  symbol: "STX",
  decimals: 6,
  coinType: 5757,
  formats: ["p2pkh", "p2sh", "contract"],
  checksum: "c32check",
  tag: { kind: "text", name: "memo of Stacks", maxBytes: 34 },
  parse: parseStacks,
});
