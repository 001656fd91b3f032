import { describe, expect, it } from "vitest";
import { toBase58 } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, messageOf } from "../../support/addresses.js";
import { addressVectors } from "../../support/chain-modules.js";

describe("solana", () => {
  addressVectors(
    "solana",
    `
    base58 11111111111111111111111111111111
    base58 So11111111111111111111111111111111111111112
    base58 TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
    base58 Vote111111111111111111111111111111111111111
    base58 JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG
    address_characters So11111111111111111111111111111111111111110 0
    address_characters bonfida.sol a name
    address_other_network 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed hex
    address_other_network 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa bitcoin
  `,
    [
      ["31 bytes in 42 characters", toBase58(new Uint8Array(31).fill(255)), "address_length"],
      ["33 bytes in 44 characters", toBase58(Uint8Array.of(1, ...new Uint8Array(32))), "address_length"],
      ["31 zero bytes", "1".repeat(31), "address_length"],
      ["33 zero bytes", "1".repeat(33), "address_length"],
      ["44 characters of more than 32 bytes", "z".repeat(44), "address_length"],
    ],
  );

  it("warns that 64 bytes may be a secret key", () => {
    const text = toBase58(new Uint8Array(64).fill(99));
    expect(canonicalOf("solana", text)).toBe("address_length");
    expect(messageOf("solana", text)).toContain("a secret key to treat as exposed");
  });
});
