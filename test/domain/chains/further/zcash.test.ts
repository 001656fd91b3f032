/** Zcash: the vectors of its standards, and texts that differ from an address in one respect. */
import { bech32m } from "@scure/base";
import { describe, expect, it } from "vitest";
import { zcash } from "../../../../src/chains.js";
import { bytesOf, toBase58Check } from "../../../../src/testing/arbitraries/encode-address.js";
import { chainModuleSuite, readWith } from "../../../support/chain-modules.js";
import { toBech32, toBech32m, toUnified, toUnifiedOf } from "../../../support/further-addresses/encoders.js";

const hash = new Uint8Array(20).fill(6);
const key = new Uint8Array(43).fill(7);
const unified = (...items: readonly (readonly [typecode: number, value: Uint8Array])[]): string => toUnified(items);
const orchard = bytesOf([3, 43], key);

chainModuleSuite(
  zcash,
  `
  p2pkh t1V9mnyk5Z5cTNMCkLbaDwSskgJZucTLdgW
  tex tex10wur2u9clts5dcpu2vc6qg93uzyj7cca2xm732 t1V9mnyk5Z5cTNMCkLbaDwSskgJZucTLdgW
  tex TEX1S2RT77GGV6Q989LR49RKGZMH5SLSKSA9KHDGTE t1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC
  p2pkh t1VpYecBW4UudbGcy4ufh61eWxQCoFaUrPs
  p2sh t3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd
  sapling zs1z7rejlpsa98s2rrrfkwmaxu53e4ue0ulcrw0h4x5g8jl04tak0d3mm47vdtahatqrlkngh9slya
  unified u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdvckzaect2jtte308mkwlycj2u0eac077wu70vqcetkxf
  unified u1pg2aaph7jp8rpf6yhsza25722sg5fcn3vaca6ze27hqjw7jvvhhuxkpcg0ge9xh6drsgdkda8qjq5chpehkcpxf87rnjryjqwymdheptpvnljqqrjqzjwkc2ma6hcq666kgwfytxwac8eyex6ndgr6ezte66706e3vaqrd25dzvzkc69kw0jgywtd0cmq52q5lkw6uh7hyvzjse8ksx
  sapling ZS1MRHC9Y7JDH5R9ECE8U5KHGVJ9KG0ZGKXZDDUYV0WHKG7LKCRKX5XQEM3E48AVJQ9WN2RUKYDKWN zs1mrhc9y7jdh5r9ece8u5khgvj9kg0zgkxzdduyv0whkg7lkcrkx5xqem3e48avjq9wn2rukydkwn
  address_other_network tmGYdnEhVDDuxngiHoiwWPTqGKtDEcia4Rb test network (tm)
  address_network CZJnxpzTY7TmX9Jo3kjkdnPof2yH38B5Ur 19 bytes
  address_format zcXgrX36Gu7rJ2wXJoghHdxyBCZJZc77ME61EDxME2izzvvLgFCn6RRwwsWLbYveBuJq5WAaxHBJjipVtvQUQGgsskMYxd5 Sprout (zc): no longer payable
  address_other_network ztestsapling1dx395wrfjuywtah8de2wdfaz4wzdeu5gmux37ftrvuqk34kyft8qaug32hrq6hpzt6w7cte6u2j Sapling of the test network
  address_format zs15fdrs6vhprjldemw2nn20g4tsnw09zxlp50j2cm8q95dd3z2ec80zy24ccx4cgj7nhkqwjulfa Sapling of 42 bytes
  address_characters zs1dx395wRfjuywtah8de2wdfaz4wzdeu5gmux37ftrvuqk34kyft8qaug32hrq6hpzt6w7crwgldx mixed case
  address_other_network utest10kggl32q6qqy6d2k2xamch22zgmyl6mp2pl2acvyseh6qv8y5jlk8nlkg3zu8dzfhqs7505xsc246sw2chnww2eg7mqtlxufxz3yp5xnm9heeawudklwf0y9zhs8uqsrttp8yw2wj0edg32yrt0yllupz2mnpv72xqpfemy435f9974h unified of the test network
  address_format u10kggl32q6qqy6d2k2xamch22zgmyl6mp2pl2acvyseh6qv8y5jlk8nlkg3zu8dzfhqs7505xsc246sw2chnww2eg7mqtlxufxz3yp5xnm9heeawudklwf0y9zhs8uqsrttp8yw2wj0edg32yrt0yllupz2mnpv72xqpfemy4353lv0zs padding of another prefix
  address_format u1nf0jx4e4djwxx3ezy938t3tj9kmxw0n5mgdcaxluq29cdcrr3n3w253dk4trz9axy7978vhdswu82pn5yrp3x2r9f086t5d23v475x5dexrh76u9dppytufa2s47j30q0yvm6vervgadawfpnknrny960v573qvx5zplgtw3ug3hzhw5 item twice
  address_format u1clxa54z5hxytt59z45jfgxqqa6r9vtgl26e47chf3kqctjz0l7nqkd0yv0kzveuk24anmu84409mr8gezr2wf5ls67xpwpvfylf0xuyhxwyw23txqy996aqvtve4m no shielded item
  address_format u1skcn5lj5kupcqv2tx9g9qp4re0r5zu5rdyv79zr0r7e3dkp0xw29qn4jw6t3xfukvgplmkj7x2z4wt90vv2j767y5yr6l7tsc9jrmfwuut7fvntpgxp940mpmdkvtfh52h3srpfqm7 P2PKH item of 19 bytes
  address_format u1h9lv5guumzmzawuys2wcvjms5sn7tvtlc4ynj4jdcqr94enktz2uywkndjew07trggxyls0ce3zxsl5sxncq7hrmncehjapq2spqk32jed a byte too many
  address_format ur1p4kxar0hp83k7f7rw402y6ytq4n35h2evja0qqpj39c7kfz3erfwzzlud9dfxpjhde92pqskeldz42sxju7s6wn56amp823rzgavzwepd55v3ahkw8ue43cnmjlg6ynw23uuugkem7r0wpgp3n4v99w848q2jztq84uj4rk4jsp0pnnk prefix of revision 1, which is proposed only
  address_checksum u1fl5mprj0t9p4jg92hjjy8q5myvwc60c9wv0xachauqpn3c3k4xwzlaueafq27dcg7tzzzaz5jl8tyj93wgs983y0jq0qfhzu6n4r8rakpv5f4gg2lrw4z6pyqqcrcqx04d38yunc6j cut off
  address_checksum tex1an8mu5d9fqlqfs4m3eza7r9wx7jjudy2rt4xuv TEX with bech32
  address_other_network textest1dfe036usv7jk3vylmgzjk70ntn9vzpzkfc7xg5 TEX of the test network
  address_characters t1V9mnyk5Z5cTNMCkLbaDwSskgJZucTLd00 a transparent address with 0
  address_checksum t1V9mnyk5Z5cTNMCkLbaDwSskgJZucTLdgX a transparent address with one character changed
`,
  [
    ["the proposed revision 1, as later drafts write it", toUnified([[3, key]], "zu"), "address_format"],
    ["bech32m of Sapling", toBech32m("zs", key), "address_checksum"],
    ["another prefix", toBech32("zz", key), "address_network"],
    ["nothing", "", "address_length"],
    ["unused bits", bech32m.encode("tex", [...bech32m.toWords(hash), 0]), "address_format"],
    ["TEX of 21 bytes", toBech32m("tex", key.subarray(0, 21)), "address_format"],
    ["a script of the test network", toBase58Check([0x1c, 0xba], hash), "address_other_network"],
    ["Sprout of the test network", toBase58Check([0x16, 0xb6], new Uint8Array(64)), "address_other_network"],
    ["a secret key of Sprout", toBase58Check([0xab, 0x36], new Uint8Array(32)), "address_secret_key"],
    ["a secret key of Sprout's test network", toBase58Check([0xac, 0x08], new Uint8Array(32)), "address_secret_key"],
    ["a hash of 21 bytes", toBase58Check([0x1c, 0xb8], key.subarray(0, 21)), "address_network"],
  ],
);

