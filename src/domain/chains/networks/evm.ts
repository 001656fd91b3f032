/** Ethereum and compatible chains. Hex with the checksum of EIP-55. */
import { isAddressIssue, MAX_LENGTH } from "../address-issues.js";
import type { ChainModule } from "../chain.js";
import { parseHex } from "../encodings/hex.js";

const evm = { decimals: 18, formats: ["eip-55", "hex"], checksum: "eip-55", parse: parseHex };

export const ethereum: ChainModule<"ethereum"> = { ...evm, name: "ethereum", symbol: "ETH", coinType: 60 };

/** The ticker was MATIC until 2024. */
export const polygon: ChainModule<"polygon"> = { ...evm, name: "polygon", symbol: "POL", coinType: 966 };

/** XDC Network. Its explorers and wallets first wrote xdc instead of 0x (XDPoSChain). */
export const xdc: ChainModule<"xdc"> = {
  ...evm,
  name: "xdc",
  symbol: "XDC",
  coinType: 550,
  formats: ["eip-55", "hex", "xdc"],
  parse: (text) => {
    const prefix = "0x, xdc or XDC";
    if (text.length > MAX_LENGTH || !/^(?:xdc|XDC)/.test(text)) return parseHex(text, prefix);
    const decoded = parseHex(`0x${text.slice(3)}`, prefix);
    return isAddressIssue(decoded) ? decoded : { ...decoded, format: "xdc" };
  },
};
