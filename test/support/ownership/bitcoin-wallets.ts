/** Wallets of Bitcoin, Litecoin and Bitcoin Cash, over `@noble/curves` and the signing of `@scure/btc-signer`. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { p2ms, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from "@scure/btc-signer/payment.js";
import { RawTx, RawWitness, Script, VarBytes } from "@scure/btc-signer/script.js";
import { SigHash, Transaction } from "@scure/btc-signer/transaction.js";
import { hash160, pubECDSA, pubSchnorr, sha256x2, tagSchnorr } from "@scure/btc-signer/utils.js";
import { encodeCashAddr } from "../../../src/domain/chains/encodings/cashaddr.js";
import { bitcoinMessages } from "../../../src/ownership/bitcoin.js";
import { bitcoinCashMessages } from "../../../src/ownership/bitcoin-cash.js";
import { litecoinMessages } from "../../../src/ownership/litecoin.js";
import type { WalletCase } from "./wallet-case.js";

export const bitcoinMagic = "Bitcoin Signed Message:\n";
export const litecoinMagic = "Litecoin Signed Message:\n";

export const litecoinNetwork = { bech32: "ltc", pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 };

/** The first header of each kind in BIP-137. */
export const headers = { uncompressed: 27, compressed: 31, p2sh: 35, segwit: 39 };

/** Signs a text with a header byte. */
export function signLegacy(
  text: string,
  key: Uint8Array,
  header: number = headers.compressed,
  magic: string = bitcoinMagic,
): Uint8Array {
  const digest = sha256x2(...[magic, text].map((each) => VarBytes.encode(utf8ToBytes(each))));
  const [recovery = 0, ...signature] = secp256k1.sign(digest, key, { prehash: false, format: "recovered" });
  return Uint8Array.of(header + recovery, ...signature);
}

/** What `@scure/btc-signer` returns for an address, or the same for a script that it has no payment for. */
export interface Payment {
  readonly script: Uint8Array;
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
  readonly tapInternalKey?: Uint8Array;
  readonly tapMerkleRoot?: Uint8Array;
}

type Output = { readonly script: Uint8Array; readonly amount: bigint };
type Input = { readonly txid: Uint8Array; readonly index: number };

/** A transaction of BIP-322. What is absent is as the standard says. */
export interface ToSign {
  readonly payment: Payment;
  readonly keys: readonly Uint8Array[];
  readonly text: string;
  readonly version?: number;
  readonly lockTime?: number;
  readonly sequence?: number;
  readonly hashType?: number;
  /** Inputs after the first. */
  readonly inputs?: readonly (Input & { readonly script: Uint8Array })[];
  readonly outputs?: readonly Output[];
  readonly first?: Partial<Input>;
}

/** Returns the transaction whose output `to_sign` spends. */
export function toSpend(script: Uint8Array, text: string): Uint8Array {
  const message = tagSchnorr("BIP0322-signed-message", utf8ToBytes(text));
  const input = {
    txid: new Uint8Array(32),
    index: 0xffffffff,
    finalScriptSig: concatBytes(Uint8Array.of(0, 32), message),
    sequence: 0,
  };
  return RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [input],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  });
}

export const opReturn: Output = { script: Uint8Array.of(0x6a), amount: 0n };

