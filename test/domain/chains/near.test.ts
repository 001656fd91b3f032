import { describe } from "vitest";
import { addressVectors } from "../../support/chain-modules.js";

describe("near, the lists of the tests of near-account-id", () => {
  addressVectors(
    "near",
    `
    named aa
    named a-a
    named a-aa
    named 100
    named 0o
    named com
    named near
    named bowen
    named b-o_w_e-n
    named b.owen
    named bro.wen
    named a.ha
    named a.b-a.ra
    named system
    named over.9000
    named google.com
    named illia.cheapaccounts.near
    named 0o0ooo00oo00o
    named alex-skidanov
    named 10-4.8-2
    named no_lols
    named near.a
    named a.a
    named relay.aurora
    named bo_wen
    address_length a
    address_characters A
    address_characters Abc
    address_format -near
    address_format near-
    address_format -near-
    address_format near.
    address_format .near
    address_characters near@
    address_characters @near
    address_characters @@@@@
    address_format 0__0
    address_format 0_-_0
    address_format ..
    address_format a..near
    address_characters nEar
    address_format _bowen
    address_length abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz
    address_length 01234567890123456789012345678901234567890123456789012345678901234
    address_characters some-complex-address@gmail.com
    address_characters sub.buy_d1gitz@atata@b0-rg.c_0_m
    address_format a__b
    address_format a-.b
  `,
    [
      ["", "неар", "address_characters"],
      ["", "hello world", "address_characters"],
      ["", "", "address_length"],
      ["", "ƒelicia.near", "address_characters"],
    ],
  );
});

describe("near, accounts derived from a key or a hash", () => {
  addressVectors(
    "near",
    `
    implicit 98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de
    implicit 0123456789012345678901234567890123456789012345678901234567890123
    eth-implicit 0x85f17cf997934a597031b2e18a9ab6ebd4b9f6a4
    deterministic 0s85f17cf997934a597031b2e18a9ab6ebd4b9f6a4
    named 0x85f17cf997934a597031b2e18a9ab6ebd4b9f6a40
    named 0y85f17cf997934a597031b2e18a9ab6ebd4b9f6a4
    named 0s85f17cf997934a597031b2e18a9ab6ebd4b9f6a40
    named a.0x85f17cf997934a597031b2e18a9ab6ebd4b9f6a4
    named a.0s85f17cf997934a597031b2e18a9ab6ebd4b9f6a4
    named g8793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de
    address_characters 98793CD91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de upper case
    address_other_network 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed a checksum of EIP-55
    address_other_network alice.testnet
    address_other_network a.b.testnet
    address_other_network testnet
    named testnet.near
    named mytestnet
    named alice.testnet.near
    address_characters ed25519:AQgnQSR1Mp3v7xrw7egJtu3ibNzoCGwUwnEehypip9od a public key
  `,
    [
      ["ed25519", `ed25519:${"2".repeat(87)}`, "address_secret_key"],
      ["secp256k1", `secp256k1:${"2".repeat(43)}`, "address_secret_key"],
      ["secp256k1 with the public key", `secp256k1:${"2".repeat(131)}`, "address_secret_key"],
      ["a public key of ed25519", `ed25519:${"2".repeat(44)}`, "address_characters"],
      ["a public key of secp256k1", `secp256k1:${"2".repeat(87)}`, "address_characters"],
    ],
  );
});
