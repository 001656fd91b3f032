import { describe, expect, it } from "vitest";
import { toBase58Check } from "../../../src/testing/arbitraries/encode-address.js";
import { read } from "../../support/addresses.js";
import { addressVectors } from "../../support/chain-modules.js";

const hash = Uint8Array.from({ length: 20 }, (_, index) => 255 - index);

describe("doge", () => {
  it.each([toBase58Check([0x16], new Uint8Array(20)), toBase58Check([0x16], hash)])("%s is P2SH", (text) => {
    expect(text).toMatch(/^[9A]/);
    expect(read("doge", text)).toEqual({ canonical: text, format: "p2sh" });
  });

  addressVectors(
    "doge",
    `
    p2pkh DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L
    p2pkh DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD
    address_checksum DH5yaieqoZN36fDVciNyRueRGvGLR3mr7M one character changed
    address_characters DH5yaieqoZN36fDVciNyRueRGvGLR3mr7l l for 1
    address_other_network LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz litecoin
  `,
    [
      ["two characters too many", `${"DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"}DH`, "address_length"],
      ["its test network", toBase58Check([0x71], hash), "address_other_network"],
      ["an unknown version", toBase58Check([0x21], hash), "address_network"],
    ],
  );
});
