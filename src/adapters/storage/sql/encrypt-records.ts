/** Encrypts stored records: for the first time, or again after the key was changed. */
import type { Kysely } from "kysely";
import { collections } from "../../../ports/collections.js";
import { type Collection, EngineFault } from "../../../ports/storage-engine.js";
import { type EncryptionOptions, keyringOf } from "../encryption.js";
import { alwaysConflicting, withRetry } from "../repositories/attempts.js";
import { type Database, databaseOf } from "./database.js";
import type { Row, SqlValue } from "./dialects.js";
import { hiddenDraft } from "./encrypted.js";
import { conversionOf, keyIdOf, markEncrypted, notEncrypted, type RecordCodec } from "./encryption.js";
import { asFault } from "./failures.js";
import { keyOf } from "./keys.js";
import { bytesOf, textOf } from "./results.js";
import { checkSchema } from "./schema.js";
import { optimizeTrigramTables } from "./search.js";
import { recordOf, storedValue, tableOf } from "./statements.js";

/** Rows per statement. */
const BATCH = 500;

interface Conversion {
  readonly currentId: string;
  /** Whether the database was plain, or an earlier first conversion was interrupted. */
  readonly isFirst: boolean;
  readonly codec: RecordCodec;
}

/**
 * Encrypts every record that is not encrypted with the current key. These are all records of a database that was used
 * without `encryption`, or those of a previous key, which you can then delete. If it is interrupted, call it again.
 *
 * The first encryption needs exclusive use of the database. A storage that is open without the key cannot read encrypted
 * records, and records that it writes meanwhile would stay readable and be rejected later. A change of keys runs beside
 * storages that have both keys. Old content remains in free pages, logs and backups until the database cleans them
 * (`vacuum full`, `vacuum`) or you delete them.
 *
 * @param kysely an instance for PostgreSQL, SQLite or MySQL.
 * @param encryption the current key, and previous keys still in use.
 * @returns how many records were encrypted.
 * @throws ComplianceError `storage_key_wrong` if a record is encrypted with a key that was not given, or is plain in an
 * encrypted database; `storage_not_migrated`, `storage_unavailable`, `configuration_invalid`.
 *
 * @example
 * await encryptRecords(kysely, { key, previousKeys: [keyOfLastYear] }); // { encrypted: 120 }
 */
export async function encryptRecords<DB>(
  kysely: Kysely<DB>,
  encryption: EncryptionOptions,
): Promise<{ readonly encrypted: number }> {
  const keyring = keyringOf(encryption);
  const database = databaseOf("encryptRecords", kysely);
  const { run } = database;
  const conversion = await retried(async (): Promise<Conversion> => {
    await checkSchema(database);
    const { to, isFirst } = await conversionOf(run, keyring);
    return { currentId: keyring.current.id, isFirst, codec: to };
  });
  let encrypted = 0;
  for (const collection of collections) {
    if (collection.isPersonal) encrypted += await encryptTable(database, collection, conversion);
  }
  // Even if there was nothing left to encrypt: an interrupted call may have left this to do.
  if (conversion.isFirst) await retried(() => optimizeTrigramTables(database));
  await retried(() => markEncrypted(run, conversion.codec));
  return { encrypted };
}

function retried<R>(step: () => Promise<R>): Promise<R> {
  return withRetry(() => asFault(step));
}

async function encryptTable(database: Database, collection: Collection, conversion: Conversion): Promise<number> {
  let encrypted = 0;
  let after: Uint8Array = Buffer.alloc(0);
  for (;;) {
    const statement = `select row_key, record from ${tableOf(collection)} where row_key > ? order by row_key limit ${BATCH}`;
    const { rows } = await retried(() => database.run(statement, [after]));
    for (const row of rows) if (await encryptRow(database, collection, conversion, row)) encrypted += 1;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return encrypted;
    after = bytesOf(last, "row_key");
  }
}

/** Encrypts the record and hides keys, unless the record changed since it was read. Then it reads the row again. */
async function encryptRow(
  database: Database,
  collection: Collection,
  conversion: Conversion,
  read: Row,
): Promise<boolean> {
  const table = tableOf(collection);
  let row: Row | undefined = read;
  return retried(async () => {
    if (row === undefined) {
      const { rows } = await database.run(`select row_key, record from ${table} where row_key = ?`, [
        bytesOf(read, "row_key"),
      ]);
      row = rows.at(0);
    }
    const next = row && assignmentsOf(collection, conversion, row);
    if (row === undefined || next === undefined) return false;
    const [key, before] = [bytesOf(row, "row_key"), textOf(row, "record")];
    row = undefined;
    const columns = [...next.keys()].map((column) => `${column} = ?`).join(", ");
    const update = `update ${table} set ${columns} where row_key = ? and record = ?`;
    const { changed } = await database.run(update, [...next.values(), key, before]);
    if (changed === 0) throw new EngineFault(alwaysConflicting(), { isTransient: true, isUnknown: false });
    return true;
  });
}

/** Returns the columns to change with their values; undefined if the record is encrypted with the current key. */
function assignmentsOf(
  collection: Collection,
  { codec, currentId, isFirst }: Conversion,
  row: Row,
): ReadonlyMap<string, SqlValue> | undefined {
  const stored = recordOf(textOf(row, "record"));
  if (typeof stored === "string") {
    if (keyIdOf(stored) === currentId) return undefined;
    // Keys and columns are digests already, which a change of the caller's key keeps.
    const place = { table: collection.name, key: bytesOf(row, "row_key").toString("latin1") };
    return new Map([["record", codec.encode(place, codec.decode(place, stored))]]);
  }
  // In an encrypted database a plain record may have been planted. Encrypting it would hide that.
  if (!isFirst) throw notEncrypted();
  const draft = hiddenDraft(codec, collection, collection.draftOf(stored));
  const personal = Object.keys(collection.columns).filter((name) => collection.columns[name]?.personal !== undefined);
  return new Map<string, SqlValue>([
    ["row_key", keyOf(draft.key)],
    ["record", String(draft.record)],
    ...(collection.isSearched ? [["texts", null] as const] : []),
    ...personal.map((name) => [name, storedValue(collection, name, draft.columns[name] ?? null)] as const),
  ]);
}
