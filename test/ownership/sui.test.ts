/** Sui: vectors of Trust Wallet and of `@mysten/sui`, and tweetnacl. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import fc from "fast-check";
import nacl from "tweetnacl";
import { describe, expect, test } from "vitest";
import { verifySignature } from "../../src/domain/ownership/verify.js";
import { suiMessages } from "../../src/ownership/sui.js";
import { suiAddress, suiDigest, suiSignature } from "../support/ownership/sui-wallets.js";
import { runs } from "../support/runs.js";

const proved = { status: "proved", format: "sui" };
const text = "Sign in: Zürich";
const long = "x".repeat(300);

/** Made by @mysten/sui 1.45.2 with a seed of 32 bytes 7. */
const mysten = {
  ed25519: {
    address: "0xa0ccc8bcc83f6c628340134f8546a21e0618fd1aaa02432bba454c4a2c2233da",
    public_key: "AOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs",
    signature:
      "AKSG9fu4Y1l9LZdARCpbgY6CQBx3sLX5LYBXK3dNy/BBw859DLYWIVfHjJ9YqLEB7zJHQL4QFZFd+WPKZrZ/lQzqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLA==",
    long: "ANvRrcOLTd9QLrb5m73JaNRHxDairExI1d1qH8/unTb9UCauNQvyPyz5NaDg5Fa25WoaecXbQNxlmjhfZA27QgPqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLA==",
  },
  secp256k1: {
    address: "0x3334442090548419b94695cbb1838652bb0494b54ff855494dd83491a3cfb6a6",
    public_key: "AQKYnAt2y1Y5cf3JvvMewGw1YPMknW7p5dg8V2JVluBfbw==",
    signature:
      "ARDHqLYcPCuvYuMKOXgGAd0gDeW5pqSdjrgzEKAePGJSYPN9sUClJE3W9qHSZFjJ/Sg0MY13TiH02etFv7fU8GYCmJwLdstWOXH9yb7zHsBsNWDzJJ1u6eXYPFdiVZbgX28=",
    long: "Acc1pt0fy8XltOsZ9fzgO/NVbMsWtmhI9mypGctCZjWBU+LEgvYIVxZo30B1xrR206tGYDsuzskPMelTXkDb1psCmJwLdstWOXH9yb7zHsBsNWDzJJ1u6eXYPFdiVZbgX28=",
  },
  secp256r1: {
    address: "0xa75a3c31148891f7cc33e8f8b9069b710979a417a8594ace613ac5161219e93f",
    signature:
      "AllhfHPQW7Pog0t99jlKi6rs3IMcuGHb/FSxEjvLERbLSAoWyg51GDO1EDdT03eqwDErPeeSJhcfqV2f6hNTzrUDHhhTL9R1TALzBB2cdc6zO4P/2BrHzk/ogsyxyYvFiW4=",
  },
  multisig: {
    address: "0xc468f0d960e30991055ad207171908940b39624d57c27ddf66837e714a28d054",
    signature:
      "AwEApIb1+7hjWX0tl0BEKluBjoJAHHewtfktgFcrd03L8EHDzn0MthYhV8eMn1iosQHvMkdAvhAVkV35Y8pmtn+VDAEAAgDqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAEBApicC3bLVjlx/cm+8x7AbDVg8ySdbunl2DxXYlWW4F9vAQEA",
  },
};

const verdictOf = (signed: Partial<Parameters<typeof verifySignature>[1]>) =>
  verifySignature(suiMessages, {
    address: mysten.ed25519.address,
    text,
    signature: mysten.ed25519.signature,
    ...signed,
  });

test("proves the signature of Trust Wallet", () => {
  // wallet-core, rust/tw_tests/tests/chains/sui/sui_message_sign.rs
  const key = hexToBytes("ee6d61a89fc8f9909585a996bb0d2b2ac69ae23b5acf39a19f32631239ba06f9");
  const signature =
    "ABUNBl59ILPhyGpdgWpXJIQtEIMidR27As1771Hn7j9wVR/5IetQslRPMBrUC2THM+yGHw7h2N/Mr/0DMOpXLQ7ubWGon8j5kJWFqZa7DSsqxpriO1rPOaGfMmMSOboG+Q==";
  const signed = { address: suiAddress(0, key), signature };
  expect(verdictOf({ ...signed, text: "Hello world" })).toEqual(proved);
  expect(verdictOf({ ...signed, text: "Hello World" })).toMatchObject({ reason: "signature_wrong" });
});

