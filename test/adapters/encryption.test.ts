/** Encryption with the caller's keys: what decrypts, what does not, and that no key is shown. */
import { randomBytes, webcrypto } from "node:crypto";
import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EncryptionOptions } from "../../src/adapters/storage/encryption.js";
import { keyringOf } from "../../src/adapters/storage/encryption.js";
import type { ComplianceError } from "../../src/domain/compliance-error.js";
import { codePoint } from "../support/arbitraries/code-point.js";
import { CANARY } from "../support/canaries.js";
import { thrownBy } from "../support/outcomes.js";
import { isFullRun, runs } from "../support/runs.js";

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => 200 + index));
const OTHER = Buffer.alloc(32, 7);
const SALT = Buffer.from("a salt of the file");
const TEXT = Buffer.from("José Ω 🙂");

const cipherOf = (key = KEY, salt: Uint8Array = SALT, purpose = "journal") =>
  keyringOf({ key }).current.cipher(salt, purpose);

/** The same by Web Crypto, written from the description at the head of encryption.ts. */
const independent = {
  hkdf: async (salt: Uint8Array<ArrayBuffer>, info: string, bytes: number): Promise<Buffer<ArrayBuffer>> => {
    const key = await webcrypto.subtle.importKey("raw", KEY, "HKDF", false, ["deriveBits"]);
    const how = { name: "HKDF", hash: "SHA-256", salt, info: Buffer.from(info) };
    return Buffer.from(await webcrypto.subtle.deriveBits(how, key, bytes * 8));
  },
  key: async (): Promise<webcrypto.CryptoKey> => {
    const bytes = await independent.hkdf(SALT, "vaspkit encrypted journal", 32);
    return webcrypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  },
  how: (iv: Uint8Array<ArrayBuffer>, context: string) => ({
    name: "AES-GCM",
    iv,
    tagLength: 128,
    additionalData: Buffer.from(context, "utf16le"),
  }),
};

describe("an encrypted piece", () => {
  it("decrypts to the plain bytes, of any length, and is 28 bytes longer", () => {
    const cipher = cipherOf();
    const plainBytes = fc.uint8Array({ maxLength: isFullRun ? 3000 : 100 });
    const ofAnyLength = fc.property(plainBytes, fc.string({ unit: codePoint }), (plain, context) => {
      const encrypted = cipher.encrypt(plain, context);
      expect(encrypted).toHaveLength(plain.length + 28);
      expect(cipher.decrypt(encrypted, context)).toEqual(Buffer.from(plain));
    });
    fc.assert(ofAnyLength, { numRuns: runs(300) });
  });

  it("is decrypted by another cipher of the same key, salt and purpose", () => {
    expect(cipherOf(Buffer.from(KEY)).decrypt(cipherOf().encrypt(TEXT, "1"), "1")).toEqual(TEXT);
  });

  it("is AES-256-GCM with HKDF-SHA-256, as an independent implementation reads and writes it", async () => {
    const encrypted = Buffer.from(cipherOf().encrypt(TEXT, "line 7"));
    const [nonce, rest] = [encrypted.subarray(0, 12), encrypted.subarray(12)];
    const key = await independent.key();
    expect(Buffer.from(await webcrypto.subtle.decrypt(independent.how(nonce, "line 7"), key, rest))).toEqual(TEXT);

    const iv = Buffer.from("twelve bytes");
    const theirs = Buffer.from(await webcrypto.subtle.encrypt(independent.how(iv, "line 8"), key, TEXT));
    expect(cipherOf().decrypt(Buffer.concat([iv, theirs]), "line 8")).toEqual(TEXT);
  });

  it("has a nonce of its own, also among several ciphers of the same key", () => {
    const ciphers = [cipherOf(), cipherOf()];
    const nonces = Array.from({ length: 2000 }, (_, index) =>
      ciphers[index % 2]?.encrypt(TEXT, "").subarray(0, 12).toString("hex"),
    );
    expect(new Set(nonces).size).toBe(2000);
  });

  it("keeps its nonce when others are encrypted after it", () => {
    const cipher = cipherOf();
    const pieces = Array.from({ length: 600 }, (_, index) => cipher.encrypt(Buffer.from([index % 256]), ""));
    expect(pieces.map((piece) => cipher.decrypt(piece, "")?.[0])).toEqual(pieces.map((_, index) => index % 256));
  });
});

