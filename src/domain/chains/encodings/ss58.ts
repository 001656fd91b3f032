/** SS58 of Substrate: base58 of a network prefix, an account of 32 bytes and two bytes of BLAKE2b of both. */
import { blake2b } from "@noble/hashes/blake2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { base58 } from "@scure/base";
import { checksumIssue, checkText, formatIssue, type TextLimits } from "../address-issues.js";
import type { AddressIssue } from "../chain.js";
import { base58Alphabet } from "./base58check.js";
import { withChecksum } from "./checksum.js";

/** 35 or 36 bytes. Leading zero bytes, such as polkadot's prefix, shorten the text. */
const limits: TextLimits = { alphabet: base58Alphabet, minLength: 35, maxLength: 50 };

/** "SS58PRE" */
const PREAMBLE = /* @__PURE__ */ Uint8Array.of(0x53, 0x53, 0x35, 0x38, 0x50, 0x52, 0x45);

const codec = /* @__PURE__ */ withChecksum(base58, 2, (payload) => blake2b(concatBytes(PREAMBLE, payload)));

const ACCOUNT_LENGTH = 32;

/** Returns the network of an SS58 text. */
export function decodeSs58(text: string): number | AddressIssue {
  const issue = checkText(text, limits);
  if (issue) return issue;
  const payload = codec.decode(text);
  if (payload === undefined) return checksumIssue;
  return (
    networkOf(payload) ??
    formatIssue("The wallet address must have an account of 32 bytes after the shortest prefix of its network.")
  );
}

function networkOf(payload: Uint8Array): number | undefined {
  const [first = 0, second = 0] = payload;
  if (payload.length === 1 + ACCOUNT_LENGTH) return first < 64 ? first : undefined;
  if (payload.length !== 2 + ACCOUNT_LENGTH || first < 0x40 || first > 0x7f) return undefined;
  // A prefix of two bytes: the bits 01, the low eight bits of the network, then its high six.
  const network = ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8);
  // Two bytes for a network below 64 would be a second spelling of one destination.
  return network < 64 ? undefined : network;
}
