/** Verifies signatures for addresses that hold an Ed25519 key. */

import { equalBytes } from "../domain/chains/encodings/equal-bytes.js";
import { bare } from "../domain/own.js";
import {
  inconclusive,
  proved,
  refused,
  type SignatureVerdict,
  type SignedText,
  signatureMalformed,
  signatureWrong,
} from "../domain/ownership/method.js";
import { isEd25519Secret, isSignedByEd25519 } from "./ed25519.js";
import { bytesOf } from "./signature-bytes.js";

interface KeyedText {
  readonly format: string;
  readonly signed: Pick<SignedText, "signature">;
  /** What was signed. */
  readonly message: Uint8Array;
  /** The readings of the signature. @default those of 64 bytes in hex, base64, base58 or a JSON array */
  readonly signatures?: readonly Uint8Array[];
  readonly key: Uint8Array;
  /** Whether the key is that of the address. Otherwise the ledger may permit it. @default true */
  readonly isOwn?: boolean;
}

/** Verifies a signature of 64 bytes in hex, base64, base58 or a JSON array. */
export function verdictOfEd25519(text: KeyedText): SignatureVerdict {
  const { format, signed, message, signatures, key, isOwn = true } = bare(text);
  const readings = signatures ?? bytesOf(signed.signature, [64]);
  if (readings.length === 0) return signatureMalformed("64 bytes in hex, base64, base58 or a JSON array");
  // First, because deriving a public key takes as long as a verification.
  if (readings.some((bytes) => isSignedByEd25519(bytes, message, key)))
    return isOwn ? proved(format) : signedByOtherKey;
  return readings.some(isEd25519Secret) ? secretKeySigned : signatureWrong;
}

interface AddressText extends Omit<KeyedText, "signed" | "key" | "isOwn"> {
  readonly signed: Pick<SignedText, "signature" | "public_key">;
  /** The key that the address holds. Absent where it has only a hash of the key: then a public key must be given. */
  readonly held?: Uint8Array | undefined;
  /** Returns whether a key is that of the address. @default whether it is the held one */
  readonly isOwnKey?: (key: Uint8Array) => boolean;
  /** Reads the chain's own text form of a public key. @default none beside hex, base64 and base58 */
  readonly readKey?: (text: string) => Uint8Array | undefined;
}

/**
 * Verifies a signature with the given public key, or else with the key that the address holds. A valid signature of
 * another key is inconclusive, because the ledger may permit that key.
 */
export function verdictOfAddress(text: AddressText): SignatureVerdict {
  const {
    signed,
    held,
    isOwnKey = (key: Uint8Array) => held !== undefined && equalBytes(key, held),
    readKey,
  } = bare(text);
  const { public_key } = signed;
  const keys = public_key === undefined ? [held] : [readKey?.(public_key), ...bytesOf(public_key, [32])];
  const readings = keys.flatMap((key) => (key?.length === 32 ? [key] : []));
  if (readings.length === 0) return public_key === undefined ? publicKeyMissing : publicKeyMalformed;
  const verdicts = readings.map((key) => verdictOfEd25519({ ...text, key, isOwn: isOwnKey(key) }));
  if (public_key === undefined && verdicts[0] === signatureWrong) return signatureWrongWithoutKey;
  return (
    verdicts.find(({ status }) => status === "proved") ??
    verdicts.find(({ status }) => status === "inconclusive") ??
    verdicts[0] ??
    signatureWrong
  );
}

const publicKeyMissing: SignatureVerdict = /* @__PURE__ */ refused(
  "public_key_missing",
  "The address does not show its public key. Give public_key as well.",
);

const publicKeyMalformed: SignatureVerdict = /* @__PURE__ */ refused(
  "public_key_malformed",
  "The public_key must be an Ed25519 key of 32 bytes in hex, base64 or the chain's own text form.",
);

export const secretKeySigned: SignatureVerdict = /* @__PURE__ */ refused(
  "secret_key",
  "The signature is a secret key. Treat it as exposed: move the assets to a new wallet.",
);

/** A valid signature of a key that the address does not show. */
export const signedByOtherKey: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "keys_on_ledger",
  "Another key than that of the address signed the text. Only the ledger shows whether it may sign for the address.",
);

/** Where no public key was given, and the ledger may permit another key than that of the address. */
export const signatureWrongWithoutKey: SignatureVerdict = /* @__PURE__ */ refused(
  "signature_wrong",
  "The key of this address did not sign this text. Sign it again, unchanged. If another key signs for the account, send it as public_key.",
);
