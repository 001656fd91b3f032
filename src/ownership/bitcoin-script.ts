/**
 * Decides whether the input of a transaction satisfies the script of the output that it spends. The required rules of
 * BIP-322 apply: only SIGHASH_ALL, strict DER, low s, minimal pushes. Supported are scripts of one key, and multisig.
 */
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { tapLeafHash } from "@scure/btc-signer/payment.js";
import { MAX_SCRIPT_BYTE_LENGTH, RawTx, Script, type ScriptType } from "@scure/btc-signer/script.js";
import { SigHash, Transaction } from "@scure/btc-signer/transaction.js";
import { compareBytes, tagSchnorr, taprootTweakPubkey } from "@scure/btc-signer/utils.js";
import { equalBytes } from "../domain/chains/encodings/equal-bytes.js";
import { inconclusive, proved, type SignatureVerdict, signatureWrong } from "../domain/ownership/method.js";
import type { Destination } from "./bitcoin-destination.js";
import { hash160, isSignedBySecp256k1 } from "./secp256k1.js";

/** Name of the format. */
export const BIP_322 = "bip-322";

/** A transaction as `RawTx` reads it, whose own type leaves the parts out. */
export interface RawTransaction {
  readonly version: number;
  /** Whether there are witnesses. */
  readonly segwitFlag?: boolean | undefined;
  readonly inputs: {
    /** In the order in which ids are shown. */
    readonly txid: Uint8Array;
    readonly index: number;
    readonly finalScriptSig: Uint8Array;
    readonly sequence: number;
  }[];
  readonly outputs: { readonly amount: bigint; readonly script: Uint8Array }[];
  readonly witnesses?: Uint8Array[][] | undefined;
  readonly lockTime: number;
}

const scriptUnknown: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "script_unknown",
  "The script of the address is neither that of one key nor a multisig script.",
);

const timeLocked: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "time_lock",
  "The script of the address has a time lock, so its key may not yet be able to move the assets.",
);

/** The lengths of keys in scripts before segwit, and in those of segwit. */
const anyKey: readonly number[] = [33, 65];
const compressedKey: readonly number[] = [33];

/** Returns the script of an output that pays to a destination. */
export function outputScript(destination: Destination): Uint8Array {
  switch (destination.kind) {
    case "p2pkh":
      return Script.encode(["DUP", "HASH160", destination.hash, "EQUALVERIFY", "CHECKSIG"]);
    case "p2sh":
      return Script.encode(["HASH160", destination.hash, "EQUAL"]);
    case "witness":
      return Script.encode([destination.version, destination.program]);
  }
}

/** @param tx - a transaction of one input, which spends an output of the value 0 */
export function verdictOfSpend(destination: Destination, tx: RawTransaction): SignatureVerdict {
  const scriptSig = tx.inputs[0]?.finalScriptSig ?? new Uint8Array();
  const witness = tx.witnesses?.[0] ?? [];
  const pushed = pushesOf(scriptSig);
  if (pushed === undefined) return signatureWrong;
  switch (destination.kind) {
    case "witness":
      return pushed.length === 0 ? verdictOfWitness(destination, witness, tx) : signatureWrong;
    case "p2sh":
      return verdictOfP2sh(destination.hash, pushed, witness, tx);
    case "p2pkh": {
      const digest = () => legacyDigest(tx, outputScript(destination));
      return verdictOf(witness.length === 0 && isSignedByHash(destination.hash, pushed, anyKey, digest));
    }
  }
}

/** Returns the script that wrapped segwit needs in scriptSig; undefined if none of the witness has this script hash. */
export function redeemScriptOf(hash: Uint8Array, witness: readonly Uint8Array[]): Uint8Array | undefined {
  const last = witness.at(-1);
  if (last === undefined) return undefined;
  const programs = [hash160(last), sha256(last)];
  return programs.map((program) => Script.encode([0, program])).find((script) => equalBytes(hash160(script), hash));
}

function verdictOfP2sh(
  hash: Uint8Array,
  pushed: readonly Uint8Array[],
  witness: readonly Uint8Array[],
  tx: RawTransaction,
): SignatureVerdict {
  const redeemScript = pushed.at(-1);
  if (redeemScript === undefined || redeemScript.length > MAX_SCRIPT_BYTE_LENGTH) return signatureWrong;
  if (!equalBytes(hash160(redeemScript), hash)) return signatureWrong;
  const program = witnessProgramOf(redeemScript);
  if (program) return pushed.length === 1 ? verdictOfWrapped(program, witness, tx) : signatureWrong;
  if (witness.length > 0) return signatureWrong;
  return verdictOfScript(redeemScript, pushed.slice(0, -1), anyKey, () => legacyDigest(tx, redeemScript));
}

