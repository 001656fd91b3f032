/** Texts that are an address of another network, or a secret key, on whatever chain they are given for. */
import * as fc from "fast-check";
import type { Chain } from "../../domain/chains/chain.js";
import { bytes, chainNames, validAddress } from "./address.js";
import { bytesOf, toBase58Check, toBase58CheckXrp, toCashAddr, toSegwit, toSs58, toStrkey } from "./encode-address.js";

/** A chain, and what is no address of it. */
export interface BrokenAddress {
  readonly chain: Chain;
  readonly text: string;
}

export function on(chains: readonly Chain[], ...texts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<BrokenAddress> {
  return fc.record({ chain: fc.constantFrom(...chains), text: fc.oneof(...texts) });
}

const unknownVersions = [0x01, 0x17, 0x26, 0x3c, 0x42, 0x7f, 0xff];

/** Of networks that have no name in the library. */
export const address_network = fc.oneof(
  on(
    ["bitcoin", "litecoin", "doge", "bitcoin-cash", "ripple", "stellar"],
    fc.tuple(fc.constantFrom(...unknownVersions), bytes(20)).map(([version, hash]) => toBase58Check([version], hash)),
  ),
  on(
    ["bitcoin", "litecoin", "ethereum", "tezos"],
    fc.tuple(fc.constantFrom("vtc", "dgb", "sp", "cosmos"), bytes(32)).map(([hrp, key]) => toSegwit(hrp, 1, key)),
  ),
  on(
    ["bitcoin-cash"],
    bytes(20).map((hash) => toCashAddr("prefix", 0, hash)),
  ),
  on(
    ["polkadot"],
    fc
      .tuple(fc.integer({ min: 0, max: 16_383 }), bytes(32))
      .filter(([network]) => ![0, 2, 42].includes(network))
      .map(([network, key]) => toSs58(network, key)),
  ),
);

/** Chains with addresses in common; near and solana have no checksum, so that theirs are never named. */
const groups: readonly (readonly Chain[])[] = [
  ["bitcoin", "bitcoin-cash", "litecoin"],
  ["ethereum", "polygon", "xdc", "near"],
  ["doge"],
  ["ripple"],
  ["stellar"],
  ["algorand"],
  ["polkadot"],
  ["tezos"],
  ["solana"],
];

const ofOtherChain = fc.constantFrom(...chainNames.filter((chain) => chain !== "near")).chain((chain) => {
  const nameable = groups.filter((group) => !group.includes(chain) && !group.includes("solana")).flat();
  const others = nameable.filter((other) => other !== "near");
  return fc
    .constantFrom(...others)
    .chain(validAddress)
    .map((text) => ({ chain, text }));
});

const testTag = (hash: Uint8Array): Uint8Array => bytesOf(hash, new Uint8Array(9));
const unlikeNear = chainNames.filter((chain) => chain !== "near");

/** Of test networks, and of networks beside the fourteen. NEAR takes bech32 in lower case for a name. */
const ofOtherNetwork = fc.oneof(
  on(
    chainNames,
    fc
      .tuple(fc.constantFrom(0x6f, 0xc4, 0x3a, 0x71, 0x41, 0x4c, 0x10), bytes(20))
      .map(([version, hash]) => toBase58Check([version], hash)),
  ),
  on(
    chainNames,
    bytes(20).map((hash) => toBase58Check([0x1c, 0xb8], hash)),
  ),
  on(
    unlikeNear,
    fc.tuple(fc.constantFrom("tb", "bcrt", "tltc", "rltc"), bytes(20)).map(([hrp, hash]) => toSegwit(hrp, 0, hash)),
  ),
  on(
    unlikeNear,
    bytes(66).map((keys) => toSegwit("tmweb", 0, keys)),
  ),
  on(
    chainNames,
    fc
      .tuple(fc.constantFrom("bchtest", "bchreg", "ecash"), bytes(20))
      .map(([prefix, hash]) => toCashAddr(prefix, 0, hash)),
  ),
  on(
    unlikeNear,
    bytes(20).map((hash) => toCashAddr("bchtest", 1, hash).slice("bchtest:".length)),
  ),
  on(
    chainNames,
    bytes(20).map((hash) => toBase58CheckXrp([0x04, 0x93], testTag(hash))),
  ),
  on(
    chainNames,
    fc.tuple(fc.constantFrom(2, 42), bytes(32)).map(([network, key]) => toSs58(network, key)),
  ),
);

/** Solana takes any 32 bytes in base58: by chance xdc's own spelling, or a segwit address in upper case, is such text. */
export const address_other_network = fc
  .oneof(ofOtherChain, ofOtherNetwork)
  .filter(({ chain, text }) => !(chain === "solana" && /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(text)));

export const address_secret_key = on(
  chainNames,
  fc
    .tuple(fc.constantFrom(0x80, 0xb0, 0x9e, 0xef), bytes(32), fc.boolean())
    .map(([version, key, isCompressed]) => toBase58Check([version], bytesOf(key, isCompressed ? [1] : []))),
  fc.tuple(bytes(41), bytes(32)).map(([head, key]) => toBase58Check([4, 0x88, 0xad, 0xe4], bytesOf(head, [0], key))),
  bytes(32).map((seed) => toStrkey(18 * 8, seed)),
  bytes(16).map((seed) => toBase58CheckXrp([0x01, 0xe1, 0x4b], seed)),
  bytes(16).map((seed) => toBase58CheckXrp([0x21], seed)),
  bytes(32).map((seed) => toBase58Check([13, 15, 58, 7], seed)),
  bytes(64).map((key) => toBase58Check([43, 246, 78, 7], key)),
);
