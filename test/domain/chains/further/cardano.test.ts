/** Cardano: the vectors of its standards, and texts that differ from an address in one respect. */
import { bech32, bech32m } from "@scure/base";
import { describe, expect, it } from "vitest";
import { cardano } from "../../../../src/chains.js";
import { bytesOf } from "../../../../src/testing/arbitraries/encode-address.js";
import { chainModuleSuite, readWith } from "../../../support/chain-modules.js";
import { cborBytes, toBech32, toByron, toByronOf } from "../../../support/further-addresses/encoders.js";

const root = new Uint8Array(28).fill(3);
const path = cborBytes(Uint8Array.of(1, 2));
const byron = (type: number, ...attributes: readonly (readonly [key: number, value: Uint8Array])[]): string =>
  toByron(root, attributes, type);
const magic = Uint8Array.of(26, 0, 1, 0, 0);

chainModuleSuite(
  cardano,
  `
  base addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x
  base addr1x8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shskhj42g
  pointer addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k
  enterprise ADDR1VX2FXV2UMYHTTKXYXP8X0DLPDT3K6CWNG5PXJ3JHSYDZERS66HRL8 addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8
  enterprise addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx
  stake stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw
  stake stake178phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcccycj5
  byron Ae2tdPwUPEZLs4HtbuNey7tK4hTKrwNwYtGqp7bDfCy2WdR3P6735W5Yfpe
  byron DdzFFzCqrhsrcTVhLygT24QwTnNqQqQ8mZrq5jykUzMveU26sxaH529kMpo7VhPrt5pwW3dXeB2k3EEvKcNBRmzCfcQ7dTkyGzTs658C
  address_checksum Ae2tdPwUPEZCZjvXuHfZsUw5KWpV9RKK2amXHpvhiTQkMhSRWSbQqV6o9YT Byron, one character wrong: CBOR with a huge length
  address_other_network addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz test network (CIP-19)
  address_other_network stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn test network (CIP-19)
  address_other_network 2cWKMJemoBajc46Wu4Z7e6bG48myZWfB7Z6pD77L6PrJQWt9HZ3Yv7o8CYZTBMqHTPTkv Byron with a network magic
  address_format addr_vk1w0l2sr2zgfm26ztc6nl9xy8ghsk5sh6ldwemlpmp9xylzy4dtf7st80zhd a public key (CIP-19)
  address_format script1cda3khwqv60360rp5m7akt50m6ttapacs8rqhn5w342z7r35m37 a script hash (CIP-19)
  address_other_network addr_test1qrpv07s3mu70ynwages8deyfxf2ys33272kksvxjvdw4m7lxg43am68dsrnnfmpdd0cmpmez7cl32wmrp06hg6nxts7qz2qrjy test network
  address_format addr1qttgn7sf2xgefxe7arw5cd42xuwamxj0hk88wl2dca7zaph4fqtvucm9mwvy0f72zyp5lgavvv6l8y80zz6zkhletmkqtvqznf network tag 2
  address_format stake1qxr9jh7h83kt4dagvdws0xguqc6vqx6dm4c9sunz2t7dluhm5jllqwfth5frfk9p3367htj4f9x4l76wkrdsslr5nr5s54gyk3 stake prefix, base header
  address_format addr1s8hjgnxg40s8nke2rr520gn4g8kaacekv270789qky594wsx2kqez header type 8 in bech32
  address_length addr1qxsue9dg5wkdj7jsnm8e3z6jwg3reqnnxhqhej3lt8z6qmmfm4krg0jv5zsnphyrfzqtnn5rr392dxg5e6thag80gss9mc9k 56 bytes
  address_length addr1v9l4xdcad5psmu7szl9m9juwz9um65h5dv64hhmkrf3zug9zq3t 28 bytes
  address_length addr1q8ht8859asxcrch88rxd2axjy5raw6nxqsty3vj9zaj6myq73kmfe base header without a delegation part
  address_format addr1gxvmpalx84eurj89vtzwkz42749f387zllnqlwv5tx77qpvpm50v9g pointer cut off
  address_format addr1g9a94j332vwalmkfr27t7e4zm7cp8svslugwafa6ux7g2fspqgz24rsr pointer of two numbers
  address_characters addr1v9kt9j7vsuptv46aeyedg4clawygk54z40g08tpM0ke633c77l6r4 mixed case
  address_format 3Bf3BWfUXmSCGVsBUzifZc3BoDSL3WMAwNrEFNz4hd8Kv3YPe1NfBcrkCK Byron: root of 27 bytes
  address_format Ae2tdPwUPEZ1YnXdkmfM9cyyX26nR9ANpYc6MMi5ccQmaLWQwBeB5Zgwywc Byron: type 3
  address_other_network KjgoiXJS2coJRSw5dBaTK98CeGiAoTYn9h7PefaEfoLq81mwhLecMqqA3zav4x3KG2puAJX78aGorSUwv4LQrNRaLWfnbxffovHHx2pm3EYa Byron of the network preprod
  address_checksum Ae2tr7hYAE91ft9MgyiyyVk8JXCVUUbKWveWkXAaH4S86inXwrZHEvzAcRt Byron: tag 25
  address_format addr_vk1luaddguuhlcpz5amxjwq7fg4pdyshklq276h9hpl97yhumhypx4su5jwmw a public key
  address_format script19yf3r42xwsgzy83xesq5xjcrwdjsng6g4t2ld2gjl3ds7zjna6t a script hash
`,
  [
    ["a prefix of another chain", toBech32("cosmos", new Uint8Array(32)), "address_network"],
    ["bech32m", bech32m.encode("addr", bech32m.toWords(bytesOf([0x61], root))), "address_checksum"],
    [
      "unused bits",
      bech32.encode("addr", [...bech32.toWords(bytesOf([0x61], root)).slice(0, -1), 3]),
      "address_format",
    ],
    ["the prefix stake of an enterprise address", toBech32("stake", bytesOf([0x61], root)), "address_format"],
    ["the prefix addr of a stake address", toBech32("addr", bytesOf([0xe1], root)), "address_format"],
  ],
);