describe("nothing decrypts", () => {
  const encrypted = cipherOf().encrypt(TEXT, "line 7");

  it("from a piece with any one bit flipped", () => {
    const cipher = cipherOf();
    for (let bit = 0; bit < encrypted.length * 8; bit += 1) {
      const flipped = Buffer.from(encrypted);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(cipher.decrypt(flipped, "line 7"), `bit ${bit}`).toBeUndefined();
    }
    expect(cipher.decrypt(encrypted, "line 7")).toEqual(TEXT);
  });

  it("from a piece cut at any length at either end, or with one byte more", () => {
    const cipher = cipherOf();
    for (let length = 0; length < encrypted.length; length += 1) {
      expect(cipher.decrypt(encrypted.subarray(0, length), "line 7"), `${length} bytes`).toBeUndefined();
      expect(cipher.decrypt(encrypted.subarray(encrypted.length - length), "line 7"), `last ${length}`).toBeUndefined();
    }
    expect(cipher.decrypt(Buffer.concat([encrypted, Buffer.alloc(1)]), "line 7")).toBeUndefined();
    expect(cipher.decrypt(Buffer.concat([Buffer.alloc(1), encrypted]), "line 7")).toBeUndefined();
  });

  it("in another context, even one that differs only in a lone surrogate", () => {
    for (const context of ["", "line 8", "line 7 ", "line 70"])
      expect(cipherOf().decrypt(encrypted, context)).toBeUndefined();
    expect(cipherOf().decrypt(cipherOf().encrypt(TEXT, "\ud800"), "\ud801")).toBeUndefined();
  });

  it.each([
    ["key", cipherOf(OTHER)],
    ["salt", cipherOf(KEY, Buffer.from("another salt"))],
    ["purpose", cipherOf(KEY, SALT, "snapshot")],
    ["empty salt", cipherOf(KEY, new Uint8Array())],
    ["empty purpose", cipherOf(KEY, SALT, "")],
  ])("with another %s", (_, cipher) => {
    expect(cipher.decrypt(encrypted, "line 7")).toBeUndefined();
  });
});

describe("a keyring", () => {
  it("finds the current and the previous keys by id, and no other", () => {
    const ring = keyringOf({ key: KEY, previousKeys: [OTHER] });
    const former = keyringOf({ key: OTHER }).current;
    expect(ring.current.id).toBe(keyringOf({ key: KEY }).current.id);
    expect(ring.keyOf(ring.current.id)).toBe(ring.current);
    const found = ring.keyOf(former.id)?.cipher(SALT, "p");
    expect(found?.decrypt(former.cipher(SALT, "p").encrypt(TEXT, "1"), "1")).toEqual(TEXT);
    expect(ring.keyOf("0123456789abcdef")).toBeUndefined();
    expect(keyringOf({ key: KEY }).keyOf(former.id)).toBeUndefined();
  });

  it("may hold the current key among the previous ones", () => {
    const ring = keyringOf({ key: KEY, previousKeys: [KEY, OTHER, KEY] });
    expect(ring.keyOf(ring.current.id)).toBe(ring.current);
  });

  it("identifies keys by 16 hex digits, which an independent implementation computes too", async () => {
    const { id } = keyringOf({ key: KEY }).current;
    expect(id).toBe((await independent.hkdf(Buffer.alloc(0), "vaspkit key id", 8)).toString("hex"));
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(keyringOf({ key: OTHER }).current.id).not.toBe(id);
  });

  it("copies the keys at once, so that the caller may wipe the originals", () => {
    const [key, previous] = [Buffer.from(KEY), Buffer.from(OTHER)];
    const previousKeys = [previous];
    const ring = keyringOf({ key, previousKeys });
    key.fill(0);
    previous.fill(1);
    previousKeys.pop();
    expect(ring.current.cipher(SALT, "journal").decrypt(cipherOf().encrypt(TEXT, ""), "")).toEqual(TEXT);
    const found = ring.keyOf(keyringOf({ key: OTHER }).current.id)?.cipher(SALT, "journal");
    expect(found?.decrypt(cipherOf(OTHER).encrypt(TEXT, ""), "")).toEqual(TEXT);
  });

  it("does not change the caller's keys", () => {
    const key = Buffer.from(KEY);
    keyringOf({ key });
    expect(key).toEqual(KEY);
  });

  it("accepts a Uint8Array, a Buffer, a part of a larger array and an array of another realm", () => {
    const large = Buffer.concat([Buffer.alloc(5, 9), KEY, Buffer.alloc(5, 9)]);
    const elsewhere: unknown = runInNewContext(`Uint8Array.from(${JSON.stringify([...KEY])})`);
    const { id } = keyringOf({ key: KEY }).current;
    // The cast: it is one, though no instance of this realm's class.
    for (const key of [new Uint8Array(KEY), large.subarray(5, 37), elsewhere as Uint8Array]) {
      expect(keyringOf({ key }).current.id).toBe(id);
    }
  });
});

