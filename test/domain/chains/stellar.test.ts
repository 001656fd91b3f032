import { describe, expect, it } from "vitest";
import { bytesOf, toStrkey } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, messageOf, read } from "../../support/addresses.js";

const account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

describe("stellar, the valid test cases of SEP-23", () => {
  it("an account", () => {
    expect(read("stellar", account)).toEqual({ canonical: account, format: "account" });
  });

  it.each([
    ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ", "0"],
    ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK", "9223372036854775808"],
  ])("returns the account and the id of a muxed account", (text, id) => {
    expect(read("stellar", text)).toEqual({ canonical: account, format: "muxed", id });
  });

  it("a contract", () => {
    const text = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";
    expect(read("stellar", text)).toEqual({ canonical: text, format: "contract" });
  });

  it.each([
    [
      "a signed payload",
      "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM",
      "address_length",
    ],
    ["a liquidity pool", "LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN", "address_format"],
    ["a claimable balance", "BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU", "address_length"],
  ])("%s is a valid strkey, but not an address", (_, text, expected) => {
    expect(canonicalOf("stellar", text)).toBe(expected);
  });
});

describe("stellar, the invalid test cases of SEP-23", () => {
  it.each([
    ["GAAAAAAAACGC6", "address_length"],
    ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR", "address_checksum"],
    ["GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA", "address_length"],
    ["GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI", "address_length"],
    ["G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I", "address_format"],
    ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA", "address_length"],
    ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I", "address_length"],
    ["M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ", "address_checksum"],
    ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===", "address_characters"],
    ["MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO", "address_checksum"],
    [
      "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IAAAAAAAAPM",
      "address_length",
    ],
    [
      "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4Z2PQ",
      "address_length",
    ],
    [
      "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DXFH6",
      "address_length",
    ],
    ["BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TV", "address_length"],
    ["BAAT6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGXACA", "address_length"],
  ])("%s: %s", (text, expected) => {
    expect(canonicalOf("stellar", text)).toBe(expected);
  });
});

describe("stellar, other texts", () => {
  const key = new Uint8Array(32).fill(3);

  it.each([
    ["lower case", account.toLowerCase(), "address_characters"],
    ["0 for O", `${account.slice(0, -1)}0`, "address_characters"],
    ["a federated address", "alice*example.com", "address_characters"],
    ["nothing", "", "address_length"],
    ["a pre-authorized transaction", toStrkey(19 * 8, key), "address_format"],
    ["a muxed account's type with 32 bytes", toStrkey(12 * 8, key), "address_length"],
    ["an account's type with 40 bytes", toStrkey(6 * 8, bytesOf(key, new Uint8Array(8))), "address_length"],
    ["algorand", "VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA", "address_other_network"],
  ])("rejects %s", (_, text, expected) => {
    expect(canonicalOf("stellar", text)).toBe(expected);
  });

  it("reports a seed as a secret, without repeating it", () => {
    const seed = toStrkey(18 * 8, key);
    expect(seed).toMatch(/^S/);
    expect(canonicalOf("stellar", seed)).toBe("address_secret_key");
    expect(messageOf("stellar", seed)).toContain("treat it as exposed");
    expect(messageOf("stellar", seed)).not.toContain(seed.slice(1, 8));
    expect(canonicalOf("stellar", `${seed.slice(0, -1)}${seed.endsWith("A") ? "B" : "A"}`)).toBe("address_checksum");
  });
});