type WitnessDestination = Extract<Destination, { kind: "witness" }>;

/** Reads a witness program (BIP-141): a version and one push of 2 to 40 bytes. */
function witnessProgramOf(script: Uint8Array): WitnessDestination | undefined {
  const [version, program, ...others] = operationsOf(script) ?? [];
  if (typeof version !== "number" || !(program instanceof Uint8Array) || others.length > 0) return undefined;
  return program.length < 2 || program.length > 40 ? undefined : { kind: "witness", version, program };
}

/** Taproot has no wrapped form (BIP-341). */
function verdictOfWrapped(destination: WitnessDestination, witness: readonly Uint8Array[], tx: RawTransaction) {
  return destination.version === 0 ? verdictOfWitness(destination, witness, tx) : scriptUnknown;
}

function verdictOfWitness(
  { version, program }: WitnessDestination,
  witness: readonly Uint8Array[],
  tx: RawTransaction,
): SignatureVerdict {
  const digestOf = (script: Uint8Array) => transactionOf(tx).preimageWitnessV0(0, script, SigHash.ALL, 0n);
  if (version === 0 && program.length === 20) {
    const digest = () => digestOf(outputScript({ kind: "p2pkh", hash: program }));
    return verdictOf(isSignedByHash(program, witness, compressedKey, digest));
  }
  if (version === 0) {
    const script = witness.at(-1);
    if (script === undefined || !equalBytes(sha256(script), program)) return signatureWrong;
    return verdictOfScript(script, witness.slice(0, -1), compressedKey, () => digestOf(script));
  }
  return version === 1 && program.length === 32 ? verdictOfTaproot(program, witness, tx) : scriptUnknown;
}

function verdictOf(isSigned: boolean): SignatureVerdict {
  return isSigned ? proved(BIP_322) : signatureWrong;
}

/** Satisfies the hash of a key: a signature, then the key. */
function isSignedByHash(
  hash: Uint8Array,
  [signature, key, ...others]: readonly Uint8Array[],
  keyLengths: readonly number[],
  digest: () => Uint8Array,
): boolean {
  if (signature === undefined || key === undefined || others.length > 0) return false;
  if (!keyLengths.includes(key.length) || !equalBytes(hash160(key), hash)) return false;
  return isSignedBy(key, signature, digest());
}

function verdictOfScript(
  script: Uint8Array,
  items: readonly Uint8Array[],
  keyLengths: readonly number[],
  digest: () => Uint8Array,
): SignatureVerdict {
  const operations = operationsOf(script) ?? [];
  const multisig = multisigOf(operations, keyLengths);
  return multisig ? verdictOf(isSignedByAll(multisig, items, digest())) : undecided(operations);
}

function undecided(operations: ScriptType): SignatureVerdict {
  const hasLock = operations.includes("CHECKLOCKTIMEVERIFY") || operations.includes("CHECKSEQUENCEVERIFY");
  return hasLock ? timeLocked : scriptUnknown;
}

interface Multisig {
  /** How many keys must sign, at least 1. */
  readonly threshold: number;
  readonly keys: readonly Uint8Array[];
}

function multisigOf(operations: ScriptType, keyLengths: readonly number[]): Multisig | undefined {
  const threshold = operations[0];
  const keys = operations
    .slice(1, -2)
    .filter((key) => key instanceof Uint8Array)
    .filter(({ length }) => keyLengths.includes(length));
  const isComplete = operations.length === keys.length + 3 && operations.at(-2) === keys.length;
  if (!isComplete || operations.at(-1) !== "CHECKMULTISIG" || typeof threshold !== "number") return undefined;
  return threshold >= 1 && threshold <= keys.length ? { threshold, keys } : undefined;
}

/** Satisfies CHECKMULTISIG: an empty item, then the signatures in the order of their keys. */
function isSignedByAll(
  { threshold, keys }: Multisig,
  [empty, ...signatures]: readonly Uint8Array[],
  digest: Uint8Array,
): boolean {
  if (empty?.length !== 0 || signatures.length !== threshold) return false;
  let found = 0;
  for (const key of keys) {
    const next = signatures[found];
    if (next !== undefined && isSignedBy(key, next, digest)) found += 1;
  }
  return found === threshold;
}

