/**
 * TON. A workchain and a hash of 32 bytes, raw or user-friendly (TEP-2). The flags of the user-friendly form say how to
 * send, not where, so the raw form is canonical.
 */
import { bytesToHex } from "@noble/hashes/utils.js";
import { base64, base64url } from "@scure/base";
import { type Alphabet, checksumIssue, checkText, formatIssue, otherNetworkIssue } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { crc16 } from "../encodings/crc16.js";
import { equalBytes } from "../encodings/equal-bytes.js";
import { furtherChain } from "./secret-keys.js";

const RAW = /^(?:0|-1):[0-9A-Fa-f]{64}$/;

const rawAlphabet: Alphabet = {
  name: "raw addresses (a workchain, a colon and hex digits)",
  pattern: /^[0-9A-Fa-f:-]*$/,
};
const base64Alphabet: Alphabet = {
  name: "base64 (letters, digits, and + and /, or - and _)",
  pattern: /^[A-Za-z0-9+/_-]*$/,
};

/** Tag, workchain, hash and CRC-16. 36 bytes need no padding. */
const LENGTH = 48;
const HASH = 2;
const CHECKSUM = 34;

const formats: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [0x11, "bounceable"],
  [0x51, "non-bounceable"],
]);
/** Added to the tag on test networks. */
const TEST = 0x80;
const workchains: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [0x00, "0"],
  [0xff, "-1"],
]);

function parseTon(text: string): DecodedAddress | AddressIssue {
  if (RAW.test(text)) return { canonical: text.toLowerCase(), format: "raw" };
  if (text.length > LENGTH && text.includes(":")) {
    return (
      checkText(text, { alphabet: rawAlphabet, minLength: 66, maxLength: 67 }) ??
      formatIssue("A raw wallet address must be 0: or -1: and 64 hex digits.")
    );
  }
  const issue = checkText(text, { alphabet: base64Alphabet, minLength: LENGTH, maxLength: LENGTH });
  if (issue) return issue;
  const isUrl = /[_-]/.test(text);
  if (isUrl && /[+/]/.test(text)) {
    return formatIssue(
      "The wallet address mixes the alphabets of base64 and base64url; copy it again from its source.",
    );
  }
  return fromBytes((isUrl ? base64url : base64).decode(text));
}

function fromBytes(bytes: Uint8Array): DecodedAddress | AddressIssue {
  if (!equalBytes(crc16(bytes.subarray(0, CHECKSUM)), bytes.subarray(CHECKSUM))) return checksumIssue;
  const [tag = 0, chain = 0] = bytes;
  const format = formats.get(tag & ~TEST);
  const workchain = workchains.get(chain);
  if (format === undefined || workchain === undefined) {
    return formatIssue(
      "The text is valid base64 of TON, but not a wallet address, which begins with EQ, UQ, Ef or Uf.",
    );
  }
  if (tag & TEST) return otherNetworkIssue("a test network of ton");
  return { canonical: `${workchain}:${bytesToHex(bytes.subarray(HASH, CHECKSUM))}`, format };
}

/**
 * TON. A comment that an exchange requires is not a part of the address. The canonical form has no checksum: show people
 * the user-friendly form.
 */
export const ton: ChainModule<"ton"> = /* @__PURE__ */ furtherChain({
  name: "ton",
  symbol: "TON",
  decimals: 9,
  coinType: 607,
  formats: ["bounceable", "non-bounceable", "raw"],
  checksum: "crc-16",
  tag: { kind: "text", name: "comment of TON" },
  parse: parseTon,
});