/** What a caller without types may give. */
const untyped = (options: unknown) => keyringOf(options as EncryptionOptions);
const refusal = (options: unknown): ComplianceError => thrownBy(() => untyped(options), "configuration_invalid");

const hostile = new Proxy([], { get: fail, has: fail });
const lying = new (class extends Uint8Array {
  override get length(): number {
    return 32;
  }
})(16);

const noKeys: readonly (readonly [string, unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ["a text", CANARY],
  ["hex digits", KEY.toString("hex")],
  ["31 bytes", KEY.subarray(1)],
  ["33 bytes", Buffer.concat([KEY, KEY]).subarray(31)],
  ["no bytes", new Uint8Array()],
  ["32 zero bytes", Buffer.alloc(32)],
  ["an array", [...KEY]],
  ["16-bit numbers", new Uint16Array(KEY)],
  ["an ArrayBuffer", new Uint8Array(KEY).buffer],
  ["an object that looks like one", { ...KEY, length: 32 }],
  ["a proxy", new Proxy(new Uint8Array(KEY), {})],
  ["16 bytes that say they are 32", lying],
];

describe("an invalid key", () => {
  it.each(noKeys)("is rejected with advice and without its value: %s", (_, given) => {
    for (const [options, option] of [
      [{ key: given }, "encryption.key "],
      [{ key: KEY, previousKeys: [OTHER, given] }, "encryption.previousKeys[1] "],
    ] as const) {
      const error = refusal(options);
      expect(error.message).toContain(option);
      expect(error.message).toContain("crypto.randomBytes(32)");
      expect(showsKey(inspect(error, { depth: 9, showHidden: true }))).toBe(false);
    }
  });

  it.each([
    ["previousKeys", { key: KEY, previousKeys: KEY }, /previousKeys must be an array/],
    ["previousKeys", { key: KEY, previousKeys: null }, /previousKeys must be an array/],
    ["hostile previousKeys", { key: KEY, previousKeys: hostile }, /previousKeys must be an array/],
    ["a key in a hole", { key: KEY, previousKeys: new Array(1) }, /previousKeys\[0\]/],
    ["an unknown option", { key: KEY, previousKey: [OTHER] }, /no option "previousKey".*options are key, previousKeys/],
    ["no options", undefined, /takes an object of options/],
    ["a key for options", KEY, /takes an object of options/],
    ["options that throw", Object.defineProperty({}, "key", { enumerable: true, get: fail }), /can be read/],
  ])("is rejected like other invalid options: %s", (_, options, message) => {
    const error = refusal(options);
    expect(error.message).toMatch(message);
    expect(showsKey(inspect(error, { depth: 9, showHidden: true }))).toBe(false);
  });
});

describe("no key is shown", () => {
  it("by inspecting or serialising a keyring, its keys or its ciphers", () => {
    const ring = keyringOf({ key: KEY, previousKeys: [OTHER] });
    const derived = ring.current.cipher(SALT, "journal");
    const { current } = ring;
    const values = [ring, current, derived, ring.keyOf, current.cipher, derived.encrypt, derived.decrypt];
    for (const value of values) {
      const shown = inspect(value, { depth: 9, showHidden: true }) + JSON.stringify(value) + String(value);
      expect(showsKey(shown)).toBe(false);
    }
  });

  it("by a failed decryption", () => {
    expect(cipherOf().decrypt(randomBytes(100), CANARY)).toBeUndefined();
  });
});

function fail(): never {
  throw new Error(`${CANARY} ${KEY.toString("hex")}`);
}

/** Whether the text has four consecutive bytes of the keys, in any form in which Node or JSON shows bytes. */
function showsKey(text: string): boolean {
  const parts = [KEY.subarray(4, 8), KEY.subarray(20, 24), OTHER.subarray(0, 4)];
  const forms = parts.flatMap((part) => [
    part.toString("hex"),
    part.toString("hex").replace(/..(?!$)/g, "$& "),
    [...part].join(", "),
    [...part].join(","),
    part.subarray(0, 3).toString("base64"),
  ]);
  return [CANARY, ...forms].some((form) => text.includes(form));
}