/** @param signature - strict DER with low s, then SIGHASH_ALL */
function isSignedBy(key: Uint8Array, signature: Uint8Array, digest: Uint8Array): boolean {
  const compact = signature.at(-1) === SigHash.ALL ? compactOf(signature.subarray(0, -1)) : undefined;
  return compact !== undefined && isSignedBySecp256k1(compact, digest, key, true);
}

function compactOf(der: Uint8Array): Uint8Array | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(der, "der");
    return equalBytes(signature.toBytes("der"), der) ? signature.toBytes("compact") : undefined;
  } catch {
    return undefined;
  }
}

/** BIP-341: one signature of the output key, or the items of a script, the script and its control block. */
function verdictOfTaproot(key: Uint8Array, witness: readonly Uint8Array[], tx: RawTransaction): SignatureVerdict {
  const [signature, ...others] = witness;
  if (signature === undefined) return signatureWrong;
  if (others.length === 0) return verdictOf(isSignedByOutputKey(key, signature, tx));
  const [script = new Uint8Array(), control = new Uint8Array()] = witness.slice(-2);
  // An annex. No rule gives it a meaning yet.
  if (control[0] === 0x50) return scriptUnknown;
  return isLeafOf(key, script, control) ? undecided(operationsOf(script) ?? []) : signatureWrong;
}

/** @param signature - 64 bytes, which sign all (SIGHASH_DEFAULT), or 65 with SIGHASH_ALL */
function isSignedByOutputKey(key: Uint8Array, signature: Uint8Array, tx: RawTransaction): boolean {
  const type = signature.length === 64 ? SigHash.DEFAULT : signature[64];
  if (type === undefined || signature.length > 65) return false;
  if (signature.length === 65 && type !== SigHash.ALL) return false;
  const script = outputScript({ kind: "witness", version: 1, program: key });
  const digest = transactionOf(tx).preimageWitnessV1(0, [script], type, [0n]);
  return schnorr.verify(signature.subarray(0, 64), digest, key);
}

/** Returns whether an output key commits to a script (BIP-341). */
function isLeafOf(key: Uint8Array, script: Uint8Array, control: Uint8Array): boolean {
  const depth = (control.length - 33) / 32;
  if (!Number.isInteger(depth) || depth < 0 || depth > 128) return false;
  const first = control[0] ?? 0;
  try {
    let node: Uint8Array = tapLeafHash(script, first & 0xfe);
    for (let at = 33; at < control.length; at += 32) {
      const pair = [node, control.subarray(at, at + 32)].sort(compareBytes);
      node = tagSchnorr("TapBranch", ...pair);
    }
    const [outputKey, parity] = taprootTweakPubkey(control.subarray(1, 33), node);
    return parity === (first & 1) && equalBytes(outputKey, key);
  } catch {
    return false;
  }
}

/** Returns the operations of a script; undefined if it is malformed, or a push is longer than necessary. */
function operationsOf(script: Uint8Array): ScriptType | undefined {
  try {
    const operations = Script.decode(script);
    return equalBytes(Script.encode(operations), script) ? operations : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what a script pushes; undefined if it also does something else. */
function pushesOf(script: Uint8Array): readonly Uint8Array[] | undefined {
  const pushed = operationsOf(script)?.map((operation) => {
    if (operation === 0) return new Uint8Array();
    return operation instanceof Uint8Array ? operation : undefined;
  });
  return pushed?.every((each) => each !== undefined) ? pushed : undefined;
}

/** Digest of a script before segwit. */
function legacyDigest(tx: RawTransaction, script: Uint8Array): Uint8Array {
  const inputs = tx.inputs.map((input) => ({ ...input, finalScriptSig: script }));
  const unsigned = RawTx.encode({ ...tx, segwitFlag: false, witnesses: undefined, inputs });
  return sha256(sha256(concatBytes(unsigned, Uint8Array.of(SigHash.ALL, 0, 0, 0))));
}

/** Scripts are decided here. The library only serializes what is signed. */
function transactionOf(tx: RawTransaction): Transaction {
  return Transaction.fromRaw(RawTx.encode(tx), {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
    disableScriptCheck: true,
  });
}
