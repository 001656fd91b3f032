/**
 * Paths of the own URLs: what they are for, an id and an end, encrypted and authenticated with `addressKey` (AES-256-GCM of the
 * platform). So only holders of the key make paths, and a path shows nothing of the account or the transfer.
 */
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64urlnopad } from "@scure/base";

/** What a path is for: an inquiry about an account, a resolution or a confirmation about a transfer. */
export type PathPurpose = "i" | "r" | "c";

const NONCE_BYTES = 12;
const TIME_BYTES = 8;
/** Ids of different lengths have paths of one length, mostly. */
const BLOCK = 64;
const ALGORITHM = "AES-GCM";

/** Makes and reads paths. */
export interface Paths {
  /** Returns the last part of a path. */
  make(purpose: PathPurpose, id: string, expires: Date): Promise<string>;
  /** Returns the id; undefined for a path of another purpose or key, a changed one, and one whose time is over. */
  read(purpose: PathPurpose, token: string, now: Date): Promise<string | undefined>;
}

/** Returns the paths of a key. */
export function pathsOf(addressKey: Uint8Array): Paths {
  const raw = hkdf(sha256, addressKey, undefined, utf8ToBytes("vaspkit trp paths"), 32);
  const key = crypto.subtle.importKey("raw", Uint8Array.from(raw), ALGORITHM, false, ["encrypt", "decrypt"]);
  key.catch(() => undefined);
  return {
    make: async (purpose, id, expires) => {
      const nonce = randomBytes(NONCE_BYTES);
      const algorithm = { name: ALGORITHM, iv: nonce, additionalData: contextOf(purpose) };
      const encrypted = await crypto.subtle.encrypt(algorithm, await key, plainOf(id, expires));
      return base64urlnopad.encode(concatBytes(nonce, new Uint8Array(encrypted)));
    },
    read: async (purpose, token, now) => {
      try {
        const bytes = base64urlnopad.decode(token);
        const iv = bytes.slice(0, NONCE_BYTES);
        const algorithm = { name: ALGORITHM, iv, additionalData: contextOf(purpose) };
        const plain = await crypto.subtle.decrypt(algorithm, await key, bytes.slice(NONCE_BYTES));
        return idIn(new Uint8Array(plain), now);
      } catch {
        return undefined;
      }
    },
  };
}

function contextOf(purpose: PathPurpose): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(utf8ToBytes(`vaspkit trp ${purpose}`));
}

/** Time in milliseconds, the id, a byte 1, and zeros. */
function plainOf(id: string, expires: Date): Uint8Array<ArrayBuffer> {
  const text = utf8ToBytes(id);
  const length = Math.ceil((TIME_BYTES + text.length + 1) / BLOCK) * BLOCK;
  const plain = new Uint8Array(length);
  new DataView(plain.buffer).setBigUint64(0, BigInt(expires.getTime()));
  plain.set(text, TIME_BYTES);
  plain[TIME_BYTES + text.length] = 1;
  return plain;
}

function idIn(plain: Uint8Array, now: Date): string | undefined {
  const expires = new DataView(plain.buffer, plain.byteOffset).getBigUint64(0);
  if (expires < BigInt(now.getTime())) return undefined;
  const end = plain.lastIndexOf(1);
  return end < TIME_BYTES ? undefined : new TextDecoder().decode(plain.slice(TIME_BYTES, end));
}
