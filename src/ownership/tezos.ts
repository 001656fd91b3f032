/**
 * Tezos (Taquito docs, "Signing data"; Kukai docs, "Message signing"). A wallet signs the BLAKE2b-256 of a text as a packed
 * Micheline expression. tz1 is a hash of an Ed25519 key, tz2 to tz4 are hashes of keys of other curves, KT1 is a contract.
 */
import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base58Check } from "../domain/chains/encodings/base58check.js";
import { equalBytes } from "../domain/chains/encodings/equal-bytes.js";
import { tezos } from "../domain/chains/networks/tezos.js";
import { frozenMethod, inconclusive, type OwnershipMethod, type SignatureVerdict } from "../domain/ownership/method.js";
import { signInText } from "../domain/ownership/sign-in-text.js";
import { verdictOfAddress } from "./ed25519-address.js";
import { bytesOf } from "./signature-bytes.js";

/** Prefixes of Base58Check (Octez, base58.ml), in hex. */
const EDPK = "0d0f25d9";
const EDSIG = "09f5cd8612";
/** A signature whose curve is not named: `sig…`. */
const SIG = "04822b";

/** Messages of Tezos wallets. A wallet receives the packed text in hex, with the signing type `micheline`. */
export const tezosMessages: OwnershipMethod<"tezos"> = /* @__PURE__ */ frozenMethod({
  chains: { tezos: "tezos:NetXdQprcVkpaWU" },
  accountOf: "Tezos",
  formats: ["micheline"],
  parse: (text) => tezos.parse(text),
  verify: (signed) => {
    const { address, text, signature, decoded } = signed;
    if (decoded.format === "KT1") return contract;
    if (decoded.format !== "tz1") return otherCurve;
    const hash = base58Check.decode(address)?.subarray(-20);
    const encoded = [EDSIG, SIG].flatMap((prefix) => withoutPrefix(signature, prefix) ?? []);
    return verdictOfAddress({
      format: "micheline",
      signed,
      message: blake2b(packed(text), { dkLen: 32 }),
      signatures: [...encoded.filter((bytes) => bytes.length === 64), ...bytesOf(signature, [64])],
      isOwnKey: (key) => hash !== undefined && equalBytes(blake2b(key, { dkLen: 20 }), hash),
      readKey: (key) => withoutPrefix(key, EDPK),
    });
  },
  compose: (request) => ({
    text: `Tezos Signed Message: ${request.domain} ${request.issued} ${signInText(request, "Tezos")}`,
  }),
});

/** The bytes that `PACK` writes for a string: 5, 1, and the length with the highest byte first. */
function packed(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  const head = new Uint8Array(6);
  head.set([5, 1]);
  new DataView(head.buffer).setUint32(2, bytes.length);
  return concatBytes(head, bytes);
}

/** Longer texts are no signature of one key. Decoding takes time by the square of the length. */
const MAX_BASE58 = 120;

/** Decodes Base58Check. Returns undefined for another prefix. */
function withoutPrefix(text: string, prefix: string): Uint8Array | undefined {
  const payload = text.length > MAX_BASE58 ? undefined : base58Check.decode(text);
  const length = prefix.length / 2;
  return payload && bytesToHex(payload.subarray(0, length)) === prefix ? payload.subarray(length) : undefined;
}

const contract: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "contract_wallet",
  "The address is a contract, which has no key.",
);

const otherCurve: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "scheme_unknown",
  "The key of the address is not one of Ed25519, which tz1 addresses have.",
);
