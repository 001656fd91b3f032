/** BIP-322 2.0.0: its vectors, and every rule that a transaction may break. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { base64, bech32m } from "@scure/base";
import { Address, OutScript, p2ms, p2pkh, p2sh, p2tr, p2wsh } from "@scure/btc-signer/payment.js";
import { TaprootControlBlock } from "@scure/btc-signer/psbt.js";
import { RawTx, RawWitness, Script, type ScriptType } from "@scure/btc-signer/script.js";
import { SigHash, Transaction } from "@scure/btc-signer/transaction.js";
import { pubECDSA, pubSchnorr, sha256x2 } from "@scure/btc-signer/utils.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OwnershipMethod, SignatureVerdict } from "../../src/domain/ownership/method.js";
import { verifySignature } from "../../src/domain/ownership/verify.js";
import { bitcoinMessages } from "../../src/ownership/bitcoin.js";
import type { RawTransaction } from "../../src/ownership/bitcoin-script.js";
import { litecoinMessages } from "../../src/ownership/litecoin.js";
import {
  full,
  keysOf,
  litecoinNetwork,
  opReturn,
  type Payment,
  payments,
  scriptPayments,
  simple,
  type ToSign,
  toSign,
  toSpend,
  witnessOf,
} from "../support/ownership/bitcoin-wallets.js";
import { walletCases } from "../support/ownership/wallets.js";
import { runs } from "../support/runs.js";
import vectors from "./vectors/bip322.json" with { type: "json" };

const proved = { status: "proved", format: "bip-322" };
const wrong = { status: "refused", reason: "signature_wrong" };
const malformed = { status: "refused", reason: "signature_malformed" };
const inconclusive = (reason: string) => ({ status: "inconclusive", reason });

const text = "The text, signed.";
const keys = keysOf(new Uint8Array(32).fill(7));
const [key = new Uint8Array(), second = new Uint8Array(), third = new Uint8Array()] = keys;

type Addressed = Payment & { readonly address?: string };

/** Payments, and the keys that sign for them. */
const wallets: Readonly<Record<string, { readonly payment: Addressed; readonly keys: readonly Uint8Array[] }>> = {
  p2pkh: { payment: payments.p2pkh(key), keys: [key] },
  p2wpkh: { payment: payments.p2wpkh(key), keys: [key] },
  "p2sh-p2wpkh": { payment: payments.p2shP2wpkh(key), keys: [key] },
  p2tr: { payment: payments.p2tr(key), keys: [key] },
  "p2wsh multisig": { payment: payments.p2wshMultisig(keys), keys: [key, third] },
  "p2sh multisig": { payment: payments.p2shMultisig(keys), keys: [second, third] },
  "p2sh-p2wsh multisig": { payment: payments.p2shP2wshMultisig(keys), keys: [key, second] },
};

/** Signed once each, because signing takes most of the time of these tests. */
const signedOnce = new Map<string, Uint8Array>();

function signedBy(name: string, rest?: Partial<ToSign>): Uint8Array {
  const wallet = wallets[name];
  if (wallet === undefined) throw new Error("no such wallet");
  const tx = (rest ? undefined : signedOnce.get(name)) ?? toSign({ ...wallet, text, ...rest });
  if (!rest) signedOnce.set(name, tx);
  return tx;
}

const addressOf = (name: string): string => wallets[name]?.payment.address ?? "";

function verdictOf(address: string, signature: string, method: OwnershipMethod = bitcoinMessages): SignatureVerdict {
  return verifySignature(method, { address, text, signature });
}

/** Changes a transaction after it was signed. */
function changed(tx: Uint8Array, change: (parts: RawTransaction) => Partial<RawTransaction>): string {
  const parts: RawTransaction = RawTx.decode(tx);
  return full(RawTx.encode({ ...parts, ...change(parts) }));
}

/** Replaces each scriptSig. */
function withScriptSig(tx: Uint8Array, replace: (operations: ScriptType) => ScriptType | Uint8Array): string {
  return changed(tx, ({ inputs }) => ({
    inputs: inputs.map((input) => {
      const replaced = replace(Script.decode(input.finalScriptSig));
      return { ...input, finalScriptSig: replaced instanceof Uint8Array ? replaced : Script.encode(replaced) };
    }),
  }));
}

