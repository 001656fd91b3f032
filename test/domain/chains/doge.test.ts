import { describe, expect, it } from "vitest";
import { toBase58Check } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, read } from "../../support/addresses.js";

const hash = Uint8Array.from({ length: 20 }, (_, index) => 255 - index);

describe("doge", () => {
  it.each([
    ["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "p2pkh"],
    ["DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD", "p2pkh"],
    [toBase58Check([0x16], new Uint8Array(20)), "p2sh"],
    [toBase58Check([0x16], hash), "p2sh"],
  ])("%s: %s is its own canonical form", (text, format) => {
    expect(text).toMatch(/^[D9A]/);
    expect(read("doge", text)).toEqual({ canonical: text, format });
  });

  it.each([
    ["one character changed", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7M", "address_checksum"],
    ["l for 1", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7l", "address_characters"],
    ["two characters too many", `${"DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"}DH`, "address_length"],
    ["litecoin", "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz", "address_other_network"],
    ["its test network", toBase58Check([0x71], hash), "address_other_network"],
    ["an unknown version", toBase58Check([0x21], hash), "address_network"],
  ])("rejects %s", (_, text, expected) => {
    expect(canonicalOf("doge", text)).toBe(expected);
  });
});
