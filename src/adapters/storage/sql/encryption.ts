/**
 * Encrypts records and computes digests of keys, and records in the database whether it holds plain or encrypted records.
 *
 * In an encrypted database keys and personal columns are digests, because reference ids, addresses and alert ids are data
 * too. A digest is the base64url of HMAC-SHA-256(digest key, domain + NUL + the bytes of keys.ts). The digest key is random and stored in
 * `vaspkit_meta`, encrypted with the caller's key. So all processes compute the same digest, whichever key is current.
 */
import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { Cipher, EncryptionKey, Keyring } from "../encryption.js";
import { insertMeta } from "./database.js";
import type { Execute } from "./dialects.js";
import { corrupt, ifWritable } from "./failures.js";
import { orderedBytes } from "./keys.js";
import { textOf } from "./results.js";

/** The row of a record. An encrypted record decrypts only in its own row. */
interface RowRef {
  /** The name of the collection. */
  readonly table: string;
  readonly key: string;
}

interface TextCodec {
  /** Returns the encrypted text. */
  encode(row: RowRef, text: string): string;
  /** Returns the plain text. Throws `storage_key_wrong` or `storage_corrupt`. */
  decode(row: RowRef, text: string): string;
}

/** Encrypts and decrypts records. */
export interface RecordCodec extends TextCodec {
  /** Returns the digest of a text. Equal texts of one domain have equal digests. */
  digest(domain: string, text: string): string;
}

/** vaspkit:<id of the key>:<base64 of the encrypted bytes>. No JSON begins like this. */
const ENCRYPTED = /^vaspkit:([0-9a-f]{16}):([A-Za-z0-9+/]+={0,2})$/;

/** Returns the id of the key that encrypted the text; undefined for plain JSON. */
export function keyIdOf(text: string): string | undefined {
  return ENCRYPTED.exec(text)?.[1];
}

/** Stores texts as they are. */
const plainTexts: TextCodec = {
  encode: (_row, text) => text,
  decode: (_row, text) => {
    if (keyIdOf(text) !== undefined) throw keyMissing();
    return text;
  },
};

