/** NEAR (NEP-413): vectors of the SDKs of NEAR, and tweetnacl. */
import { createHash } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { base58, base64 } from "@scure/base";
import fc from "fast-check";
import nacl from "tweetnacl";
import { describe, expect, test } from "vitest";
import { signInText } from "../../src/domain/ownership/sign-in-text.js";
import { verifySignature } from "../../src/domain/ownership/verify.js";
import { nearMessages } from "../../src/ownership/near.js";
import { nearPayload } from "../support/ownership/near-wallet.js";
import { runs } from "../support/runs.js";

const proved = { status: "proved", format: "nep-413" };
const keysOnLedger = { status: "inconclusive", reason: "keys_on_ledger" };

/** Sources: near-api-rs, `types/src/nep413.rs`; near-api-js, `nep413`. */
const vectors = [
  {
    text: "Hello NEAR!",
    nonce: Buffer.from("KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=", "base64").toString("hex"),
    recipient: "example.near",
    public_key: "ed25519:2RM3EotCzEiVobm6aMjaup43k8cFffR4KHFtrqbZ79Qy",
    signature: "NnJgPU1Ql7ccRTITIoOVsIfElmvH1RV7QAT4a9Vh6ShCOnjIzRwxqX54JzoQ/nK02p7VBMI2vJn48rpImIJwAw==",
  },
  {
    text: "Hello NEAR!",
    nonce: Buffer.from("KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=", "base64").toString("hex"),
    recipient: "example.near",
    callback_url: "http://localhost:3000",
    public_key: "ed25519:2RM3EotCzEiVobm6aMjaup43k8cFffR4KHFtrqbZ79Qy",
    signature: "zzZQ/GwAjrZVrTIFlvmmQbDQHllfzrr8urVWHaRt5cPfcXaCSZo35c5LDpPpTKivR6BxLyb3lcPM0FfCW5lcBQ==",
  },
  {
    text: "log me in",
    nonce: bytesToHex(Uint8Array.from({ length: 32 }, (_, index) => index)),
    recipient: "http://localhost:3000",
    public_key: "ed25519:AtH7GEjv2qmBVoT8qoRhWXizXM5CC12DC6tiqY9iNoRm",
    signature: "IfModLa3g3czlyPhkg/LSkTFSy7XCGreStZJTDIO1m3viEnYFLdXfpz1gYUVKYv3W2vwcV77TmGEzc9y0Nz+AA==",
  },
];

describe.each(vectors)("vector $text, $callback_url", (vector) => {
  const implicit = bytesToHex(base58.decode(vector.public_key.replace("ed25519:", "")));

  test("is proved for the implicit account of its key", () => {
    const { public_key, ...signed } = vector;
    expect(verifySignature(nearMessages, { ...signed, address: implicit })).toEqual(proved);
    expect(verifySignature(nearMessages, { ...signed, public_key, address: implicit })).toEqual(proved);
  });

  test("is inconclusive for an account with a name", () => {
    expect(verifySignature(nearMessages, { ...vector, address: "alice.near" })).toMatchObject(keysOnLedger);
  });

  test("is refused with any other part", () => {
    const wrong = { status: "refused", reason: "signature_wrong" };
    const zeros = "00".repeat(32);
    for (const part of [{ text: "x" }, { nonce: zeros }, { recipient: "x" }, { callback_url: "http://x" }]) {
      expect(verifySignature(nearMessages, { ...vector, address: implicit, ...part })).toMatchObject(wrong);
      expect(verifySignature(nearMessages, { ...vector, address: "alice.near", ...part })).toMatchObject(wrong);
    }
  });
});

const pair = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(3));
const other = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(4));
const nonce = new Uint8Array(32).fill(1);
const address = bytesToHex(pair.publicKey);
const text = "Sign in: Zürich";
const recipient = "vasp.example";

function sign({ secretKey }: nacl.SignKeyPair, ...parts: Parameters<typeof nearPayload>): Uint8Array {
  return nacl.sign.detached(
    createHash("sha256")
      .update(nearPayload(...parts))
      .digest(),
    secretKey,
  );
}

const signature = base64.encode(sign(pair, text, nonce, recipient));
const textForm = (key: Uint8Array) => `ed25519:${base58.encode(key)}`;

