/** Avalanche: the C-chain, and the ledgers X and P. */
import { sha256 } from "@noble/hashes/sha2.js";
import { base58, bech32 } from "@scure/base";
import fc from "fast-check";
import { expect, it } from "vitest";
import { avalanche } from "../../../../src/chains.js";
import { chainModuleSuite, messageWith, readWith } from "../../../support/chain-modules.js";
import { runs } from "../../../support/runs.js";

chainModuleSuite(
  avalanche,
  `
  eip-55 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E
  hex 0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E
  x-chain X-avax1tzdcgj4ehsvhhgpl7zylwpw0gl2rxcg4r5afk5
  p-chain P-avax1tzdcgj4ehsvhhgpl7zylwpw0gl2rxcg4r5afk5
  p-chain P-avax1g32kvaugnx4tk3z4vemc3xd2hdz92enh972wxr
  x-chain X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5
  x-chain X-AVAX18JMA8PPW3NHX5R4AP8CLAZZ0DPS7RV5UKULRE5 X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5
  address_checksum 0xe4EbE82569A3a007077B3101b3c2659d10A2C192 the case of a letter is wrong
  address_length 0x6dbb5a0e36f889a43967e34446fe9556428a7fa 39 hex digits
  address_format 6dbb5a0e36f889a43967e34446fe9556428a7fa5 no 0x
  address_network bnb15cu523u3zqlvcd0nqtz2wh8vv4wctxsh2ak448 BNB Beacon Chain
  address_other_network X-fuji1t0tsa0rh9x4nps34a0a0r4506mt4sz5vvqntw4 a test network
  address_other_network X-local1afp5m0u2khepn4uqphdn43zd35mfqd2lk8xfg9 a local network
  address_network avax1g80ke48rrph2s6frsxj870up32mnstp5sstr05 no letter
  address_format x-avax1gncv689y5hmzk9gn790gvg707fhktwc53hwv0u a letter in lower case
  address_format Q-avax15eg3jwdlvts2zf9c8v4jxpc3m4cwdvuxdxud2q an unknown letter
  address_format Xavax13h52rmkd8q5t360jgavm0kpp2hjl46cw8mnshy no hyphen
  address_checksum X-avax1hs95t3tz6saejmzvg3qgyu60u42yps4lnn2ck5 a checksum of bech32m
  address_length P-avax1fxjjdpxdnetn830yqa0ure5d43kkjqlpaz4cqser7542ejcumnyspld076 32 bytes
  address_characters X-avax12mkyxcw8g640reR4cdh0u82l7hcgw48smnt8r4 mixed case
  address_format X-0xc6cbf2cf0c8c174d738b66b6f5ba9974905dbd38 hex behind a letter
  address_secret_key PrivateKey-2Y9xZwuBtcGdkcxT2i2U1zhska1bRfpwbTUXDQpq8huxkjEGaX a private key
  address_format NodeID-Le1wbiP144iSPmVn5WQkn8vtuNvX5UyAK the id of a node
  address_format X-bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 another prefix
`,
);

const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });

it("reads every address of X and P, and no other letter or length", () => {
  const property = fc.property(bytes, fc.constantFrom("X", "P"), fc.nat({ max: 40 }), (key, letter, length) => {
    const text = `${letter}-${bech32.encodeFromBytes("avax", key)}`;
    expect(readWith(avalanche, text)).toEqual({ canonical: text, format: `${letter.toLowerCase()}-chain` });
    expect(typeof readWith(avalanche, `C${text.slice(1)}`)).toBe("string");
    const other = `${letter}-${bech32.encodeFromBytes("avax", new Uint8Array(length))}`;
    expect(typeof readWith(avalanche, other)).toBe(length === 20 ? "object" : "string");
  });
  fc.assert(property, { numRuns: runs(50) });
});

it("finds a private key only with its checksum: the end of one SHA-256", () => {
  const key = new Uint8Array(32).fill(7);
  const text = (sum: Uint8Array) => `PrivateKey-${base58.encode(new Uint8Array([...key, ...sum]))}`;
  expect(readWith(avalanche, text(sha256(key).subarray(-4)))).toBe("address_secret_key");
  expect(readWith(avalanche, text(sha256(key).subarray(0, 4)))).toBe("address_format");
  expect(messageWith(avalanche, text(sha256(key).subarray(-4)))).toContain("a private key of Avalanche");
});
