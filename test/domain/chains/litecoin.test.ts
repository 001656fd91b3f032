import { base58, bech32, bech32m } from "@scure/base";
import { describe, expect, it } from "vitest";
import { toBase58Check, toSegwit } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, messageOf, read } from "../../support/addresses.js";
import { addressVectors } from "../../support/chain-modules.js";

const code = (text: string): string => canonicalOf("litecoin", text);
const hash = Uint8Array.from({ length: 20 }, (_, index) => index);

describe("litecoin, Base58Check", () => {
  it.each(["LTc1", "LTC1"])("accepts base58 that begins with %s", (beginning) => {
    const text = toBase58Check([], base58.decode(beginning.padEnd(34, "zK")).subarray(0, 21));
    expect(text.startsWith(beginning)).toBe(true);
    expect(read("litecoin", text)).toEqual({ canonical: text, format: "p2pkh" });
  });

  it("reads a checksum in base58 that begins with LTC1 in upper case", () => {
    expect(canonicalOf("litecoin", "LTC12QRCVUB1DREBNZ4S8D7HWWUS2D2L8J")).not.toContain("LTC1");
  });

  addressVectors(
    "litecoin",
    `
    p2pkh LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz
    p2pkh LTC12QRCVUB1DREBNZ4S8D7HWWUS2D2L8H
    p2sh MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7
    p2sh-old 3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7
    address_checksum LaMT348PWRnrqeeWArpwQPbuanpXDZGEUy one character changed
    address_checksum 3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAk one character changed in an old P2SH
    address_other_network 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa bitcoin's P2PKH
    address_other_network DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L doge
  `,
    [
      ["its test network's P2SH", toBase58Check([0x3a], hash), "address_other_network"],
      ["an unknown version", toBase58Check([0x31], hash), "address_network"],
      ["a segwit prefix in mixed case", `LTc1${"z".repeat(30)}`, "address_checksum"],
      ["a segwit prefix in mixed case, in 35 characters", `LTc1${"z".repeat(31)}`, "address_checksum"],
      ["an MWEB prefix in 35 characters", `LTCMWEB1${"z".repeat(27)}`, "address_checksum"],
    ],
  );
});

describe("litecoin, segwit", () => {
  it("accepts the program of BIP-173 under its own prefix, in either case", () => {
    const text = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";
    expect(read("litecoin", text)).toEqual({ canonical: text, format: "segwit" });
    expect(code(text.toUpperCase())).toBe(text);
    expect(code(`${text.slice(0, -1)}8`)).toBe("address_checksum");
    expect(code(`L${text.slice(1)}`)).toBe("address_characters");
  });

  it("accepts the shortest program", () => {
    const text = toSegwit("ltc", 1, Uint8Array.of(1, 2));
    expect(text.length).toBeLessThan(35);
    expect(read("litecoin", text)).toEqual({ canonical: text, format: "segwit" });
    expect(code(toSegwit("tltc", 1, Uint8Array.of(1, 2)))).toBe("address_other_network");
    expect(code(toSegwit("tltc", 1, Uint8Array.of(1)))).not.toBe("address_other_network");
  });

  it("names the network of another prefix", () => {
    expect(code("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).toBe("address_other_network");
    expect(code(toSegwit("tltc", 0, hash))).toBe("address_other_network");
    expect(messageOf("litecoin", toSegwit("rltc", 0, hash))).toContain("a test network of litecoin");
    expect(code(toSegwit("vtc", 0, hash))).toBe("address_network");
  });
});

describe("litecoin, MWEB", () => {
  const keys = bech32.toWords(new Uint8Array(66));
  // Litecoin Core, the keychain of its unit tests.
  const text =
    "ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8ypxuq329nwh2twmchhqn3jqh7ua4ps539f6aazh79jy76urqht4qa59ts3at6gf";

  it("accepts a stealth address, longer than BIP-173 allows", () => {
    expect(read("litecoin", text)).toEqual({ canonical: text, format: "mweb" });
    expect(code(text.toUpperCase())).toBe(text);
  });

  addressVectors("litecoin", "", [
    ["one character changed", `${text.slice(0, -1)}e`, "address_checksum"],
    ["one character lost", text.slice(0, -1), "address_length"],
    ["mixed case", text.replace("qq20e2", "qq20E2"), "address_characters"],
    ["version 1", toSegwit("ltcmweb", 1, new Uint8Array(66)), "address_format"],
    ["version 1 in bech32", bech32.encode("ltcmweb", [1, ...keys], false), "address_format"],
    ["version 0 in bech32m", bech32m.encode("ltcmweb", [0, ...keys], false), "address_format"],
    ["one key", toSegwit("ltcmweb", 0, new Uint8Array(33)), "address_length"],
    ["its test network", toSegwit("tmweb", 0, new Uint8Array(66)), "address_other_network"],
  ]);
});
