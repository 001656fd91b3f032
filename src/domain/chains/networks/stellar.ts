/** Stellar. Strkeys of accounts, of muxed accounts (an account and an id, CAP-27) and of contracts (SEP-23). */

import { checksumFault, formatFault, writingFault } from "../address-issues.js";
import type { AddressReading, ChainModule } from "../chain.js";
import { decodeStrkey, encodeStrkey, muxedWriting, strkeyTypes, strkeyWriting } from "../encodings/strkey.js";

const KEY_LENGTH = 32;

export const stellar: ChainModule = {
  name: "stellar",
  symbol: "XLM",
  decimals: 7,
  coinType: 148,
  formats: ["account", "muxed", "contract"],
  parse: (text) => {
    const fault = writingFault(text, text.startsWith("M") ? muxedWriting : strkeyWriting);
    if (fault) return fault;
    const body = decodeStrkey(text);
    return body === undefined ? checksumFault : fromBody(text, body);
  },
};

function fromBody(text: string, body: Uint8Array): AddressReading {
  const [version] = body;
  if (version === strkeyTypes.account) return { canonical: text, format: "account" };
  if (version === strkeyTypes.contract) return { canonical: text, format: "contract" };
  if (version === strkeyTypes.muxed) {
    const canonical = encodeStrkey(strkeyTypes.account, body.subarray(1, 1 + KEY_LENGTH));
    const id = new DataView(body.buffer, body.byteOffset).getBigUint64(1 + KEY_LENGTH);
    return { canonical, format: "muxed", id: String(id) };
  }
  return formatFault(
    "The address is a strkey of another type; one of an account begins with G or M, of a contract with C.",
  );
}
