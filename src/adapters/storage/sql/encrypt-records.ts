/** Encrypts stored records: for the first time, or again after the key was changed. */
import type { Kysely } from "kysely";
import { type EncryptionOptions, keyringOf } from "../encryption.js";
import { bytesOf, type Database, databaseOf, type Row, runWithRetry, textOf } from "./database.js";
import {
  type EncryptedTable,
  hasPlainRecords,
  keyIdOf,
  markEncrypted,
  plainCodec,
  type RecordCodec,
  uncheckedCodec,
} from "./encryption.js";
import { ConflictError, retryOnFault } from "./failures.js";
import { checkSchema } from "./schema.js";
import { optimizeTrigramTable } from "./search.js";

/** The encrypted tables, and the further columns that encryption empties. */
const TABLES = [
  { table: "accounts", key: "account_key", emptied: ", texts = null" },
  { table: "alerts", key: "alert_key", emptied: "" },
  { table: "addresses", key: "address_key", emptied: "" },
] as const satisfies readonly { table: EncryptedTable; key: string; emptied: string }[];

/** Rows per statement. */
const BATCH = 500;

interface Conversion {
  readonly currentId: string;
  /** Whether the database was plain, or an earlier first conversion was interrupted. */
  readonly isFirst: boolean;
  readonly from: RecordCodec;
  readonly to: RecordCodec;
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
 * @param kysely an instance for PostgreSQL or SQLite.
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
  const conversion = await retryOnFault(async (): Promise<Conversion> => {
    await checkSchema(run);
    const to = await uncheckedCodec(run, keyring);
    const isFirst = await hasPlainRecords(run);
    // In an encrypted database a plain record may have been planted. Encrypting it would hide that.
    return { currentId: keyring.current.id, isFirst, from: isFirst ? plainOrEncrypted(to) : to, to };
  });
  let encrypted = 0;
  for (const each of TABLES) encrypted += await encryptTable(database, each, conversion);
  // Even if there was nothing left to encrypt: an interrupted call may have left this to do.
  if (conversion.isFirst) await retryOnFault(() => optimizeTrigramTable(database, "vaspkit_accounts"));
  await retryOnFault(() => markEncrypted(run, conversion.to));
  return { encrypted };
}

function plainOrEncrypted(codec: RecordCodec): RecordCodec {
  return {
    ...codec,
    decode: (row, text) => (keyIdOf(text) === undefined ? plainCodec : codec).decode(row, text),
  };
}

type Table = (typeof TABLES)[number];

async function encryptTable(database: Database, table: Table, conversion: Conversion): Promise<number> {
  const { key } = table;
  let encrypted = 0;
  let last: Row | undefined;
  do {
    const after = last === undefined ? "" : `where ${key} > ?`;
    const values = last === undefined ? [] : [bytesOf(last, key)];
    const batch = `${selectFrom(table)} ${after} order by ${key} limit ${BATCH}`;
    const { rows } = await runWithRetry(database, batch, values);
    for (const row of rows.filter((each) => isDue(each, conversion))) {
      await encryptRow(database, table, conversion, row);
      encrypted += 1;
    }
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last !== undefined);
  return encrypted;
}

/** Replaces the record unless it changed since it was read. Then it reads the row again. */
async function encryptRow(
  database: Database,
  { table, key, emptied }: Table,
  conversion: Conversion,
  row: Row,
): Promise<void> {
  const ref = { table, key: bytesOf(row, key) };
  const select = `${selectFrom({ table, key })} where ${key} = ?`;
  const update = `update vaspkit_${table} set record = ?${emptied} where ${key} = ? and record = ?`;
  let isStale = false;
  await retryOnFault(async () => {
    const { rows } = isStale ? await database.run(select, [ref.key]) : { rows: [row] };
    isStale = true;
    const [now] = rows;
    if (now === undefined || !isDue(now, conversion)) return;
    const before = textOf(now, "record");
    const after = conversion.to.encode(ref, conversion.from.decode(ref, before));
    const { changed } = await database.run(update, [after, ref.key, before]);
    if (changed === 0) throw new ConflictError("The record was changed meanwhile.");
  });
}

function selectFrom({ table, key }: Pick<Table, "table" | "key">): string {
  return `select ${key}, record from vaspkit_${table}`;
}

function isDue(row: Row, { currentId }: Conversion): boolean {
  return keyIdOf(textOf(row, "record")) !== currentId;
}
