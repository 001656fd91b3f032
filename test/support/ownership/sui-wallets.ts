import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { suiMessages } from "../../../src/ownership/sui.js";
import type { WalletCase } from "./wallet-case.js";

/** The digest of a personal message. */
export function suiDigest(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  // The length of a text of at most 16,383 bytes.
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length % 128) + 128, Math.floor(bytes.length / 128)];
  return blake2b(concatBytes(Uint8Array.of(3, 0, 0, ...length), bytes), { dkLen: 32 });
}

export function suiAddress(flag: number, key: Uint8Array): string {
  return `0x${bytesToHex(blake2b(concatBytes(Uint8Array.of(flag), key), { dkLen: 32 }))}`;
}

export function suiSignature(flag: number, signature: Uint8Array, key: Uint8Array): string {
  return base64.encode(concatBytes(Uint8Array.of(flag), signature, key));
}

const shared = { method: suiMessages, format: "sui", encoding: "base64" } as const;

export const suiWallets: readonly WalletCase[] = [
  {
    ...shared,
    name: "sui, Ed25519",
    wallet: (seed) => {
      const key = ed25519.getPublicKey(seed);
      return {
        address: suiAddress(0, key),
        sign: (text) => ({ signature: suiSignature(0, ed25519.sign(suiDigest(text), seed), key) }),
      };
    },
  },
  {
    ...shared,
    name: "sui, secp256k1",
    wallet: (seed) => {
      const key = secp256k1.getPublicKey(seed);
      return {
        address: suiAddress(1, key),
        sign: (text) => {
          const signature = secp256k1.sign(sha256(suiDigest(text)), seed, { prehash: false });
          return { signature: suiSignature(1, signature, key) };
        },
      };
    },
  },
];
