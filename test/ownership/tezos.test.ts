/** Tezos: vectors of Trust Wallet and of Octez, and tweetnacl. */
import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { base58, base64 } from "@scure/base";
import fc from "fast-check";
import nacl from "tweetnacl";
import { expect, test } from "vitest";
import { signInText } from "../../src/domain/ownership/sign-in-text.js";
import { verifySignature } from "../../src/domain/ownership/verify.js";
import { tezosMessages } from "../../src/ownership/tezos.js";
import { tezosPayload, tezosText } from "../support/ownership/tezos-wallets.js";
import { runs } from "../support/runs.js";

const proved = { status: "proved", format: "micheline" };
const [EDPK, EDSIG, TZ1] = ["0d0f25d9", "09f5cd8612", "06a19f"];

/** wallet-core, tests/chains/Tezos/MessageSignerTests.cpp */
const text = "Tezos Signed Message: testUrl 2023-02-08T10:36:18.454Z Hello World";
const payload =
  "05010000004254657a6f73205369676e6564204d6573736167653a207465737455726c20323032332d30322d30385431303a33363a31382e3435345a2048656c6c6f20576f726c64";
const signature = "edsigu3se2fcEJUCm1aqxjzbHdf7Wsugr4mLaA9YM2UVZ9Yy5meGv87VqHN3mmDeRwApTj1JKDaYjqmLZifSFdWCqBoghqaowwJ";
const key = hexToBytes("9f845c0626f90d8771e86feef4fccff42c6ed5494594d19b96d8c06d06aea6b7");
const public_key = tezosText(EDPK, key);
const address = tezosText(TZ1, blake2b(key, { dkLen: 20 }));

const verdictOf = (signed: Partial<Parameters<typeof verifySignature>[1]>) =>
  verifySignature(tezosMessages, { address, text, signature, public_key, ...signed });

function sign({ secretKey }: nacl.SignKeyPair, signed = text): Uint8Array {
  return nacl.sign.detached(blake2b(tezosPayload(signed), { dkLen: 32 }), secretKey);
}

test("proves the signature of Trust Wallet", () => {
  expect(bytesToHex(tezosPayload(text))).toBe(payload);
  expect(verdictOf({})).toEqual(proved);
  expect(verdictOf({ text: text.replace("Hello", "hello") })).toMatchObject({ reason: "signature_wrong" });
});

/** tezos-mirror, src/lib_crypto/test/key_encoding_vectors.ml: seed, tz1, edpk. */
test.each([
  [
    "98b94d2fa3f98746d3c8b2d1cdde21e43d95b260d8665503a47f5d33da3586d4",
    "tz1SodoUsWVe1Yey9eMFbqRUtNpBWfir5NRr",
    "edpkufnz668CdgnVC4X5KRvJoXCMgicr29Tjmr5vxGzvMdipwkTZmM",
  ],
  [
    "cd8c3ff8fa653379b8e215aeafc215c79eb3916860c8d799c9238ebacff746c3",
    "tz1hzyx6kUgxkM8DeWDQ8Zd1jqTdkHFjMRMT",
    "edpktkyJU8x7cyDuFPFqR7W5fAGB2jgZF38YD57K7jXxRAPUutt2q5",
  ],
])("reads key and address as Octez does: %s", (seed, tz1, edpk) => {
  const pair = nacl.sign.keyPair.fromSeed(hexToBytes(seed));
  expect(verdictOf({ address: tz1, public_key: edpk, signature: tezosText(EDSIG, sign(pair)) })).toEqual(proved);
});

test("accepts key and signature in each form", () => {
  const raw = base58.decode(signature).subarray(5, -4);
  for (const each of [bytesToHex(raw), base64.encode(raw), tezosText("04822b", raw)]) {
    expect(verdictOf({ signature: each })).toEqual(proved);
  }
  for (const each of [bytesToHex(key), `0x${bytesToHex(key)}`, base64.encode(key)]) {
    expect(verdictOf({ public_key: each })).toEqual(proved);
  }
});

