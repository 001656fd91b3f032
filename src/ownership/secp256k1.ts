/** ECDSA on secp256k1. A text has two valid signatures, with high and low s: never recognize a replay by a signature. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";

/**
 * Returns whether a key signed a digest of 32 bytes. Never throws.
 *
 * @param signature - r and s, 32 bytes each
 * @param key - 33 or 65 bytes
 * @param lowS - whether a high s is refused, as the chain's own nodes do
 */
export function isSignedBySecp256k1(
  signature: Uint8Array,
  digest: Uint8Array,
  key: Uint8Array,
  lowS: boolean,
): boolean {
  try {
    return secp256k1.verify(signature, digest, key, { prehash: false, lowS });
  } catch {
    return false;
  }
}

/**
 * Returns the key that signed a digest of 32 bytes, 65 bytes with the prefix 4; undefined if none did. Accepts high s.
 *
 * @param signature - r and s, 32 bytes each
 * @param recovery - 0 to 3
 */
export function recoveredKey(signature: Uint8Array, recovery: number, digest: Uint8Array): Uint8Array | undefined {
  try {
    return secp256k1.Signature.fromBytes(signature, "compact")
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest)
      .toBytes(false);
  } catch {
    return undefined;
  }
}

/** Returns RIPEMD-160 of SHA-256, by which addresses of many chains name a key. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}
