import { describe, expect, it } from "vitest";
import { toBase58Check, toSegwit } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, messageOf } from "../../support/addresses.js";
import { addressVectors } from "../../support/chain-modules.js";

const code = (text: string): string => canonicalOf("bitcoin", text);

describe("bitcoin, Base58Check", () => {
  addressVectors(
    "bitcoin",
    `
    p2pkh 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa
    p2pkh 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2
    p2pkh 1111111111111111111114oLvT2
    p2pkh 11111111111111111111BZbvjr
    p2sh 3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy
    address_checksum 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb one character changed
    address_checksum 1a1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa another case
    address_checksum 2A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa the first character changed
    address_checksum 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN a character lost
    address_checksum 11A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa a zero byte added at the front
    address_characters 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNO O for 0
    address_characters bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa a scheme at the front
    address_length 1A1zP1eP5QGefi2D half of it
    address_length 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa twice
  `,
    [
      ["a space at the end", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa ", "address_characters"],
      ["nothing", "", "address_length"],
      ["well-formed Base58Check of 16 bytes", toBase58Check([0], new Uint8Array(16).fill(255)), "address_format"],
    ],
  );
});

describe("bitcoin, BIP-173 and BIP-350", () => {
  addressVectors(
    "bitcoin",
    `
    segwit BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
    segwit bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y
    segwit BC1SW50QGDZ25J bc1sw50qgdz25j
    segwit bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs
    segwit bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0
    segwit bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3
    address_other_network tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7 valid on a test network
    address_other_network tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy valid on a test network
    address_other_network tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c valid on a test network
    address_network tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty invalid human-readable part
    address_network tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut invalid human-readable part
    address_checksum bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5 invalid checksum
    address_checksum bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd bech32 instead of bech32m
    address_checksum BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL bech32 instead of bech32m
    address_checksum bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh bech32m instead of bech32
    address_characters bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4 invalid character in checksum
    address_format BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R invalid witness version
    address_format BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2 invalid witness version
    address_length bc1pw5dgrnzv invalid program length (1 byte)
    address_format bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav invalid program length (41 bytes)
    address_format BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P invalid program length for version 0 (BIP-141)
    address_characters bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 mixed case
    address_characters tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq mixed case, test network
    address_format bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf more than 4 padding bits
    address_checksum bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du zero padding of more than 4 bits, as bech32m
    address_network tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j non-zero padding, test network
    address_length bc1gmk9yu empty data section
    address_checksum bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx version 1 and above before BIP-350
    address_checksum bd1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 a typing error in the prefix
    address_characters bcqqw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 no separator
    address_checksum bc1qw508d6qejxtdg4y5r3zarvary0c5xw7k1v8f3t a separator later on: too short for a checksum
    address_checksum BC1SW50QA3JX3S version 1 and above before BIP-350
  `,
    [
      [
        "U+212A, the Kelvin sign, which becomes k in lower case",
        "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7\u212aV8F3T4",
        "address_characters",
      ],
    ],
  );

  it("names the test network", () => {
    const text = "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7";
    expect(messageOf("bitcoin", text)).toContain("a test network of bitcoin");
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
