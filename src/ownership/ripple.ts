/**
 * XRP Ledger. It has no standard for signed texts. Wallets sign the bytes of the text as `ripple-keypairs` does: DER over
 * SHA-512Half with secp256k1, or Ed25519 over the bytes. The address is a hash of the key.
 *
 * An account may also permit a regular key or a list of signers, and disable its own key. Only the ledger shows that: a valid
 * signature of another key decides nothing, and a proof shows control of the key from which the address was made.
 */
import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base58CheckXrp } from "../domain/chains/encodings/base58check.js";
import { ripple } from "../domain/chains/networks/ripple.js";
import {
  frozenMethod,
  type OwnershipMethod,
  proved,
  refused,
  type SignatureVerdict,
  signatureMalformed,
  signatureWrong,
} from "../domain/ownership/method.js";
import { isEd25519Secret, isSignedByEd25519 } from "./ed25519.js";
import { secretKeySigned, signedByOtherKey } from "./ed25519-address.js";
import { hash160, isSignedBySecp256k1 } from "./secp256k1.js";
import { bytesOf } from "./signature-bytes.js";

/** Messages of XRP Ledger wallets. An X-address is proved as its classic address: the tag is not a part of the key. */
export const rippleMessages: OwnershipMethod<"ripple"> = /* @__PURE__ */ frozenMethod({
  chains: { ripple: "xrpl:0" },
  accountOf: "XRP Ledger",
  formats: ["ripple"],
  publicKeyBytes: 33,
  // A read of the property here would keep the method in bundles that do not use it.
  parse: (text) => ripple.parse(text),
  verify,
});

function verify({ address, text, signature, public_key }: Parameters<OwnershipMethod["verify"]>[0]): SignatureVerdict {
  if (public_key === undefined) return keyMissing;
  const keys = keysOf(public_key);
  if (keys.length === 0) return keyMalformed;
  if (keys.some((key) => isPrivateKeyOf(key, address))) return privateKey;
  const signatures = bytesOf(signature, SIGNATURE_LENGTHS);
  if (signatures.length === 0) return signatureMalformed("that of ripple-keypairs, in hex");
  const message = utf8ToBytes(text);
  const key = keys.find((each) => signatures.some((bytes) => isSigned(bytes, message, each)));
  if (key === undefined) return signatures.some(isEd25519Secret) ? secretKeySigned : signatureWrong;
  return addressOf(key) === address ? proved("ripple") : signedByOtherKey;
}

/** DER of two numbers has 8 to 72 bytes. Ed25519 has 64. */
const SIGNATURE_LENGTHS = /* @__PURE__ */ Array.from({ length: 65 }, (_, index) => 8 + index);

const ED25519 = 0xed;
/** A private key, or a public key of secp256k1 or Ed25519. */
const PREFIXES = [0, 2, 3, ED25519];
const KEY_LENGTH = 33;
/** The text form of a public key of an account, which begins with aB or aK (XRPL docs, "base58 Encodings"). */
const ACCOUNT_KEY = 0x23;

/** Reads 33 bytes in hex, base64 or the ledger's base58. */
function keysOf(text: string): readonly Uint8Array[] {
  const payload = text.length <= MAX_BASE58 ? base58CheckXrp.decode(text) : undefined;
  const isKey = payload?.length === 1 + KEY_LENGTH && payload[0] === ACCOUNT_KEY;
  return isKey
    ? [payload.subarray(1)]
    : bytesOf(text, [KEY_LENGTH]).filter(([prefix = 1]) => PREFIXES.includes(prefix));
}

const MAX_BASE58 = 60;

function isSigned(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  if (key[0] === ED25519) return isSignedByEd25519(signature, message, key.subarray(1));
  const numbers = fromDer(signature);
  // Nodes refuse a high s.
  return numbers !== undefined && isSignedBySecp256k1(numbers, sha512(message).subarray(0, 32), key, true);
}

/** Returns r and s, 32 bytes each; undefined for anything but the one encoding of them. */
function fromDer(signature: Uint8Array): Uint8Array | undefined {
  try {
    return secp256k1.Signature.fromBytes(signature, "der").toBytes("compact");
  } catch {
    return undefined;
  }
}

function addressOf(key: Uint8Array): string {
  return base58CheckXrp.encode(concatBytes(new Uint8Array(1), hash160(key)));
}

/** Private keys of `ripple-keypairs` have 33 bytes as well: a zero byte or 0xED, and the key. */
function isPrivateKeyOf(key: Uint8Array, address: string): boolean {
  const [prefix] = key;
  const secret = key.subarray(1);
  if (prefix === ED25519) return addressOf(concatBytes(key.subarray(0, 1), ed25519.getPublicKey(secret))) === address;
  return prefix === 0 && secp256k1.utils.isValidSecretKey(secret);
}

const keyMissing: SignatureVerdict = /* @__PURE__ */ refused(
  "public_key_missing",
  "The address has only a hash of its key. Send the public key of the wallet as public_key.",
);

const keyMalformed: SignatureVerdict = /* @__PURE__ */ refused(
  "public_key_malformed",
  "The public_key must have 33 bytes in hex, as of ripple-keypairs, in base64, or in base58 of the XRP Ledger.",
);

const privateKey: SignatureVerdict = /* @__PURE__ */ refused(
  "secret_key",
  "The public_key is a private key. Treat it as exposed: move the assets to a new wallet.",
);
