import { describe, expect, it } from "vitest";
import { toBase58 } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, messageOf, read } from "../../support/addresses.js";

describe("solana", () => {
  it.each([
    "11111111111111111111111111111111", // the system program: 32 zero bytes
    "So11111111111111111111111111111111111111112",
    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    "Vote111111111111111111111111111111111111111",
    toBase58(new Uint8Array(32).fill(255)),
  ])("%s has 32 bytes", (text) => {
    expect(read("solana", text)).toEqual({ canonical: text, format: "base58" });
  });

  it.each([
    ["31 bytes in 42 characters", toBase58(new Uint8Array(31).fill(255)), "address_length"],
    ["33 bytes in 44 characters", toBase58(Uint8Array.of(1, ...new Uint8Array(32))), "address_length"],
    ["31 zero bytes", "1".repeat(31), "address_length"],
    ["33 zero bytes", "1".repeat(33), "address_length"],
    ["44 characters of more than 32 bytes", "z".repeat(44), "address_length"],
    ["0", "So11111111111111111111111111111111111111110", "address_characters"],
    ["a name", "bonfida.sol", "address_characters"],
    ["hex", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "address_other_network"],
    ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "address_other_network"],
  ])("rejects %s", (_, text, expected) => {
    expect(canonicalOf("solana", text)).toBe(expected);
  });

  it("warns that 64 bytes may be a secret key", () => {
    const text = toBase58(new Uint8Array(64).fill(99));
    expect(canonicalOf("solana", text)).toBe("address_length");
    expect(messageOf("solana", text)).toContain("a secret key to treat as exposed");
  });
});
