/** Ed25519 (RFC 8032), as strict as the standard: no key or signature of small order, no other encoding of a point. */
import { ED25519_TORSION_SUBGROUP, ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { equalBytes } from "../domain/chains/encodings/equal-bytes.js";
import { bare } from "../domain/own.js";

/**
 * Without `zip215: false`, 64 zero bytes are a signature of every message for the key of 32 zero bytes, which is an
 * address of Solana.
 */
const STRICT = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ bare({ zip215: false }));

/** Returns whether a key signed a message. Never throws. */
export function isSignedByEd25519(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key, STRICT) && !isSmallOrder(signature.subarray(0, 32));
  } catch {
    return false;
  }
}

/** The library checks only the key. R of small order needs a nonce of zero, which shows the secret key. */
function isSmallOrder(point: Uint8Array): boolean {
  // Verification has refused every other encoding of these eight points.
  return ED25519_TORSION_SUBGROUP.includes(bytesToHex(point));
}

/** Returns whether 64 bytes are a secret key: a seed and its public key. */
export function isEd25519Secret(bytes: Uint8Array): boolean {
  return bytes.length === 64 && equalBytes(ed25519.getPublicKey(bytes.subarray(0, 32)), bytes.subarray(32));
}
