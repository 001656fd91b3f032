/** XRP Ledger: the signatures of ripple-keypairs. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import fc from "fast-check";
import { type Algorithm, deriveAddress, deriveKeypair, sign, verify } from "ripple-keypairs";
import { describe, expect, it, test } from "vitest";
import { rippleMessages } from "../../src/ownership/ripple.js";
import { verifySignature } from "../../src/ownership.js";
import { rippleKeys } from "../support/ownership/ripple-wallets.js";
import { runs } from "../support/runs.js";

const proved = { status: "proved", format: "ripple" };
const text = "I control this address.";
const toHex = (signed: string) => bytesToHex(utf8ToBytes(signed));
const algorithms: readonly Algorithm[] = ["ecdsa-secp256k1", "ed25519"];

test.each([
  {
    address: "rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1",
    public_key: "030D58EB48B4420B1F7B9DF55087E0E29FEF0E8468F9A6825B01CA2C361042D435",
    signature:
      "30440220583A91C95E54E6A651C47BEC22744E0B101E2C4060E7B08F6341657DAD9BC3EE02207D1489C7395DB0188D3A56A977ECBA54B36FA9371B40319655B1B4429E33EF2D",
  },
  {
    address: "rLUEXYuLiQptky37CqLcm9USQpPiz5rkpD",
    public_key: "ED01FA53FA5A7E77798F882ECE20B1ABC00BB358A9E55A202D0D0676BD0CE37A63",
    signature:
      "CB199E1BFD4E3DAA105E4832EEDFA36413E1F44205E4EFB9E27E826044C21E3E2E848BBC8195E8959BADF887599B7310AD1B7047EF11B682E0D068F73749750E",
  },
  {
    // The same account, with the tag 12345.
    address: "XVYaPuwjbmRPA9pdyiXAGXsw8NhgJqMMMbqXC6WH86Vm8p3",
    public_key: "ED01FA53FA5A7E77798F882ECE20B1ABC00BB358A9E55A202D0D0676BD0CE37A63",
    signature:
      "CB199E1BFD4E3DAA105E4832EEDFA36413E1F44205E4EFB9E27E826044C21E3E2E848BBC8195E8959BADF887599B7310AD1B7047EF11B682E0D068F73749750E",
  },
])("proves the vector of ripple-keypairs (test/fixtures/api.json): $address", (vector) => {
  expect(verifySignature(rippleMessages, { text: "test message", ...vector })).toEqual(proved);
});

describe.each(algorithms)("%s", (algorithm) => {
  const seed = new Uint8Array(32).fill(7);
  const { publicKey, privateKey } = rippleKeys(seed, algorithm);
  const address = deriveAddress(publicKey);
  const signature = sign(toHex(text), privateKey);
  const verdictOf = (changed: object) =>
    verifySignature(rippleMessages, { address, text, signature, public_key: publicKey, ...changed });

  it("agrees with ripple-keypairs about true and changed signatures", () => {
    const drawn = fc.string({ unit: "grapheme", maxLength: 100 });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), drawn, fc.nat(), (secret, message, place) => {
        const keys = rippleKeys(secret, algorithm);
        const signed = {
          address: deriveAddress(keys.publicKey),
          text: message,
          signature: sign(toHex(message), keys.privateKey),
          public_key: keys.publicKey,
        };
        expect(verify(toHex(message), signed.signature, keys.publicKey)).toBe(true);
        expect(verifySignature(rippleMessages, signed)).toEqual(proved);
        const bytes = hexToBytes(signed.signature);
        const bit = place % (8 * bytes.length);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(accepts(message, bytesToHex(bytes), keys.publicKey)).toBe(false);
        const changed = verifySignature(rippleMessages, { ...signed, signature: bytesToHex(bytes) });
        expect(changed).toMatchObject({ status: "refused", reason: "signature_wrong" });
      }),
      { numRuns: runs(50) },
    );
  });

  it("is proved with the key in hex and base64", () => {
    const key = hexToBytes(publicKey);
    for (const public_key of [publicKey, publicKey.toLowerCase(), `0x${publicKey}`, base64.encode(key)]) {
      expect(verdictOf({ public_key })).toEqual(proved);
    }
    expect(verdictOf({ signature: base64.encode(hexToBytes(signature)) })).toEqual(proved);
  });

  it("decides nothing with another key, which may be a regular key or a signer", () => {
    const other = rippleKeys(new Uint8Array(32).fill(8), algorithm);
    const byOther = { signature: sign(toHex(text), other.privateKey), public_key: other.publicKey };
    expect(verdictOf(byOther)).toMatchObject({ status: "inconclusive", reason: "keys_on_ledger" });
    expect(verdictOf({ public_key: other.publicKey })).toMatchObject({ status: "refused", reason: "signature_wrong" });
    expect(verdictOf({ signature: byOther.signature })).toMatchObject({ status: "refused", reason: "signature_wrong" });
  });

  test.each([
    ["no key", { public_key: undefined }, "public_key_missing"],
    ["another text as key", { public_key: "key" }, "public_key_malformed"],
    ["a key with another first byte", { public_key: `05${publicKey.slice(2)}` }, "public_key_malformed"],
    ["a key of 32 bytes", { public_key: publicKey.slice(2) }, "secret_key"],
    ["the private key as key", { public_key: privateKey }, "secret_key"],
    ["another text", { text: `${text} ` }, "signature_wrong"],
    ["another text as signature", { signature: "signature" }, "signature_malformed"],
    ["a cut signature", { signature: signature.slice(0, -2) }, "signature_wrong"],
    ["the private key as signature", { signature: privateKey.slice(2) }, "secret_key"],
  ])("is refused: %s", (_, changed, reason) => {
    expect(verdictOf(changed)).toMatchObject({ status: "refused", reason });
  });
});

function accepts(message: string, signature: string, publicKey: string): boolean {
  try {
    return verify(toHex(message), signature, publicKey);
  } catch {
    return false;
  }
}

test("reads a public key in base58 (XRPL docs, the account of the master passphrase)", () => {
  const { privateKey } = deriveKeypair("snoPBrXtMeMyMHUVTgbuqAfg1SUTb");
  const verdict = verifySignature(rippleMessages, {
    address: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
    text,
    signature: sign(toHex(text), privateKey),
    public_key: "aBQG8RQAzjs1eTKFEAQXr2gS4utcDiEC9wmi7pfUPTi27VCahwgw",
  });
  expect(verdict).toEqual(proved);
});

describe("secp256k1", () => {
  const { publicKey, privateKey } = rippleKeys(new Uint8Array(32).fill(7), "ecdsa-secp256k1");
  const address = deriveAddress(publicKey);
  const signature = sign(toHex(text), privateKey);
  const verdictOf = (changed: string) =>
    verifySignature(rippleMessages, { address, text, signature: changed, public_key: publicKey });
  const { r, s } = secp256k1.Signature.fromHex(signature, "der");
  const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s);

  it("refuses a high s, as nodes do", () => {
    const digest = sha512(utf8ToBytes(text)).slice(0, 32);
    const options = { prehash: false, lowS: false };
    expect(secp256k1.verify(high.toBytes("compact"), digest, hexToBytes(publicKey), options)).toBe(true);
    expect(verdictOf(high.toHex("der"))).toMatchObject({ status: "refused", reason: "signature_wrong" });
  });

  test.each([
    ["64 bytes without DER", bytesToHex(secp256k1.Signature.fromHex(signature, "der").toBytes("compact"))],
    ["a byte behind DER", `${signature}00`],
    ["a length of two bytes", `3081${signature.slice(2)}`],
  ])("refuses %s", (_, changed) => {
    expect(verdictOf(changed)).toMatchObject({ status: "refused", reason: "signature_wrong" });
  });
});

test("refuses an Ed25519 secret key in place of a signature", () => {
  const { publicKey, privateKey } = rippleKeys(new Uint8Array(32).fill(7), "ed25519");
  const signature = `${privateKey.slice(2)}${publicKey.slice(2)}`;
  const verdict = verifySignature(rippleMessages, {
    address: deriveAddress(publicKey),
    text,
    signature,
    public_key: publicKey,
  });
  expect(verdict).toMatchObject({ status: "refused", reason: "secret_key" });
});
