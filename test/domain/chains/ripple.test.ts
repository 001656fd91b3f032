import { describe, expect, it } from "vitest";
import { bytesOf, toBase58CheckXrp } from "../../../src/testing/arbitraries/encode-address.js";
import { messageOf } from "../../support/addresses.js";
import { addressVectors } from "../../support/chain-modules.js";

describe("ripple, X-addresses (XLS-5)", () => {
  const hash = new Uint8Array(20).fill(9);
  const xOf = (flag: number, tag: readonly number[]): string =>
    toBase58CheckXrp([0x05, 0x44], bytesOf(hash, [flag], tag));

  // The vectors of ripple-address-codec.
  addressVectors(
    "ripple",
    `
    x-address X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59
    x-address X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59 tag=1
    x-address X7AcgcsBL6XDcUb289X4mJ8djcdyKaGo2K5VpXpmCqbV2gS r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59 tag=14
    x-address X7AcgcsBL6XDcUb289X4mJ8djcdyKaLFuhLRuNXPrDeJd9A r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59 tag=11747
    x-address XVZVpQj8YSVpNyiwXYSqvQoQqgBttTxAZwMcuJd4xteQHyt rLczgQHxPhWtjkaQqn3Q6UM8AbRbbRvs5K
    x-address X7YenJqxv3L66CwhBSfd3N8RzGXxYqV56ZkTCa9UCzgaao1 rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo tag=58
    x-address X7d3eHCXzwBeWrZec1yT24iZerQjYL8m8zCJ16ACxu1BrBY rsA2LpzuawewSBQXkiju3YQTMzW13pAAdW tag=23480
    x-address XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf
    x-address XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf tag=0
    x-address XVLhHMPHU98es4dbozjVtdWzVrDjtVoKj3MnFGMXEFMnvJV rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf tag=276
    x-address XVLhHMPHU98es4dbozjVtdWzVrDjtVozpjdhPQVdt3ghaWw rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf tag=65591
    x-address XVLhHMPHU98es4dbozjVtdWzVrDjtVqrDUk2vDpkTjPsY73 rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf tag=16781933
    x-address XVLhHMPHU98es4dbozjVtdWzVrDjtV1kAsixQTdMjbWi39u rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf tag=4294967294
    x-address XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf tag=4294967295
    x-address XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2gYsjNFQLKYW33DzBm rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY
    x-address XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2qwGkhgc48zzcx6Gkr rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY tag=13371337
    address_other_network T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ of the test network
    address_other_network T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE of the test network
    address_other_network T719a5UwUCnEs54UsxG9CJYYDhwmFCvqXVCALUGJGSbNV3x of the test network
    address_other_network T719a5UwUCnEs54UsxG9CJYYDhwmFCziiNHtUukubF2Mg6t of the test network
    address_other_network TVVrSWtmQQssgVcmoMBcFQZKKf56QscyWLKnUyiuZW8ALU4 of the test network
    address_other_network T77wVQzA8ntj9wvCTNiQpNYLT5hmhR9kej6uxm4jGcQD7rZ of the test network
    address_other_network T7YChPFWifjCAXLEtg5N74c7fSAYsvSokwcmBPBUZWhxH5P of the test network
    address_other_network TVE26TYGhfLC7tQDno7G8dGtxSkYQn49b3qD26PK7FcGSKE of the test network
    address_other_network TVE26TYGhfLC7tQDno7G8dGtxSkYQnSy8RHqGHoGJ59spi2 of the test network
    address_other_network TVE26TYGhfLC7tQDno7G8dGtxSkYQnTMgJJYfAbsiPsc6Zg of the test network
    address_other_network TVE26TYGhfLC7tQDno7G8dGtxSkYQn7ryu2W6njw7mT1jmS of the test network
    address_other_network TVE26TYGhfLC7tQDno7G8dGtxSkYQnVsw45sDtGHhLi27Qa of the test network
    address_other_network TVE26TYGhfLC7tQDno7G8dGtxSkYQnX8tDFQ53itLNqs6vU of the test network
    address_other_network TVE26TYGhfLC7tQDno7G8dGtxSkYQnXoy6kSDh6rZzApc69 of the test network
    address_other_network TVd2rqMkYL2AyS97NdELcpeiprNBjwLZzuUG5rZnaewsahi of the test network
    address_other_network TVd2rqMkYL2AyS97NdELcpeiprNBjwVUDvp3vhpXbNhLwJi of the test network
    address_checksum XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXa a wrong checksum (codec vector)
    address_format dGzKGt8CVpWoa8aWL1k18tAdy9Won3PxynvbbpkAqp3V47g another prefix (codec vector)
    address_format XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8zeUygYrCgrPh a tag of 33 bits (codec vector)
    address_length X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2F 46 characters
  `,
    [
      ["a tag of 64 bits", xOf(1, [0, 0, 0, 0, 0, 0, 0, 1]), "address_format"],
      ["flag 2, reserved for a tag of 64 bits", xOf(2, [1, 0, 0, 0, 0, 0, 0, 0]), "address_format"],
      ["a tag without the flag", xOf(0, [1, 0, 0, 0, 0, 0, 0, 0]), "address_format"],
      ["high bytes of a tag without the flag", xOf(0, [0, 0, 0, 0, 0, 0, 0, 1]), "address_format"],
      ["32 bytes in 47 or 48 characters", toBase58CheckXrp([0x05, 0x44], new Uint8Array(28)), "address_length"],
      ["35 characters, the maximum of a classic address", `r${"z".repeat(34)}`, "address_checksum"],
    ],
  );

  it("names the test network", () => {
    expect(messageOf("ripple", "T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ")).toContain(
      "a test network of ripple",
    );
  });
});

describe("ripple, classic addresses", () => {
  addressVectors(
    "ripple",
    `
    classic r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59
    classic rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh
    classic rrrrrrrrrrrrrrrrrrrrrhoLvTp
    classic rrrrrrrrrrrrrrrrrrrrBZbvji
    address_checksum r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk58 one character changed
    address_checksum R9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59 the first character changed
    address_characters r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk50 0 for o
    address_characters r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59:1 a tag after a colon
    address_other_network 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa bitcoin
    address_secret_key snoPBrXtMeMyMHUVTgbuqAfg1SUTb the seed of XRPL's genesis account
  `,
    [
      ["another type of the same length", toBase58CheckXrp([0x01], new Uint8Array(20)), "address_format"],
      ["16 bytes", toBase58CheckXrp([0x00], new Uint8Array(16).fill(200)), "address_format"],
      ["19 bytes", toBase58CheckXrp([0xff], new Uint8Array(19).fill(200)), "address_format"],
    ],
  );
});