describe("the vectors of BIP-322", () => {
  const expectedOf = (type: string) => {
    if (type.startsWith("proof_of_funds")) return inconclusive("proof_of_funds");
    return type.includes("time-lock") ? inconclusive("time_lock") : proved;
  };
  const verdicts = (rows: readonly { address: string; message: string; signature: string }[]) =>
    rows.map(({ address, message, signature }) =>
      verifySignature(bitcoinMessages, { address, text: message, signature }),
    );

  test("18 are proved, and 5 inconclusive", () => {
    const results = verdicts(vectors.valid);
    expect(results).toMatchObject(vectors.valid.map(({ type }) => expectedOf(type)));
    expect(results.filter(({ status }) => status === "proved")).toHaveLength(18);
    expect(results.filter(({ status }) => status === "inconclusive")).toHaveLength(5);
  });

  test("36 are refused", () => {
    const results = verdicts(vectors.invalid);
    expect(results.filter(({ status }) => status === "refused")).toHaveLength(36);
    expect(results).toHaveLength(36);
  });

  test("none is proved for another text", () => {
    const others = vectors.valid.flatMap((row) =>
      [`${row.message} `, ` ${row.message}`].map((message) => ({ ...row, message })),
    );
    expect(verdicts(others).filter(({ status }) => status === "proved")).toEqual([]);
  });

  test("none is proved with the prefix of another variant", () => {
    const variants = { simple: ["ful", "pof"], full: ["", "smp", "pof"], proof_of_funds: ["", "smp", "ful"] };
    for (const [variant, prefixes] of Object.entries(variants)) {
      const rows = vectors.valid.filter(({ type }) => type.startsWith(variant));
      const others = rows.flatMap((row) =>
        prefixes.map((prefix) => ({ ...row, signature: prefix + row.signature.replace(/^(?:smp|ful|pof)/, "") })),
      );
      expect(verdicts(others).filter(({ status }) => status === "proved")).toEqual([]);
    }
  });

  test("have the transactions of the wallets in these tests", () => {
    for (const { message, to_spend } of vectors.hashes) {
      const script = OutScript.encode(Address().decode("bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l"));
      expect(bytesToHex(sha256x2(toSpend(script, message)).reverse())).toBe(to_spend);
    }
  });
});

