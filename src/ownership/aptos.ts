/**
 * Aptos (AIP-62, `aptos:signMessage`). A wallet composes a full message of the text that it receives, and signs it. The
 * address is the first authentication key: a hash of the key and its scheme. After a rotation the ledger has another one.
 */
import { sha3_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { aptos } from "../domain/chains/further/aptos.js";
import {
  frozenMethod,
  inconclusive,
  type OwnershipMethod,
  refused,
  type SignatureVerdict,
} from "../domain/ownership/method.js";
import { signInText } from "../domain/ownership/sign-in-text.js";
import { verdictOfAddress } from "./ed25519-address.js";
import { bytesOf } from "./signature-bytes.js";

const PREFIX = "APTOS\n";

/**
 * Messages of Aptos wallets. The text is the full message, which the wallet returns as `fullMessage`. The message that
 * `compose` writes is for a request with `address` and `chainId`, but without `application`.
 */
export const aptosMessages: OwnershipMethod<"aptos"> = /* @__PURE__ */ frozenMethod({
  chains: { aptos: "aptos:1" },
  accountOf: "Aptos",
  formats: ["aptos"],
  parse: (text) => aptos.parse(text),
  verify: (signed) => {
    const { address, text, signature, public_key } = signed;
    if (!text.startsWith(PREFIX)) return notFull;
    const signatures = withoutVariant(signature, 64);
    if (signatures.length === 0 && isLongHex(signature, 64)) return otherScheme;
    const keys = withoutVariant(public_key ?? "", 32);
    if (keys.length === 0 && isLongHex(public_key ?? "", 34)) return otherScheme;
    return verdictOfAddress({
      format: "aptos",
      signed,
      message: utf8ToBytes(text),
      signatures,
      isOwnKey: (key) => addressesOf(key).includes(address),
      readKey: () => keys[0],
    });
  },
  compose: (request) => {
    const message = signInText(request, "Aptos");
    const { address, nonce } = request;
    return { text: `${PREFIX}address: ${address}\nchainId: 1\nmessage: ${message}\nnonce: ${nonce}`, message };
  },
});

/** BCS of the variant Ed25519 of `AnyPublicKey` and `AnySignature` (AIP-55): 0 and the length. */
function variant(length: number): Uint8Array {
  return Uint8Array.of(0, length);
}

/** Reads bytes, also those that wallets of accounts with a single key (AIP-55) write after the variant. */
function withoutVariant(text: string, length: number): readonly Uint8Array[] {
  const wrapped = bytesOf(text, [length + 2]).filter((bytes) => bytes[0] === 0 && bytes[1] === length);
  return [...bytesOf(text, [length]), ...wrapped.map((bytes) => bytes.subarray(2))];
}

/** The addresses of a key in the scheme Ed25519 (0), and as a single key (2). */
function addressesOf(key: Uint8Array): readonly string[] {
  return [concatBytes(key, Uint8Array.of(0)), concatBytes(variant(32), key, Uint8Array.of(2))].map(
    (preimage) => `0x${bytesToHex(sha3_256(preimage))}`,
  );
}

/** Returns whether a text is hex of more bytes. */
function isLongHex(text: string, bytes: number): boolean {
  const digits = /^(?:0x)?([0-9A-Fa-f]+)$/.exec(text)?.[1];
  return digits !== undefined && digits.length > 2 * bytes;
}

const notFull: SignatureVerdict = /* @__PURE__ */ refused(
  "text_malformed",
  "The text must be the full message, which begins with APTOS. The wallet returns it as fullMessage.",
);

const otherScheme: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "scheme_unknown",
  "The signature or the public key is not one of a single Ed25519 key: several keys, secp256k1, keyless or a passkey.",
);
