/**
 * NEAR (NEP-413, `signMessage`). A wallet signs the SHA-256 of a tag and of the Borsh form of message, nonce, recipient and
 * callback URL. An implicit account holds a key. All further keys of an account are on the ledger.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { near } from "../domain/chains/networks/near.js";
import { bare } from "../domain/own.js";
import {
  frozenMethod,
  inconclusive,
  type OwnershipMethod,
  refused,
  type SignatureVerdict,
  type SignedText,
} from "../domain/ownership/method.js";
import { signInText } from "../domain/ownership/sign-in-text.js";
import { verdictOfAddress } from "./ed25519-address.js";
import { bytesOf } from "./signature-bytes.js";

/** 2³¹ + 413. No transaction begins with it. */
const TAG = 2_147_484_061;
const NONCE = /^[0-9A-Fa-f]{64}$/;
const CURVE = /^ed25519:/;

/** Messages of NEAR wallets. `nonce` and `recipient` are a part of what was signed, and `callback_url` where there is one. */
export const nearMessages: OwnershipMethod<"near"> = /* @__PURE__ */ frozenMethod({
  chains: { near: "near:mainnet" },
  accountOf: "NEAR",
  formats: ["nep-413"],
  nonceBytes: 32,
  parse: (text) => near.parse(text),
  verify: (signed) => {
    const { nonce, recipient, public_key, decoded } = signed;
    if (nonce === undefined || !NONCE.test(nonce) || !recipient) return partsMissing;
    if (public_key?.startsWith("secp256k1:")) return otherCurve;
    // Without a key nothing can be refused.
    if (isContract(decoded.format) && public_key === undefined) return contract;
    const held = decoded.format === "implicit" ? hexToBytes(signed.address) : undefined;
    const verdict = verdictOfAddress({
      format: "nep-413",
      signed: { ...signed, public_key: public_key?.replace(CURVE, "") },
      message: sha256(payloadOf(bare({ ...signed, nonce, recipient }))),
      signatures: bytesOf(signed.signature.replace(CURVE, ""), [64]),
      held,
    });
    if (verdict.status !== "inconclusive" || held !== undefined) return verdict;
    return isContract(decoded.format) ? contract : named;
  },
  compose: (request) => {
    const text = signInText(request, "NEAR");
    return { text, message: text, recipient: request.domain };
  },
});

interface Payload extends Pick<SignedText, "text" | "callback_url"> {
  readonly nonce: string;
  readonly recipient: string;
}

function payloadOf({ text, nonce, recipient, callback_url }: Payload): Uint8Array {
  const callback = callback_url === undefined ? [Uint8Array.of(0)] : [Uint8Array.of(1), borshText(callback_url)];
  return concatBytes(uint32(TAG), borshText(text), hexToBytes(nonce), borshText(recipient), ...callback);
}

function borshText(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return concatBytes(uint32(bytes.length), bytes);
}

/** Low byte first. */
function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** Accounts that begin with 0x belong to a key of Ethereum (NEP-518), those with 0s to a contract (NEP-616). */
function isContract(format: string): boolean {
  return format === "eth-implicit" || format === "deterministic";
}

const partsMissing: SignatureVerdict = /* @__PURE__ */ refused(
  "text_malformed",
  "A message of NEAR needs the nonce, 64 hex digits, and the recipient, both as the wallet received them.",
);

const otherCurve: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "scheme_unknown",
  "The public key is one of secp256k1. Only the ledger shows whether it may sign for the address.",
);

const contract: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "contract_wallet",
  "The account is a contract, which decides itself what a valid signature is.",
);

const named: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "keys_on_ledger",
  "The key signed the text, but only the ledger shows the keys of an account with a name.",
);
