/** XDC Network. As Ethereum, or with xdc in the place of 0x, as its explorers and wallets wrote it first (XDPoSChain). */

import { isAddressIssue, LONGEST } from "../address-issues.js";
import type { ChainModule } from "../chain.js";
import { fromHex } from "../encodings/hex.js";

export const xdc: ChainModule = {
  name: "xdc",
  symbol: "XDC",
  decimals: 18,
  coinType: 550,
  formats: ["eip-55", "hex", "xdc"],
  parse: (text) => {
    if (text.length > LONGEST || !/^(?:xdc|XDC)/.test(text)) return fromHex(text);
    const reading = fromHex(`0x${text.slice(3)}`);
    return isAddressIssue(reading) ? reading : { ...reading, format: "xdc" };
  },
};
