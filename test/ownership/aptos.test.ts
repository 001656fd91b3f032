/** Aptos (AIP-62): vectors of wallets and of the SDK, and tweetnacl. */
import { createHash } from "node:crypto";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import fc from "fast-check";
import nacl from "tweetnacl";
import { expect, test } from "vitest";
import { signInText } from "../../src/domain/ownership/sign-in-text.js";
import { verifySignature } from "../../src/domain/ownership/verify.js";
import { aptosMessages } from "../../src/ownership/aptos.js";
import { runs } from "../support/runs.js";

const proved = { status: "proved", format: "aptos" };

/** The first authentication key: SHA3-256 of the key and the scheme 0. */
function addressOf(key: Uint8Array): string {
  return `0x${createHash("sha3-256").update(key).update(Uint8Array.of(0)).digest("hex")}`;
}

const text = "APTOS\nmessage: test\nnonce: 7";
/** Made by @aptos-labs/ts-sdk 6.3.1 with a seed of 32 bytes 7, with `legacy` and without. */
const ed25519Account = {
  address: "0xcc405722b15c00a19d37e51d9a756de1e61b780ad0935f3363bc7fce64edbdad",
  public_key: "0xea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c",
  signature:
    "0x11f574ebabe4c3c44bba8d74045d5b43deea68a24428cadbef7183148ab0f916d929649f42110e8ce9ddcb5482f9c49fd9c3fca971c034cc1f254c3cfe1ec20f",
};
const singleKeyAccount = {
  address: "0xbdf12ee5bd166e9f340da2dc557f67389bdaf5d31897791ef23b92e3248c4a19",
  public_key: "0x0020ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c",
  signature: ed25519Account.signature.replace("0x", "0x0040"),
};
const secp256k1Account = {
  address: "0x44d97d9c4aab5514090e2709232a6b9ee61a83bf93067a787ae58705c4d3cb7b",
  public_key:
    "0x014104989c0b76cb563971fdc9bef31ec06c3560f3249d6ee9e5d83c57625596e05f6f631f4d05b3ae518776ee08755a7703e64b2ebc32547504de0b55a142d4ecdf80",
  signature:
    "0x0140f0da55521e068b3b5d6b09ffcc0b4cf120fc8625494e85e7adafed05e851f2d7758a05117d91d5bb038754e2106b491a1bb006574ddae79f537f71c9e87a896a",
};

const verdictOf = (signed: Partial<Parameters<typeof verifySignature>[1]>) =>
  verifySignature(aptosMessages, { ...ed25519Account, text, ...signed });

test("proves the signature of a wallet", () => {
  // @dialectlabs/blockchain-sdk-aptos, as the wallet Martian signs.
  const public_key = "7ade6705cbecde4184d391cc548529f4e4ec277ce7e27b9c3bdff431bc60e651";
  const signed = {
    address: addressOf(hexToBytes(public_key)),
    text: "APTOS\nmessage: test\nnonce: encoded_in_message",
    signature:
      "0x98ec3ab75bb1a180bc9bd396f30705196b020846cb675c2f6ae1f5d9312bb96f7820064d0b48f30aba9a802a064849cc2fb7cfddcbfeb66de24085eea2221a03",
    public_key,
  };
  expect(verdictOf(signed)).toEqual(proved);
  expect(verdictOf({ ...signed, text: "APTOS\nmessage: test\nnonce: 1" })).toMatchObject({ reason: "signature_wrong" });
});

/** aptos-ts-sdk, `tests/unit/helper.ts`: these are the addresses of the keys, whatever they sign. */
test.each([
  [
    "0xde19e5d1880cac87d57484ce9ed2e84cf0f9599f12e7cc3a52e4e7657a763f2c",
    "0xc5338cd251c22daa8c9c9cc94f498cc8a5c7e1d2e75287a5dda91096fe64efa5",
    "0x978c213990c4833df71548df7ce49d54c759d6b6d932de22b24d56060b7af2aa",
  ],
  [
    "0xe425451a5dc888ac871976c3c724dec6118910e7d11d344b4b07a22cd94e8c2e",
    "0xf508cbef4e0fe463204aab724a90791c9a9dbe60a53b4978bbddbc712b55f2fd",
    "0x5bdf77d5bf826c8c04273d4e7323f7bc4a85ee7ee34b37bd7458b7aed3639dd3",
  ],
])("derives the address of the key %s as the SDK does", (public_key, seed, address) => {
  const { secretKey } = nacl.sign.keyPair.fromSeed(hexToBytes(seed.slice(2)));
  const signature = bytesToHex(nacl.sign.detached(Buffer.from(text), secretKey));
  expect(verdictOf({ address, public_key, signature })).toEqual(proved);
});

