/** Sui: the vectors of its standards, and texts that differ from an address in one respect. */
import { sui } from "../../../../src/chains.js";
import { chainModuleSuite } from "../../../support/chain-modules.js";

chainModuleSuite(
  sui,
  `
  hex 0x5d1f47ea69bb0de31c313d7acf89b890dbb8991ea8e03c6c355171f84bb1ba4a
  hex 0x5D1F47EA69BB0DE31C313D7ACF89B890DBB8991EA8E03C6C355171F84BB1BA4A 0x5d1f47ea69bb0de31c313d7acf89b890dbb8991ea8e03c6c355171f84bb1ba4a
  hex 0x0000000000000000000000000000000000000000000000000000000000000002
  hex 0x0000000000000000000000000000000000000000000000000000000000000000
  hex 0x173b228bd02ce0fdce5e960a172fb5b601c1a02662f52abbd973d7089387d02d
  hex 0x27C6B80B56DFDFFF5E83CA83C4FD52C1D585A03B1BB8476FB8B0E0F738D54D07 0x27c6b80b56dfdfff5e83ca83c4fd52c1d585a03b1bb8476fb8b0e0f738d54d07
  address_format ce41d7aa7f1b8f1c42202ea80b95d8c90ea877e592dbcc25adbc49c722f411bd no 0x: may be a private key
  address_length 0x85bf5880d2fabe4813a663414b2370d992a2a52e213e3be790b4def1054a015 63 digits
  address_length 0x8760b4ff926543df442488b9a205019b4c32e25fc1403c3268567c1e2e90dfbc0 65 digits
  address_other_network 0x35478b6a9aefdcf564f09588e96e88c78cd5120a 20 bytes: an EVM address
  address_other_network 0x72c6ddDcFD5498C1BE9522Fe8b089E599D140874 an EVM address
  address_length 0x2 short form of a package
  address_length 0x6 short form of an object
  address_length 0xdee9 short form
  address_format 0Xd01dcbdedfe619d13810ba7339658ffa013d737b0b6b159b86b782438d8499a2 0X is not a prefix
  address_characters 0xab9ea962001e92a11c38baf96636f4dfc8df64a87977a7c65f4dd546c41b2dgg not hex
  address_secret_key suiprivkey1qzvc37l58uka7m4kt4lhtw0zr0u5fl3rn7wyhx7cw99arjp37h68j4x8msk private key
  address_format name.sui a name
  address_format 5FHCW53CmGznERuMpbohkwcryRmCfPKFWh3sAtfijaXC base58: a digest, or solana
  address_format hPtYKp49u45ffz2dzn9bncpZ4cav2vfCYZs42IUK1nFt base64 of a key
  address_length 0xb52ad2d14ce0bf90e33226ae356355a9605822d49d4ec6919e3fc776e6fbce25::coin::COIN a type
  address_length sui:0x1d43f3d6bdb469c1103c5e0ad0f3d6df48a6517bf5f8e38277594587361e52a8 scheme
`,
  [["white space", "0x27c6b80b 6dfdfff", "address_characters"]],
);