describe("a unified address", () => {
  it.each([
    ["Orchard alone", toUnifiedOf(orchard), true],
    ["both transparent receivers", unified([0, hash], [1, hash], [3, key]), false],
    ["a later typecode first", unified([3, key], [2, key]), false],
    ["a typecode that must be understood", unified([3, key], [0xe0, hash]), false],
    ["the last typecode that must be understood", unified([3, key], [0xfc, hash]), false],
    ["the typecode before them", unified([3, key], [0xdf, hash]), true],
    ["the typecode behind them", unified([3, key], [0xfd, hash]), true],
    ["the largest typecode", unified([3, key], [0x2000000, hash]), true],
    ["a larger typecode", unified([3, key], [0x2000001, hash]), false],
    ["a typecode of eight bytes", toUnifiedOf(bytesOf(orchard, [0xff, 4, 0, 0, 0, 0, 0, 0, 0, 1, 0])), false],
    ["a longer form of a typecode", toUnifiedOf(bytesOf([0xfd, 3, 0, 43], key)), false],
    ["a longer form of four bytes", toUnifiedOf(bytesOf(orchard, [0xfe, 0xff, 0xff, 0, 0, 1, 0])), false],
    ["a longer form of a length", toUnifiedOf(bytesOf([3, 0xfd, 43, 0], key)), false],
    ["a typecode that is cut off", toUnifiedOf(bytesOf(orchard, [0xfd, 0xff])), false],
    ["an item without its length", toUnifiedOf(bytesOf(orchard, [4])), false],
    ["an item that is cut off", toUnifiedOf(bytesOf(orchard, [4, 3, 1, 1])), false],
    ["an empty item of an unknown typecode", toUnifiedOf(bytesOf(orchard, [4, 0])), true],
    ["no items", toUnifiedOf(new Uint8Array(0)), false],
    ["too few bytes for F4Jumble", toBech32m("u", new Uint8Array(47)), false],
    ["padding with the prefix of the test network", toUnified([[3, key]], "u", "utest"), false],
  ])("with %s: %2$s", (_, text, isValid) => {
    expect(readWith(zcash, text)).toEqual(isValid ? { canonical: text, format: "unified" } : "address_format");
  });

  it("has at most 520 characters", () => {
    const ofLength = (length: number) => unified([3, key], [4, new Uint8Array(length)]);
    expect([ofLength(255).length, readWith(zcash, ofLength(255))]).toMatchObject([520, { format: "unified" }]);
    expect([ofLength(256).length, readWith(zcash, ofLength(256))]).toEqual([522, "address_length"]);
    expect(readWith(zcash, ` ${unified([2, key], [3, key])}`)).toBe("address_characters");
  });
});

it("reads a transparent address whose characters are all of bech32", () => {
  const texts = Array.from({ length: 300 }, (_, index) =>
    toBase58Check([0x1c, 0xb8], bytesOf([index % 256, index >> 8], hash.subarray(2))),
  );
  const alike = texts.filter((text) => /^t1[02-9ac-hj-np-z]+$/i.test(text));
  expect(alike.length).toBeGreaterThan(5);
  for (const text of texts) expect(readWith(zcash, text)).toEqual({ canonical: text, format: "p2pkh" });
});
