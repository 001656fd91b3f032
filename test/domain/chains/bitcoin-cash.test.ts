import { hex } from "@scure/base";
import { describe, expect, it } from "vitest";
import { toCashAddr, toCashAddrOf } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, read } from "../../support/addresses.js";
import { addressVectors } from "../../support/chain-modules.js";

const code = (text: string): string => canonicalOf("bitcoin-cash", text);

/** The CashAddr specification, "Examples of address translation", and CashTokens, "Token-aware addresses". */
const translations = `
  1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w
  1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy zr95sy3j9xwd2ap32xkykttr4cvcu7as4yg2l8d0rh
  16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r zqq3728yw0y47sqn6l2na30mcw6zm78dzqynk3ta4s
  3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq rpm2qsznhks23z7629mms6s4cwef74vcwv59yeyr7n
  3LDsS579y7sruadqu11beEJoTjdFiFCdX4 bitcoincash:pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e rr95sy3j9xwd2ap32xkykttr4cvcu7as4yl0zg2vc2
  31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw bitcoincash:pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37 rqq3728yw0y47sqn6l2na30mcw6zm78dzqnkt7v7wd
`
  .trim()
  .split(/\n */)
  .map((row) => row.split(" ") as [legacy: string, canonical: string, token: string]);

describe("bitcoin-cash, CashAddr", () => {
  it.each(translations)("%s and its other spellings have one canonical form", (legacy, canonical, token) => {
    const bare = canonical.slice("bitcoincash:".length);
    expect(read("bitcoin-cash", legacy)).toEqual({ canonical, format: "legacy" });
    for (const text of [canonical, bare, canonical.toUpperCase(), bare.toUpperCase()]) {
      expect(read("bitcoin-cash", text)).toEqual({ canonical, format: "cashaddr" });
    }
    for (const text of [token, `bitcoincash:${token}`, token.toUpperCase()]) {
      expect(read("bitcoin-cash", text)).toEqual({ canonical, format: "cashaddr-token" });
    }
  });

  /** The specification's larger test vectors. Sizes and types that no transaction pays to are rejected. */
  addressVectors(
    "bitcoin-cash",
    `
    cashaddr bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2
    address_other_network bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t 20 bytes, type 1, test network
    address_network pref:pr6m7j9njldwwzlg9v7v53unlr4jkmx6ey65nvtks5 20 bytes, type 1, another prefix
    address_network prefix:0r6m7j9njldwwzlg9v7v53unlr4jkmx6ey3qnjwsrf 20 bytes, type 15
    address_format bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0 24 bytes
    address_format bitcoincash:qgagf7w02x4wnz3mkwnchut2vxphjzccwxgjvvjmlsxqwkcw59jxxuz 28 bytes
    address_format bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake 32 bytes, type 0
    address_format bitcoincash:qnq8zwpj8cq05n7pytfmskuk9r4gzzel8qtsvwz79zdskftrzxtar994cgutavfklv39gr3uvz 40 bytes
    address_format bitcoincash:qh3krj5607v3qlqh5c3wq3lrw3wnuxw0sp8dv0zugrrt5a3kj6ucysfz8kxwv2k53krr7n933jfsunqex2w82sl 48 bytes
    address_format bitcoincash:qmvl5lzvdm6km38lgga64ek5jhdl7e3aqd9895wu04fvhlnare5937w4ywkq57juxsrhvw8ym5d8qx7sz7zz0zvcypqscw8jd03f 56 bytes
    address_format bitcoincash:qlg0x333p4238k0qrc5ej7rzfw5g8e4a4r6vvzyrcy8j3s5k0en7calvclhw46hudk5flttj6ydvjc0pv3nchp52amk97tqa5zygg96mtky5sv5w 64 bytes
    address_format bitcoincash:qpzry9x8gf2tvdw0s3jn54khce6mua7lcw20ayyn a checksum vector
    address_network bchtest:spectestnetaddressrealrealaddressqpan2k9lh a checksum vector
    address_network bchreg:555555555555555555555555555555555555555555555udxmlmrz a checksum vector
  `,
  );

  it("accepts P2SH of 32 bytes (CHIP-2022-05), with tokens and without", () => {
    const hash = hex.decode("3173ef6623c6b48ffd1a3dcc0cc6489b0a07bb47a37f47cfef4fe69de825c060");
    const canonical = toCashAddr("bitcoincash", 1, hash);
    expect(read("bitcoin-cash", canonical)).toEqual({ canonical, format: "cashaddr" });
    expect(code(canonical.slice("bitcoincash:".length))).toBe(canonical);
    expect(read("bitcoin-cash", toCashAddr("bitcoincash", 3, hash))).toEqual({ canonical, format: "cashaddr-token" });
    expect(code(toCashAddr("bitcoincash", 2, hash))).toBe("address_format");
  });

  addressVectors(
    "bitcoin-cash",
    `
    address_format bitcoincash:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqp6swafeus a bit set after the last byte
  `,
    [
      ["the first bit set", toCashAddrOf("bitcoincash", Uint8Array.of(0x80, ...new Uint8Array(20))), "address_format"],
      ["an undefined type", toCashAddr("bitcoincash", 4, new Uint8Array(20)), "address_format"],
      ["21 bytes declared as 20", toCashAddrOf("bitcoincash", new Uint8Array(22)), "address_format"],
      [
        "no hash at all, in the length of an address of 24 bytes",
        toCashAddrOf("bitcoincash", new Uint8Array(25)),
        "address_format",
      ],
    ],
  );

  const canonical = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";

  addressVectors(
    "bitcoin-cash",
    `
    address_checksum qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q one character changed without the prefix
    address_length qpm2qsznhks23z7629mms6s4cwef74vcwvy2 36 characters
    address_checksum 2NBFNJTktNa7GZusGbDbGKRZTxdK9VVez3m 35 characters, the maximum of a legacy address
    address_checksum 1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv one character changed in a legacy address
    address_other_network bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 segwit of bitcoin
  `,
    [
      ["one character changed", `${canonical.slice(0, -1)}q`, "address_checksum"],
      ["a letter of the prefix changed", canonical.replace("bit", "bot"), "address_checksum"],
      [
        "a digit in the prefix that the checksum does not notice",
        canonical.replace("bit", "bi4"),
        "address_characters",
      ],
      ["mixed case in the address", canonical.replace("qpm2", "qPm2"), "address_characters"],
      ["an upper-case prefix alone", canonical.replace("bitcoincash", "BITCOINCASH"), "address_characters"],
      ["an empty prefix", canonical.replace("bitcoincash", ""), "address_characters"],
      ["a semicolon instead of the colon", canonical.replace(":", ";"), "address_characters"],
      ["a letter outside the alphabet", canonical.replace("qpm2", "qbm2"), "address_characters"],
      ["one character lost", canonical.slice(0, -1), "address_length"],
      ["one character more", `${canonical}q`, "address_length"],
      ["U+212A, the Kelvin sign, instead of K", canonical.toUpperCase().replace("K", "\u212a"), "address_characters"],
      ["eCash", toCashAddr("ecash", 0, new Uint8Array(20)), "address_other_network"],
      [
        "a test network without its prefix",
        toCashAddr("bchtest", 0, new Uint8Array(20)).slice(8),
        "address_other_network",
      ],
    ],
  );
});
