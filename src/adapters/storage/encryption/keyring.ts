/**
 * The caller's keys, checked and ready to seal: AES-256-GCM (NIST SP 800-38D) under keys derived by HKDF-SHA-256
 * (RFC 5869), all by the platform's crypto.
 *
 * - key id: the first 8 bytes of HKDF(key, no salt, info "vaspkit key id"), as hex
 * - key of a cipher: 32 bytes of HKDF(key, salt, info "vaspkit sealed " + purpose in UTF-8)
 * - sealed piece: nonce (12 random bytes), ciphertext, tag (16 bytes); the context in UTF-16LE is authenticated with it
 *
 * The nonces are random, so one cipher must not seal more than 2^32 pieces (SP 800-38D, 8.3): take a salt of its own
 * for each file.
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from "node:crypto";
import { types } from "node:util";
import type { ComplianceError } from "../../../domain/compliance-error.js";
import { checkedOptions, configurationInvalid } from "../../../domain/options.js";
import type { Cipher, EncryptionOptions, Keyring, SealingKey } from "./cipher.js";

const KEY_BYTES = 32;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = "aes-256-gcm";
/** Asked for at once: the system's randomness costs more by the call than by the byte. */
const POOLED_NONCES = 256;
const NO_SALT = new Uint8Array();

/**
 * The keys of these options. They are copied: whoever gave them may wipe his own afterwards.
 *
 * @throws ComplianceError `configuration_invalid`, naming the option and nothing of its value.
 */
export function keyringOf(given: EncryptionOptions): Keyring {
  const options = checkedOptions("encryption", given, { key: "checked", previousKeys: "checked" });
  const current = sealingKey("key", options.key);
  const previous = listOf(options.previousKeys).map((key, index) => sealingKey(`previousKeys[${index}]`, key));
  // The current key last: it may stand among the previous ones too.
  const byId = new Map([...previous, current].map((key) => [key.id, key]));
  return { current, find: (id) => byId.get(id) };
}

function listOf(previousKeys: EncryptionOptions["previousKeys"]): readonly unknown[] {
  try {
    if (previousKeys === undefined) return [];
    if (Array.isArray(previousKeys)) return Array.from(previousKeys);
  } catch {
    // What a list throws as it is read is not passed on: it may repeat a key.
  }
  throw configurationInvalid("encryption.previousKeys must be an array of keys, each a Uint8Array of 32 bytes.");
}

/** @param option names the key in messages */
function sealingKey(option: string, given: unknown): SealingKey {
  const key = checkedKey(option, given);
  return {
    id: derived(key, NO_SALT, "vaspkit key id", ID_BYTES).toString("hex"),
    cipher: (salt, purpose) => cipherOf(createSecretKey(derived(key, salt, `vaspkit sealed ${purpose}`, KEY_BYTES))),
  };
}

/** As a key object, which no inspection and no heap snapshot shows the bytes of. */
function checkedKey(option: string, given: unknown): KeyObject {
  // Not `instanceof`: a key may come from another realm, such as a test runner's.
  const bytes = types.isUint8Array(given) ? new Uint8Array(given) : undefined;
  if (bytes?.length !== KEY_BYTES) throw keyInvalid(option, "must be a Uint8Array of 32 bytes");
  if (bytes.every((byte) => byte === 0)) throw keyInvalid(option, "is all zero bytes, as if it had been wiped");
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

function keyInvalid(option: string, what: string): ComplianceError {
  return configurationInvalid(
    `encryption.${option} ${what}: keep what crypto.randomBytes(32) once gave in a secret store, and decode it when it ` +
      'is kept as text, for example by Buffer.from(text, "base64").',
  );
}

function derived(key: KeyObject, salt: Uint8Array, info: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, bytes));
}

function cipherOf(key: KeyObject): Cipher {
  const nextNonce = randomNonces();
  return {
    seal: (plain, context) => {
      const nonce = nextNonce();
      const sealing = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      sealing.setAAD(authenticated(context));
      return Buffer.concat([nonce, sealing.update(plain), sealing.final(), sealing.getAuthTag()]);
    },
    open: (sealed, context) => {
      const end = sealed.length - TAG_BYTES;
      if (end < NONCE_BYTES) return undefined;
      const opening = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      opening.setAAD(authenticated(context)).setAuthTag(sealed.subarray(end));
      const plain = opening.update(sealed.subarray(NONCE_BYTES, end));
      try {
        return Buffer.concat([plain, opening.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** Gives nonces to be used before the next one is asked for. */
function randomNonces(): () => Uint8Array {
  const pool = new Uint8Array(POOLED_NONCES * NONCE_BYTES);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += NONCE_BYTES;
    return pool.subarray(used - NONCE_BYTES, used);
  };
}

/** In UTF-16, so that two contexts never have the same bytes: UTF-8 has one replacement for all lone surrogates. */
function authenticated(context: string): Buffer {
  return Buffer.from(context, "utf16le");
}