test("proves accounts of the scheme Ed25519 and with a single key, in each form of key and signature", () => {
  for (const { address } of [ed25519Account, singleKeyAccount]) {
    for (const { public_key } of [ed25519Account, singleKeyAccount]) {
      for (const { signature } of [ed25519Account, singleKeyAccount]) {
        expect(verdictOf({ address, public_key, signature })).toEqual(proved);
      }
    }
  }
  for (const public_key of [ed25519Account.public_key, singleKeyAccount.public_key]) {
    expect(verdictOf({ public_key: base64.encode(hexToBytes(public_key.slice(2))) })).toEqual(proved);
  }
});

test("agrees with tweetnacl over true and changed signatures", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: "grapheme" }),
      fc.nat(511),
      (seed, drawn, bit) => {
        const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed);
        const full = `APTOS\naddress: ${addressOf(publicKey)}\nchainId: 1\nmessage: ${drawn}\nnonce: 1`;
        const bytes = nacl.sign.detached(Buffer.from(full), secretKey);
        const signed = { address: addressOf(publicKey), text: full, public_key: bytesToHex(publicKey) };
        expect(verdictOf({ ...signed, signature: bytesToHex(bytes) })).toEqual(proved);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(verdictOf({ ...signed, signature: bytesToHex(bytes) }).status).toBe("refused");
      },
    ),
    { numRuns: runs(50) },
  );
});

const other = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(4));
const byOther = {
  public_key: bytesToHex(other.publicKey),
  signature: bytesToHex(nacl.sign.detached(Buffer.from(text), other.secretKey)),
};

test.each([
  // The account may have been rotated to this key.
  ["keys_on_ledger", byOther],
  ["scheme_unknown", secp256k1Account],
  ["scheme_unknown", { public_key: secp256k1Account.public_key }],
  ["scheme_unknown", { signature: secp256k1Account.signature }],
  // MultiEd25519: two signatures and a bitmap, two keys and a threshold.
  ["scheme_unknown", { signature: `0x${"11".repeat(132)}`, public_key: `0x${"11".repeat(65)}` }],
])("inconclusive: %s", (reason, signed) => {
  expect(verdictOf(signed)).toMatchObject({ status: "inconclusive", reason });
});

test.each([
  ["text_malformed", { text: "test" }],
  ["text_malformed", { text: "" }],
  ["text_malformed", { text: ` ${text}` }],
  ["public_key_missing", { public_key: undefined }],
  ["public_key_malformed", { public_key: "0xab" }],
  ["public_key_malformed", { public_key: singleKeyAccount.public_key.replace("0x0020", "0x0120") }],
  ["signature_malformed", { signature: "0xab" }],
  ["signature_wrong", { signature: byOther.signature }],
  ["signature_wrong", { public_key: byOther.public_key }],
  ["signature_wrong", { ...byOther, text: `${text}8` }],
  ["secret_key", { signature: bytesToHex(other.secretKey) }],
  ["address_invalid", { address: "0xab" }],
])("refuses: %s", (reason, signed) => {
  expect(verdictOf(signed)).toMatchObject({ status: "refused", reason });
});

test("composes the full message, and returns the message for the wallet", () => {
  const { address } = ed25519Account;
  const request = {
    domain: "vasp.example",
    uri: "https://vasp.example/",
    chain: "aptos",
    chain_id: "aptos:1",
    address,
    statement: "I control this account.",
    nonce: "0123456789abcdef",
    issued: "2026-11-27T12:00:00.000Z",
    expires: "2026-11-27T12:10:00.000Z",
    request_id: "00",
  };
  const message = signInText(request, "Aptos");
  expect(aptosMessages.compose?.(request, "message")).toEqual({
    text: `APTOS\naddress: ${address}\nchainId: 1\nmessage: ${message}\nnonce: 0123456789abcdef`,
    message,
  });
});
