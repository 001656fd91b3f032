/** Hedera: the vectors of its standards, and texts that differ from an address in one respect. */
import { expect, it } from "vitest";
import { hedera } from "../../../../src/chains.js";
import { chainModuleSuite, readWith } from "../../../support/chain-modules.js";
import { toHip15, toKeyAlias } from "../../../support/further-addresses/encoders.js";

chainModuleSuite(
  hedera,
  `
  account-id 0.0.123
  account-id-checksum 0.0.123-vfmkw 0.0.123
  account-id-checksum 0.0.1-dfkxr 0.0.1
  account-id-checksum 0.0.1234567890-zbhlt 0.0.1234567890
  account-id-checksum 12.345.6789-aoyyt 12.345.6789
  long-zero 0x000000000000000000000000000000000000000a 0.0.10
  evm-alias 0xb794f5ea0ba39494ce839613fffba74279579268 0xb794F5eA0ba39494cE839613fffBA74279579268
  key-alias 0.0.CIQNOWUYAGBLCCVX2VF75U6JMQDTUDXBOLZ5VJRDEWXQEGTI64DVCGQ
  address_checksum 0.0.123-abcde HIP-15
  address_format 0.00.123 HIP-15
  address_format 0.0.0123-vfmkw HIP-15
  address_format 0.0.123-VFMKW HIP-15
  address_characters 0.0.123#vfmkw HIP-15
  address_format 0.123 HIP-15
  address_format 0.0.123. HIP-15
  address_format 0.0.123-vf HIP-15
  address_other_network 0.0.123-esxsf checksum of the test network
  address_other_network 0.0.8072678-jkppj checksum of the test network
  address_other_network 0.0.8072678-syaws checksum of the preview network
  address_checksum 0.0.8072678-zxeib checksum wrong
  address_format 0.0.8072678-xeia checksum of four letters
  address_format 0.0.8072678zxeia hyphen missing
  address_format 0.0.8072678- checksum empty
  address_checksum 0.0.807267-zxeia checksum of another number
  address_format 0.8072678 two parts
  address_format 0.0.8072678. trailing dot
  address_format 0.0.8072678.1 four parts
  address_format 0.0.-5 negative
  address_length 0.0. number missing
  address_format 0.0.1e3 not decimal
  address_length 0x4de5082cecebbe7db1a2afa485c8098d329269 38 hex digits
  address_format be5d7ddb8c692757e736dcc99ca15aa491ea8578 no 0x
  address_format 0.0.ecf90a4e481e3cd697a0f5a8d91806b60155b99ca770c2194371e76aaebfb4a9 key in hex without its protobuf header
  address_format 0.0.9223372036854775808 a number of 64 bits
  address_format 0.0.10000000000000000000 a number of 20 digits
  address_format 0.0.0 no account
`,
  [
    ["an EVM address with a number of 64 bits", `0x${"0".repeat(24)}8000000000000000`, "address_other_network"],
    ["no account, with its checksum", toHip15("0.0.0", 0n), "address_format"],
    ["no account, as an EVM address", `0x${"0".repeat(40)}`, "address_other_network"],
    ["a key in another field", `0.0.${toKeyAlias(3, new Uint8Array(32))}`, "address_format"],
    ["a key of another length", `0.0.${toKeyAlias(2, new Uint8Array(33))}`, "address_format"],
    ["a key with unused bits", `0.0.${toKeyAlias(2, new Uint8Array(32)).slice(0, -1)}B`, "address_format"],
    ["a key after a realm of 64 bits", `0.9223372036854775808.${toKeyAlias(2, new Uint8Array(32))}`, "address_format"],
    ["a key with a checksum", `0.0.${toKeyAlias(2, new Uint8Array(32))}-abcde`, "address_format"],
  ],
);

it("accepts the largest numbers", () => {
  const largest = "9223372036854775807";
  const id = `${largest}.${largest}.${largest}`;
  expect(readWith(hedera, toHip15(id, 0n))).toEqual({ canonical: id, format: "account-id-checksum" });
});
