import { base58 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { toBase58, toSs58, toSs58Of } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, messageOf, read } from "../../support/addresses.js";
import { addressVectors } from "../../support/chain-modules.js";

const alice = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5";
const key = new Uint8Array(32).fill(5);

describe("polkadot, SS58", () => {
  it.each([
    alice,
    "111111111111111111111111111111111HC1", // 32 zero bytes
    toSs58(0, new Uint8Array(32).fill(255)),
  ])("%s is its own canonical form", (text) => {
    expect(read("polkadot", text)).toEqual({ canonical: text, format: "ss58" });
  });

  it("names two other networks of the same key, and rejects the rest", () => {
    const kusama = "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F";
    const generic = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY";
    expect(canonicalOf("polkadot", kusama)).toBe("address_other_network");
    expect(messageOf("polkadot", kusama)).toContain("Kusama");
    expect(canonicalOf("polkadot", generic)).toBe("address_other_network");
    expect(messageOf("polkadot", generic)).toContain("the generic format of Substrate");
    for (const network of [1, 5, 36, 63, 64, 252, 1284, 2007, 16_383]) {
      expect(canonicalOf("polkadot", toSs58(network, key))).toBe("address_network");
    }
  });

  it("checks both bytes of the checksum", () => {
    const bytes = base58.decode(alice);
    for (const place of [bytes.length - 2, bytes.length - 1]) {
      const changed = bytes.map((byte, index) => (index === place ? byte ^ 1 : byte));
      expect(canonicalOf("polkadot", base58.encode(changed))).toBe("address_checksum");
    }
  });

  addressVectors(
    "polkadot",
    `
    address_characters 0xd43593c715fdd31c61141abd04a99fd6822c8562a0a4f9b2b5c9a5e0b5a7d1e5 hex of the key
    address_other_network 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa bitcoin
  `,
    [
      ["one character changed", alice.replace("15oF4u", "15oF4v"), "address_checksum"],
      ["the first character changed", `2${alice.slice(1)}`, "address_checksum"],
      ["half of it", alice.slice(0, 24), "address_length"],
      ["an account of 31 bytes", toSs58(0, key.subarray(1)), "address_format"],
      ["an account of 33 bytes", toSs58(0, Uint8Array.of(1, ...key)), "address_format"],
      ["a first byte that is reserved", toSs58Of([0x80, 0], key), "address_format"],
      ["a reserved first byte before a valid network", toSs58Of([0x90, 0x40], key), "address_format"],
      ["a zero byte before the prefix of a network", toSs58Of([0, 0x50, 0x40], key), "address_format"],
      ["the first byte of a two-byte prefix alone", toSs58Of([64], key), "address_format"],
      ["a two-byte prefix that begins with 0", toSs58Of([0, 0], key), "address_format"],
      ["network 0 in two bytes, a second spelling of one account", toSs58Of([0x40, 0], key), "address_format"],
      ["solana", toBase58(key), "address_checksum"],
    ],
  );
});
