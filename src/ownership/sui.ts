/**
 * Sui (Wallet Standard, `sui:signPersonalMessage`; Sui docs, "Signatures"). A wallet signs the BLAKE2b-256 of the intent of
 * a personal message and of the text. The signature has a flag of the scheme and the key. The address is a hash of both.
 */
import { blake2b } from "@noble/hashes/blake2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { equalBytes } from "../domain/chains/encodings/equal-bytes.js";
import { sui } from "../domain/chains/further/sui.js";
import {
  frozenMethod,
  inconclusive,
  type OwnershipMethod,
  proved,
  refused,
  type SignatureVerdict,
  signatureMalformed,
  signatureWrong,
} from "../domain/ownership/method.js";
import { signedByOtherKey, verdictOfEd25519 } from "./ed25519-address.js";
import { isSignedBySecp256k1 } from "./secp256k1.js";
import { bytesOf } from "./signature-bytes.js";

const ED25519 = 0;
/** Bytes of a key by its flag: Ed25519 and secp256k1. */
const KEY_LENGTHS: readonly number[] = [32, 33];
/** The flags of secp256r1, multisig, zkLogin and passkeys. */
const UNDECIDED: readonly number[] = [2, 3, 5, 6];
/** Scope 3 is a personal message; version and application are 0. */
const INTENT = /* @__PURE__ */ Uint8Array.of(3, 0, 0);

/**
 * Messages of Sui wallets. An address may permit the keys of other addresses, its aliases, and forbid its own. Only the
 * ledger shows them, so a valid signature of another key is inconclusive.
 */
export const suiMessages: OwnershipMethod<"sui"> = /* @__PURE__ */ frozenMethod({
  chains: { sui: "sui:mainnet" },
  accountOf: "Sui",
  formats: ["sui"],
  parse: (text) => sui.parse(text),
  verify: (signed) => {
    const bytes = base64.decode(signed.signature);
    const flag = bytes[0] ?? -1;
    if (UNDECIDED.includes(flag)) return otherScheme;
    const [signature, key] = [bytes.subarray(1, 65), bytes.subarray(65)];
    if (key.length !== KEY_LENGTHS[flag]) return signatureMalformed("base64 of a flag, 64 bytes and the public key");
    const flagged = concatBytes(Uint8Array.of(flag), key);
    const fault = keyFault(signed.public_key, key, flagged);
    if (fault) return fault;
    const message = digestOf(signed.text);
    const isOwn = signed.address === `0x${bytesToHex(blake2b(flagged, { dkLen: 32 }))}`;
    if (flag === ED25519) {
      return verdictOfEd25519({ format: "sui", signed, message, signatures: [signature], key, isOwn });
    }
    // ECDSA hashes the digest once more. Validators refuse a high s.
    if (!isSignedBySecp256k1(signature, sha256(message), key, true)) return signatureWrong;
    return isOwn ? proved("sui") : signedByOtherKey;
  },
});

function digestOf(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return blake2b(concatBytes(INTENT, uleb128(bytes.length), bytes), { dkLen: 32 });
}

/** The length of a vector in BCS: seven bits a byte, the lowest first. */
function uleb128(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    if (rest < 128) return Uint8Array.of(...bytes, rest);
    bytes.push((rest & 127) | 128);
  }
}

/** A public key is optional. A given one must be the one in the signature, with its flag or without. */
function keyFault(text: string | undefined, key: Uint8Array, flagged: Uint8Array): SignatureVerdict | undefined {
  if (text === undefined) return undefined;
  const readings = bytesOf(text, [32, 33, 34]);
  if (readings.length === 0) return keyMalformed;
  return readings.some((each) => equalBytes(each, key) || equalBytes(each, flagged)) ? undefined : signatureWrong;
}

const keyMalformed: SignatureVerdict = /* @__PURE__ */ refused(
  "public_key_malformed",
  "The public_key must be the key of the signature in base64 or hex, with its flag or without. It may be absent.",
);

const otherScheme: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "scheme_unknown",
  "The signature is one of secp256r1, several keys, zkLogin or a passkey, which are not supported.",
);