const verdictOf = (signed: Partial<Parameters<typeof verifySignature>[1]>) =>
  verifySignature(nearMessages, { address, text, signature, nonce: bytesToHex(nonce), recipient, ...signed });

test("agrees with tweetnacl over true and changed signatures", () => {
  const parts = fc.tuple(
    fc.string({ unit: "grapheme" }),
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
    fc.string({ unit: "grapheme", minLength: 1 }),
    fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }),
  );
  fc.assert(
    fc.property(parts, fc.nat(511), (drawn, bit) => {
      const bytes = sign(pair, ...drawn);
      const signed = { text: drawn[0], nonce: bytesToHex(drawn[1]), recipient: drawn[2], callback_url: drawn[3] };
      expect(verdictOf({ ...signed, signature: base64.encode(bytes) })).toEqual(proved);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verdictOf({ ...signed, signature: base64.encode(bytes) }).status).toBe("refused");
    }),
    { numRuns: runs(50) },
  );
});

test("the boundary between message and recipient is signed", () => {
  const moved = { text: `${text}v`, recipient: recipient.slice(1) };
  expect(verdictOf(moved)).toMatchObject({ status: "refused", reason: "signature_wrong" });
});

test("accepts the key of the address in each form, and a signature with the name of its curve", () => {
  for (const public_key of [textForm(pair.publicKey), address, base64.encode(pair.publicKey)]) {
    expect(verdictOf({ public_key })).toEqual(proved);
  }
  expect(verdictOf({ signature: textForm(base64.decode(signature)) })).toEqual(proved);
  expect(verdictOf({ nonce: bytesToHex(nonce).toUpperCase() })).toEqual(proved);
});

const byOther = {
  signature: base64.encode(sign(other, text, nonce, recipient)),
  public_key: textForm(other.publicKey),
};
const ethereumLike = `0x${"ab".repeat(20)}`;

test.each([
  ["keys_on_ledger", byOther],
  ["keys_on_ledger", { ...byOther, address: "alice.near" }],
  ["contract_wallet", { address: ethereumLike }],
  ["contract_wallet", { ...byOther, address: ethereumLike }],
  ["contract_wallet", { ...byOther, address: `0s${"ab".repeat(20)}` }],
  ["scheme_unknown", { address: "alice.near", public_key: `secp256k1:${base58.encode(new Uint8Array(64).fill(1))}` }],
])("inconclusive: %s", (reason, signed) => {
  expect(verdictOf(signed)).toMatchObject({ status: "inconclusive", reason });
});

test.each([
  ["text_malformed", { nonce: undefined }],
  ["text_malformed", { nonce: "00".repeat(16) }],
  ["text_malformed", { nonce: base64.encode(nonce) }],
  ["text_malformed", { recipient: undefined }],
  ["text_malformed", { recipient: "" }],
  ["signature_wrong", { callback_url: "" }],
  ["signature_wrong", { signature: byOther.signature }],
  ["signature_wrong", { public_key: byOther.public_key }],
  ["signature_wrong", { public_key: byOther.public_key, address: "alice.near" }],
  ["signature_wrong", { public_key: byOther.public_key, address: ethereumLike }],
  ["public_key_missing", { address: "alice.near" }],
  ["public_key_malformed", { public_key: "ed25519:key", address: "alice.near" }],
  ["signature_malformed", { signature: "signature" }],
  ["secret_key", { signature: textForm(pair.secretKey) }],
  ["secret_key", { signature: base64.encode(pair.secretKey) }],
  ["address_invalid", { address: "alice.testnet" }],
])("refuses: %s", (reason, signed) => {
  expect(verdictOf(signed)).toMatchObject({ status: "refused", reason });
});

test("composes text, message and recipient", () => {
  const request = {
    domain: "vasp.example",
    uri: "https://vasp.example/",
    chain: "near",
    chain_id: "near:mainnet",
    address,
    statement: "I control this account.",
    nonce: bytesToHex(nonce),
    issued: "2026-11-27T12:00:00.000Z",
    expires: "2026-11-27T12:10:00.000Z",
    request_id: "00",
  };
  const expected = signInText(request, "NEAR");
  expect(nearMessages.compose?.(request, "message")).toEqual({
    text: expected,
    message: expected,
    recipient: "vasp.example",
  });
  expect(nearMessages.nonceBytes).toBe(32);
});