describe("a whole transaction", () => {
  test.each(Object.keys(wallets))("of %s is proved, with any lock time and sequence", (name) => {
    for (const lock of [{}, { version: 2, lockTime: 2016, sequence: 2016 }, { lockTime: 0xffffffff, sequence: 1 }]) {
      expect(verdictOf(addressOf(name), full(signedBy(name, lock)))).toEqual(proved);
    }
  });

  test.each(Object.keys(wallets))("of %s with one changed bit is never proved", (name) => {
    const tx = signedBy(name);
    fc.assert(
      fc.property(fc.nat(8 * tx.length - 1), (bit) => {
        const copy = Uint8Array.from(tx);
        copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(verdictOf(addressOf(name), full(copy)).status).not.toBe("proved");
      }),
      { numRuns: runs(300) },
    );
  });

  test.each(Object.keys(wallets))("of %s is proved for no other text or address", (name) => {
    const signature = full(signedBy(name, { text: `${text} ` }));
    expect(verdictOf(addressOf(name), signature)).toMatchObject(wrong);
    for (const other of Object.keys(wallets).filter((each) => each !== name)) {
      expect(verdictOf(addressOf(other), full(signedBy(name)))).toMatchObject(wrong);
    }
  });

  // Each is signed, so only these rules refuse it.
  test.each<[string, Partial<ToSign>]>([
    ["an output that it does not spend", { first: { txid: new Uint8Array(32).fill(1) } }],
    ["another output of to_spend", { first: { index: 1 } }],
    ["no output", { outputs: [] }],
    ["two outputs", { outputs: [opReturn, opReturn] }],
    ["data in its output", { outputs: [{ script: Script.encode(["RETURN", Uint8Array.of(1, 2)]), amount: 0n }] }],
    ["an output to an address", { outputs: [{ script: payments.p2wpkh(second).script, amount: 0n }] }],
  ])("with %s is refused", (_, rest) => {
    expect(verdictOf(addressOf("p2wpkh"), full(signedBy("p2wpkh", rest)))).toMatchObject(wrong);
  });

  test("with a value in its output is refused", () => {
    const publicKey = pubECDSA(key);
    for (const amount of [0n, 1n]) {
      const unsigned = toSignUnsigned(payments.p2wpkh(key), amount);
      const tx = Transaction.fromRaw(unsigned, { allowUnknownOutputs: true });
      const digest = tx.preimageWitnessV0(0, payments.p2pkh(key).script, SigHash.ALL, 0n);
      const der = secp256k1.sign(digest, key, { prehash: false, format: "der" });
      const witnesses = [[Uint8Array.of(...der, SigHash.ALL), publicKey]];
      const signature = changed(unsigned, () => ({ segwitFlag: true, witnesses }));
      expect(verdictOf(addressOf("p2wpkh"), signature)).toMatchObject(amount === 0n ? proved : wrong);
    }
  });

  test("with a second input is refused: only pof has further inputs", () => {
    const { script } = payments.p2wpkh(key);
    const inputs = [{ txid: new Uint8Array(32).fill(1), index: 0, script }];
    expect(verdictOf(addressOf("p2wpkh"), full(signedBy("p2wpkh", { inputs })))).toMatchObject(wrong);
  });

  test.each([1, 3])("of version %i is inconclusive if it is signed", (version) => {
    const tx = signedBy("p2wpkh", { version });
    expect(verdictOf(addressOf("p2wpkh"), full(tx))).toMatchObject(inconclusive("scheme_unknown"));
    expect(
      verdictOf(
        addressOf("p2wpkh"),
        changed(tx, () => ({ lockTime: 1 })),
      ),
    ).toMatchObject(wrong);
  });

  test("with a scriptSig where segwit has none, or other than the script, is refused", () => {
    expect(
      verdictOf(
        addressOf("p2wpkh"),
        withScriptSig(signedBy("p2wpkh"), () => ["OP_1"]),
      ),
    ).toMatchObject(wrong);
    expect(
      verdictOf(
        addressOf("p2tr"),
        withScriptSig(signedBy("p2tr"), () => [new Uint8Array(3)]),
      ),
    ).toMatchObject(wrong);
    for (const name of ["p2sh-p2wpkh", "p2sh-p2wsh multisig"]) {
      const tx = signedBy(name);
      expect(
        verdictOf(
          addressOf(name),
          withScriptSig(tx, () => []),
        ),
      ).toMatchObject(wrong);
      expect(
        verdictOf(
          addressOf(name),
          withScriptSig(tx, (all) => [0, ...all]),
        ),
      ).toMatchObject(wrong);
      expect(
        verdictOf(
          addressOf(name),
          withScriptSig(tx, (all) => ["NOP", ...all]),
        ),
      ).toMatchObject(wrong);
    }
  });

  test("with a witness where there is none is refused", () => {
    for (const name of ["p2pkh", "p2sh multisig"]) {
      const signature = changed(signedBy(name), () => ({ segwitFlag: true, witnesses: [[Uint8Array.of(1)]] }));
      expect(verdictOf(addressOf(name), signature)).toMatchObject(wrong);
    }
  });

  test("with a push that is longer than necessary is refused", () => {
    const signature = withScriptSig(signedBy("p2pkh"), (pushed) => {
      const bytes = pushed.filter((each) => each instanceof Uint8Array);
      // PUSHDATA1.
      return concatBytes(...bytes.map((each) => concatBytes(Uint8Array.of(76, each.length), each)));
    });
    expect(verdictOf(addressOf("p2pkh"), signature)).toMatchObject(wrong);
  });
});

