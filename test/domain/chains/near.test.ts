import { describe, expect, it } from "vitest";
import { canonicalOf, read } from "../../support/addresses.js";

/** The lists of the tests of near-account-id. */
const good = [
  "aa",
  "a-a",
  "a-aa",
  "100",
  "0o",
  "com",
  "near",
  "bowen",
  "b-o_w_e-n",
  "b.owen",
  "bro.wen",
  "a.ha",
  "a.b-a.ra",
  "system",
  "over.9000",
  "google.com",
  "illia.cheapaccounts.near",
  "0o0ooo00oo00o",
  "alex-skidanov",
  "10-4.8-2",
  "no_lols",
  "near.a",
  "a.a",
  "relay.aurora",
  "bo_wen",
];

const bad = [
  ["a", "address_length"],
  ["A", "address_characters"],
  ["Abc", "address_characters"],
  ["-near", "address_format"],
  ["near-", "address_format"],
  ["-near-", "address_format"],
  ["near.", "address_format"],
  [".near", "address_format"],
  ["near@", "address_characters"],
  ["@near", "address_characters"],
  ["неар", "address_characters"],
  ["@@@@@", "address_characters"],
  ["0__0", "address_format"],
  ["0_-_0", "address_format"],
  ["..", "address_format"],
  ["a..near", "address_format"],
  ["nEar", "address_characters"],
  ["_bowen", "address_format"],
  ["hello world", "address_characters"],
  ["abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz", "address_length"],
  ["01234567890123456789012345678901234567890123456789012345678901234", "address_length"],
  ["some-complex-address@gmail.com", "address_characters"],
  ["sub.buy_d1gitz@atata@b0-rg.c_0_m", "address_characters"],
  ["a__b", "address_format"],
  ["a-.b", "address_format"],
  ["", "address_length"],
  ["ƒelicia.near", "address_characters"],
] as const;

describe("near, the lists of near-account-id", () => {
  it.each(good)("%s is a name", (text) => {
    expect(read("near", text)).toEqual({ canonical: text, format: "named" });
  });

  it.each(bad)("rejects %s: %s", (text, expected) => {
    expect(canonicalOf("near", text)).toBe(expected);
  });
});

describe("near, accounts derived from a key or a hash", () => {
  const digits = "85f17cf997934a597031b2e18a9ab6ebd4b9f6a4";

  it.each([
    ["98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de", "implicit"],
    ["0123456789012345678901234567890123456789012345678901234567890123", "implicit"],
    [`0x${digits}`, "eth-implicit"],
    [`0s${digits}`, "deterministic"],
    [`0x${digits}0`, "named"],
    [`0y${digits}`, "named"],
    [`0s${digits}0`, "named"],
    [`a.0x${digits}`, "named"],
    [`a.0s${digits}`, "named"],
    ["g8793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de", "named"],
  ])("%s is %s", (text, format) => {
    expect(read("near", text)).toEqual({ canonical: text, format });
  });

  it("rejects upper case, and names ethereum for a checksum of EIP-55", () => {
    expect(canonicalOf("near", "98793CD91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de")).toBe(
      "address_characters",
    );
    expect(canonicalOf("near", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).toBe("address_other_network");
  });

  it.each(["alice.testnet", "a.b.testnet", "testnet"])("names the test network for %s", (text) => {
    expect(canonicalOf("near", text)).toBe("address_other_network");
  });

  it.each(["testnet.near", "mytestnet", "alice.testnet.near"])(
    "accepts %s, which is not of the test network",
    (text) => {
      expect(canonicalOf("near", text)).toBe(text);
    },
  );

  it("rejects a public key", () => {
    expect(canonicalOf("near", "ed25519:AQgnQSR1Mp3v7xrw7egJtu3ibNzoCGwUwnEehypip9od")).toBe("address_characters");
  });
});
