/** XRP Ledger. Classic addresses (XRPL docs, "base58 Encodings"), and X-addresses, which include a tag (XLS-5). */
import { concatBytes } from "@noble/hashes/utils.js";
import { checksumIssue, checkText, formatIssue, type TextLimits } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { base58Alphabet, base58CheckLimits, base58CheckXrp, HASH_LENGTH } from "../encodings/base58check.js";

const CLASSIC = 0x00;
const X_ADDRESS = 0x0544;
/** Two bytes of prefix and a hash; then a byte of flags, and eight of tag, low byte first. */
const FLAG = 2 + HASH_LENGTH;
const X_LENGTH = FLAG + 9;

const xAddressLimits: TextLimits = { alphabet: base58Alphabet, minLength: 47, maxLength: 47 };

export const ripple: ChainModule<"ripple"> = {
  name: "ripple",
  symbol: "XRP",
  decimals: 6,
  coinType: 144,
  formats: ["classic", "x-address"],
  checksum: "base58check-xrp",
  tag: { kind: "integer", name: "destination tag of the XRP Ledger", bits: 32 },
  parse: (text) => {
    const isX = text.length > base58CheckLimits.maxLength;
    const issue = checkText(text, isX ? xAddressLimits : base58CheckLimits);
    if (issue) return issue;
    const payload = base58CheckXrp.decode(text);
    if (payload === undefined) return checksumIssue;
    return isX ? parseXAddress(payload) : parseClassic(text, payload);
  },
};

function parseClassic(text: string, payload: Uint8Array): DecodedAddress | AddressIssue {
  if (payload.length === 1 + HASH_LENGTH && payload[0] === CLASSIC) return { canonical: text, format: "classic" };
  return formatIssue(
    "The text is valid base58 of the XRP Ledger, but not a wallet address: a classic address begins with r.",
  );
}

function parseXAddress(payload: Uint8Array): DecodedAddress | AddressIssue {
  const bytes = new DataView(payload.buffer, payload.byteOffset, payload.length);
  if (payload.length !== X_LENGTH || bytes.getUint16(0) !== X_ADDRESS) {
    return formatIssue(
      "The text is valid base58 of the XRP Ledger, but not a wallet address: an X-address begins with X.",
    );
  }
  const canonical = base58CheckXrp.encode(concatBytes(Uint8Array.of(CLASSIC), payload.subarray(2, FLAG)));
  const flag = payload[FLAG];
  const tag = bytes.getUint32(FLAG + 1, true);
  const isWide = bytes.getUint32(FLAG + 5, true) !== 0;
  if (flag === 1 && !isWide) return { canonical, format: "x-address", tag: String(tag) };
  if (flag === 0 && !isWide && tag === 0) return { canonical, format: "x-address" };
  return formatIssue(
    "The wallet address is an X-address with invalid flags; XLS-5 allows no tag, or a tag of 32 bits.",
  );
}