describe("a simple signature", () => {
  const names = Object.keys(wallets).filter((name) => !["p2pkh", "p2sh multisig"].includes(name));

  test.each(names)("of %s is proved, with its prefix and without", (name) => {
    const signature = simple(witnessOf(signedBy(name)));
    expect(verdictOf(addressOf(name), signature)).toEqual(proved);
    expect(verdictOf(addressOf(name), signature.slice(3))).toEqual(proved);
  });

  test.each(names)("of %s signs version, lock time and sequence 0", (name) => {
    for (const rest of [{ version: 2 }, { lockTime: 1 }, { sequence: 1 }]) {
      expect(verdictOf(addressOf(name), simple(witnessOf(signedBy(name, rest))))).toMatchObject(wrong);
    }
  });

  test.each(names)("of %s without an item, or with one more, is refused", (name) => {
    const witness = witnessOf(signedBy(name));
    for (const each of [[], witness.slice(1), witness.slice(0, -1), [new Uint8Array(), ...witness]]) {
      expect(verdictOf(addressOf(name), simple(each))).toMatchObject(wrong);
    }
  });

  test("does not exist for P2PKH and P2SH without segwit", () => {
    for (const name of ["p2pkh", "p2sh multisig"]) {
      const wrapped = RawTx.decode(signedBy(name)).inputs.flatMap(({ finalScriptSig }) =>
        Script.decode(finalScriptSig),
      );
      const items = wrapped.map((each) => (each instanceof Uint8Array ? each : new Uint8Array()));
      expect(verdictOf(addressOf(name), simple(items))).toMatchObject(wrong);
    }
  });

  test("of Litecoin is proved", () => {
    const payment = p2wsh(payments.multisig(keys), litecoinNetwork);
    const tx = toSign({ payment, keys: [key, second], text });
    expect(verdictOf(payment.address ?? "", simple(witnessOf(tx)), litecoinMessages)).toEqual(proved);
    expect(verdictOf(payment.address ?? "", full(tx), litecoinMessages)).toEqual(proved);
  });
});

describe("a signature in a script", () => {
  test.each([
    ["NONE", SigHash.NONE],
    ["SINGLE", SigHash.SINGLE],
    ["ALL|ANYONECANPAY", SigHash.ALL_ANYONECANPAY],
    ["SINGLE|ANYONECANPAY", SigHash.SINGLE_ANYONECANPAY],
  ])("that signs %s is refused", (_, hashType) => {
    for (const name of Object.keys(wallets)) {
      expect(verdictOf(addressOf(name), full(signedBy(name, { hashType })))).toMatchObject(wrong);
    }
  });

  test("of Taproot with SIGHASH_ALL is proved, and with a type of 0 refused", () => {
    const [signature = key] = witnessOf(signedBy("p2tr", { hashType: SigHash.ALL }));
    expect(signature).toHaveLength(65);
    expect(verdictOf(addressOf("p2tr"), simple([signature]))).toEqual(proved);
    const [byDefault = key] = witnessOf(signedBy("p2tr"));
    for (const last of [[0], [1], [1, 1]]) {
      expect(verdictOf(addressOf("p2tr"), simple([Uint8Array.of(...byDefault, ...last)]))).toMatchObject(wrong);
    }
    expect(verdictOf(addressOf("p2tr"), simple([new Uint8Array(64)]))).toMatchObject(wrong);
    expect(verdictOf(addressOf("p2tr"), simple([new Uint8Array(63)]))).toMatchObject(wrong);
  });

  test("with high s, or in other DER, is refused", () => {
    const [signature = key, publicKey = key] = witnessOf(signedBy("p2wpkh"));
    const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, -1), "der");
    const high = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s)).toBytes("der");
    const [tag = 0, length = 0, ...rest] = signature;
    const padded = [tag, length + 1, 2, (rest[1] ?? 0) + 1, 0, ...rest.slice(2)];
    for (const each of [[...high, SigHash.ALL], padded, [...signature.subarray(0, -1)], [...signature, 1], []]) {
      expect(verdictOf(addressOf("p2wpkh"), simple([Uint8Array.from(each), publicKey]))).toMatchObject(wrong);
    }
  });

  test("of a key that is not compressed is proved before segwit, and refused in segwit", () => {
    const publicKey = pubECDSA(key, false);
    const payment = p2pkh(publicKey);
    const unsigned = toSignUnsigned(payment);
    const parts: RawTransaction = RawTx.decode(unsigned);
    const inputs = parts.inputs.map((input) => ({ ...input, finalScriptSig: payment.script }));
    const toDigest = RawTx.encode({ ...parts, inputs });
    const digest = sha256x2(toDigest, Uint8Array.of(1, 0, 0, 0));
    const der = secp256k1.sign(digest, key, { prehash: false, format: "der" });
    const signature = withScriptSig(unsigned, () => [Uint8Array.of(...der, SigHash.ALL), publicKey]);
    expect(verdictOf(payment.address, signature)).toEqual(proved);

    const [signed = key] = witnessOf(signedBy("p2wpkh"));
    expect(verdictOf(addressOf("p2wpkh"), simple([signed, publicKey]))).toMatchObject(wrong);
  });
});

