import { describe, expect, it } from "vitest";
import { toBase58Check } from "../../../src/testing/arbitraries/encode-address.js";
import { read } from "../../support/addresses.js";
import { addressVectors } from "../../support/chain-modules.js";

const hash = Uint8Array.from({ length: 20 }, (_, index) => index * 7);

describe("tezos", () => {
  it.each([
    [161, "tz2"],
    [166, "tz4"],
  ])("the prefix [6, 161, %i] is %s", (last, format) => {
    const text = toBase58Check([6, 161, last], hash);
    expect(text.startsWith(format)).toBe(true);
    expect(read("tezos", text)).toEqual({ canonical: text, format });
  });

  addressVectors(
    "tezos",
    `
    tz1 tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb
    tz1 tz1aSkwEot3L2kmUvcoxzjMomb9mvBNuzFK6
    tz3 tz3RDC3Jdn4j15J7bBHZd29EUee9gVB1CxD9
    KT1 KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn
    address_checksum tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjc one character changed
    address_checksum tz2VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb tz2 written over tz1
    address_characters KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn%do an entrypoint at the end
    address_length tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcj one character less
    address_other_network 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa bitcoin
  `,
    [
      ["a smart rollup", toBase58Check([6, 124, 117], hash), "address_format"],
      ["a public key", toBase58Check([13, 15, 37, 217], new Uint8Array(32)), "address_length"],
      ["a secret key", toBase58Check([13, 15, 58, 7], new Uint8Array(32)), "address_secret_key"],
    ],
  );
});
