/** Chains with Ethereum's addresses. */
import { describe, expect, it } from "vitest";
import { arbitrum, base, bsc, ethereumClassic, optimism } from "../../../../src/chains.js";
import { parseAddress } from "../../../../src/index.js";
import { chainModuleSuite } from "../../../support/chain-modules.js";

const modules = [bsc, base, arbitrum, optimism, ethereumClassic];

for (const module of modules) {
  chainModuleSuite(
    module,
    `
  eip-55 0x55d398326f99059fF775485246999027B3197955
  eip-55 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913
  eip-55 0xaf88d065e77c8cC2239327C5EDb3A432268e5831
  hex 0x0b2c639c533813f4aa9d7837caf62653d097ff85 0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85
  hex 0x52908400098527886E0F7030069857D2E4169EE7
  hex 0xde709f2102306220921060314715629080e2fb77
  hex 0x0000000000000000000000000000000000000000
  address_checksum 0xBd20B29F8c4dD5F6FFB82f21f3facd8CEB8E2Bf3 the case of a letter is wrong
  address_length 0xaf142aa45147b9b09d6a329e050b35ed74e04d3 39 hex digits
  address_length 0xaf142aa45147b9b09d6a329e050b35ed74e04d350 41 hex digits
  address_format af142aa45147b9b09d6a329e050b35ed74e04d35 no 0x
  address_format 0Xaf142aa45147b9b09d6a329e050b35ed74e04d35 0X is not a prefix
  address_other_network xdcaf142aa45147b9b09d6a329e050b35ed74e04d35 an address of xdc
  address_format eip155:1:0xaf142aa45147b9b09d6a329e050b35ed74e04d35 a prefix of CAIP-10
  address_format eth:0xaf142aa45147b9b09d6a329e050b35ed74e04d35 a prefix of EIP-3770
  address_length 0x164288c740f031b91688c74a5e9e3bf7c8e784b13a9ea706823167391b799b10 32 bytes
  address_checksum 0xAF142aA45147B9B09D6a329e050B35ED74E04D35 a checksum of EIP-1191
  address_characters 0xaf142aa45147b9b09d6a329e050b35ed74e04d3g not hex
  address_format XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS ICAP
  address_format name.eth a name
  address_characters 0x0xaf142aa45147b9b09d6a329e050b35ed74e04d the prefix twice
  address_network bnb1azwhggsq7gdklgay3v8tsq2h9h3h34nejfpvfk BNB Beacon Chain
  `,
  );
}

describe("an address of an EVM chain", () => {
  it("has the name of its chain: the same text is another destination on each", () => {
    const text = "0x55d398326f99059fF775485246999027B3197955";
    const names = modules.map((module) => {
      const parsed = parseAddress(module, text);
      return parsed.ok && parsed.value.chain;
    });
    expect(names).toEqual(["bsc", "base", "arbitrum", "optimism", "ethereum-classic"]);
  });

  it("has the coin type of SLIP-44", () => {
    expect(modules.map(({ symbol, coinType }) => `${symbol} ${coinType}`)).toEqual([
      "BNB 9006",
      "ETH 8453",
      "ETH 9001",
      "ETH 614",
      "ETC 61",
    ]);
  });
});
