/** Algorand: `signBytes` and `verifyBytes` of algosdk. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import algosdk from "algosdk";
import fc from "fast-check";
import nacl from "tweetnacl";
import { expect, test } from "vitest";
import { verifySignature } from "../../src/domain/ownership/verify.js";
import { algorandMessages } from "../../src/ownership/algorand.js";
import { runs } from "../support/runs.js";

const proved = { status: "proved", format: "algorand" };
const bytesOfText = (text: string) => new TextEncoder().encode(text);

function accountOf(seed: Uint8Array) {
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed);
  return { publicKey, secretKey, address: algosdk.encodeAddress(publicKey) };
}

const account = accountOf(new Uint8Array(32).fill(3));
const other = accountOf(new Uint8Array(32).fill(4));
const text = "Sign in: Zürich";
const sign = (secretKey: Uint8Array, signed = text) => base64.encode(algosdk.signBytes(bytesOfText(signed), secretKey));
const signature = sign(account.secretKey);

const verdictOf = (signed: Partial<Parameters<typeof verifySignature>[1]>) =>
  verifySignature(algorandMessages, { address: account.address, text, signature, ...signed });

test("agrees with algosdk over true and changed signatures", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: "grapheme" }),
      fc.nat(511),
      (seed, drawn, bit) => {
        const { address, secretKey } = accountOf(seed);
        const bytes = algosdk.signBytes(bytesOfText(drawn), secretKey);
        expect(verdictOf({ address, text: drawn, signature: base64.encode(bytes) })).toEqual(proved);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(algosdk.verifyBytes(bytesOfText(drawn), bytes, address)).toBe(false);
        expect(verdictOf({ address, text: drawn, signature: base64.encode(bytes) }).status).toBe("refused");
      },
    ),
    { numRuns: runs(50) },
  );
});

test("accepts the key of the address in each form", () => {
  const { publicKey, address } = account;
  for (const public_key of [address, bytesToHex(publicKey), base64.encode(publicKey)]) {
    expect(verdictOf({ public_key })).toEqual(proved);
  }
});

test("a valid signature of another key is inconclusive, because the account may be rekeyed", () => {
  const signed = { signature: sign(other.secretKey), public_key: other.address };
  expect(verdictOf(signed)).toMatchObject({ status: "inconclusive", reason: "keys_on_ledger" });
  expect(verdictOf({ ...signed, text: "other" })).toMatchObject({ status: "refused", reason: "signature_wrong" });
});

test("an address of a multisig account, whose hash is no key of a signer, is never proved", () => {
  const params = { version: 1, threshold: 1, addrs: [account.address, other.address] };
  const address = String(algosdk.multisigAddress(params));
  expect(verdictOf({ address })).toMatchObject({ status: "refused", reason: "signature_wrong" });
  expect(verdictOf({ address, public_key: account.address })).toMatchObject({ reason: "keys_on_ledger" });
});

test("a wrong signature without public_key says how another key is passed", () => {
  const message = expect.stringContaining("If another key signs for the account, send it as public_key.");
  expect(verdictOf({ signature: sign(other.secretKey) })).toMatchObject({ reason: "signature_wrong", message });
  expect(verdictOf({ public_key: other.address, text: "other" })).not.toMatchObject({ message });
});

test.each([
  ["signature_wrong", { signature: sign(other.secretKey) }],
  ["signature_wrong", { signature: base64.encode(nacl.sign.detached(bytesOfText(text), account.secretKey)) }],
  ["signature_wrong", { public_key: other.address }],
  ["public_key_malformed", { public_key: `A${other.address.slice(1)}` }],
  ["signature_malformed", { signature: "signature" }],
  ["secret_key", { signature: algosdk.secretKeyToMnemonic(account.secretKey) }],
  ["secret_key", { signature: base64.encode(account.secretKey) }],
  ["address_invalid", { address: `A${other.address.slice(1)}` }],
])("refuses: %s", (reason, signed) => {
  expect(verdictOf(signed)).toMatchObject({ status: "refused", reason });
});
