/** Strictness of Ed25519 (RFC 8032): what a lenient library accepts is refused. */
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import nacl from "tweetnacl";
import { describe, expect, test } from "vitest";
import { isEd25519Secret, isSignedByEd25519 } from "../../src/ownership/ed25519.js";
import { runs } from "../support/runs.js";

const { Point } = ed25519;
const { Fn } = Point;
const P = 2n ** 255n - 19n;
const L = Fn.ORDER;

/** The numbers of RFC 8032 are written low byte first. */
function bytesOfNumber(number: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((number >> BigInt(8 * index)) & 255n));
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** The y-coordinates of the eight points of small order, and the sign of x in the highest bit. */
const smallOrder = [
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0000000000000000000000000000000000000000000000000000000000000080",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
].map(hexToBytes);

/** Other encodings of points: y of P or more, and x of 0 with a sign. */
const nonCanonical = [
  ...Array.from({ length: 19 }, (_, more) => bytesOfNumber(P + BigInt(more))),
  ...Array.from({ length: 19 }, (_, more) => bytesOfNumber(P + BigInt(more) + 2n ** 255n)),
  "0100000000000000000000000000000000000000000000000000000000000080",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
].map((each) => (typeof each === "string" ? hexToBytes(each) : each));

const seed = new Uint8Array(32).fill(9);
const key = ed25519.getPublicKey(seed);
const scalar = ed25519.utils.getExtendedPublicKey(seed).scalar;
const messages = Array.from({ length: 16 }, (_, index) => utf8ToBytes(`message ${index}`));

function challengeOf(r: Uint8Array, signer: Uint8Array, message: Uint8Array): bigint {
  return Fn.create(numberOf(sha512(concatBytes(r, signer, message))));
}

describe("keys and R of small order", () => {
  test("64 zero bytes are no signature for the key of 32 zero bytes", () => {
    for (const message of [new Uint8Array(0), ...messages]) {
      expect(isSignedByEd25519(new Uint8Array(64), message, new Uint8Array(32))).toBe(false);
      // The default of the library is lenient.
      expect(ed25519.verify(new Uint8Array(64), message, new Uint8Array(32))).toBe(true);
    }
  });

  test("no signature is valid for a key of small order", () => {
    for (const small of [...smallOrder, ...nonCanonical]) {
      for (const r of [...smallOrder, key]) {
        for (const s of [0n, 1n, 8n]) {
          expect(isSignedByEd25519(concatBytes(r, bytesOfNumber(s)), new Uint8Array(0), small)).toBe(false);
        }
      }
      // S · B is the R of these signatures, so only the key makes them wrong.
      const valid = concatBytes(Point.BASE.toBytes(), bytesOfNumber(1n));
      for (const message of messages) expect(isSignedByEd25519(valid, message, small)).toBe(false);
    }
  });

  test("R of small order is refused, also where the equation holds", () => {
    for (const r of smallOrder) {
      for (const message of messages) {
        const s = Fn.mul(challengeOf(r, key, message), scalar);
        const signature = concatBytes(r, bytesOfNumber(s));
        expect(isSignedByEd25519(signature, message, key)).toBe(false);
        expect(ed25519.verify(signature, message, key)).toBe(true);
      }
    }
  });
});

describe("other encodings", () => {
  const message = utf8ToBytes("text");
  const signature = ed25519.sign(message, seed);

  test("s of L or more is refused", () => {
    expect(isSignedByEd25519(signature, message, key)).toBe(true);
    const s = numberOf(signature.subarray(32));
    for (let other = s + L; other < 2n ** 256n; other += L) {
      const malleable = concatBytes(signature.subarray(0, 32), bytesOfNumber(other));
      expect(isSignedByEd25519(malleable, message, key)).toBe(false);
    }
    for (const other of [L, L - 1n, L + 1n, 2n ** 253n, 2n ** 256n - 1n]) {
      const malleable = concatBytes(signature.subarray(0, 32), bytesOfNumber(other));
      expect(isSignedByEd25519(malleable, message, key)).toBe(false);
    }
  });

  test("a non-canonical encoding is refused as key and as R", () => {
    for (const each of nonCanonical) {
      expect(isSignedByEd25519(signature, message, each)).toBe(false);
      const s = Fn.mul(challengeOf(each, key, message), scalar);
      expect(isSignedByEd25519(concatBytes(each, bytesOfNumber(s)), message, key)).toBe(false);
    }
  });

  test("other lengths are refused, without a throw", () => {
    for (const length of [0, 31, 33, 64]) {
      expect(isSignedByEd25519(signature, message, new Uint8Array(length))).toBe(false);
    }
    for (const length of [0, 32, 63, 65]) {
      expect(isSignedByEd25519(new Uint8Array(length), message, key)).toBe(false);
    }
  });
});

/** RFC 8032, section 7.1. */
const rfc8032 = [
  [
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
  [
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  ],
  [
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    "af82",
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  ],
] as const;

test.each(rfc8032)("accepts the vectors of RFC 8032", (publicKey, message, signature) => {
  expect(isSignedByEd25519(hexToBytes(signature), hexToBytes(message), hexToBytes(publicKey))).toBe(true);
});

test("agrees with tweetnacl over true and changed signatures", () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  fc.assert(
    fc.property(bytes(32), fc.uint8Array({ maxLength: 100 }), fc.nat(), (drawn, message, place) => {
      const pair = nacl.sign.keyPair.fromSeed(drawn);
      const signature = nacl.sign.detached(message, pair.secretKey);
      expect(isSignedByEd25519(signature, message, pair.publicKey)).toBe(true);
      const parts = [signature, message, pair.publicKey].map((part) => Uint8Array.from(part));
      const changed = parts[place % 3] as Uint8Array;
      if (changed.length > 0)
        changed[(place >> 2) % changed.length] = (changed[(place >> 2) % changed.length] ?? 0) ^ 4;
      const [s, m, k] = parts as [Uint8Array, Uint8Array, Uint8Array];
      expect(isSignedByEd25519(s, m, k)).toBe(nacl.sign.detached.verify(m, s, k));
    }),
    { numRuns: runs(200) },
  );
});

test("a seed and its public key are a secret key, and a signature is none", () => {
  expect(isEd25519Secret(nacl.sign.keyPair.fromSeed(seed).secretKey)).toBe(true);
  expect(isEd25519Secret(ed25519.sign(utf8ToBytes("text"), seed))).toBe(false);
  expect(isEd25519Secret(seed)).toBe(false);
});
