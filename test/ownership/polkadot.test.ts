/** Polkadot: the signatures of `signRaw`. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  blake2AsU8a,
  decodeAddress,
  ed25519PairFromSeed,
  ed25519Sign,
  encodeAddress,
  secp256k1PairFromSeed,
  secp256k1Sign,
  signatureVerify,
  sr25519PairFromSeed,
  sr25519Sign,
} from "@polkadot/util-crypto";
import { base64 } from "@scure/base";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { polkadotMessages } from "../../src/ownership/polkadot.js";
import { verifySignature } from "../../src/ownership.js";
import { NETWORK, type Pair, polkadotWallets, wrapped } from "../support/ownership/polkadot-wallets.js";
import { runs } from "../support/runs.js";

const text = "I control this address.";
const proved = { status: "proved", format: "polkadot" };

/** A scheme, its index in MultiSignature, and the account of its key. */
interface Scheme {
  readonly index: number;
  readonly pairOf: (seed: Uint8Array) => Pair;
  readonly sign: (message: Uint8Array, pair: Pair) => Uint8Array;
  readonly accountOf: (key: Uint8Array) => Uint8Array;
}

const schemes: readonly (readonly [name: string, scheme: Scheme])[] = [
  ["ed25519", { index: 0, pairOf: ed25519PairFromSeed, sign: ed25519Sign, accountOf: (key) => key }],
  ["sr25519", { index: 1, pairOf: sr25519PairFromSeed, sign: sr25519Sign, accountOf: (key) => key }],
  ["ecdsa", { index: 2, pairOf: secp256k1PairFromSeed, sign: secp256k1Sign, accountOf: (key) => blake2AsU8a(key) }],
];

const seed = new Uint8Array(32).fill(7);

test("proves the wrapped message of polkadot-js (util-crypto, signature/verify.spec)", () => {
  const verdict = verifySignature(polkadotMessages, {
    address: encodeAddress(decodeAddress("J9nD3s7zssCX7bion1xctAF6xcVexcpy2uwy4jTm9JL8yuK"), NETWORK),
    text: "hello world",
    signature:
      "0x84b6afb1c8e54bbcb3f4872baf172580e21310e9387a53742627d6652d121447fa406b82805ed3184fb7bd519175cc9f99f283f97954d95cf966ee164df85489",
  });
  expect(verdict).toEqual(proved);
});

test.each([
  [
    "DxN4uvzwPzJLtn17yew6jEffPhXQfdKHTp2brufb98vGbPN",
    "0x299d3bf4c8bb51af732f8067b3a3015c0862a5ff34721749d8ed6577ea2708365d1c5f76bd519009971e41156f12c70abc2533837ceb3bad9a05a99ab923de06",
  ],
  [
    "EK1bFgKm2FsghcttHT7TB7rNyXApFgs9fCbijMGQNyFGBQm",
    "0xca01419b5a17219f7b78335658cab3b126db523a5df7be4bfc2bef76c2eb3b1dcf4ca86eb877d0a6cf6df12db5995c51d13b00e005d053b892bd09c594434288",
  ],
  [
    "XyFVXiGaHxoBhXZkSh6NS2rjFyVaVNUo5UiZDqZbuSfUdji",
    "0x994638ee586d2c5dbd9bacacbc35d9b7e9018de8f7892f00c900db63bc57b1283e2ee7bc51a9b1c1dae121ac4f4b9e2a41cd1d6bf4bb3e24d7fed6faf6d85e0501",
  ],
])("refuses a text that is not wrapped, which could be a transaction: %s", (kusama, signature) => {
  expect(signatureVerify("hello world", signature, kusama).isValid).toBe(true);
  const address = encodeAddress(decodeAddress(kusama), NETWORK);
  const verdict = verifySignature(polkadotMessages, { address, text: "hello world", signature });
  expect(verdict).toMatchObject({ status: "refused", reason: "signature_wrong" });
});

test.each(polkadotWallets.map((each) => [each.name, each] as const))(
  "agrees with polkadot-js about true and changed signatures: %s",
  (_, { wallet }) => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(([first]) => first !== 0 && first !== 0xff);
    fc.assert(
      fc.property(seeds, fc.string({ unit: "grapheme", maxLength: 50 }), fc.nat(), (secret, drawn, place) => {
        const { address, sign } = wallet(secret);
        const { signature } = sign(drawn);
        const bytes = hexToBytes(signature.slice(2));
        expect(signatureVerify(utf8ToBytes(drawn), bytes, address).isValid).toBe(true);
        expect(verifySignature(polkadotMessages, { address, text: drawn, signature })).toEqual(proved);
        const bit = place % (8 * bytes.length);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(signatureVerify(utf8ToBytes(drawn), bytes, address).isValid).toBe(false);
        const changed = verifySignature(polkadotMessages, { address, text: drawn, signature: bytesToHex(bytes) });
        expect(changed).toMatchObject({ status: "refused", reason: "signature_wrong" });
      }),
      { numRuns: runs(30) },
    );
  },
);