test("agrees with tweetnacl over true and changed signatures", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: "grapheme" }),
      fc.nat(511),
      (seed, drawn, bit) => {
        const pair = nacl.sign.keyPair.fromSeed(seed);
        const bytes = sign(pair, drawn);
        const signed = {
          address: tezosText(TZ1, blake2b(pair.publicKey, { dkLen: 20 })),
          public_key: tezosText(EDPK, pair.publicKey),
          text: drawn,
        };
        expect(verdictOf({ ...signed, signature: tezosText(EDSIG, bytes) })).toEqual(proved);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(verdictOf({ ...signed, signature: tezosText(EDSIG, bytes) }).status).toBe("refused");
      },
    ),
    { numRuns: runs(50) },
  );
});

const other = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(4));
const byOther = { signature: tezosText(EDSIG, sign(other)), public_key: tezosText(EDPK, other.publicKey) };

test.each([
  ["keys_on_ledger", byOther],
  // tezos-mirror, src/lib_crypto/test/key_encoding_vectors.ml
  ["scheme_unknown", { address: "tz2PgvUJzfmDXTZUvkyKbQb8kjoWR4Wa5Rpv" }],
  ["scheme_unknown", { address: "tz3gwVARNqvh2XnkD77ZDgM7yShSXpcfGzFe" }],
  ["scheme_unknown", { address: "tz4HVR6aty9KwsQFHh81C1G7gBdhxT8kuytm" }],
  ["contract_wallet", { address: tezosText("025a79", new Uint8Array(20).fill(1)) }],
])("inconclusive: %s", (reason, signed) => {
  expect(verdictOf(signed)).toMatchObject({ status: "inconclusive", reason });
});

const rawPayload = nacl.sign.detached(hexToBytes(payload), other.secretKey);

test.each([
  ["signature_wrong", { signature: byOther.signature }],
  ["signature_wrong", { public_key: byOther.public_key }],
  ["signature_wrong", { ...byOther, text: "other" }],
  ["signature_wrong", { ...byOther, signature: tezosText(EDSIG, rawPayload) }],
  ["public_key_missing", { public_key: undefined }],
  ["public_key_malformed", { public_key: "edpk" }],
  ["public_key_malformed", { public_key: tezosText("03fee256", new Uint8Array(33).fill(2)) }],
  ["signature_malformed", { signature: signature.replace("edsigu", "edsigv") }],
  ["signature_malformed", { signature: tezosText(EDSIG, new Uint8Array(63).fill(2)) }],
  // spsig1, of another curve.
  ["signature_malformed", { signature: tezosText("0d7365133f", new Uint8Array(64).fill(2)) }],
  ["signature_malformed", { signature: "z".repeat(10_000) }],
  ["secret_key", { signature: tezosText("0d0f3a07", new Uint8Array(32).fill(4)) }],
  ["secret_key", { signature: tezosText("2bf64e07", other.secretKey) }],
  ["secret_key", { signature: tezosText(EDSIG, other.secretKey) }],
  ["secret_key", { public_key: tezosText("0d0f3a07", new Uint8Array(32).fill(4)) }],
  ["address_invalid", { address: address.slice(1) }],
])("refuses: %s", (reason, signed) => {
  expect(verdictOf(signed)).toMatchObject({ status: "refused", reason });
});

test("composes the text with the prefix, domain and time that wallets show", () => {
  const request = {
    domain: "vasp.example",
    uri: "https://vasp.example/",
    chain: "tezos",
    chain_id: "tezos:NetXdQprcVkpaWU",
    address,
    statement: "I control this account.",
    nonce: "0123456789abcdef",
    issued: "2026-11-27T12:00:00.000Z",
    expires: "2026-11-27T12:10:00.000Z",
    request_id: "00",
  };
  expect(tezosMessages.compose?.(request, "message")).toEqual({
    text: `Tezos Signed Message: vasp.example 2026-11-27T12:00:00.000Z ${signInText(request, "Tezos")}`,
  });
});
