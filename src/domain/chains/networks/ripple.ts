/** XRP Ledger. Classic addresses (XRPL docs, "base58 Encodings"), and X-addresses, which hold a tag as well (XLS-5). */
import { base58xrp } from "@scure/base";
import { checksumFault, formatFault, type Writing, writingFault } from "../address-issues.js";
import type { AddressReading, ChainModule } from "../chain.js";
import {
  base58Alphabet,
  base58CheckWriting,
  checkedPayload,
  toNumber,
  withChecksum,
} from "../encodings/base58check.js";

const CLASSIC = 0x00;
const X_ADDRESS = 0x0544;
const HASH_LENGTH = 20;
/** Two bytes of prefix, a hash, a byte of flags and eight of tag, the low ones first. */
const X_LENGTH = 31;
const FLAG = 2 + HASH_LENGTH;

const xAddressWriting: Writing = { alphabet: base58Alphabet, least: 47, most: 47 };

export const ripple: ChainModule = {
  name: "ripple",
  symbol: "XRP",
  decimals: 6,
  coinType: 144,
  formats: ["classic", "x-address"],
  parse: (text) => {
    const isX = text.length > base58CheckWriting.most;
    const fault = writingFault(text, isX ? xAddressWriting : base58CheckWriting);
    if (fault) return fault;
    const payload = checkedPayload(base58xrp.decode(text));
    if (payload === undefined) return checksumFault;
    return isX ? fromXAddress(payload) : fromClassic(text, payload);
  },
};

function fromClassic(text: string, payload: Uint8Array): AddressReading {
  if (payload.length === 1 + HASH_LENGTH && payload[0] === CLASSIC) return { canonical: text, format: "classic" };
  return formatFault("The text is well-formed base58 of the XRP Ledger, yet no address: a classic one begins with r.");
}

function fromXAddress(payload: Uint8Array): AddressReading {
  if (payload.length !== X_LENGTH || toNumber(payload, 2) !== X_ADDRESS) {
    return formatFault("The text is well-formed base58 of the XRP Ledger, yet no address: an X-address begins with X.");
  }
  const canonical = base58xrp.encode(withChecksum(CLASSIC, payload.subarray(2, FLAG)));
  const flag = payload[FLAG];
  const rest = new DataView(payload.buffer, payload.byteOffset + FLAG + 1);
  const tag = rest.getUint32(0, true);
  const isWide = rest.getUint32(4, true) !== 0;
  if (flag === 1 && !isWide) return { canonical, format: "x-address", tag };
  if (flag === 0 && !isWide && tag === 0) return { canonical, format: "x-address" };
  return formatFault("The flags or the tag of the X-address are not as XLS-5 has them: no tag, or one of 32 bits.");
}
