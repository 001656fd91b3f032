/** Flow: the vectors of its standards, and texts that differ from an address in one respect. */
import { expect, it } from "vitest";
import { flow } from "../../../../src/chains.js";
import { chainModuleSuite, messageWith } from "../../../support/chain-modules.js";

chainModuleSuite(
  flow,
  `
  hex 0xe467b9dd11fa00df
  hex 0xf233dcee88fe0abe
  hex 0x1654653399040a61
  hex 0xF919EE77447B7497 0xf919ee77447b7497
  hex 0x1d7e57aa55817448
  hex 0x8624b52f9ddcd04a
  address_other_network 0x8c5303eaa26202d6 test network
  address_other_network 0xf8d6e0586b0a20c7 emulator
  address_other_network 0xff5e2fbef7c438a3 test network
  address_other_network 0x8bdbcc0c3eac1ab2 emulator
  address_other_network 0x875f5bc7bbce94ab sandbox
  address_other_network 0xc57b1717cc0eb2bd preview
  address_checksum 0x976a9580445c3aaa a digit wrong: no code word
  address_format 976a9589445c3aaa no 0x
  address_length 0x976a9589445c3aa 15 digits
  address_length 0x976a9589445c3aaa0 17 digits
  address_format 0X976a9589445c3aaa 0X is not a prefix
  address_format 0x0000000000000000 zero
  address_other_network 0x37b1cc9f88b584f1d42167092ffb16f4cfa22501 20 bytes: Flow EVM
  address_format A.976a9589445c3aaa.FlowToken a contract
  address_characters 0x976a9589445c3aag not hex
  address_format name.find a name
`,
  [
    ["more than 90 characters", `0x${"1".repeat(90)}`, "address_length"],
    ["white space", " 0xe467b9dd11fa00df", "address_characters"],
    ["nothing", "", "address_length"],
  ],
);

it("is never named for an address of another chain, because its parity is weak", () => {
  expect(flow.checksum).toBeUndefined();
  expect(messageWith(flow, "0x37b1cc9f88b584f1d42167092ffb16f4cfa22501")).toContain("valid on ethereum");
});
