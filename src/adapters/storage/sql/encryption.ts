/** Encodes records for their column, as JSON or encrypted, and records in the database which of the two it holds. */
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { Cipher, EncryptionKey, Keyring } from "../encryption.js";
import { type Execute, textOf } from "./database.js";
import { corrupt, ifWritable } from "./failures.js";

/** The tables with encrypted records. VASPs are a public register. */
export type EncryptedTable = "accounts" | "alerts" | "addresses" | "meta";

/** The row of a record. An encrypted record decrypts only in its own row. */
interface RowRef {
  readonly table: EncryptedTable;
  readonly key: Uint8Array;
}

export interface RecordCodec {
  /** Whether records are encrypted. If so, columns that repeat parts of them stay empty. */
  readonly encrypts: boolean;
  /** Returns the content of the column for this JSON. */
  encode(row: RowRef, json: string): string;
  /** Returns the JSON for the content of a column. Throws `storage_key_wrong` or `storage_corrupt`. */
  decode(row: RowRef, text: string): string;
}

/** vaspkit:<id of the key>:<base64 of the encrypted bytes>. No JSON begins like this. */
const ENCRYPTED = /^vaspkit:([0-9a-f]{16}):([A-Za-z0-9+/]+={0,2})$/;

/** Returns the id of the key that encrypted the text; undefined for plain JSON. */
export function keyIdOf(text: string): string | undefined {
  return ENCRYPTED.exec(text)?.[1];
}

/** Stores records as JSON. */
export const plainCodec: RecordCodec = {
  encrypts: false,
  encode: (_row, json) => json,
  decode: (_row, text) => {
    if (keyIdOf(text) !== undefined) throw keyMissing();
    return text;
  },
};

/** Encrypts with the current key and decrypts with any key of the ring. `salt` is the database's own. */
function encryptedCodec(keyring: Keyring, salt: Uint8Array): RecordCodec {
  const ciphers = new Map<string, Cipher>();
  // Each table has its own derived key, so that no key encrypts more than the 2^32 pieces that random nonces allow.
  const cipherOf = (key: EncryptionKey, { table }: RowRef): Cipher => {
    const name = `${key.id} ${table}`;
    const cipher = ciphers.get(name) ?? key.cipher(salt, `sql ${table}`);
    ciphers.set(name, cipher);
    return cipher;
  };
  return {
    encrypts: true,
    encode: (row, json) => {
      const { current } = keyring;
      const encrypted = cipherOf(current, row).encrypt(Buffer.from(json, "utf8"), contextOf(row));
      return `vaspkit:${current.id}:${encrypted.toString("base64")}`;
    },
    decode: (row, text) => {
      const [, id, encrypted] = ENCRYPTED.exec(text) ?? [];
      if (id === undefined || encrypted === undefined) throw notEncrypted();
      const key = keyring.keyOf(id);
      if (key === undefined) throw keyUnknown();
      const decrypted = cipherOf(key, row).decrypt(Buffer.from(encrypted, "base64"), contextOf(row));
      if (decrypted === undefined) throw corrupt("An encrypted record was changed, or moved from another row");
      return decrypted.toString("utf8");
    },
  };
}

function contextOf({ table, key }: RowRef): string {
  return `${table} ${Buffer.from(key).toString("hex")}`;
}

function keyMissing(): ComplianceError {
  return keyWrong("The records are encrypted. Pass their key to sqlStorage in the option encryption.");
}

function keyUnknown(): ComplianceError {
  return keyWrong("The records are encrypted with another key. Add that key to encryption.previousKeys.");
}

/** Fails, because anyone with write access to the database could have planted a plain record. */
function notEncrypted(): ComplianceError {
  return keyWrong(
    "The records are not encrypted, but a key was given. Encrypt them once with encryptRecords(kysely, { key }), or omit encryption.",
  );
}

function keyWrong(message: string): ComplianceError {
  return new ComplianceError("storage_key_wrong", message);
}

/** The row of vaspkit_meta that holds {@link PLAIN}, encoded like a record: it shows how records are stored. */
const RECORDS = "records";
const PLAIN = "plain";
const ROW = { table: "meta", key: Buffer.from(RECORDS) } as const;

/** Returns the codec of this keyring after checking that the database holds records of the same kind. */
export async function codecOf(run: Execute, keyring: Keyring | undefined): Promise<RecordCodec> {
  const codec = await uncheckedCodec(run, keyring);
  const own = codec.encode(ROW, PLAIN);
  // A read-only user leaves writing the marker to others.
  const found = (await metaOf(run, RECORDS)) ?? (await ifWritable(() => insertMarker(run, own))) ?? own;
  if (codec.decode(ROW, found) !== PLAIN) throw corrupt("The database's record of its encryption is invalid");
  await ifWritable(() => replaceMarker(run, found, own));
  return codec;
}

/** Returns the codec of this keyring without the check. */
export async function uncheckedCodec(run: Execute, keyring: Keyring | undefined): Promise<RecordCodec> {
  const salt = await metaOf(run, "salt");
  if (salt === undefined) throw corrupt("The database has lost the salt of its keys");
  return keyring === undefined ? plainCodec : encryptedCodec(keyring, Buffer.from(salt, "hex"));
}

/** Whether the records are plain, or there are none. */
export async function hasPlainRecords(run: Execute): Promise<boolean> {
  return ((await metaOf(run, RECORDS)) ?? PLAIN) === PLAIN;
}

/** Records in the database that all records are encrypted with the current key. */
export async function markEncrypted(run: Execute, codec: RecordCodec): Promise<void> {
  const own = codec.encode(ROW, PLAIN);
  await replaceMarker(run, await insertMarker(run, own), own);
}

/** Encrypts the marker with the current key, so that an earlier key is needed only for its own records. */
async function replaceMarker(run: Execute, found: string, own: string): Promise<void> {
  if (keyIdOf(found) === keyIdOf(own)) return;
  await run("update vaspkit_meta set value = ? where name = ? and value = ?", [own, RECORDS, found]);
}

/** Inserts the marker unless there is one, and returns the stored one. */
async function insertMarker(run: Execute, value: string): Promise<string> {
  const insert = "insert into vaspkit_meta (name, value) values (?, ?) on conflict (name) do nothing";
  await run(insert, [RECORDS, value]);
  return (await metaOf(run, RECORDS)) ?? value;
}

async function metaOf(run: Execute, name: string): Promise<string | undefined> {
  const { rows } = await run("select value from vaspkit_meta where name = ?", [name]);
  return rows.map((row) => textOf(row, "value"))[0];
}