describe("multisig", () => {
  const name = "p2wsh multisig";
  const witness = witnessOf(signedBy(name));
  const [empty = key, first = key, last = key, script = key] = witness;
  const other = witnessOf(toSign({ payment: payments.p2wshMultisig(keys), keys: [second, third], text }));

  test.each<[string, readonly Uint8Array[]]>([
    ["another order", [empty, last, first, script]],
    ["one signature twice", [empty, first, first, script]],
    ["too few signatures", [empty, first, script]],
    ["an empty signature", [empty, first, empty, script]],
    ["too many signatures", [empty, first, other[1] ?? key, last, script]],
    ["something in place of the empty item", [Uint8Array.of(0), first, last, script]],
    ["no empty item", [first, last, script]],
    [
      "another script",
      [
        empty,
        first,
        last,
        Script.encode([2, ...[second, key, third].map((each) => pubECDSA(each)), 3, "CHECKMULTISIG"]),
      ],
    ],
  ])("with %s is refused", (_, items) => {
    expect(verdictOf(addressOf(name), simple(items))).toMatchObject(wrong);
  });

  test("of any two of three is proved, and not of other keys", () => {
    for (const signers of [
      [key, second],
      [key, third],
      [second, third],
    ]) {
      expect(verdictOf(addressOf(name), full(signedBy(name, { keys: signers })))).toEqual(proved);
    }
    const strangers = keysOf(key);
    const tx = toSign({ payment: payments.p2wshMultisig(strangers), keys: strangers.slice(0, 2), text });
    expect(verdictOf(addressOf(name), simple([...witnessOf(tx).slice(0, -1), script]))).toMatchObject(wrong);
  });

  test("of one key is proved with its signature only", () => {
    const payment = p2sh(p2ms(1, [pubECDSA(key), pubECDSA(second)]));
    const address = payment.address ?? "";
    expect(verdictOf(address, full(toSign({ payment, keys: [second], text })))).toEqual(proved);
    const finalScriptSig = (tx: Uint8Array) => withScriptSig(tx, (all) => [0, key, ...all.slice(2)]);
    expect(verdictOf(address, finalScriptSig(toSign({ payment, keys: [second], text })))).toMatchObject(wrong);
  });

  test("that needs no key is not proved", () => {
    const needsNone = Script.encode([0, pubECDSA(key), 1, "CHECKMULTISIG"]);
    expectUndecided(needsNone, [new Uint8Array()], "script_unknown");
  });
});

/** Expects that nothing is decided about a script, by P2WSH, P2SH and both, whatever the items are. */
function expectUndecided(script: Uint8Array, items: readonly Uint8Array[], reason: string): void {
  const { p2wsh: inWitness, p2sh: inScript } = scriptPayments(script);
  const wrapped = scriptPayments(inWitness.script).p2sh;
  const witness = [...items, script];
  expect(verdictOf(addressOfScript(inWitness.script), simple(witness))).toMatchObject(inconclusive(reason));
  expect(verdictOf(addressOfScript(wrapped.script), simple(witness))).toMatchObject(inconclusive(reason));
  const pushes = [...items.map((each) => (each.length === 0 ? 0 : each)), script];
  const signature = withScriptSig(toSignUnsigned(inScript), () => pushes);
  expect(verdictOf(addressOfScript(inScript.script), signature)).toMatchObject(inconclusive(reason));
  expect(verdictOf(addressOf("p2sh multisig"), signature)).toMatchObject(wrong);
}

