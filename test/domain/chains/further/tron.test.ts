/** TRON: addresses of its documentation and of well-known contracts. */
import { expect, it } from "vitest";
import { tron } from "../../../../src/chains.js";
import { chainModuleSuite, messageWith } from "../../../support/chain-modules.js";

const usdt = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

chainModuleSuite(
  tron,
  `
  base58 TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
  hex 41a614f803b6fd780986a42c78ec9c7f77e6ded13c TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
  hex 41A614F803B6FD780986A42C78EC9C7F77E6DED13C TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
  base58 TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g
  base58 T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb
  base58 TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8
  base58 TUoHaVjx7n5xz8LwPRDckgFrDWhMhuSuJM
  address_format 6zrECVWV29CGkq56FZFrRz43uc7Pg1nzq 19 bytes
  address_length 31GTzAFupMhKChkAQnZt1boQGQcmoAZCpzUY 21 bytes
  address_other_network 27dTsVGiuq6WEaGrhnddY22TFBGv1iDVQkt version 0xa0: the first test network
  address_other_network 1JvETL9MYmFpE86HUw7kyyS5DM5Pn1fxxo version 0x00: bitcoin
  address_other_network DDL6sZGuh7QfaVob9Y1DC3VaEeqHHfxCSy version 0x1e: doge
  address_network TjW3QzhFqkRhgfLDe7yxpPpfGCKcN5Tbrn version 0x42
  address_format 0x41f2ed12b835b5ea953c981d0d8b5cdcc7b4056783 0x before the hex form
  address_other_network 0x183232fe932014e09172525696ed467a36026606 an EVM address
  address_characters 410559a18eb96056bc5f4b57c3606ca69b5844d011c3 44 hex digits
  address_characters 4268ec0781e8f9060456aed70e4638340e5e4c90d1 hex of another version
  address_secret_key Ky2KnVBsQkRwSjgtoJ4qvGtEoi61V96L4F5PjExY8F7BiPZWeeGT a private key (WIF)
  address_characters QX8/8xbwQQFnfamoqZhlR+NU/GXj base64
  address_checksum tbodmhjnruehvnumegqwwhjzcjpu9nwvdv lower case
  address_characters TJ49Z7JNGKGU5VOAQFY1UPZHT5XKHJAZUT upper case
  address_characters tron:TCMj9EvSDw8m2cWRwXtGEP5B1Ux5yb3U4e a scheme
  address_checksum 53XKb2kHxC6KXpYvDR2rW1b9UpWKK no checksum
`,
  [
    ["nothing", "", "address_length"],
    ["white space", ` ${usdt}`, "address_characters"],
  ],
);

it("names the chains of an address of another network", () => {
  expect(messageWith(tron, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).toContain("ethereum, xdc and polygon");
  expect(messageWith(tron, "27dTsVGiuq6WEaGrhnddY22TFBGv1iDVQkt")).toContain("a test network of TRON");
});

it("rejects every change of one character: the checksum has 32 bits", () => {
  for (let index = 0; index < usdt.length; index += 1) {
    const text = `${usdt.slice(0, index)}${usdt[index] === "2" ? "3" : "2"}${usdt.slice(index + 1)}`;
    expect(messageWith(tron, text)).not.toBe("");
  }
});
