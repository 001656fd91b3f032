import { describe, expect, it } from "vitest";
import { bytesOf, toBase58CheckXrp } from "../../../src/testing/arbitraries/encode-address.js";
import { canonicalOf, messageOf, read } from "../../support/addresses.js";

const code = (text: string): string => canonicalOf("ripple", text);

/** ripple-address-codec, the vectors of XLS-5: classic address, tag, X-address, and the same on the test network. */
const taggedAddresses = [
  [
    "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
    undefined,
    "X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ",
    "T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ",
  ],
  [
    "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
    1,
    "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu",
    "T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE",
  ],
  [
    "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
    14,
    "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGo2K5VpXpmCqbV2gS",
    "T719a5UwUCnEs54UsxG9CJYYDhwmFCvqXVCALUGJGSbNV3x",
  ],
  [
    "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
    11747,
    "X7AcgcsBL6XDcUb289X4mJ8djcdyKaLFuhLRuNXPrDeJd9A",
    "T719a5UwUCnEs54UsxG9CJYYDhwmFCziiNHtUukubF2Mg6t",
  ],
  [
    "rLczgQHxPhWtjkaQqn3Q6UM8AbRbbRvs5K",
    undefined,
    "XVZVpQj8YSVpNyiwXYSqvQoQqgBttTxAZwMcuJd4xteQHyt",
    "TVVrSWtmQQssgVcmoMBcFQZKKf56QscyWLKnUyiuZW8ALU4",
  ],
  [
    "rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo",
    58,
    "X7YenJqxv3L66CwhBSfd3N8RzGXxYqV56ZkTCa9UCzgaao1",
    "T77wVQzA8ntj9wvCTNiQpNYLT5hmhR9kej6uxm4jGcQD7rZ",
  ],
  [
    "rsA2LpzuawewSBQXkiju3YQTMzW13pAAdW",
    23480,
    "X7d3eHCXzwBeWrZec1yT24iZerQjYL8m8zCJ16ACxu1BrBY",
    "T7YChPFWifjCAXLEtg5N74c7fSAYsvSokwcmBPBUZWhxH5P",
  ],
  [
    "rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf",
    undefined,
    "XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb",
    "TVE26TYGhfLC7tQDno7G8dGtxSkYQn49b3qD26PK7FcGSKE",
  ],
  [
    "rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf",
    0,
    "XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc",
    "TVE26TYGhfLC7tQDno7G8dGtxSkYQnSy8RHqGHoGJ59spi2",
  ],
  [
    "rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf",
    276,
    "XVLhHMPHU98es4dbozjVtdWzVrDjtVoKj3MnFGMXEFMnvJV",
    "TVE26TYGhfLC7tQDno7G8dGtxSkYQnTMgJJYfAbsiPsc6Zg",
  ],
  [
    "rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf",
    65591,
    "XVLhHMPHU98es4dbozjVtdWzVrDjtVozpjdhPQVdt3ghaWw",
    "TVE26TYGhfLC7tQDno7G8dGtxSkYQn7ryu2W6njw7mT1jmS",
  ],
  [
    "rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf",
    16781933,
    "XVLhHMPHU98es4dbozjVtdWzVrDjtVqrDUk2vDpkTjPsY73",
    "TVE26TYGhfLC7tQDno7G8dGtxSkYQnVsw45sDtGHhLi27Qa",
  ],
  [
    "rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf",
    4294967294,
    "XVLhHMPHU98es4dbozjVtdWzVrDjtV1kAsixQTdMjbWi39u",
    "TVE26TYGhfLC7tQDno7G8dGtxSkYQnX8tDFQ53itLNqs6vU",
  ],
  [
    "rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf",
    4294967295,
    "XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi",
    "TVE26TYGhfLC7tQDno7G8dGtxSkYQnXoy6kSDh6rZzApc69",
  ],
  [
    "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY",
    undefined,
    "XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2gYsjNFQLKYW33DzBm",
    "TVd2rqMkYL2AyS97NdELcpeiprNBjwLZzuUG5rZnaewsahi",
  ],
  [
    "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY",
    13371337,
    "XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2qwGkhgc48zzcx6Gkr",
    "TVd2rqMkYL2AyS97NdELcpeiprNBjwVUDvp3vhpXbNhLwJi",
  ],
] as const;

describe("ripple, X-addresses (XLS-5)", () => {
  it.each(taggedAddresses)("%s with tag %s", (canonical, tag, x, ofTestNetwork) => {
    expect(read("ripple", x)).toEqual({ canonical, format: "x-address", ...(tag !== undefined && { tag }) });
    expect(code(ofTestNetwork)).toBe("address_other_network");
    expect(messageOf("ripple", ofTestNetwork)).toContain("a test network of ripple");
  });

  const hash = new Uint8Array(20).fill(9);
  const xOf = (flag: number, tag: readonly number[]): string =>
    toBase58CheckXrp([0x05, 0x44], bytesOf(hash, [flag], tag));

  it.each([
    ["a wrong checksum (codec vector)", "XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXa", "address_checksum"],
    ["another prefix (codec vector)", "dGzKGt8CVpWoa8aWL1k18tAdy9Won3PxynvbbpkAqp3V47g", "address_format"],
    ["a tag of 33 bits (codec vector)", "XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8zeUygYrCgrPh", "address_format"],
    ["a tag of 64 bits", xOf(1, [0, 0, 0, 0, 0, 0, 0, 1]), "address_format"],
    ["flag 2, reserved for a tag of 64 bits", xOf(2, [1, 0, 0, 0, 0, 0, 0, 0]), "address_format"],
    ["a tag without the flag", xOf(0, [1, 0, 0, 0, 0, 0, 0, 0]), "address_format"],
    ["high bytes of a tag without the flag", xOf(0, [0, 0, 0, 0, 0, 0, 0, 1]), "address_format"],
    ["32 bytes in 47 or 48 characters", toBase58CheckXrp([0x05, 0x44], new Uint8Array(28)), "address_length"],
    ["46 characters", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2F", "address_length"],
    ["35 characters, the maximum of a classic address", `r${"z".repeat(34)}`, "address_checksum"],
  ])("rejects %s", (_, text, expected) => {
    expect(code(text)).toBe(expected);
  });
});

describe("ripple, classic addresses", () => {
  it.each([
    "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
    "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
    "rrrrrrrrrrrrrrrrrrrrrhoLvTp", // ACCOUNT_ZERO
    "rrrrrrrrrrrrrrrrrrrrBZbvji", // ACCOUNT_ONE
  ])("%s is its own canonical form", (text) => {
    expect(read("ripple", text)).toEqual({ canonical: text, format: "classic" });
  });

  it.each([
    ["one character changed", "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk58", "address_checksum"],
    ["the first character changed", "R9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", "address_checksum"],
    ["0 for o", "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk50", "address_characters"],
    ["a tag after a colon", "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59:1", "address_characters"],
    ["another type of the same length", toBase58CheckXrp([0x01], new Uint8Array(20)), "address_format"],
    ["16 bytes", toBase58CheckXrp([0x00], new Uint8Array(16).fill(200)), "address_format"],
    ["19 bytes", toBase58CheckXrp([0xff], new Uint8Array(19).fill(200)), "address_format"],
    ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "address_other_network"],
    ["the seed of XRPL's genesis account", "snoPBrXtMeMyMHUVTgbuqAfg1SUTb", "address_secret_key"],
  ])("rejects %s", (_, text, expected) => {
    expect(code(text)).toBe(expected);
  });
});
