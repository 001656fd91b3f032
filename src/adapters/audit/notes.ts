/** Notes of the audit trail, encrypted with AES-256-GCM of the platform's Web Cryptography. */
import { concatBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import type { SubjectKey } from "../../domain/audit/keys.js";

const NONCE_BYTES = 12;
const ALGORITHM = "AES-GCM";

/** Returns nonce and ciphertext in base64. The key belongs to one subject in one record, so it encrypts one note. */
export async function encryptNote(subject: SubjectKey, note: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const encrypted = await crypto.subtle.encrypt(
    { name: ALGORITHM, iv: nonce },
    await keyOf(subject, "encrypt"),
    utf8ToBytes(note),
  );
  return base64.encode(concatBytes(nonce, new Uint8Array(encrypted)));
}

/** Returns the note; undefined if it was changed or belongs to another subject. */
export async function decryptNote(subject: SubjectKey, encrypted: string): Promise<string | undefined> {
  try {
    const bytes = base64.decode(encrypted);
    const plain = await crypto.subtle.decrypt(
      { name: ALGORITHM, iv: bytes.slice(0, NONCE_BYTES) },
      await keyOf(subject, "decrypt"),
      bytes.slice(NONCE_BYTES),
    );
    return new TextDecoder().decode(plain);
  } catch {
    return undefined;
  }
}

function keyOf(subject: SubjectKey, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", Uint8Array.from(subject.noteKey()), ALGORITHM, false, [usage]);
}
