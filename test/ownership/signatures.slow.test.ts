/** Properties of every format: the true signature is proved, and nothing that differs from it in one bit. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifySignature } from "../../src/ownership.js";
import { codePoint } from "../support/arbitraries/code-point.js";
import { encodings, type Signed, type WalletCase } from "../support/ownership/wallet-case.js";
import { walletCases } from "../support/ownership/wallets.js";
import { runs } from "../support/runs.js";

const numRuns = runs(20);
const seed = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => bytes[0] !== 0 && bytes[0] !== 0xff);
const text = fc.string({ unit: "grapheme", maxLength: 200 });

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

describe.each(walletCases.map((each) => [each.name, each] as const))("%s", (_, walletCase) => {
  const { method, encoding, format, toText = (drawn: string) => drawn } = walletCase;
  const codec = encodings[encoding];
  const verdictOf = (address: string, signedText: string, signed: Signed) =>
    verifySignature(method, { address, text: signedText, ...signed });

  test("proves the signature of the wallet", () => {
    fc.assert(
      fc.property(seed, text, (key, drawn) => {
        const { address, sign } = walletCase.wallet(key);
        const signedText = toText(drawn);
        expect(verdictOf(address, signedText, sign(signedText))).toEqual({ status: "proved", format });
      }),
      { numRuns },
    );
  });

  test("never proves a signature with one changed bit", () => {
    fc.assert(
      fc.property(seed, text, fc.nat(), (key, drawn, place) => {
        const { address, sign } = walletCase.wallet(key);
        const signedText = toText(drawn);
        const signed = sign(signedText);
        const bytes = codec.decode(signed.signature);
        const bit = place % (8 * bytes.length);
        fc.pre(!(walletCase.isUnsigned?.(bytes, bit) ?? false));
        const verdict = verdictOf(address, signedText, { ...signed, signature: codec.encode(flipped(bytes, bit)) });
        expect(verdict.status).not.toBe("proved");
      }),
      { numRuns },
    );
  });

  test("never proves another text, with one changed bit, a line end or another normal form", () => {
    fc.assert(
      fc.property(seed, text, fc.nat(), (key, drawn, place) => {
        const { address, sign } = walletCase.wallet(key);
        const signedText = toText(drawn);
        const signed = sign(signedText);
        const at = place % (signedText.length + 1);
        const other = (signedText.charCodeAt(at) || 0) ^ 1;
        const changed = [
          `${signedText.slice(0, at)}${String.fromCharCode(other)}${signedText.slice(at + 1)}`,
          `${signedText}\n`,
          `\r${signedText}`,
          ` ${signedText}`,
          ...[signedText.normalize("NFD"), signedText.normalize("NFKC")].filter((each) => each !== signedText),
        ];
        for (const each of changed) expect(verdictOf(address, each, signed).status).not.toBe("proved");
      }),
      { numRuns },
    );
  });

  test("never proves the signature for the address, or with the public key, of another wallet", () => {
    fc.assert(
      fc.property(seed, seed, text, (key, otherKey, drawn) => {
        fc.pre(key.join() !== otherKey.join());
        const [one, other] = [walletCase.wallet(key), walletCase.wallet(otherKey)];
        const signedText = toText(drawn);
        const [signed, { public_key }] = [one.sign(signedText), other.sign(signedText)];
        expect(verdictOf(other.address, signedText, signed).status).not.toBe("proved");
        expect(verdictOf(other.address, signedText, { ...signed, ...(public_key && { public_key }) }).status).not.toBe(
          "proved",
        );
        if (public_key !== undefined) {
          expect(verdictOf(one.address, signedText, { ...signed, public_key }).status).not.toBe("proved");
        }
      }),
      { numRuns },
    );
  });

  test("never proves a signature of another format", () => {
    const others = walletCases.filter((each) => each !== walletCase && each.method !== method);
    fc.assert(
      fc.property(seed, text, (key, drawn) => {
        const { address } = walletCase.wallet(key);
        for (const other of others) {
          const signed = other.wallet(key).sign(other.toText?.(drawn) ?? drawn);
          expect(verdictOf(address, toText(drawn), signed).status).not.toBe("proved");
        }
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  });

  test("refuses secret keys and recovery phrases", () => {
    const { address } = walletCase.wallet(new Uint8Array(32).fill(7));
    for (const signature of secrets) {
      expect(verdictOf(address, "text", { signature })).toMatchObject({ status: "refused", reason: "secret_key" });
    }
  });

  test("never throws, and repeats nothing of the input", () => {
    const hostile = fc.oneof(fc.anything(), fc.string(), fc.base64String(), fc.string({ unit: codePoint }));
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (address, ...[signedText, signature, public_key]) => {
        const { address: valid } = walletCase.wallet(new Uint8Array(32).fill(7));
        for (const each of [address, valid]) {
          const verdict = verifySignature(method, { address: each, text: signedText, signature, public_key } as never);
          expect(verdict.status).not.toBe("proved");
        }
      }),
      { numRuns: 10 * numRuns },
    );
  });
});

const secrets = [
  "legal winner thank year wave sausage worth useful legal winner thank yellow",
  "L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k",
  "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
];

test.each(walletCases.map((each: WalletCase) => [each.name, each.method] as const))(
  "%s has CAIP-2 ids of its chains",
  (_, { chains }) => {
    for (const id of Object.values(chains)) expect(id).toMatch(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/);
  },
);
