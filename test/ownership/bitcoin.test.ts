/** Messages with a header byte: Bitcoin, Litecoin and Bitcoin Cash. BIP-322 is in `bip322.test.ts`. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { p2pkh, p2sh, p2wpkh } from "@scure/btc-signer/payment.js";
import { Script } from "@scure/btc-signer/script.js";
import { hash160, pubECDSA } from "@scure/btc-signer/utils.js";
import bitcoinMessage from "bitcoinjs-message";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeCashAddr } from "../../src/domain/chains/encodings/cashaddr.js";
import type { OwnershipMethod, SignedText } from "../../src/domain/ownership/method.js";
import { verifySignature } from "../../src/domain/ownership/verify.js";
import { bitcoinMessages } from "../../src/ownership/bitcoin.js";
import { bitcoinCashMessages } from "../../src/ownership/bitcoin-cash.js";
import { litecoinMessages } from "../../src/ownership/litecoin.js";
import {
  bitcoinMagic,
  headers,
  litecoinMagic,
  litecoinNetwork,
  payments,
  signLegacy,
} from "../support/ownership/bitcoin-wallets.js";
import { runs } from "../support/runs.js";

const proved = { status: "proved", format: "bip-137" };
const wrong = { status: "refused", reason: "signature_wrong" };
const malformed = { status: "refused", reason: "signature_malformed" };

const text = "The text, signed.";
const key = new Uint8Array(32).fill(7);
const publicKey = pubECDSA(key);
const addresses = {
  p2pkh: payments.p2pkh(key).address ?? "",
  p2sh: payments.p2shP2wpkh(key).address ?? "",
  segwit: payments.p2wpkh(key).address ?? "",
};
const cashAddress = encodeCashAddr(0, hash160(publicKey));

function verdictOf(
  address: string,
  bytes: Uint8Array,
  rest: Partial<SignedText> = {},
  method: OwnershipMethod = bitcoinMessages,
) {
  return verifySignature(method, { address, text, signature: base64.encode(bytes), ...rest });
}

describe("signatures of wallets", () => {
  const message = "This is an example of a signed message.";
  const long = "VeryLongMessage!".repeat(64);

  // trezor/trezor-firmware, tests/device_tests/bitcoin/test_signmessage.py. The fourth and the fifth have the header of P2PKH
  // at segwit addresses (`no_script_type`).
  test.each([
    [
      "1JAd7XCBzGudGpJQSDSfpmJhiygtLQWaGL",
      message,
      "20fd8f2f7db5238fcdd077d5204c3e6949c261d700269cefc1d9d2dcef6b95023630ee617f6c8acf9eb40c8edd704c9ca74ea4afc393f43f35b4e8958324cbdd1c",
    ],
    [
      "3L6TyTisPBmrDAj6RoKmDzNnj4eQi54gD2",
      message,
      "23744de4516fac5c140808015664516a32fead94de89775cec7e24dbc24fe133075ac09301c4cc8e197bea4b6481661d5b8e9bf19d8b7b8a382ecdb53c2ee0750d",
    ],
    [
      "bc1qannfxke2tfd4l7vhepehpvt05y83v3qsf6nfkk",
      message,
      "28b55d7600d9e9a7e2a49155ddf3cfdb8e796c207faab833010fa41fb7828889bc47cf62348a7aaa0923c0832a589fab541e8f12eb54fb711c90e2307f0f66b194",
    ],
    [
      "3L6TyTisPBmrDAj6RoKmDzNnj4eQi54gD2",
      message,
      "1f744de4516fac5c140808015664516a32fead94de89775cec7e24dbc24fe133075ac09301c4cc8e197bea4b6481661d5b8e9bf19d8b7b8a382ecdb53c2ee0750d",
    ],
    [
      "bc1qannfxke2tfd4l7vhepehpvt05y83v3qsf6nfkk",
      message,
      "20b55d7600d9e9a7e2a49155ddf3cfdb8e796c207faab833010fa41fb7828889bc47cf62348a7aaa0923c0832a589fab541e8f12eb54fb711c90e2307f0f66b194",
    ],
    [
      "1JAd7XCBzGudGpJQSDSfpmJhiygtLQWaGL",
      long,
      "200a46476ceb84d06ef5784828026f922c8815f57aac837b8c013007ca8a8460db63ef917dbebaebd108b1c814bbeea6db1f2b2241a958e53fe715cc86b199d9c3",
    ],
    [
      "3L6TyTisPBmrDAj6RoKmDzNnj4eQi54gD2",
      long,
      "236eadee380684f70749c52141c8aa7c3b6afd84d0e5f38cfa71823f3b1105a5f34e23834a5bb6f239ff28ad87f409f44e4ce6269754adc00388b19507a5d9386f",
    ],
    [
      "bc1qannfxke2tfd4l7vhepehpvt05y83v3qsf6nfkk",
      long,
      "28c6f86e255eaa768c447d635d91da01631ac54af223c2c182d4fa3676cfecae4a199ad33a74fe04fb46c39432acb8d83de74da90f5f01123b3b7d8bc252bc7f71",
    ],
  ])("of Trezor at %s are proved, in hex and in base64", (address, signedText, signature) => {
    for (const each of [signature, base64.encode(hexToBytes(signature))]) {
      expect(verifySignature(bitcoinMessages, { address, text: signedText, signature: each })).toEqual(proved);
    }
    expect(verifySignature(bitcoinMessages, { address, text: `${signedText} `, signature })).toMatchObject(wrong);
  });

  test("of Trezor at an address of Bitcoin Cash are proved", () => {
    const address = "bitcoincash:qr08q88p9etk89wgv05nwlrkm4l0urz4cyl36hh9sv";
    const signature =
      "1fda7733e666a4ab8ba86f3cfc3728d318ecf824a3bf99597570297aa131607c10316959136b2c500b2b478a73c563ba314c0b7b2a22065b6d9596118f246d360e";
    expect(verifySignature(bitcoinCashMessages, { address, text: message, signature })).toEqual(proved);
    const short = address.slice("bitcoincash:".length);
    expect(verifySignature(bitcoinCashMessages, { address: short, text: message, signature })).toEqual(proved);
  });

  // sparrowwallet/sparrow#39.
  test.each([
    ["Electrum", "ID22tR17Iv4JDZOPTDznywOrmP6YsJEhEvlQhvYjqdO4VCiFJOGXiTpZcxzzdOgb4U4/5BsCbnHg/E1xDddgKLY="],
    ["Sparrow", "I21pjaclbCUb+agjKkFTJSHdKYPACzDjsrHdimpuXIEBSDb1kicauaWHZzo+he397Isug//jNNUdF22wf2QQQeY="],
  ])("of %s at a P2SH address are proved", (_, signature) => {
    const address = "36TcRXxXDgwv5J78EL8QnTTyh5owFAXpb9";
    expect(verifySignature(bitcoinMessages, { address, text: "Test", signature })).toEqual(proved);
  });
});

describe("bitcoinjs-message agrees", () => {
  const networks = {
    bitcoin: {
      method: bitcoinMessages,
      magic: bitcoinMagic,
      network: { bech32: "bc", pubKeyHash: 0, scriptHash: 5, wif: 0x80 },
      kinds: ["p2pkh", "p2sh", "segwit"],
    },
    litecoin: {
      method: litecoinMessages,
      magic: litecoinMagic,
      network: litecoinNetwork,
      kinds: ["p2pkh", "p2sh", "segwit"],
    },
    "bitcoin-cash": {
      method: bitcoinCashMessages,
      magic: bitcoinMagic,
      network: { bech32: "bc", pubKeyHash: 0, scriptHash: 5, wif: 0x80 },
      kinds: ["p2pkh"],
    },
  } as const;
  const segwitTypes = { p2pkh: undefined, p2sh: "p2sh(p2wpkh)", segwit: "p2wpkh" } as const;
  const seed = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .filter((bytes) => secp256k1.utils.isValidSecretKey(bytes));

  const cases = Object.values(networks).flatMap((each) => each.kinds.map((kind) => ({ ...each, kind })));

  test.each(cases)("about $magic and $kind", ({ method, magic, network, kind }) => {
    const prefix = String.fromCharCode(magic.length) + magic;
    const segwitType = segwitTypes[kind];
    const addressOf = (secret: Uint8Array): string => {
      const segwit = p2wpkh(pubECDSA(secret), network);
      const payment = { p2pkh: p2pkh(pubECDSA(secret), network), p2sh: p2sh(segwit, network), segwit }[kind];
      return payment.address ?? "";
    };
    fc.assert(
      fc.property(seed, fc.string({ unit: "grapheme", maxLength: 400 }), fc.nat(64 * 8 - 1), (secret, drawn, bit) => {
        const address = addressOf(secret);
        const options = segwitType && { segwitType };
        const bytes = bitcoinMessage.sign(drawn, Buffer.from(secret), true, prefix, options);
        const theirs = (signature: Buffer, signedText: string) => {
          try {
            return bitcoinMessage.verify(signedText, address, signature, prefix);
          } catch {
            return false;
          }
        };
        const ours = (signature: Buffer, signedText: string) =>
          verifySignature(method, {
            address,
            text: signedText,
            signature: signature.toString("base64"),
          }).status === "proved";
        const changed = Buffer.from(bytes);
        const place = 1 + (bit >> 3);
        changed[place] = (changed[place] ?? 0) ^ (1 << (bit & 7));
        for (const verify of [theirs, ours]) {
          expect(verify(bytes, drawn)).toBe(true);
          expect(verify(changed, drawn)).toBe(false);
          expect(verify(bytes, `${drawn}.`)).toBe(false);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test("about keys that are not compressed", () => {
    const uncompressed = pubECDSA(key, false);
    const { address = "" } = p2pkh(uncompressed);
    const bytes = bitcoinMessage.sign(text, Buffer.from(key), false);
    expect(bitcoinMessage.verify(text, address, bytes)).toBe(true);
    expect(verdictOf(address, bytes)).toEqual(proved);
    expect(verdictOf(addresses.p2pkh, bytes)).toMatchObject(wrong);
  });
});

describe("headers", () => {
  const accepted = [
    [addresses.p2pkh, [headers.compressed]],
    [addresses.p2sh, [headers.compressed, headers.p2sh]],
    [addresses.segwit, [headers.compressed, headers.segwit]],
  ] as const;

  test.each(accepted)("of %s are accepted for its kinds only", (address, kinds) => {
    for (const header of Object.values(headers)) {
      const isAccepted = kinds.some((each) => each === header);
      expect(verdictOf(address, signLegacy(text, key, header)), `${header}`).toMatchObject(isAccepted ? proved : wrong);
    }
  });

  test.each([0, 26, 43, 255])("%i is malformed", (header) => {
    const bytes = signLegacy(text, key);
    bytes[0] = header;
    expect(verdictOf(addresses.p2pkh, bytes)).toMatchObject(malformed);
  });

  test("with another recovery id are of another key", () => {
    for (let other = 1; other < 4; other += 1) {
      const bytes = signLegacy(text, key);
      bytes[0] = headers.compressed + (((bytes[0] ?? 0) - headers.compressed + other) & 3);
      expect(verdictOf(addresses.p2pkh, bytes)).toMatchObject(wrong);
    }
  });

  test("of segwit are malformed on Bitcoin Cash", () => {
    const bytes = signLegacy(text, key, headers.segwit);
    expect(verdictOf(cashAddress, bytes, {}, bitcoinCashMessages)).toMatchObject(malformed);
  });
});

test("high s is accepted, as by verifymessage of Bitcoin Core: a text has two valid signatures", () => {
  const [header = 0, ...compact] = signLegacy(text, key);
  const { r, s } = secp256k1.Signature.fromBytes(Uint8Array.from(compact), "compact");
  const high = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s)).toBytes("compact");
  const other = headers.compressed + ((header - headers.compressed) ^ 1);
  expect(verdictOf(addresses.p2pkh, Uint8Array.of(other, ...high))).toEqual(proved);
});

describe("refuses", () => {
  test.each([
    ["64 bytes", signLegacy(text, key).subarray(1)],
    ["66 bytes", Uint8Array.of(...signLegacy(text, key), 0)],
  ])("%s as malformed", (_, bytes) => {
    expect(verdictOf(addresses.p2pkh, bytes, { format: "bip-137" })).toMatchObject(malformed);
  });

  test("r and s of 0", () => {
    const bytes = new Uint8Array(65);
    bytes[0] = headers.compressed;
    for (const address of Object.values(addresses)) expect(verdictOf(address, bytes)).toMatchObject(wrong);
  });

  test("a signature with the magic text of another chain", () => {
    const { address = "" } = p2pkh(publicKey, litecoinNetwork);
    const [onBitcoin, onLitecoin] = [bitcoinMagic, litecoinMagic].map((magic) => signLegacy(text, key, 31, magic));
    expect(verdictOf(address, onLitecoin ?? key, {}, litecoinMessages)).toEqual(proved);
    expect(verdictOf(address, onBitcoin ?? key, {}, litecoinMessages)).toMatchObject(wrong);
    expect(verdictOf(addresses.p2pkh, onLitecoin ?? key)).toMatchObject(wrong);
  });

  test("a signature with a header as BIP-322, and the other way round", () => {
    expect(verdictOf(addresses.segwit, signLegacy(text, key, 39), { format: "bip-322" })).toMatchObject(malformed);
    const signature = "smpAA==";
    expect(verdictOf(addresses.segwit, key, { format: "bip-137", signature })).toMatchObject(malformed);
  });

  test("a member's key for the address of a multisig script", () => {
    const { address = "" } = payments.p2shMultisig([key, new Uint8Array(32).fill(8), new Uint8Array(32).fill(9)]);
    expect(verdictOf(address, signLegacy(text, key))).toMatchObject(wrong);
  });

  test("an address of another chain, and an unknown format", () => {
    const { address = "" } = p2wpkh(publicKey, litecoinNetwork);
    expect(verdictOf(address, signLegacy(text, key))).toMatchObject({ status: "refused", reason: "address_invalid" });
    expect(verdictOf(addresses.segwit, signLegacy(text, key), { format: "bip-340" })).toMatchObject({
      reason: "format_unknown",
    });
  });
});

describe("is inconclusive", () => {
  const schemeUnknown = { status: "inconclusive", reason: "scheme_unknown" };

  test.each([
    ["P2TR", payments.p2tr(key).address],
    ["P2WSH", payments.p2wshMultisig([key, key, key].map((each, at) => each.map((byte) => byte + at))).address],
  ])("about %s addresses, which BIP-137 has no header for", (_, address = "") => {
    expect(verdictOf(address, signLegacy(text, key))).toMatchObject(schemeUnknown);
  });

  test("about stealth addresses of Litecoin", () => {
    const address =
      "ltcmweb1qq0yq03ewm830ugmkkvrvjmyyeslcpwk8ayd7k27qx63sryy6kx3ksqm3k6jd24ld3r5dp5lzx7rm7uyxfujf8sn7v4nlxeqwrcq6k6xxwqdc6tl3";
    const verdict = verdictOf(address, signLegacy(text, key, 31, litecoinMagic), {}, litecoinMessages);
    expect(verdict).toMatchObject(schemeUnknown);
    const signature = "smpAA==";
    expect(verdictOf(address, key, { signature }, litecoinMessages)).toMatchObject(schemeUnknown);
  });

  test("about scripts of Bitcoin Cash", () => {
    const script = Script.encode([publicKey, "CHECKSIG"]);
    const address = encodeCashAddr(8, hash160(script));
    const verdict = verdictOf(address, signLegacy(text, key), {}, bitcoinCashMessages);
    expect(verdict).toMatchObject({ status: "inconclusive", reason: "script_unknown" });
  });
});

test("Bitcoin Cash and Litecoin accept each spelling of an address", () => {
  const signed = signLegacy(text, key);
  // Bitcoin's address of the key, and CashTokens.
  for (const address of [addresses.p2pkh, encodeCashAddr(0x10, hash160(publicKey)), cashAddress]) {
    expect(verdictOf(address, signed, {}, bitcoinCashMessages)).toEqual(proved);
  }
  const onLitecoin = signLegacy(text, key, headers.p2sh, litecoinMagic);
  for (const version of [5, 0x32]) {
    const network = { ...litecoinNetwork, scriptHash: version };
    const { address = "" } = p2sh(p2wpkh(publicKey, network), network);
    expect(verdictOf(address, onLitecoin, {}, litecoinMessages)).toEqual(proved);
  }
});
