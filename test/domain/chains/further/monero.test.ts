/** Monero: the vectors of its standards, and texts that differ from an address in one respect. */
import { describe, expect, it } from "vitest";
import { monero } from "../../../../src/chains.js";
import { parseAddress, tagOf, unwrap } from "../../../../src/index.js";
import { bytesOf } from "../../../../src/testing/arbitraries/encode-address.js";
import { chainModuleSuite, readWith } from "../../../support/chain-modules.js";
import { ed25519Key, toMonero } from "../../../support/further-addresses/encoders.js";

chainModuleSuite(
  monero,
  `
  standard 44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A
  integrated 4DrvGduF3ynBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVPkQywN5o4wNU3C4oBH 44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A id=0123456789abcdef
  subaddress 888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H
  standard 4AdUndXHHZ6cfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2684Rge
  standard 45gtGjeAfPvLoYotUPkFoMfuScd6TNmNqVWtbSMxQChsM18mTPjUjkHd542gKX4RFqQchQZkGYtkdW8YnXVzsb37385oKYA
  subaddress 8A9Kkm9idFUFV1nXpfW6h4HjjhKxnQHpDLtXTR8mFVCf6Z7uThaB1eCQUkNTz6egzfckDrSUcKo7eJbRWMpKMyqCJo63wf6
  address_other_network 9yAqamtyjiP7UkWqnpkJUyGcvQykHJUHXMf5dkYfJznNSst7Jio5b8eWhNjA7rQPHa8gQWDMFqDyoKUkGnT9k4DuBcf7W8n test network
  address_other_network BdMVq6CY4HUBk2K9XnpAWA78dj5JvVEc6NeXzDrefTB7XGc67wfAAZNMUkH7dAFgmXFx9CyBA4Nwr5RYhYAdHjR2VmWGJ77 test network, subaddress
  address_other_network 59jAq8nBKr1ADJoTyaf3RPXAshkwtErw86enoAvvvDeKRZPrhZNH1nmHWjdxXiD2s97vkUT27vkjJVXRi5ZpKaLKF4CfY3Q stage network
  address_other_network 79odwobQb9wEbHwCPU2QjajiH8eMwbJyr8apJM2Zamy2BpbxenPP8DBKim4sMhzD27X3gJFCeEJzscz7TZj11XRfCYoBiDn stage network, subaddress
  address_format 4RbqdsGoJ7A4rGH3FcNhkEGvx2FgGKpLVaweR1jDHW22cU2TzJV61gcJwSf2Q6uzkPURtcjN67JUQTvs9uwnhDBNFuY9ocP tag 20
  address_format 13rXYtQW6a55DPrPsSsN2yhxBPpbVKv915JEssBPKq9XXJrtfg6hT9zbtg4MyJZSEQdyKKjBr8NkYG85ADf9R9mcDu45FYo tag 0
  address_format 47pZg9yWrMqE2TJA1NrgZ2R19RvAMrSXjW8MJoovNFv8eg9XSmuSyECRZcPJ81E5bx13LuRD4PPhKPFuuyWYrFYMCesRWSSinAr27LonGi tag 18 with a payment id
  address_length 4G1aLFQgGkK64ctned9yMHRdnL2tSH5ApPhqDpHKLxBTDvG1MK3YuVx1hLGtqBrKqvj65har96xmaJ56dmQAZEfyAKB4qHK5qonC7QjbKUhp6BWFt36yRgt7AAc2Y5byQ2RQTVBa11w payment id of 32 bytes
  address_length 469YkwZvXkSXctFyLQ3S8eavJnCLcPqBdTiWZmHvGGmj9gEW61yVFdiKtWr8eSf6SZNAPWTVEaFd4D9iQFteHBx82JKrR2 64 bytes
  address_checksum zzzzzzzzzzzQfQ8Q8itwBh5P7KJHBbJemcjEWzBgDbqpA7DiFZdbak65sqJMr7eywxQo6UHQ3M8L9dz5dxzHmUuqEetXGS4 block of base58 above 2^64
  address_checksum 47K8qropbRbanXNXocJwR37HdSfmT9XwQ9m4fRRDqNr7i9oYLyuc5zf9D7f6uobfFmT4D5vPr5ZwzgwbfACfs8EiDcAWxZC checksum of SHA3-256 instead of Keccak
  address_format 49VrgU6JtBwiQd539SgXNr2BZ9uN7XhoTcpBeXj1Jx2QMUJZNFRrcYPY9vN7qUi3MD6bjpL9cHBzgedoFFpRsTJpDwqtSsx spend key not on the curve
  address_length 44aMYwAzozeQfQ8Q8itwBh5P7KJHBbJemcjEWzBgDbqpA7DiFZdbak65sqJMr7eywxQo6UHQ3M8L9dz5dxzHmUuqEetXGS 94 characters
  address_length 44aMYwAzozeQfQ8Q8itwBh5P7KJHBbJemcjEWzBgDbqpA7DiFZdbak65sqJMr7eywxQo6UHQ3M8L9dz5dxzHmUuqEetXGS41 96 characters
  address_length BmzxiKF5u8jJcSJqWWhYyEwhEE6CcyXtt2EyP1M8dDQoi9tPMbk8BF3tnTpT1rQXxEjpWgackm8RY9PhyiNWRDxkHQqpBr base58 in one block
  address_characters monero:44aMYwAzozeQfQ8Q8itwBh5P7KJHBbJemcjEWzBgDbqpA7DiFZdbak65sqJMr7eywxQo6UHQ3M8L9dz5dxzHmUuqEetXGS4 scheme
`,
);

const key = ed25519Key(new Uint8Array(32).fill(4));
const zeros = new Uint8Array(31);

it("returns the payment id of an integrated address, also as its tag", () => {
  const text =
    "4DrvGduF3ynBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVPkQywN5o4wNU3C4oBH";
  const parsed = unwrap(parseAddress(monero, text));
  expect([parsed.id, tagOf(parsed)]).toEqual(["0123456789abcdef", "0123456789abcdef"]);
  expect(readWith(monero, parsed.canonical)).toEqual({ canonical: parsed.canonical, format: "standard" });
});

it.each([53, 54, 63, 24, 25, 36])("names the test network of tag %i", (tag) => {
  const id = tag === 54 || tag === 25 ? new Uint8Array(8) : new Uint8Array();
  expect(readWith(monero, toMonero(tag, key, key, id))).toBe("address_other_network");
});

it("rejects a tag of an integrated address without a payment id", () => {
  expect(readWith(monero, toMonero(19, key, key))).toBe("address_format");
});

describe("a key", () => {
  it.each([
    ["the point of y = 1", bytesOf([1], zeros), true],
    ["the same with the sign of x, which is 0", bytesOf([1], zeros.slice(1), [0x80]), false],
    ["y = p - 1", bytesOf([0xec], zeros.slice(1).fill(255), [0x7f]), true],
    ["y = p, which is not reduced", bytesOf([0xed], zeros.slice(1).fill(255), [0x7f]), false],
    ["y = 2, which has no x", bytesOf([2], zeros), false],
    ["the key of a seed", key, true],
  ])("that is %s: %2$s", (_, point, isPoint) => {
    for (const keys of [[point, key] as const, [key, point] as const]) {
      expect(typeof readWith(monero, toMonero(18, ...keys)) === "object").toBe(isPoint);
    }
  });
});
