/** Dash: the vectors of its standards, and texts that differ from an address in one respect. */
import { bech32m } from "@scure/base";
import { expect, it } from "vitest";
import { dash } from "../../../../src/chains.js";
import { bytesOf } from "../../../../src/testing/arbitraries/encode-address.js";
import { chainModuleSuite, messageWith } from "../../../support/chain-modules.js";
import { toBech32, toBech32m } from "../../../support/further-addresses/encoders.js";

const hash = new Uint8Array(20).fill(6);

chainModuleSuite(
  dash,
  `
  p2pkh XpESxaUmonkq8RaLLp46Brx2K39ggQe226
  p2pkh XmZQkfLtk3xLtbBMenTdaZMxsUBYAsRz1o
  p2pkh XsV4GHVKGTjQFvwB7c6mYsGV3Mxf7iser6
  p2sh 7gnwGHt17heGpG9Crfeh4KGpYNFugPhJdh
  p2pkh XagqqFetxiDb9wbartKDrXgnqLah6SqX2S
  p2sh 7qkFjr4u54stuNNUR8fRF8dNhaP35twQaY
  address_other_network dash1krma5z3ttj75la4m93xcndna9ullamq9y5e9n5rs Dash Platform (DIP-18)
  address_other_network tdash1krma5z3ttj75la4m93xcndna9ullamq9y5fzq2j7 Dash Platform, test network (DIP-18)
  address_other_network yNd7ir7PHeWQcdLf7Bg3kjXPyesx6Q57zF test network (y)
  address_other_network 8qW86G1tRSvyn3cebWtWJaFWR1pwAypExm test network (8, 9)
  address_format 7yYScU9QxaBqF1p9oyVaj7F2WRHJgkjaC 19 bytes
  address_length 3MVXbX4eAGM8ZYV4f2CroficygDd6zo9n71R 21 bytes
  address_other_network 1P4PeQk47k9kfAJL3f2CTdCzuZC1XuiU2E version 0x00: bitcoin
  address_other_network 3CSoia4EYi5GZLpDEryg3KLdBfyj8WPfwA version 0x05: bitcoin
  address_other_network D8w6RiZZw7gPGBZfwtsqH5ogv2ZsQAh2yi version 0x1e: doge
  address_other_network LMjUwdCXGVGhyya2oVbYtFx53QVpZJU7uv version 0x30: litecoin
  address_network YDHVmx5EzKsjg8ZY8nepbEksovArNfWr2e version 0x4d
  address_secret_key cSqWFxGPjVkijUvmam3RAuGfYWSHSD3cAnSmWE6Z8cnQEBEgzr2W private key of the test network
  address_other_network dash1kq36694usyj8ucrc5tduykdduryn9rpl35dtmutd Dash Platform, another layer
  address_other_network tdash1krzq0hv7h8yvr5knzmd2ku86exswt289zs5q9jvp Dash Platform of the test network
  address_checksum 1Xamz6N64YVHyNzMSDbWD3ncrno6kdxfdEL leading 1
  address_characters xgrx2rctdaspalpmsoqpb92mrgdyshs78b lower case
  address_characters XBWVCKKHXXSM3C2IKDJRLS98N2C4EVQGDV upper case
  address_characters dash:Xx5nGiXMU5CKsQejt61XEBV69J82LfuaUq scheme
  address_checksum dash1krma5z3ttj75la4m93xcndna9ullamq9y5e9n5rt Dash Platform with a character changed
`,
  [
    ["another type of Dash Platform", toBech32m("dash", bytesOf([0x40], hash)), "address_network"],
    ["Dash Platform in bech32", toBech32("dash", bytesOf([0xb0], hash)), "address_network"],
    [
      "Dash Platform with unused bits",
      bech32m.encode("dash", [...bech32m.toWords(bytesOf([0xb0], hash)), 0]),
      "address_network",
    ],
    ["a script of Dash Platform", toBech32m("dash", bytesOf([0x80], hash)), "address_other_network"],
  ],
);

it("names the layer and the test network", () => {
  expect(messageWith(dash, toBech32m("dash", bytesOf([0x80], hash)))).toContain("valid on Dash Platform, but");
  expect(messageWith(dash, "yNd7ir7PHeWQcdLf7Bg3kjXPyesx6Q57zF")).toContain("valid on a test network of dash, but");
});
