/** How a record stands in its column: as JSON, or sealed with the caller's key. */
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { Cipher, EncryptionKey, Keyring } from "../encryption.js";
import { corrupt } from "./failures.js";

/** The tables whose records are sealed. VASPs are a public register. */
export type SealedTable = "accounts" | "alerts" | "addresses" | "meta";

/** Where a record stands: what is sealed for one place opens in no other. */
interface Place {
  readonly table: SealedTable;
  readonly key: Uint8Array;
}

export interface Sealing {
  /** Whether records are sealed: then the columns that repeat parts of them stay empty. */
  readonly isOn: boolean;
  /** The record's JSON as its column holds it. */
  write(place: Place, json: string): string;
  /** The record's JSON. Throws `storage_key_wrong` or `storage_corrupt`. */
  read(place: Place, text: string): string;
}

/** vaspkit:<id of the key>:<base64 of the sealed piece>. No JSON begins so. */
const SEALED = /^vaspkit:([0-9a-f]{16}):([A-Za-z0-9+/]+={0,2})$/;

/** The id of the key that the text was sealed with; undefined: it is not sealed. */
export function keyIdOf(text: string): string | undefined {
  return SEALED.exec(text)?.[1];
}

/** Records as they are. */
export const unsealed: Sealing = {
  isOn: false,
  write: (_place, json) => json,
  read: (_place, text) => {
    if (keyIdOf(text) !== undefined) throw keyMissing();
    return text;
  },
};

/** Records sealed with the current key, opened with any of the ring. `salt` is the database's own. */
export function sealedWith(keyring: Keyring, salt: Uint8Array): Sealing {
  const ciphers = new Map<string, Cipher>();
  // A key of its own for each table, so that none seals more pieces than random nonces are good for (2^32).
  const cipherOf = (key: EncryptionKey, { table }: Place): Cipher => {
    const name = `${key.id} ${table}`;
    const cipher = ciphers.get(name) ?? key.cipher(salt, `sql ${table}`);
    ciphers.set(name, cipher);
    return cipher;
  };
  return {
    isOn: true,
    write: (place, json) => {
      const { current } = keyring;
      const sealed = cipherOf(current, place).encrypt(Buffer.from(json, "utf8"), contextOf(place));
      return `vaspkit:${current.id}:${sealed.toString("base64")}`;
    },
    read: (place, text) => {
      const [, id, sealed] = SEALED.exec(text) ?? [];
      if (id === undefined || sealed === undefined) throw notSealed();
      const key = keyring.keyOf(id);
      if (key === undefined) throw keyUnknown();
      const opened = cipherOf(key, place).decrypt(Buffer.from(sealed, "base64"), contextOf(place));
      if (opened === undefined) throw corrupt("A sealed record was changed, or moved from another row");
      return opened.toString("utf8");
    },
  };
}

function contextOf({ table, key }: Place): string {
  return `${table} ${Buffer.from(key).toString("hex")}`;
}

/** The database is sealed and no key was given. */
function keyMissing(): ComplianceError {
  return keyWrong("The records are sealed: give sqlStorage the option encryption with the key that sealed them.");
}

/** What was sealed was sealed with none of the keys given. */
function keyUnknown(): ComplianceError {
  return keyWrong("The records are sealed with another key: give that one in encryption.previousKeys.");
}

/** A key was given, and what is stored is not sealed: whoever can write to the database may have put it there. */
function notSealed(): ComplianceError {
  return keyWrong(
    "The records are not sealed, though a key is given: seal them once with encryptRecords(kysely, { key }), or leave encryption out.",
  );
}

function keyWrong(message: string): ComplianceError {
  return new ComplianceError("storage_key_wrong", message);
}
