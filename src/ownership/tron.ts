/** TRON. A wallet signs a text after a prefix (TIP-191, `signMessageV2`). The address is a hash of the recovered key. */
import { concatBytes } from "@noble/hashes/utils.js";
import { base58Check } from "../domain/chains/encodings/base58check.js";
import { tron } from "../domain/chains/further/tron.js";
import {
  frozenMethod,
  inconclusive,
  type OwnershipMethod,
  proved,
  type SignatureVerdict,
  type SignedText,
  signatureMalformed,
  signatureWrong,
} from "../domain/ownership/method.js";
import { digestOfText, recoverableSignature, signerOf } from "./recoverable-signature.js";
import { bytesOfHex } from "./signature-bytes.js";

/** Messages of TRON wallets. */
export const tronMessages: OwnershipMethod<"tron"> = /* @__PURE__ */ frozenMethod({
  chains: { tron: "tron:0x2b6653dc" },
  accountOf: "TRON",
  formats: ["tip-191"],
  publicKeyBytes: 33,
  // Not `tron.parse`: bundlers keep a call with a property access in its arguments, pure or not.
  parse: (text) => tron.parse(text),
  verify: verifyTron,
});

const VERSION = 0x41;

function verifyTron({ text, signature, address }: SignedText): SignatureVerdict {
  const bytes = bytesOfHex(signature);
  const read = bytes && recoverableSignature(bytes);
  if (read === undefined) return malformed;
  const signer = signerOf(read, digestOfText("\x19TRON Signed Message:\n", text));
  if (signer === undefined) return signatureWrong;
  const isOwn = base58Check.encode(concatBytes(Uint8Array.of(VERSION), signer)) === address;
  return isOwn ? proved("tip-191") : signedByOtherKey;
}

const malformed: SignatureVerdict = /* @__PURE__ */ signatureMalformed(
  "hex: 65 bytes of which the last is 0, 1, 27 or 28, or 64 bytes (EIP-2098)",
);

const signedByOtherKey: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "keys_on_ledger",
  "Another key than that of the address signed this text. Only the ledger shows whether the permissions of the account allow it.",
  "Use a transfer of a predefined amount, or sign the text again, unchanged, with the key that the address was made of.",
);