describe.each([mysten.ed25519, mysten.secp256k1])("$address", ({ address, public_key, signature, long: ofLong }) => {
  test("proves the signatures of @mysten/sui", () => {
    expect(verdictOf({ address, signature })).toEqual(proved);
    expect(verdictOf({ address: address.toUpperCase().replace("0X", "0x"), signature })).toEqual(proved);
    expect(verdictOf({ address, signature: ofLong, text: long })).toEqual(proved);
    expect(verdictOf({ address, signature: ofLong })).toMatchObject({ status: "refused", reason: "signature_wrong" });
  });

  test("accepts the key with its flag and without, and no other", () => {
    const bytes = base64.decode(public_key);
    for (const each of [bytes, bytes.subarray(1)]) {
      expect(verdictOf({ address, signature, public_key: base64.encode(each) })).toEqual(proved);
      expect(verdictOf({ address, signature, public_key: bytesToHex(each) })).toEqual(proved);
    }
    const other = base64.encode(new Uint8Array(32).fill(1));
    expect(verdictOf({ address, signature, public_key: other })).toMatchObject({ reason: "signature_wrong" });
    expect(verdictOf({ address, signature, public_key: "key" })).toMatchObject({ reason: "public_key_malformed" });
  });

  test("a valid signature is inconclusive for another address, which may have it as an alias", () => {
    const address = `0x${"ab".repeat(32)}`;
    expect(verdictOf({ address, signature })).toMatchObject({ status: "inconclusive", reason: "keys_on_ledger" });
    expect(verdictOf({ address, signature, text: "other" })).toMatchObject({ reason: "signature_wrong" });
  });
});

test("agrees with tweetnacl over true and changed signatures", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: "grapheme" }),
      fc.nat(511),
      (seed, drawn, bit) => {
        const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed);
        const bytes = nacl.sign.detached(suiDigest(drawn), secretKey);
        const signed = { address: suiAddress(0, publicKey), text: drawn };
        expect(verdictOf({ ...signed, signature: suiSignature(0, bytes, publicKey) })).toEqual(proved);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(verdictOf({ ...signed, signature: suiSignature(0, bytes, publicKey) }).status).toBe("refused");
      },
    ),
    { numRuns: runs(50) },
  );
});

test("reads the length of texts of 0, 127, 128 and 10,000 bytes, and of three bytes for a character", () => {
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(2));
  for (const each of ["", "x".repeat(127), "x".repeat(128), "x".repeat(10_000), "世".repeat(5_000)]) {
    const signature = suiSignature(0, nacl.sign.detached(suiDigest(each), secretKey), publicKey);
    expect(verdictOf({ address: suiAddress(0, publicKey), text: each, signature })).toEqual(proved);
  }
});

test("a high s of secp256k1 is refused, as validators do", () => {
  const { address, signature } = mysten.secp256k1;
  const bytes = base64.decode(signature);
  const { r, s } = secp256k1.Signature.fromBytes(bytes.subarray(1, 65), "compact");
  const high = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s)).toBytes("compact");
  const verdict = verdictOf({ address, signature: suiSignature(1, high, bytes.subarray(65)) });
  expect(verdict).toMatchObject({ status: "refused", reason: "signature_wrong" });
});

test("the scheme is a part of the address", () => {
  const seed = new Uint8Array(32).fill(7);
  const key = secp256k1.getPublicKey(seed);
  const signature = secp256k1.sign(sha256(suiDigest(text)), seed, { prehash: false });
  const verdict = verdictOf({ address: suiAddress(2, key), signature: suiSignature(1, signature, key) });
  expect(verdict).toMatchObject({ status: "inconclusive", reason: "keys_on_ledger" });
});

const zkLogin = base64.encode(concatBytes(Uint8Array.of(5), new Uint8Array(600).fill(3)));
const passkey = base64.encode(concatBytes(Uint8Array.of(6), new Uint8Array(300).fill(3)));

test.each([mysten.secp256r1, mysten.multisig, { signature: zkLogin }, { signature: passkey }])(
  "inconclusive: scheme_unknown",
  (signed) => {
    expect(verdictOf(signed)).toMatchObject({ status: "inconclusive", reason: "scheme_unknown" });
  },
);

const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7));

test.each([
  ["signature_malformed", { signature: base64.encode(base64.decode(mysten.ed25519.signature).subarray(1)) }],
  ["signature_malformed", { signature: base64.encode(base64.decode(mysten.ed25519.signature).subarray(0, 65)) }],
  ["signature_malformed", { signature: mysten.ed25519.signature.replace("AKSG", "BKSG") }],
  ["signature_malformed", { signature: mysten.ed25519.signature.replace("AKSG", "AaSG") }],
  ["signature_malformed", { signature: "signature" }],
  // A transaction has the scope 0.
  ["signature_wrong", { signature: suiSignature(0, nacl.sign.detached(Buffer.from(text), secretKey), publicKey) }],
  ["secret_key", { signature: suiSignature(0, secretKey, publicKey) }],
  ["secret_key", { signature: `0x${"ab".repeat(32)}` }],
  ["address_invalid", { address: "0x2" }],
])("refuses: %s", (reason, signed) => {
  expect(verdictOf(signed)).toMatchObject({ status: "refused", reason });
});
