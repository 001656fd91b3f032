/** Filecoin: the vectors of its standards, and texts that differ from an address in one respect. */
import { expect, it } from "vitest";
import { filecoin } from "../../../../src/chains.js";
import { chainModuleSuite, readWith } from "../../../support/chain-modules.js";
import { toFilecoin } from "../../../support/further-addresses/encoders.js";

const hash = new Uint8Array(20).fill(6);
const masked = Uint8Array.from([255, ...new Uint8Array(17), 4, 0]);

chainModuleSuite(
  filecoin,
  `
  f0 f01024
  f1 f17uoq6tp427uzv7fztkbsnn64iwotfrristwpryy
  f2 f24vg6ut43yw2h2jqydgbg2xq7x6f4kub3bg6as6i
  f3 f3vvmn62lofvhjd2ugzca6sof2j2ubwok6cj4xxbfzz4yuxfkgobpihhd2thlanmsh3w2ptld2gqkn2jvlss4a
  f4 f410f2tc7wfsirksibajjmkm5ksymmsgjgm62hjnomwa
  eth 0xd4c5fb16488aa48081296299d54b0c648c9333da f410f2tc7wfsirksibajjmkm5ksymmsgjgm62hjnomwa
  masked-id 0xff00000000000000000000000000000000000400 f01024
  f4 f432f77777777x32lpna
  address_checksum f1xpbyy4tkdx5si2bgo37dubc2xwv6fum5tk57mid unused bits set (go-address)
  address_other_network t12fiakbhe2gwd5cnmrenekasyn6v5tnaxaqizq6a test network (go-address)
  address_other_network t17brx3romx7kmpifx3bwz3obzyxuaoezzgldodzq test network
  address_characters F17BRX3ROMX7KMPIFX3BWZ3OBZYXUAOEZZGLDODZQ upper case
  address_characters f17brx3romX7KMPIFX3BWZ3OBZYXUAOEZZGLDODZQ mixed case
  address_format f57brx3romx7kmpifx3bwz3obzyxuaoezzgldodzq protocol 5
  address_format f006437 leading zero
  address_format f09223372036854775808 2^63
  address_characters f0-1 negative
  address_format f0x1 not decimal
  address_length f1wyqskfkpnwdtidwy4utcmahwcwzvfutvpgwth77n 21 bytes
  address_length f3sf6pmsivdgmqumvoh7vq4gf4r4wjawihbpk7ik43irvlrq3ozq62xkxvr2cxbwh77dn6mq6fp2segq7hqrz6i 49 bytes
  address_length f410fy55hq2rci37ldvx37kltujay4qyqpv3whgpas f410 of 19 bytes
  address_length f411ftb4y3brv6nycnwrnxujdjfsrpg62qs6f7ruths64mv7yw2uqlus63rxfujxshh5kjh6sazqod2hmo6eu4gkp6mgymdroeqa sub-address of 55 bytes
  address_characters f17brx3romx7kmpifx3bwz3obzyxuaoezzgldodzq= padding
  address_checksum f17brx3romx7kmpifx3bwz3obzyxuaoezzgldodz cut off
  address_format ff17brx3romx7kmpifx3bwz3obzyxuaoezzgldodzq prefix twice
  address_checksum 0xFd52bed1f68B60AAAF982f59FF167C90BF9AAB0E EIP-55 wrong
  address_other_network t01024 an id of the test network
  address_format t17brx3romx7kmpifx3bwz3obzyxuaoezzgldodza a checksum of the test network that is wrong
  address_checksum f18brx3romx7kmpifx3bwz3obzyxuaoezzgldodzq a character outside base32
  address_checksum f1aaaa fewer bytes than a checksum
`,
  [
    ["f4 without a namespace", `f4f${toFilecoin("", [4, 10], hash)}`, "address_format"],
    [
      "f4 without an f behind the namespace",
      toFilecoin("f410", [4, 10], hash).replace("f410", "f410a"),
      "address_format",
    ],
    ["a namespace with a leading zero", toFilecoin("f4010f", [4, 10], hash), "address_format"],
    ["a namespace of 64 bits", toFilecoin("f49223372036854775808f", [4, 10], hash), "address_format"],
    ["an f410 address with a wrong checksum", toFilecoin("f410f", [4, 11], hash), "address_checksum"],
    ["an id in an f410 address", toFilecoin("f410f", [4, 10], masked), "address_format"],
    ["an id of 64 bits in hex", `0xff${"0".repeat(22)}8000000000000000`, "address_other_network"],
    ["BLS with 20 bytes", toFilecoin("f3", [3], hash), "address_length"],
  ],
);

it("accepts the largest id and an empty f4 address", () => {
  expect(readWith(filecoin, "f09223372036854775807")).toMatchObject({ format: "f0" });
  expect(readWith(filecoin, toFilecoin("f4300f", [4, 172, 2], hash))).toMatchObject({ format: "f4" });
  expect(readWith(filecoin, toFilecoin("f432f", [4, 32], new Uint8Array()))).toMatchObject({ format: "f4" });
});
