/** Stellar: the vectors of SEP-53, and `@stellar/stellar-base`. */
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { Account, hash, Keypair, MuxedAccount, StrKey } from "@stellar/stellar-base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifySignature } from "../../src/domain/ownership/verify.js";
import { stellarMessages } from "../../src/ownership/stellar.js";
import { runs } from "../support/runs.js";

const address = "GBXFXNDLV4LSWA4VB7YIL5GBD7BVNR22SGBTDKMO2SBZZHDXSKZYCP7L";
const text = "Hello, World!";
const signature = "fO5dbYhXUhBMhe6kId/cuVq/AfEnHRHEvsP8vXh03M1uLpi5e46yO2Q8rEBzu3feXQewcQE5GArp88u6ePK6BA==";
const proved = { status: "proved", format: "sep-53" };

const verdictOf = (signed: Partial<Parameters<typeof verifySignature>[1]>) =>
  verifySignature(stellarMessages, { address, text, signature, ...signed });

function sign(pair: Keypair, message: string): string {
  return pair.sign(hash(Buffer.from(`Stellar Signed Message:\n${message}`))).toString("base64");
}

const other = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 5));

/** The third vector of SEP-53 is of bytes that are no text. */
describe("vectors of SEP-53", () => {
  test.each([
    [text, signature],
    ["こんにちは、世界！", "CDU265Xs8y3OWbB/56H9jPgUss5G9A0qFuTqH2zs2YDgTm+++dIfmAEceFqB7bhfN3am59lCtDXrCtwH2k1GBA=="],
  ])("%s", (vectorText, base64Text) => {
    expect(verdictOf({ text: vectorText, signature: base64Text })).toEqual(proved);
    expect(verdictOf({ text: vectorText, signature: Buffer.from(base64Text, "base64").toString("hex") })).toEqual(
      proved,
    );
    expect(verdictOf({ text: `${vectorText} `, signature: base64Text })).toMatchObject({ reason: "signature_wrong" });
  });
});

test("agrees with stellar-base over true and changed signatures", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: "grapheme" }),
      fc.nat(511),
      (seed, drawn, bit) => {
        const pair = Keypair.fromRawEd25519Seed(Buffer.from(seed));
        const digest = hash(Buffer.from(`Stellar Signed Message:\n${drawn}`));
        const bytes = pair.sign(digest);
        const signed = { address: pair.publicKey(), text: drawn };
        expect(verdictOf({ ...signed, signature: bytes.toString("base64") })).toEqual(proved);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(pair.verify(digest, bytes)).toBe(false);
        expect(verdictOf({ ...signed, signature: bytes.toString("base64") }).status).toBe("refused");
      },
    ),
    { numRuns: runs(50) },
  );
});

test("decides a muxed address by its account", () => {
  const muxed = new MuxedAccount(new Account(address, "0"), "1234").accountId();
  expect(muxed).toMatch(/^M/);
  expect(verdictOf({ address: muxed })).toEqual(proved);
  const ofOther = new MuxedAccount(new Account(other.publicKey(), "0"), "1234").accountId();
  expect(verdictOf({ address: ofOther })).toMatchObject({ status: "refused", reason: "signature_wrong" });
});

test("accepts the key of the address in each form", () => {
  const key = StrKey.decodeEd25519PublicKey(address);
  for (const public_key of [address, key.toString("hex"), `0x${key.toString("hex")}`, base64.encode(key)]) {
    expect(verdictOf({ public_key })).toEqual(proved);
  }
});

test("a valid signature of another key is inconclusive, because the account may have it as a signer", () => {
  const signed = { signature: sign(other, text), public_key: other.publicKey() };
  expect(verdictOf(signed)).toMatchObject({ status: "inconclusive", reason: "keys_on_ledger" });
  expect(verdictOf({ ...signed, text: "Hello" })).toMatchObject({ status: "refused", reason: "signature_wrong" });
});

test("a wrong signature without public_key says how another key is passed", () => {
  const message = expect.stringContaining("If another key signs for the account, send it as public_key.");
  expect(verdictOf({ signature: sign(other, text) })).toMatchObject({ reason: "signature_wrong", message });
  expect(verdictOf({ public_key: other.publicKey(), text: "other" })).not.toMatchObject({ message });
});

test.each([
  ["signature_wrong", { signature: sign(other, text) }],
  ["signature_wrong", { public_key: other.publicKey() }],
  ["public_key_malformed", { public_key: "key" }],
  ["public_key_malformed", { public_key: StrKey.encodePreAuthTx(Buffer.alloc(32, 5)) }],
  ["signature_malformed", { signature: signature.slice(4) }],
  ["signature_malformed", { signature: "signature" }],
  ["secret_key", { signature: other.secret() }],
  ["secret_key", { public_key: other.secret() }],
  ["secret_key", { signature: base64.encode(Buffer.concat([other.rawSecretKey(), other.rawPublicKey()])) }],
  ["address_invalid", { address: other.secret() }],
])("refuses: %s", (reason, signed) => {
  expect(verdictOf(signed)).toMatchObject({ status: "refused", reason });
});

test("a contract is inconclusive", () => {
  const contract = StrKey.encodeContract(Buffer.from(hexToBytes("07".repeat(32))));
  expect(verdictOf({ address: contract })).toMatchObject({ status: "inconclusive", reason: "contract_wallet" });
});

test("a signature of the bytes without the prefix is refused", () => {
  const pair = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 6));
  for (const bytes of [utf8ToBytes(text), hash(Buffer.from(text))]) {
    const signed = { address: pair.publicKey(), signature: pair.sign(Buffer.from(bytes)).toString("base64") };
    expect(verdictOf(signed)).toMatchObject({ reason: "signature_wrong" });
  }
});
