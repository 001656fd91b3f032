/** Stellar. Strkeys of accounts, muxed accounts (an account and an id, CAP-27) and contracts (SEP-23). */
import { concatBytes } from "@noble/hashes/utils.js";
import { checksumIssue, checkText, formatIssue, type TextLimits } from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { base32Alphabet } from "../encodings/base32.js";
import { strkey, strkeyTypes } from "../encodings/strkey.js";

/** `G…` and `C…`: 32 bytes of payload. */
const limits: TextLimits = { alphabet: base32Alphabet, minLength: 56, maxLength: 56 };
/** `M…`: 40 bytes of payload. */
const muxedLimits: TextLimits = { alphabet: base32Alphabet, minLength: 69, maxLength: 69 };

const KEY_END = 33;

export const stellar: ChainModule<"stellar"> = {
  name: "stellar",
  symbol: "XLM",
  decimals: 7,
  coinType: 148,
  formats: ["account", "muxed", "contract"],
  checksum: "strkey",
  tag: { kind: "text", name: "memo" },
  parse: (text) => {
    const issue = checkText(text, text.startsWith("M") ? muxedLimits : limits);
    if (issue) return issue;
    const payload = strkey.decode(text);
    return payload === undefined ? checksumIssue : fromPayload(text, payload);
  },
};

function fromPayload(text: string, payload: Uint8Array): DecodedAddress | AddressIssue {
  switch (payload[0]) {
    case strkeyTypes.account:
      return { canonical: text, format: "account" };
    case strkeyTypes.contract:
      return { canonical: text, format: "contract" };
    case strkeyTypes.muxed: {
      const canonical = strkey.encode(concatBytes(Uint8Array.of(strkeyTypes.account), payload.subarray(1, KEY_END)));
      const id = new DataView(payload.buffer, payload.byteOffset).getBigUint64(KEY_END);
      return { canonical, format: "muxed", id: String(id) };
    }
    default:
      return formatIssue(
        "The text is a strkey, but not a wallet address, which begins with G or M, or C for a contract.",
      );
  }
}
