/**
 * Polkadot. A wallet signs the text between `<Bytes>` and `</Bytes>` (polkadot-js, `signRaw`), so that no text is a transaction.
 * Pass the text to `signRaw` as hex of its UTF-8, because libraries read a text such as `0x12` as hex.
 * The address is an sr25519 or Ed25519 key, or BLAKE2b-256 of an ECDSA key. No other file imports sr25519.
 *
 * An account may permit proxies, and a multisig has no key: a valid signature of another key decides nothing.
 */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base58 } from "@scure/base";
import { getPublicKey, verify as verifySr25519 } from "@scure/sr25519";
import { equalBytes } from "../domain/chains/encodings/equal-bytes.js";
import { decodeSs58 } from "../domain/chains/encodings/ss58.js";
import { polkadot } from "../domain/chains/networks/polkadot.js";
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
import { secretKeySigned, signatureWrongWithoutKey, signedByOtherKey } from "./ed25519-address.js";
import { recoveredKey } from "./secp256k1.js";
import { bytesOf } from "./signature-bytes.js";

/**
 * Messages of Polkadot wallets. The address is enough. With a `public_key`, that key must have signed: another one than that of
 * the address proves nothing.
 */
export const polkadotMessages: OwnershipMethod<"polkadot"> = /* @__PURE__ */ frozenMethod({
  chains: { polkadot: "polkadot:91b171bb158e2d3848fa23a9f1c25182" },
  accountOf: "Polkadot",
  formats: ["polkadot"],
  // A read of the property here would keep the method in bundles that do not use it.
  parse: (text) => polkadot.parse(text),
  verify,
});

function verify({ address, text, signature, public_key }: Parameters<OwnershipMethod["verify"]>[0]): SignatureVerdict {
  const account = accountOfSs58(address);
  const signers = public_key === undefined ? [account] : accountsOf(public_key);
  if (signers.length === 0) return keyMalformed;
  const signatures = bytesOf(signature, [64, 65, 66]);
  if (signatures.length === 0) return signatureMalformed("64 to 66 bytes in hex");
  const message = utf8ToBytes(`<Bytes>${text}</Bytes>`);
  const signer = signers.find((each) => signatures.some((bytes) => isSignedBy(each, bytes, message)));
  if (signer === undefined) {
    if (signatures.some((bytes) => isSecret(bytes, account))) return secretKeySigned;
    return public_key === undefined ? signatureWrongWithoutKey : signatureWrong;
  }
  return equalBytes(signer, account) ? proved("polkadot") : signedByOtherKey;
}

/** The 32 bytes before the checksum. */
function accountOfSs58(address: string): Uint8Array {
  return base58.decode(address).subarray(-34, -2);
}

/** Reads a public key in hex, base64 or SS58. Returns the accounts that it may have. */
function accountsOf(key: string): readonly Uint8Array[] {
  if (typeof decodeSs58(key) === "number") return [accountOfSs58(key)];
  return bytesOf(key, [32, 33]).map((bytes) => (bytes.length === 32 ? bytes : blake256(bytes)));
}

function blake256(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: 32 });
}

type Scheme = (account: Uint8Array, signature: Uint8Array, message: Uint8Array) => boolean;

const isEd25519: Scheme = (account, signature, message) => isSignedByEd25519(signature, message, account);

const isSr25519: Scheme = (account, signature, message) => {
  try {
    return verifySr25519(message, signature, account);
  } catch {
    // The account or the signature is no point, or the marker of sr25519 is missing.
    return false;
  }
};

/** r, s and the recovery number. A high s is as valid as a low one, as for nodes. */
const isEcdsa: Scheme = (account, signature, message) => {
  const key = recoveredKey(signature.subarray(0, 64), signature[64] ?? 0, blake256(message));
  return key !== undefined && equalBytes(blake256(secp256k1.Point.fromBytes(key).toBytes(true)), account);
};

/** In the order of MultiSignature, whose first byte is the index. */
const schemes: readonly Scheme[] = [isEd25519, isSr25519, isEcdsa];

/** A signature of 65 bytes is a MultiSignature of 64 bytes, or ECDSA without the first byte. */
function isSignedBy(account: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  const { length } = signature;
  const bare = length === 64 ? [isEd25519, isSr25519] : [isEcdsa];
  if (length < 66 && bare.some((scheme) => scheme(account, signature, message))) return true;
  const scheme = schemes[signature[0] ?? 0];
  const isLong = scheme === isEcdsa;
  return length === (isLong ? 66 : 65) && scheme !== undefined && scheme(account, signature.subarray(1), message);
}

/** Returns whether 64 bytes are the secret key of the account, as polkadot-js exports it, or any of Ed25519. */
function isSecret(bytes: Uint8Array, account: Uint8Array): boolean {
  if (bytes.length !== 64) return false;
  try {
    return isEd25519Secret(bytes) || equalBytes(getPublicKey(bytes), account);
  } catch {
    // No scalar.
    return false;
  }
}

const keyMalformed: SignatureVerdict = /* @__PURE__ */ refused(
  "public_key_malformed",
  "The public_key must have 32 bytes, or 33 for ECDSA, in hex, base64 or SS58.",
);