function pointerTo(...tail: readonly number[]): string {
  return toBech32("addr", bytesOf([0x41], root, tail));
}

describe("a pointer", () => {
  it.each([
    ["its largest numbers", [0x8f, 0xff, 0xff, 0xff, 0x7f, 0x83, 0xff, 0x7f, 0x83, 0xff, 0x7f], "pointer"],
    ["zeros", [0, 0, 0], "pointer"],
    ["a slot of 33 bits", [0x90, 0x80, 0x80, 0x80, 0, 0, 0], "address_format"],
    ["a slot of 36 bits", [0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 0, 0], "address_format"],
    ["a transaction of 17 bits", [0, 0x84, 0x80, 0, 0], "address_format"],
    ["a certificate of 17 bits", [0, 0, 0x84, 0x80, 0], "address_format"],
    ["a longer form of a number", [0x80, 0, 0, 0], "address_format"],
    ["four numbers", [0, 0, 0, 0], "address_format"],
    ["a number that is cut off", [0, 0, 0x81], "address_format"],
    ["a fourth number that is cut off", [0, 0, 0, 0x81], "address_format"],
  ])("with %s is %2$s", (_, tail, expected) => {
    const read = readWith(cardano, pointerTo(...tail));
    expect(typeof read === "string" ? read : read.format).toBe(expected);
  });
});

describe("a Byron address", () => {
  it.each([
    ["no attribute", byron(0), "byron"],
    ["a derivation path", byron(2, [1, path]), "byron"],
    ["a network magic", byron(0, [2, magic]), "address_other_network"],
    ["both", byron(0, [1, path], [2, magic]), "address_other_network"],
    ["both in the other order", byron(0, [2, magic], [1, path]), "address_format"],
    ["a path twice", byron(0, [1, path], [1, path]), "address_format"],
    ["an unknown attribute", byron(0, [3, magic]), "address_format"],
    ["a path that is no byte string", byron(0, [1, magic]), "address_format"],
    ["a byte behind the path", byron(0, [1, bytesOf(path, [0])]), "address_format"],
    ["a magic in a longer form", byron(0, [2, Uint8Array.of(26, 0, 0, 255, 255)]), "address_format"],
    ["a magic of eight bytes", byron(0, [2, Uint8Array.of(27, 0, 0, 0, 1, 0, 0, 0, 0)]), "address_format"],
    ["a magic of two bytes", byron(0, [2, Uint8Array.of(25, 1, 0)]), "address_other_network"],
    ["type 1", byron(1), "address_format"],
    ["a byte behind the type", toByronOf(bytesOf([0x83], cborBytes(root), [0xa0, 0, 0])), "address_format"],
    ["no map", toByronOf(bytesOf([0x83], cborBytes(root), [0, 0, 0])), "address_format"],
    [
      "another CRC-32",
      toByronOf(bytesOf([0x83], cborBytes(root), [0xa0, 0]), 24, Uint8Array.of(9, 9, 9, 9)),
      "address_checksum",
    ],
    ["another tag", toByronOf(bytesOf([0x83], cborBytes(root), [0xa0, 0]), 23), "address_checksum"],
  ])("with %s is %2$s", (_, text, expected) => {
    const read = readWith(cardano, text);
    expect(typeof read === "string" ? read : read.format).toBe(expected);
  });
});
