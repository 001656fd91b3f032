import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  blake2AsU8a,
  ed25519PairFromSeed,
  ed25519Sign,
  encodeAddress,
  secp256k1PairFromSeed,
  secp256k1Sign,
  sr25519PairFromSeed,
  sr25519Sign,
} from "@polkadot/util-crypto";
import { polkadotMessages } from "../../../src/ownership/polkadot.js";
import type { WalletCase } from "./wallet-case.js";

/** The network of Polkadot. */
export const NETWORK = 0;

/** As bytes, because the library reads texts such as 0x12 as hex. */
export function wrapped(text: string): Uint8Array {
  return utf8ToBytes(`<Bytes>${text}</Bytes>`);
}

export interface Pair {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

/** Signs as `signRaw` does. */
function polkadotCase(
  name: string,
  pairOf: (seed: Uint8Array) => Pair,
  sign: (message: Uint8Array, pair: Pair) => Uint8Array,
  accountOf: (key: Uint8Array) => Uint8Array = (key) => key,
): WalletCase {
  const wallet: WalletCase["wallet"] = (seed) => {
    const pair = pairOf(seed);
    return {
      address: encodeAddress(accountOf(pair.publicKey), NETWORK),
      sign: (text) => ({ signature: `0x${bytesToHex(sign(wrapped(text), pair))}` }),
    };
  };
  return { name: `polkadot ${name}`, method: polkadotMessages, format: "polkadot", encoding: "0x", wallet };
}

export const polkadotWallets: readonly WalletCase[] = [
  polkadotCase("sr25519", sr25519PairFromSeed, sr25519Sign),
  polkadotCase("ed25519", ed25519PairFromSeed, ed25519Sign),
  polkadotCase("ecdsa", secp256k1PairFromSeed, secp256k1Sign, (key) => blake2AsU8a(key)),
];