/** Returns a signed `to_sign`. */
export function toSign({ payment, keys, text, ...options }: ToSign): Uint8Array {
  const { version = 0, lockTime = 0, sequence = 0, inputs = [], outputs = [opReturn], first } = options;
  const { hashType } = options;
  const previous = toSpend(payment.script, text);
  const tx = new Transaction({ version, lockTime, allowUnknownOutputs: true, allowLegacyWitnessUtxo: true });
  tx.addInput({
    txid: sha256x2(previous).reverse(),
    index: 0,
    ...first,
    sequence,
    witnessUtxo: { script: payment.script, amount: 0n },
    ...(hashType !== undefined && { sighashType: hashType }),
    ...(payment.redeemScript && { redeemScript: payment.redeemScript }),
    ...(payment.witnessScript && { witnessScript: payment.witnessScript }),
    ...(payment.tapInternalKey && { tapInternalKey: payment.tapInternalKey }),
    ...(payment.tapMerkleRoot && { tapMerkleRoot: payment.tapMerkleRoot }),
  });
  for (const { script, ...input } of inputs) {
    tx.addInput({ ...input, sequence: 0, witnessUtxo: { script, amount: 0n } });
  }
  for (const output of outputs) tx.addOutput(output);
  // Without random bytes, so that a failure is reproducible.
  for (const key of keys) {
    tx.sign(key, [SigHash.DEFAULT, SigHash.ALL, ...(hashType === undefined ? [] : [hashType])], new Uint8Array(32));
  }
  tx.finalize();
  return tx.toBytes(true, true);
}

/** Returns the witness of a signed `to_sign`, which a simple signature is. */
export function witnessOf(tx: Uint8Array): readonly Uint8Array[] {
  return RawTx.decode(tx).witnesses?.[0] ?? [];
}

export function full(tx: Uint8Array): string {
  return `ful${base64.encode(tx)}`;
}

export function simple(witness: readonly Uint8Array[]): string {
  return `smp${base64.encode(RawWitness.encode([...witness]))}`;
}

/** Returns three keys of a seed. */
export function keysOf(seed: Uint8Array): readonly Uint8Array[] {
  return [0, 1, 2].map((index) => keyOf(seed, String(index)));
}

/** Wallets have a key of their own for each chain (BIP-44), which the same seed must not share here either. */
function keyOf(seed: Uint8Array, name: string): Uint8Array {
  return sha256(concatBytes(utf8ToBytes(name), seed));
}

/** Payments by kind of address, on Bitcoin. */
export const payments = {
  p2pkh: (key: Uint8Array) => p2pkh(pubECDSA(key)),
  p2wpkh: (key: Uint8Array) => p2wpkh(pubECDSA(key)),
  p2shP2wpkh: (key: Uint8Array) => p2sh(p2wpkh(pubECDSA(key))),
  p2tr: (key: Uint8Array) => p2tr(pubSchnorr(key)),
  /** Two of three. */
  multisig: (keys: readonly Uint8Array[]) =>
    p2ms(
      2,
      keys.map((key) => pubECDSA(key)),
    ),
  p2wshMultisig: (keys: readonly Uint8Array[]) => p2wsh(payments.multisig(keys)),
  p2shMultisig: (keys: readonly Uint8Array[]) => p2sh(payments.multisig(keys)),
  p2shP2wshMultisig: (keys: readonly Uint8Array[]) => p2sh(p2wsh(payments.multisig(keys))),
};

/** Returns the payment to a script, for scripts that `@scure/btc-signer` has no payment for. */
export function scriptPayments(script: Uint8Array) {
  const wsh = Script.encode([0, sha256(script)]);
  return {
    p2wsh: { script: wsh, witnessScript: script },
    p2sh: { script: Script.encode(["HASH160", hash160(script), "EQUAL"]), redeemScript: script },
  };
}

function legacyCase(
  name: string,
  method: WalletCase["method"],
  signer: Omit<Parameters<typeof legacyWallet>[0], "seed">,
): WalletCase {
  return {
    name: `${name}, bip-137`,
    method,
    format: "bip-137",
    encoding: "base64",
    wallet: (seed) => legacyWallet({ ...signer, seed }),
    ...(signer.header !== headers.compressed && { isUnsigned: isOtherHeader }),
  };
}

interface LegacySigner {
  readonly seed: Uint8Array;
  /** Names the chain. */
  readonly chain: string;
  readonly magic: string;
  readonly header: number;
  readonly addressOf: (key: Uint8Array) => string | undefined;
}

