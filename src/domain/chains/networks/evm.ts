/** Ethereum and compatible chains. Hex with the checksum of EIP-55. */
import { isAddressIssue, MAX_LENGTH } from "../address-issues.js";
import type { ChainModule } from "../chain.js";
import { parseHex } from "../encodings/hex.js";

export const ethereum: ChainModule = {
  name: "ethereum",
  symbol: "ETH",
  decimals: 18,
  coinType: 60,
  formats: ["eip-55", "hex"],
  checksum: "eip-55",
  parse: parseHex,
};

/** The ticker was MATIC until 2024. */
export const polygon: ChainModule = {
  name: "polygon",
  symbol: "POL",
  decimals: 18,
  coinType: 966,
  formats: ["eip-55", "hex"],
  checksum: "eip-55",
  parse: parseHex,
};

/** XDC Network. Its explorers and wallets first wrote xdc instead of 0x (XDPoSChain). */
export const xdc: ChainModule = {
  name: "xdc",
  symbol: "XDC",
  decimals: 18,
  coinType: 550,
  formats: ["eip-55", "hex", "xdc"],
  checksum: "eip-55",
  parse: (text) => {
    if (text.length > MAX_LENGTH || !/^(?:xdc|XDC)/.test(text)) return parseHex(text);
    const decoded = parseHex(`0x${text.slice(3)}`);
    return isAddressIssue(decoded) ? decoded : { ...decoded, format: "xdc" };
  },
};
