/** Starknet: the vectors of its standards, and texts that differ from an address in one respect. */
import { starknet } from "../../../../src/chains.js";
import { chainModuleSuite } from "../../../support/chain-modules.js";

chainModuleSuite(
  starknet,
  `
  hex 0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7
  hex 0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7 0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7
  hex 0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d
  checksum 0x02Fd23d9182193775423497fc0c472E156C57C69E4089A1967fb288A2d84e914 0x02fd23d9182193775423497fc0c472e156c57c69e4089a1967fb288a2d84e914
  hex 0x02fd23d9182193775423497fc0c472e156c57c69e4089a1967fb288a2d84e914
  hex 0x02FD23D9182193775423497FC0C472E156C57C69E4089A1967FB288A2D84E914 0x02fd23d9182193775423497fc0c472e156c57c69e4089a1967fb288a2d84e914
  hex 0x07fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeff
  address_format 0x07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00 2^251 - 256: the first that is no address
  address_format 0x0800000000000000000000000000000000000000000000000000000000000000 2^251
  address_format 0x0800000000000011000000000000000000000000000000000000000000000001 the field's prime
  address_format 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff above the prime
  address_length 0x035e582c68b67161e1e2bf3a025082a766d8ffd043b99263f91e3e1ee25f9f700 65 digits
  address_format 035e582c68b67161e1e2bf3a025082a766d8ffd043b99263f91e3e1ee25f9f70 no 0x
  address_format 0X035e582c68b67161e1e2bf3a025082a766d8ffd043b99263f91e3e1ee25f9f70 0X is not a prefix
  address_length 0x035e582c68b67161e1e2bf3a025082a766d8ffd043b99263f91e3e1ee25f9f7 63 digits that begin with 0
  address_other_network 0x925f4511bd4c6c0268d82b85624ce2a72e7c1048 20 bytes: an EVM address
  address_other_network 0xcC3357ab5C38185622e0678170f077AD34dc2D43 an EVM address
  address_checksum 0x035E582C68b67161E1e2BF3a025082a766D8fFD043b99263F91E3e1EE25f9F70 checksum: a letter's case is wrong
  address_format 0x0000000000000000000000000000000000000000000000000000000000000000 zero
  address_format 0x0000000000000000000000000000000000000000000000000000000000000001 reserved
  address_format name.stark a name
  address_characters 0x035e582c68b67161e1e2bf3a025082a766d8ffd043b99263f91e3e1ee25f9f7g not hex
`,
);
