/**
 * Encryption of stored records with the caller's keys, by Node's crypto: AES-256-GCM (NIST SP 800-38D), with keys from
 * HKDF-SHA-256 (RFC 5869).
 *
 * - key id: the first 8 bytes of HKDF(key, no salt, info "vaspkit key id"), as hex
 * - key of a cipher: 32 bytes of HKDF(key, salt, info "vaspkit encrypted " + purpose in UTF-8)
 * - encrypted piece: nonce (12 random bytes), ciphertext, tag (16 bytes); the context in UTF-16LE is authenticated with it
 *
 * One cipher must not encrypt more than 2^32 pieces, because nonces are random (SP 800-38D, 8.3). Use a new salt for each
 * file or table.
 */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { types } from "node:util";
import type { ComplianceError } from "../../domain/compliance-error.js";
import { type Cursors, cursorsOf } from "../../domain/cursor.js";
import { checkedOptions, configurationInvalid } from "../../domain/options.js";
import { bare } from "../../domain/own.js";

/** Encryption keys. Each has 32 bytes, from a key management service or `crypto.randomBytes(32)`. */
export interface EncryptionOptions {
  /** Encrypts everything that is written. */
  readonly key: Uint8Array;
  /**
   * Earlier values of `key`. They only decrypt. The JSON file is encrypted again with `key` when it is opened, a database
   * by `encryptRecords`.
   * @default []
   */
  readonly previousKeys?: readonly Uint8Array[] | undefined;
}

/** Encrypts and decrypts pieces with one derived key. */
export interface Cipher {
  /** Returns nonce, ciphertext and tag. `context` is authenticated: a piece decrypts only in the same context. */
  encrypt(plain: Uint8Array, context: string): Buffer;
  /** Returns the plain bytes; undefined if the piece was changed or encrypted by another cipher or in another context. */
  decrypt(encrypted: Uint8Array, context: string): Buffer | undefined;
}

/** One of the caller's keys. */
export interface EncryptionKey {
  /** 16 hex digits that identify the key and reveal nothing of it; the same in every process. */
  readonly id: string;
  /** Returns the cipher of this salt and purpose. */
  cipher(salt: Uint8Array, purpose: string): Cipher;
}

/** The caller's keys, checked. */
export interface Keyring {
  readonly current: EncryptionKey;
  /** Returns the current or previous key of that id. */
  keyOf(id: string): EncryptionKey | undefined;
}

/** Returns cursors that only a holder of one of these keys can read. */
export function encryptedCursors({ current, keyOf }: Keyring): Cursors {
  const cipherOf = (key: EncryptionKey): Cipher => key.cipher(new Uint8Array(), "cursors");
  let cipher: Cipher | undefined;
  return cursorsOf(
    (bytes) => {
      cipher ??= cipherOf(current);
      return Buffer.concat([Buffer.from(current.id, "hex"), cipher.encrypt(bytes, "cursor")]);
    },
    (bytes) => {
      const key = keyOf(Buffer.from(bytes.subarray(0, ID_BYTES)).toString("hex"));
      return key && cipherOf(key).decrypt(bytes.subarray(ID_BYTES), "cursor");
    },
  );
}

const KEY_BYTES = 32;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = "aes-256-gcm";

/**
 * Returns a keyring of copies of these keys, so that the caller may wipe the originals.
 *
 * @throws ComplianceError `configuration_invalid`, with the name of the option but nothing of its value.
 */
export function keyringOf(given: EncryptionOptions): Keyring {
  const options = checkedOptions("encryption", given, { key: "checked", previousKeys: "checked" });
  const current = encryptionKey("key", options.key);
  const previous = arrayOf(options.previousKeys).map((key, index) => encryptionKey(`previousKeys[${index}]`, key));
  // The current key last, because it may be listed among the previous ones too.
  const byId = new Map([...previous, current].map((key) => [key.id, key]));
  return { current, keyOf: (id) => byId.get(id) };
}

function arrayOf(previousKeys: EncryptionOptions["previousKeys"]): readonly unknown[] {
  try {
    if (previousKeys === undefined) return [];
    if (Array.isArray(previousKeys)) return Array.from(previousKeys);
  } catch {
    // Not passed on as a cause: the error of a getter may contain a key.
  }
  throw configurationInvalid("encryption.previousKeys must be an array of keys, each a Uint8Array of 32 bytes.");
}

function encryptionKey(option: string, given: unknown): EncryptionKey {
  const key = checkedKey(option, given);
  return {
    id: derive(key, new Uint8Array(), "vaspkit key id", ID_BYTES).toString("hex"),
    cipher: (salt, purpose) => cipherOf(createSecretKey(derive(key, salt, `vaspkit encrypted ${purpose}`, KEY_BYTES))),
  };
}

/** Returns a key object, whose bytes neither an inspection nor a heap snapshot shows. */
function checkedKey(option: string, given: unknown): KeyObject {
  // Not `instanceof`: a key may come from another realm, for example from a test runner.
  const bytes = types.isUint8Array(given) ? new Uint8Array(given) : undefined;
  if (bytes?.length !== KEY_BYTES) throw keyInvalid(option, "must be a Uint8Array of 32 bytes");
  if (bytes.every((byte) => byte === 0)) throw keyInvalid(option, "has only zero bytes, perhaps because it was wiped");
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

function keyInvalid(option: string, problem: string): ComplianceError {
  return configurationInvalid(
    `encryption.${option} ${problem}. Create a key once with crypto.randomBytes(32) and keep it in a secret store. ` +
      'Decode a key that is stored as text, for example with Buffer.from(text, "base64").',
  );
}

function derive(key: KeyObject, salt: Uint8Array, info: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, bytes));
}

function cipherOf(key: KeyObject): Cipher {
  return {
    encrypt: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, bare({ authTagLength: TAG_BYTES }));
      cipher.setAAD(authenticated(context));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt: (encrypted, context) => {
      const end = encrypted.length - TAG_BYTES;
      if (end < NONCE_BYTES) return undefined;
      const nonce = encrypted.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, bare({ authTagLength: TAG_BYTES }));
      decipher.setAAD(authenticated(context)).setAuthTag(encrypted.subarray(end));
      const plain = decipher.update(encrypted.subarray(NONCE_BYTES, end));
      try {
        return Buffer.concat([plain, decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** In UTF-16, so that no two contexts have the same bytes. UTF-8 replaces all lone surrogates by the same character. */
function authenticated(context: string): Buffer {
  return Buffer.from(context, "utf16le");
}
