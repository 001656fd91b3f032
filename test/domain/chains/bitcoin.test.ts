import { describe, expect, it } from "vitest";
import { toBase58Check, toSegwit } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, messageOf, read } from "../../support/addresses.js";

const code = (text: string): string => canonicalOf("bitcoin", text);

describe("bitcoin, Base58Check", () => {
  it.each([
    ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "p2pkh"],
    ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "p2pkh"],
    ["1111111111111111111114oLvT2", "p2pkh"],
    ["11111111111111111111BZbvjr", "p2pkh"],
    ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "p2sh"],
  ])("%s: %s is its own canonical form", (text, format) => {
    expect(read("bitcoin", text)).toEqual({ canonical: text, format });
  });

  it.each([
    ["one character changed", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "address_checksum"],
    ["another case", "1a1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "address_checksum"],
    ["the first character changed", "2A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "address_checksum"],
    ["a character lost", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN", "address_checksum"],
    ["a zero byte added at the front", "11A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "address_checksum"],
    ["O for 0", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNO", "address_characters"],
    ["a space at the end", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa ", "address_characters"],
    ["a scheme at the front", "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "address_characters"],
    ["nothing", "", "address_length"],
    ["half of it", "1A1zP1eP5QGefi2D", "address_length"],
    ["twice", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "address_length"],
    ["well-formed Base58Check of 16 bytes", toBase58Check([0], new Uint8Array(16).fill(255)), "address_format"],
  ])("rejects %s", (_, text, expected) => {
    expect(code(text)).toBe(expected);
  });
});

describe("bitcoin, BIP-173 and BIP-350", () => {
  it.each([
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
    "BC1SW50QGDZ25J",
    "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
  ])("valid: %s, canonical in lower case", (text) => {
    expect(read("bitcoin", text)).toEqual({ canonical: text.toLowerCase(), format: "segwit" });
  });

  it.each([
    ["tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7", "address_other_network"],
    ["tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy", "address_other_network"],
    ["tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c", "address_other_network"],
  ])("valid on a test network: %s", (text, expected) => {
    expect(code(text)).toBe(expected);
    expect(messageOf("bitcoin", text)).toContain("a test network of bitcoin");
  });

  it.each([
    ["invalid human-readable part", "tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty", "address_network"],
    [
      "invalid human-readable part",
      "tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut",
      "address_network",
    ],
    ["invalid checksum", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "address_checksum"],
    ["bech32 instead of bech32m", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "address_checksum"],
    ["bech32 instead of bech32m", "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL", "address_checksum"],
    ["bech32m instead of bech32", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", "address_checksum"],
    [
      "invalid character in checksum",
      "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
      "address_characters",
    ],
    ["invalid witness version", "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R", "address_format"],
    ["invalid witness version", "BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2", "address_format"],
    ["invalid program length (1 byte)", "bc1pw5dgrnzv", "address_length"],
    [
      "invalid program length (41 bytes)",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
      "address_format",
    ],
    ["invalid program length for version 0 (BIP-141)", "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", "address_format"],
    ["mixed case", "bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "address_characters"],
    [
      "mixed case, test network",
      "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq",
      "address_characters",
    ],
    ["more than 4 padding bits", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf", "address_format"],
    ["zero padding of more than 4 bits, as bech32m", "bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du", "address_checksum"],
    [
      "non-zero padding, test network",
      "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j",
      "address_network",
    ],
    ["empty data section", "bc1gmk9yu", "address_length"],
    [
      "version 1 and above before BIP-350",
      "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx",
      "address_checksum",
    ],
    ["version 1 and above before BIP-350", "BC1SW50QA3JX3S", "address_checksum"],
  ])("invalid: %s, %s", (_, text, expected) => {
    expect(code(text)).toBe(expected);
  });

  it("distinguishes a typing error in the prefix from another network by the checksum", () => {
    expect(code("bd1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).toBe("address_checksum");
    expect(code("bcqqw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).toBe("address_characters");
  });

  it("reads the last separator, and rejects data too short for a checksum", () => {
    expect(code("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7k1v8f3t")).toBe("address_checksum");
  });

  it("rejects U+212A, the Kelvin sign, although it becomes k in lower case", () => {
    expect(code("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7\u212aV8F3T4")).toBe("address_characters");
  });

  it("accepts 20 and 32 bytes in version 0, and 2 to 40 in the others", () => {
    for (let length = 2; length <= 40; length += 1) {
      const program = new Uint8Array(length).fill(7);
      expect(code(toSegwit("bc", 0, program))).toMatch(length === 20 || length === 32 ? /^bc1q/ : /^address_format$/);
      for (let version = 1; version <= 16; version += 1) {
        const text = toSegwit("bc", version, program);
        expect(code(text)).toBe(text);
      }
    }
  });
});
