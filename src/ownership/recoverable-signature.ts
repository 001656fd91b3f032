/**
 * Signatures of Ethereum and TRON: ECDSA on secp256k1 over Keccak-256. The key is recovered from them, so every one has a
 * key that signed. High s is accepted, as viem does: a text has two valid signatures, and the text recognizes a replay.
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { recoveredKey } from "./secp256k1.js";

export interface RecoverableSignature {
  /** r and s. */
  readonly compact: Uint8Array;
  readonly recovery: 0 | 1;
}

/** The last byte of 65, v: the recovery, or the recovery and 27. */
const recoveries: ReadonlyMap<number | undefined, 0 | 1> = /* @__PURE__ */ new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
]);

/** Reads r, s and v in 65 bytes, or in 64 bytes with the recovery in the highest bit of s (EIP-2098). */
export function recoverableSignature(bytes: Uint8Array): RecoverableSignature | undefined {
  const compact = bytes.slice(0, 64);
  if (bytes.length === 64) {
    const highest = compact[32] as number;
    compact[32] = highest & 0x7f;
    return { compact, recovery: highest > 0x7f ? 1 : 0 };
  }
  const recovery = bytes.length === 65 ? recoveries.get(bytes[64]) : undefined;
  return recovery === undefined ? undefined : { compact, recovery };
}

/** Returns the 20 bytes of the address whose key signed a digest; undefined if r or s are those of no signature. */
export function signerOf({ compact, recovery }: RecoverableSignature, digest: Uint8Array): Uint8Array | undefined {
  const key = recoveredKey(compact, recovery, digest);
  return key && keccak_256(key.subarray(1)).subarray(-20);
}

/** Returns the digest of a text after a prefix and the number of its bytes, in decimal digits. */
export function digestOfText(prefix: string, text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return keccak_256(concatBytes(utf8ToBytes(`${prefix}${bytes.length}`), bytes));
}
