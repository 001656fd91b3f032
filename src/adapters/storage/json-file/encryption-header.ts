/**
 * How an encrypted snapshot or journal names its key: `{"key":"<key id>","check":"<base64>"}` in its first line. `check` is
 * an encrypted empty text. It shows whether the header was changed before anything else is decrypted.
 */
import { randomBytes } from "node:crypto";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { Cipher, Keyring } from "../encryption.js";
import { corruptFile } from "./file-system.js";

/** The keys of a storage, and whether it also opens files that are not encrypted. */
export interface Access {
  readonly keys: Keyring | undefined;
  readonly encryptExisting: boolean;
}

export interface EncryptionHeader {
  readonly key: string;
  readonly check: string;
}

/** What a cipher depends on besides its key. */
export interface CipherContext {
  /** 32 hex digits. */
  readonly salt: string;
  readonly purpose: "snapshot" | "journal";
  /** The other properties of the header, which are authenticated. */
  readonly facts: string;
}

const NOTHING = new Uint8Array();
const BASE64 = /^[0-9A-Za-z+/]+={0,2}$/;

/** Returns 32 random hex digits: a salt, or the id of a journal. */
export function newSalt(): string {
  return randomBytes(16).toString("hex");
}

/** Returns a cipher with the current key, and the header that names it. */
export function newEncryption(
  keys: Keyring,
  { salt, purpose, facts }: CipherContext,
): { readonly header: EncryptionHeader; readonly cipher: Cipher } {
  const cipher = keys.current.cipher(Buffer.from(salt, "hex"), purpose);
  return { header: { key: keys.current.id, check: toBase64(cipher.encrypt(NOTHING, `header ${facts}`)) }, cipher };
}

/**
 * Returns the cipher that a header names.
 *
 * @param name the name of the file, for messages
 * @throws ComplianceError `storage_key_wrong` without its key, `storage_corrupt` if the header was changed.
 */
export function openEncryption(
  { key, check }: EncryptionHeader,
  { salt, purpose, facts }: CipherContext,
  keys: Keyring | undefined,
  name: string,
): Cipher {
  if (keys === undefined) {
    throw keyWrong(name, "is encrypted", "Pass its key with the option encryption: { key }.");
  }
  const cipher = keys.keyOf(key)?.cipher(Buffer.from(salt, "hex"), purpose);
  if (cipher === undefined) {
    const advice = "Pass that key as encryption.key, or in encryption.previousKeys if it was replaced.";
    throw keyWrong(name, "is encrypted with another key", advice);
  }
  const encrypted = fromBase64(check);
  if (encrypted === undefined || cipher.decrypt(encrypted, `header ${facts}`) === undefined) {
    throw corruptFile(name, "has a header that was damaged or changed");
  }
  return cipher;
}

/** Returns the failure of a plain file or journal if a key was given. */
export function notEncrypted(name: string): ComplianceError {
  const advice =
    "Set encryption.encryptExisting to encrypt it now, or omit the option encryption to leave it unencrypted.";
  return keyWrong(name, "is not encrypted, although a key was given", advice);
}

function keyWrong(name: string, problem: string, advice: string): ComplianceError {
  return new ComplianceError("storage_key_wrong", `The file "${name}" ${problem}. It was not changed. ${advice}`);
}

export function toBase64(bytes: Buffer): string {
  return bytes.toString("base64");
}

/** Returns undefined for anything that {@link toBase64} does not write. Node's decoder ignores unknown characters. */
export function fromBase64(text: string): Buffer | undefined {
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  return toBase64(bytes) === text ? bytes : undefined;
}
