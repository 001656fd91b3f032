/**
 * BIP-322 2.0.0, generic signed messages. The text is in a virtual transaction `to_spend`, whose output the transaction
 * `to_sign` spends. The prefix says what follows in base64: `smp` the witness of `to_sign`, `ful` all of it, `pof` a
 * PSBT with further inputs. Without a prefix it is the witness, as in versions before 2.0.0.
 */
import { schnorr } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { RawTx, RawWitness, Script } from "@scure/btc-signer/script.js";
import { equalBytes } from "../domain/chains/encodings/equal-bytes.js";
import {
  inconclusive,
  type SignatureVerdict,
  type SignedText,
  signatureMalformed,
  signatureWrong,
} from "../domain/ownership/method.js";
import type { Destination } from "./bitcoin-destination.js";
import { outputScript, type RawTransaction, redeemScriptOf, verdictOfSpend } from "./bitcoin-script.js";

const PREFIXED = /^(smp|ful|pof)?(.*)$/s;
const TAG = "BIP0322-signed-message";
const EXPECTED = "smp, ful or pof, and a signature of BIP-322 in base64";
/** The script of the output of `to_sign`, which nothing can spend. */
const OP_RETURN = 0x6a;
/** The first bytes of a PSBT. */
const psbt = [0x70, 0x73, 0x62, 0x74, 0xff];

/** Returns whether a signature begins with a prefix of BIP-322. No signature with a header byte does. */
export function hasBip322Prefix(signature: string): boolean {
  return PREFIXED.exec(signature)?.[1] !== undefined;
}

/**
 * Verifies a signature of BIP-322.
 *
 * @param destination - what the address pays to; undefined for an address without a script
 * @throws an error for a signature that is no base64, witness or transaction
 */
export function verdictOfBip322(
  { text, signature }: SignedText,
  destination: Destination | undefined,
): SignatureVerdict {
  const [, prefix = "smp", encoded = ""] = PREFIXED.exec(signature) ?? [];
  const bytes = base64.decode(encoded);
  if (prefix === "pof") {
    return psbt.every((byte, at) => bytes[at] === byte) ? proofOfFunds : signatureMalformed(EXPECTED);
  }
  if (destination === undefined) return withoutScript;
  const spent = spentId(text, destination);
  if (prefix === "smp") return verdictOfSpend(destination, simple(destination, spent, RawWitness.decode(bytes)));
  const tx: RawTransaction = RawTx.decode(bytes);
  return isToSign(tx, spent) ? ofKnownVersion(tx, verdictOfSpend(destination, tx)) : signatureWrong;
}

const proofOfFunds: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "proof_of_funds",
  "The signature is also a proof of funds, which only the ledger can decide.",
  "Sign the text again without further inputs, as a simple or full signature of BIP-322.",
);

const withoutScript: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "scheme_unknown",
  "BIP-322 has no signatures for this kind of address.",
);

const versionUnknown: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "scheme_unknown",
  "The transaction has a version that BIP-322 leaves to later rules. It must be 0 or 2.",
  "Sign the text again as a simple signature of BIP-322.",
);

/** Returns the id of `to_spend`, in the order in which ids are shown. */
function spentId(text: string, destination: Destination): Uint8Array {
  const finalScriptSig = Script.encode([0, schnorr.utils.taggedHash(TAG, utf8ToBytes(text))]);
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig, sequence: 0 }],
    outputs: [{ amount: 0n, script: outputScript(destination) }],
    witnesses: undefined,
    lockTime: 0,
  });
  return sha256(sha256(toSpend)).reverse();
}

/** Returns `to_sign` of a simple signature. The script of wrapped segwit follows from the witness. */
function simple(destination: Destination, txid: Uint8Array, witness: Uint8Array[]): RawTransaction {
  const redeemScript = destination.kind === "p2sh" ? redeemScriptOf(destination.hash, witness) : undefined;
  const finalScriptSig = Script.encode(redeemScript ? [redeemScript] : []);
  return {
    version: 0,
    segwitFlag: true,
    inputs: [{ txid, index: 0, finalScriptSig, sequence: 0 }],
    outputs: [{ amount: 0n, script: Uint8Array.of(OP_RETURN) }],
    witnesses: [witness],
    lockTime: 0,
  };
}

/** Lock time and sequence are the signer's choice. They have a meaning only where the script has a time lock. */
function isToSign({ inputs, outputs: [output, ...others] }: RawTransaction, spent: Uint8Array): boolean {
  const [input] = inputs;
  if (input === undefined || inputs.length > 1 || output === undefined || others.length > 0) return false;
  const isSpending = equalBytes(input.txid, spent) && input.index === 0;
  return isSpending && output.amount === 0n && equalBytes(output.script, Uint8Array.of(OP_RETURN));
}

function ofKnownVersion({ version }: RawTransaction, verdict: SignatureVerdict): SignatureVerdict {
  return verdict.status === "proved" && version !== 0 && version !== 2 ? versionUnknown : verdict;
}
