import { describe, expect, it } from "vitest";
import { toBase58Check } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, read } from "../../support/addresses.js";

const hash = Uint8Array.from({ length: 20 }, (_, index) => index * 7);

describe("tezos", () => {
  it.each([
    ["tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb", "tz1"],
    ["tz1aSkwEot3L2kmUvcoxzjMomb9mvBNuzFK6", "tz1"],
    ["tz3RDC3Jdn4j15J7bBHZd29EUee9gVB1CxD9", "tz3"],
    ["KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn", "KT1"],
    [toBase58Check([6, 161, 161], hash), "tz2"],
    [toBase58Check([6, 161, 166], hash), "tz4"],
  ])("%s: %s is its own canonical form", (text, format) => {
    expect(text.startsWith(format)).toBe(true);
    expect(read("tezos", text)).toEqual({ canonical: text, format });
  });

  it.each([
    ["one character changed", "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjc", "address_checksum"],
    ["tz2 written over tz1", "tz2VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb", "address_checksum"],
    ["a smart rollup", toBase58Check([6, 124, 117], hash), "address_format"],
    ["a public key", toBase58Check([13, 15, 37, 217], new Uint8Array(32)), "address_length"],
    ["an entrypoint at the end", "KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn%do", "address_characters"],
    ["one character less", "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcj", "address_length"],
    ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "address_other_network"],
    ["a secret key", toBase58Check([13, 15, 58, 7], new Uint8Array(32)), "address_secret_key"],
  ])("rejects %s", (_, text, expected) => {
    expect(canonicalOf("tezos", text)).toBe(expected);
  });
});