function addressOfScript(script: Uint8Array): string {
  return Address().encode(OutScript.decode(script));
}

function toSignUnsigned({ script }: Payment, amount = 0n): Uint8Array {
  const tx = new Transaction({ version: 0, allowUnknownOutputs: true });
  tx.addInput({ txid: sha256x2(toSpend(script, text)).reverse(), index: 0, sequence: 0 });
  tx.addOutput({ ...opReturn, amount });
  return tx.toBytes();
}

describe("scripts that are not decided", () => {
  const publicKey = pubECDSA(key);

  test.each<[string, ScriptType]>([
    ["one key", [publicKey, "CHECKSIG"]],
    ["a hash of a key", ["DUP", "HASH160", new Uint8Array(20), "EQUALVERIFY", "CHECKSIG"]],
    ["anybody", ["OP_1"]],
    ["multisig and more", [1, publicKey, 1, "CHECKMULTISIGVERIFY", "OP_1"]],
    ["a wrong number of keys", [1, publicKey, 2, "CHECKMULTISIG"]],
    ["more signatures than keys", [2, publicKey, 1, "CHECKMULTISIG"]],
    ["a key of another length", [1, new Uint8Array(32), 1, "CHECKMULTISIG"]],
  ])("%s", (_, operations) => {
    expectUndecided(Script.encode(operations), [Uint8Array.of(1, 2, 3)], "script_unknown");
  });

  test("a push that is longer than necessary", () => {
    const script = concatBytes(Uint8Array.of(0x51, 76, 33), publicKey, Uint8Array.of(0x51, 0xae));
    expectUndecided(script, [new Uint8Array()], "script_unknown");
  });

  test.each(["CHECKLOCKTIMEVERIFY", "CHECKSEQUENCEVERIFY"] as const)("a time lock: %s", (lock) => {
    const script = Script.encode([Uint8Array.of(1, 2), lock, "DROP", publicKey, "CHECKSIG"]);
    expectUndecided(script, [Uint8Array.of(1, 2, 3)], "time_lock");
  });

  test.each([
    ["a Taproot program in P2SH", Script.encode([1, pubSchnorr(key)])],
    ["a later version in P2SH", Script.encode([2, pubSchnorr(key)])],
  ])("%s", (_, redeemScript) => {
    const payment = scriptPayments(redeemScript).p2sh;
    const signature = withScriptSig(toSignUnsigned(payment), () => [redeemScript]);
    expect(verdictOf(addressOfScript(payment.script), signature)).toMatchObject(inconclusive("script_unknown"));
  });

  test.each([
    [1, 2],
    [1, 20],
    [2, 32],
    [16, 40],
  ])("a witness program of version %i and %i bytes", (version, length) => {
    const address = bech32m.encode("bc", [version, ...bech32m.toWords(new Uint8Array(length).fill(3))]);
    expect(verdictOf(address, simple([key]))).toMatchObject(inconclusive("script_unknown"));
  });

  test("a P2SH script that is too long to be spent is refused", () => {
    const script = Script.encode([...new Array<Uint8Array>(16).fill(publicKey), 16, "CHECKMULTISIG"]);
    const payment = scriptPayments(script).p2sh;
    const signature = withScriptSig(toSignUnsigned(payment), () => [0, script]);
    expect(verdictOf(addressOfScript(payment.script), signature)).toMatchObject(wrong);
  });
});