/** Encrypts with the current key and decrypts with any key of the ring. `salt` is the database's own. */
function encryptingCodec(keyring: Keyring, salt: Uint8Array): TextCodec {
  const ciphers = new Map<string, Cipher>();
  // Each table has its own derived key, so that no key encrypts more than the 2^32 pieces that random nonces allow.
  const cipherOf = (key: EncryptionKey, { table }: RowRef): Cipher => {
    const name = `${key.id} ${table}`;
    const cipher = ciphers.get(name) ?? key.cipher(salt, `sql ${table}`);
    ciphers.set(name, cipher);
    return cipher;
  };
  return {
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

/** Adds digests, with the digest key of the database. */
function digestingCodec(texts: TextCodec, meta: Meta): RecordCodec {
  const stored = meta.get(DIGESTS);
  if (stored === undefined) throw corrupt("The database has lost the key of its digests");
  const key = createSecretKey(texts.decode(rowOf(DIGESTS), stored), "hex");
  return {
    ...texts,
    digest: (domain, text) =>
      createHmac("sha256", key).update(`${domain}\0`).update(orderedBytes(text)).digest("base64url"),
  };
}

function contextOf({ table, key }: RowRef): string {
  return `${table} ${key}`;
}

/** Returns the failure of an encrypted record in a database that was opened without its key. */
export function keyMissing(): ComplianceError {
  return keyWrong("The records are encrypted. Pass their key to sqlStorage in the option encryption.");
}

function keyUnknown(): ComplianceError {
  return keyWrong("The records are encrypted with another key. Add that key to encryption.previousKeys.");
}

/** Returns a failure, because anyone with write access to the database could have planted a plain record. */
export function notEncrypted(): ComplianceError {
  return keyWrong(
    "The records are not encrypted, but a key was given. Encrypt them once with encryptRecords(kysely, { key }), or omit encryption.",
  );
}

function keyWrong(message: string): ComplianceError {
  return new ComplianceError("storage_key_wrong", message);
}

/** Values of vaspkit_meta by name: the salt, and the two below, which are encoded like records. */
type Meta = ReadonlyMap<string, string>;
type MetaName = typeof RECORDS | typeof DIGESTS;

/** The row that holds {@link PLAIN}, encoded: it shows how records are stored. */
const RECORDS = "records";
const PLAIN = "plain";
/** In its place, not encoded, while plain records are encrypted: no storage may open the database. */
const ENCRYPTING = "encrypting";
/** The row that holds the digest key in hex. */
const DIGESTS = "digests";
const DIGEST_KEY_BYTES = 32;

/**
 * Returns the codec of this keyring, or undefined without one, after checking that the database holds records of the same
 * kind.
 */
export async function codecOf(run: Execute, keyring: Keyring | undefined): Promise<RecordCodec | undefined> {
  const found = await metaOf(run);
  const texts = textCodec(found, keyring);
  const isPlain = keyring === undefined;
  const insert = (): Promise<Meta> => insertMissing(run, texts, isPlain ? [RECORDS] : [DIGESTS, RECORDS]);
  // A read-only user leaves the marker to others. Without it, there are no records. A digest key must be stored before use.
  const meta = found.has(RECORDS) ? found : ((await (isPlain ? ifWritable(insert) : insert())) ?? found);
  const marker = meta.get(RECORDS) ?? PLAIN;
  if (marker === ENCRYPTING) {
    throw keyWrong("The records are being encrypted. Repeat encryptRecords until it succeeds, then open with its key.");
  }
  if (texts.decode(rowOf(RECORDS), marker) !== PLAIN) {
    throw corrupt("The database's record of its encryption is invalid");
  }
  if (isPlain) return undefined;
  const codec = digestingCodec(texts, meta);
  await ifWritable(() => encryptMeta(run, texts, meta));
  return codec;
}

const REPLACE_META = "update vaspkit_meta set value = ? where name = ? and value = ?";

/** Returns the codec for records that are not encrypted with the current key, and whether plain ones are among them. */
export async function conversionOf(
  run: Execute,
  keyring: Keyring,
): Promise<{ readonly to: RecordCodec; readonly isFirst: boolean }> {
  const found = await metaOf(run);
  const texts = textCodec(found, keyring);
  const isFirst = [undefined, PLAIN, ENCRYPTING].includes(found.get(RECORDS));
  if (!isFirst) return { to: digestingCodec(texts, found), isFirst };
  const to = digestingCodec(texts, await insertMissing(run, texts, [DIGESTS]));
  if (!(await insertMeta(run, [RECORDS, ENCRYPTING]))) await run(REPLACE_META, [ENCRYPTING, RECORDS, PLAIN]);
  return { to, isFirst };
}

/** Records in the database that all records are encrypted with the current key. */
export async function markEncrypted(run: Execute, codec: RecordCodec): Promise<void> {
  await encryptMeta(run, codec, await insertMissing(run, codec, [RECORDS]));
}

function textCodec(meta: Meta, keyring: Keyring | undefined): TextCodec {
  const salt = meta.get("salt");
  if (salt === undefined) throw corrupt("The database has lost the salt of its keys");
  return keyring === undefined ? plainTexts : encryptingCodec(keyring, Buffer.from(salt, "hex"));
}

function rowOf(name: string): RowRef {
  return { table: "meta", key: name };
}

/** Encrypts both rows with the current key, so that an earlier key is needed only for its own records. */
async function encryptMeta(run: Execute, texts: TextCodec, meta: Meta): Promise<void> {
  for (const name of [RECORDS, DIGESTS] as const) {
    const found = meta.get(name) ?? PLAIN;
    const isPlain = found === PLAIN || found === ENCRYPTING;
    const own = texts.encode(rowOf(name), isPlain ? PLAIN : texts.decode(rowOf(name), found));
    if (keyIdOf(found) === keyIdOf(own)) continue;
    await run(REPLACE_META, [own, name, found]);
  }
}

/** Inserts these rows unless they exist, one after the other, and returns the stored ones. */
async function insertMissing(run: Execute, texts: TextCodec, names: readonly MetaName[]): Promise<Meta> {
  const contents = { [RECORDS]: PLAIN, [DIGESTS]: randomBytes(DIGEST_KEY_BYTES).toString("hex") };
  for (const name of names) await insertMeta(run, [name, texts.encode(rowOf(name), contents[name])]);
  return metaOf(run);
}

async function metaOf(run: Execute): Promise<Meta> {
  const { rows } = await run("select name, value from vaspkit_meta where name in ('salt', 'records', 'digests')");
  return new Map(rows.map((row) => [textOf(row, "name"), textOf(row, "value")]));
}