function legacyWallet({ seed, chain, magic, header, addressOf }: LegacySigner) {
  const key = keyOf(seed, chain);
  return {
    address: addressOf(key) ?? "",
    sign: (text: string) => ({ signature: base64.encode(signLegacy(text, key, header, magic)) }),
  };
}

/** A segwit address has two headers: that of BIP-137, and that of P2PKH. The choice is not signed. */
function isOtherHeader(signature: Uint8Array, bit: number): boolean {
  if (bit >= 8) return false;
  const [header = 0] = signature;
  const other = header ^ (1 << bit);
  return other >= headers.compressed && other < headers.p2sh && ((other - header) & 3) === 0;
}

function simpleCase(
  name: string,
  method: WalletCase["method"],
  keysOfSeed: (seed: Uint8Array) => readonly Uint8Array[],
  paymentOf: (keys: readonly Uint8Array[]) => Payment & { readonly address?: string },
  signers = 1,
): WalletCase {
  return {
    name: `${name}, bip-322`,
    method,
    format: "bip-322",
    encoding: "base64",
    wallet: (seed) => {
      const keys = keysOfSeed(seed);
      const payment = paymentOf(keys);
      return {
        address: payment.address ?? "",
        // Without a prefix, as before BIP-322 2.0.0.
        sign: (text) => {
          const tx = toSign({ payment, keys: keys.slice(0, signers), text });
          return { signature: base64.encode(RawWitness.encode([...witnessOf(tx)])) };
        },
      };
    },
  };
}

const oneOf = (chain: string) => (seed: Uint8Array) => [keyOf(seed, chain)];
const ofFirst =
  <Result>(payment: (key: Uint8Array) => Result) =>
  ([key = new Uint8Array()]: readonly Uint8Array[]) =>
    payment(key);

const onBitcoin = { chain: "bitcoin", magic: bitcoinMagic };
const { compressed, p2sh: wrapped, segwit } = headers;

/** The case of each format and kind of address. */
export const bitcoinWallets: readonly WalletCase[] = [
  legacyCase("bitcoin p2pkh", bitcoinMessages, {
    ...onBitcoin,
    header: compressed,
    addressOf: (key) => payments.p2pkh(key).address,
  }),
  legacyCase("bitcoin p2sh-p2wpkh", bitcoinMessages, {
    ...onBitcoin,
    header: wrapped,
    addressOf: (key) => payments.p2shP2wpkh(key).address,
  }),
  legacyCase("bitcoin p2wpkh", bitcoinMessages, {
    ...onBitcoin,
    header: segwit,
    addressOf: (key) => payments.p2wpkh(key).address,
  }),
  simpleCase("bitcoin p2wpkh", bitcoinMessages, oneOf("bitcoin"), ofFirst(payments.p2wpkh)),
  simpleCase("bitcoin p2tr", bitcoinMessages, oneOf("bitcoin"), ofFirst(payments.p2tr)),
  simpleCase("bitcoin p2wsh multisig", bitcoinMessages, keysOf, payments.p2wshMultisig, 2),
];

/** The case of each format. */
export const litecoinWallets: readonly WalletCase[] = [
  legacyCase("litecoin p2pkh", litecoinMessages, {
    chain: "litecoin",
    magic: litecoinMagic,
    header: compressed,
    addressOf: (key) => p2pkh(pubECDSA(key), litecoinNetwork).address,
  }),
  simpleCase(
    "litecoin p2wpkh",
    litecoinMessages,
    oneOf("litecoin"),
    ofFirst((key) => p2wpkh(pubECDSA(key), litecoinNetwork)),
  ),
];

export const bitcoinCashWallets: readonly WalletCase[] = [
  legacyCase("bitcoin-cash p2pkh", bitcoinCashMessages, {
    chain: "bitcoin-cash",
    magic: bitcoinMagic,
    header: compressed,
    addressOf: (key) => encodeCashAddr(0, hash160(pubECDSA(key))),
  }),
];
