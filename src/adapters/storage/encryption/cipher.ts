/** What a storage seals its records with: the contract between keys and files or columns. */

/** The caller's keys. Each has 32 bytes, from a key management service or `crypto.randomBytes(32)`. */
export interface EncryptionOptions {
  /** What is written is sealed with this one. */
  readonly key: Uint8Array;
  /** Keys that were `key` before: they still open what they sealed, which is sealed anew with `key`. */
  readonly previousKeys?: readonly Uint8Array[];
}

/** Seals and opens pieces under one derived key. AES-256-GCM with a random nonce of 96 bits each. */
export interface Cipher {
  /** nonce (12 bytes), ciphertext, tag (16 bytes). `context` is authenticated: a piece opens in its own place only. */
  seal(plain: Uint8Array, context: string): Buffer;
  /** What was sealed; undefined: it was not sealed by this cipher in this context, or was changed. */
  open(sealed: Uint8Array, context: string): Buffer | undefined;
}

/** One of the caller's keys. */
export interface SealingKey {
  /** Tells keys apart and gives nothing of them away: 16 hex digits, the same in every process. */
  readonly id: string;
  /** A cipher of its own for each salt and purpose (HKDF-SHA-256), so that no two files share nonces. */
  cipher(salt: Uint8Array, purpose: string): Cipher;
}

/** The caller's keys, checked. */
export interface Keyring {
  readonly current: SealingKey;
  /** The key of that id, be it the current one or a previous one. */
  find(id: string): SealingKey | undefined;
}