describe.each(schemes)("%s", (_, { index, pairOf, sign, accountOf }) => {
  const pair = pairOf(seed);
  const address = encodeAddress(accountOf(pair.publicKey), NETWORK);
  const signature = sign(wrapped(text), pair);
  const verdictOf = (changed: object) =>
    verifySignature(polkadotMessages, { address, text, signature: bytesToHex(signature), ...changed });
  const withPrefix = (prefix: number) => bytesToHex(concatBytes(Uint8Array.of(prefix), signature));

  it("is proved in hex and base64, with the prefix of MultiSignature and without", () => {
    expect(verdictOf({})).toEqual(proved);
    expect(verdictOf({ signature: base64.encode(signature) })).toEqual(proved);
    expect(verdictOf({ signature: `0x${withPrefix(index)}` })).toEqual(proved);
  });

  it("is refused with the prefix of another scheme", () => {
    for (const prefix of [0, 1, 2, 3, 255].filter((each) => each !== index)) {
      expect(verdictOf({ signature: withPrefix(prefix) })).toMatchObject({ reason: "signature_wrong" });
    }
  });

  it("is refused for another text, wrapped once more or not at all", () => {
    expect(verdictOf({ text: `${text} ` })).toMatchObject({ reason: "signature_wrong" });
    expect(verdictOf({ text: `<Bytes>${text}</Bytes>` })).toMatchObject({ reason: "signature_wrong" });
    const bare = bytesToHex(sign(utf8ToBytes(text), pair));
    expect(verdictOf({ signature: bare })).toMatchObject({ reason: "signature_wrong" });
  });

  it("is proved with its public key in hex, base64 or SS58 of any network", () => {
    const { publicKey } = pair;
    const generic = encodeAddress(accountOf(publicKey), 42);
    for (const public_key of [bytesToHex(publicKey), `0x${bytesToHex(publicKey)}`, base64.encode(publicKey), generic]) {
      expect(verdictOf({ public_key })).toEqual(proved);
    }
  });

  it("decides nothing if a proxy may have signed", () => {
    const other = pairOf(new Uint8Array(32).fill(8));
    const byOther = { signature: bytesToHex(sign(wrapped(text), other)) };
    expect(verdictOf(byOther)).toMatchObject({ status: "refused", reason: "signature_wrong" });
    const public_key = bytesToHex(other.publicKey);
    expect(verdictOf({ ...byOther, public_key })).toMatchObject({ status: "inconclusive", reason: "keys_on_ledger" });
    const message = expect.stringContaining("If another key signs for the account, send it as public_key.");
    expect(verdictOf(byOther)).toMatchObject({ reason: "signature_wrong", message });
    expect(verdictOf({ public_key })).toMatchObject({ status: "refused", reason: "signature_wrong" });
    expect(verdictOf({ public_key })).not.toMatchObject({ message });
  });

  it("is refused if it is malformed", () => {
    for (const changed of ["signature", bytesToHex(signature).slice(4), withPrefix(index).padEnd(134, "0")]) {
      expect(verdictOf({ signature: changed })).toMatchObject({ status: "refused", reason: "signature_malformed" });
    }
    const verdict = verdictOf({ public_key: "key" });
    expect(verdict).toMatchObject({ status: "refused", reason: "public_key_malformed" });
  });
});

describe("secret keys", () => {
  test.each([
    ["sr25519", sr25519PairFromSeed(seed)],
    ["ed25519", ed25519PairFromSeed(seed)],
  ])("of %s are refused in place of a signature", (_, { publicKey, secretKey }) => {
    const address = encodeAddress(publicKey, NETWORK);
    const verdict = verifySignature(polkadotMessages, { address, text, signature: bytesToHex(secretKey) });
    expect(verdict).toMatchObject({ status: "refused", reason: "secret_key" });
  });
});

describe("addresses", () => {
  it("of other networks are refused", () => {
    const pair = sr25519PairFromSeed(seed);
    const signature = bytesToHex(sr25519Sign(wrapped(text), pair));
    for (const network of [2, 42]) {
      const address = encodeAddress(pair.publicKey, network);
      const verdict = verifySignature(polkadotMessages, { address, text, signature });
      expect(verdict).toMatchObject({ status: "refused", reason: "address_invalid" });
    }
  });

  it("of zeros have no signature", () => {
    const address = encodeAddress(new Uint8Array(32), NETWORK);
    const marked = new Uint8Array(64);
    marked[63] = 0x80;
    for (const bytes of [new Uint8Array(64), marked, new Uint8Array(65), new Uint8Array(66)]) {
      const verdict = verifySignature(polkadotMessages, { address, text, signature: bytesToHex(bytes) });
      expect(verdict.status).toBe("refused");
    }
  });
});

test("accepts a high s of ECDSA, as nodes do", () => {
  const pair = secp256k1PairFromSeed(seed);
  const low = secp256k1Sign(wrapped(text), pair);
  const { r, s } = secp256k1.Signature.fromBytes(low.slice(0, 64), "compact");
  const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes("compact");
  const signature = bytesToHex(concatBytes(high, Uint8Array.of((low[64] ?? 0) ^ 1)));
  const address = encodeAddress(blake2AsU8a(pair.publicKey), NETWORK);
  expect(verifySignature(polkadotMessages, { address, text, signature })).toEqual(proved);
});