describe("Taproot scripts", () => {
  const scripts = [
    Script.encode([pubSchnorr(second), "CHECKSIG"]),
    Script.encode([5, "CHECKSEQUENCEVERIFY", "DROP", pubSchnorr(third), "CHECKSIG"]),
    Script.encode([pubSchnorr(third), "CHECKSIG"]),
  ];
  const payment = p2tr(
    pubSchnorr(key),
    scripts.map((script) => ({ script })),
    undefined,
    true,
  );
  const address = payment.address ?? "";
  const leaves = (payment.tapLeafScript ?? []).map(([control, script]) => ({
    controlBlock: TaprootControlBlock.encode(control),
    // Without the version of the leaf.
    script: script.slice(0, -1),
  }));

  test("are inconclusive if the address commits to them", () => {
    const verdicts = leaves.map(({ script, controlBlock }) => verdictOf(address, simple([key, script, controlBlock])));
    const reasons = verdicts.map((verdict) => (verdict.status === "inconclusive" ? verdict.reason : verdict.status));
    expect(reasons.sort()).toEqual(["script_unknown", "script_unknown", "time_lock"]);
  });

  test("are refused if it does not", () => {
    const [leaf, other] = leaves;
    const { script = key, controlBlock = key } = leaf ?? {};
    const flipped = (at: number) => controlBlock.map((byte, index) => (index === at ? byte ^ 1 : byte));
    const controls = [flipped(0), flipped(1), flipped(33), controlBlock.subarray(0, -1), controlBlock.subarray(0, 33)];
    for (const control of [...controls, new Uint8Array(), new Uint8Array(33 + 32 * 129).fill(0xc0)]) {
      expect(verdictOf(address, simple([key, script, control]))).toMatchObject(wrong);
    }
    expect(verdictOf(address, simple([key, other?.script ?? key, controlBlock]))).toMatchObject(wrong);
    expect(verdictOf(addressOf("p2tr"), simple([key, script, controlBlock]))).toMatchObject(wrong);
  });

  test("do not change the proof of the key", () => {
    const tx = toSign({ payment, keys: [key], text });
    expect(verdictOf(address, full(tx))).toEqual(proved);
  });

  test("with an annex are inconclusive", () => {
    const [signature = key] = witnessOf(signedBy("p2tr"));
    expect(verdictOf(addressOf("p2tr"), simple([signature, Uint8Array.of(0x50)]))).toMatchObject(
      inconclusive("script_unknown"),
    );
  });
});

describe("malformed are", () => {
  const witness = RawWitness.encode([...witnessOf(signedBy("p2wpkh"))]);
  const tx = signedBy("p2wpkh");

  test.each([
    ["nothing after the prefix", "smp"],
    ["other characters than base64", "smp!!!!"],
    ["hex", bytesToHex(witness)],
    ["another prefix", `sim${base64.encode(witness)}`],
    ["a prefix in capitals", `SMP${base64.encode(witness)}`],
    ["two prefixes", `smpsmp${base64.encode(witness)}`],
    ["space", ` smp${base64.encode(witness)}`],
    ["bytes after the witness", `smp${base64.encode(concatBytes(witness, Uint8Array.of(0)))}`],
    ["part of a witness", `smp${base64.encode(witness.subarray(0, -1))}`],
    ["a transaction as a witness", `smp${base64.encode(tx)}`],
    ["a witness as a transaction", `ful${base64.encode(witness)}`],
    ["bytes after the transaction", full(concatBytes(tx, Uint8Array.of(0)))],
    ["a proof of funds that is no PSBT", `pof${base64.encode(tx)}`],
    ["a proof of funds without bytes", "pof"],
  ])("%s", (_, signature) => {
    expect(verdictOf(addressOf("p2wpkh"), signature)).toMatchObject(malformed);
  });

  test("not a proof of funds", () => {
    const psbt = hexToBytes("70736274ff");
    expect(verdictOf(addressOf("p2wpkh"), `pof${base64.encode(psbt)}`)).toMatchObject(inconclusive("proof_of_funds"));
  });
});

test("a signature whose base64 has only characters of base58 is one of BIP-322", () => {
  const key = hexToBytes("beb96fd6ad07025a428db7402784500605623b860fbd0d0105af5b3c2c01ccc8");
  const drawn = "⒤🜀𞡌𒔫𐊋𝛓🨇˳";
  const signer = walletCases.find(({ name }) => name === "bitcoin p2tr, bip-322")?.wallet(key);
  const { signature = "" } = signer?.sign(drawn) ?? {};
  expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{88}$/);
  expect(verifySignature(bitcoinMessages, { address: signer?.address ?? "", text: drawn, signature })).toEqual(proved);
});
