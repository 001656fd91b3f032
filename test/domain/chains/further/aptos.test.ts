/** Aptos: the vectors of its standards, and texts that differ from an address in one respect. */
import { aptos } from "../../../../src/chains.js";
import { chainModuleSuite } from "../../../support/chain-modules.js";

chainModuleSuite(
  aptos,
  `
  short 0x1
  long 0x0000000000000000000000000000000000000000000000000000000000000001 0x1
  long 0x14b6041b77304fe9354aba2e0b1a0ae51d816d0513332ef651a039fac90339cb
  long 0x043ec2cb158e3569842d537740fd53403e992b9e7349cc5d3dfaa5aff8faaef2
  short 0x43ec2cb158e3569842d537740fd53403e992b9e7349cc5d3dfaa5aff8faaef2 0x043ec2cb158e3569842d537740fd53403e992b9e7349cc5d3dfaa5aff8faaef2
  short 0xF 0xf
  long 0x14B6041B77304FE9354ABA2E0B1A0AE51D816D0513332EF651A039FAC90339CB 0x14b6041b77304fe9354aba2e0b1a0ae51d816d0513332ef651a039fac90339cb
  address_format b9b01165a3606e62f80b73a39e176535cd8831d314d0b7ea1fc5540280a7d62b no 0x: may be a private key
  address_length 0xd9be53355383163e3e168a6f47e150fc79cb5cb47d4399a075495d6f672b13350 65 digits
  address_other_network 0x8f320c6810ae435de5c06971d574944fa3283cb2 20 bytes: an EVM address
  address_other_network 0xaF86d94e5ee083540ade6Fa92eEE17C5c2a3266e an EVM address
  address_length 0x10 short form of an address that is not special
  address_length 0x00 short form with a leading zero
  address_length 0x no digits
  address_format 0X1 0X is not a prefix
  address_format 1 no 0x
  address_characters 0x00a69526180074d2df942587e40167e3c4b990cdd8836020ac5b779f1280efgg not hex
  address_length ed25519-pub-0xd36600581afc3de5a271e72828fed35a30dad7686e2ad26d992652549a576573 public key (AIP-80)
  address_format name.apt a name
  address_characters 0x1::aptos_coin::AptosCoin a type
  address_secret_key suiprivkey1qpuhjnwnspzm8eqh9hfu9gezyesyf3k3s2xkvqxwv0e5c9kvl0n0xhhdpx5 private key of sui
`,
);
