/** Encrypts stored records: for the first time, or again after the key was changed. */
import type { Kysely } from "kysely";
import { type EncryptionOptions, keyringOf } from "../encryption.js";
import {
  bytesOf,
  type Database,
  databaseOf,
  numberOf,
  type Row,
  runWithRetry,
  type SqlValue,
  textOf,
} from "./database.js";
import {
  conversionOf,
  type EncryptedTable,
  type KeyKind,
  keyIdOf,
  markEncrypted,
  plainCodec,
  type RecordCodec,
} from "./encryption.js";
import { ConflictError, retryOnFault } from "./failures.js";
import { checkSchema } from "./schema.js";
import { optimizeTrigramTable } from "./search.js";

/**
 * An encrypted table: its key, if rows also have a version, and further columns. `links` are keys, `texts` are encoded with
 * the cipher of that table, and `emptied` stays empty.
 */
interface Table {
  readonly table: EncryptedTable;
  readonly key: string;
  readonly kind: KeyKind;
  readonly isVersioned?: true;
  readonly links?: Readonly<Record<string, KeyKind>>;
  readonly texts?: Readonly<Record<string, EncryptedTable>>;
  readonly emptied?: string;
}

const TABLES: readonly Table[] = [
  { table: "accounts", key: "account_key", kind: "account", emptied: "texts" },
  {
    table: "alerts",
    key: "alert_key",
    kind: "alert",
    links: { transaction_key: "transaction" },
    texts: { reviews: "reviews" },
  },
  { table: "addresses", key: "address_key", kind: "address", links: { account_key: "account" } },
  { table: "screenings", key: "address_key", kind: "address", isVersioned: true },
  {
    table: "links",
    key: "link_key",
    kind: "link",
    links: { address_key: "address", account_key: "account", tag_key: "tag" },
  },
  { table: "linked", key: "linked_key", kind: "linked", links: { group_key: "group" } },
];

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
    await checkSchema(database);
    const { to, isFirst } = await conversionOf(run, keyring);
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

async function encryptTable(database: Database, table: Table, conversion: Conversion): Promise<number> {
  const id = idOf(table);
  let encrypted = 0;
  let last: Row | undefined;
  do {
    const after = last === undefined ? "" : `where (${id.columns}) > (${id.placeholders})`;
    const values = last === undefined ? [] : id.valuesOf(last);
    const batch = `${selectFrom(table)} ${after} order by ${id.columns} limit ${BATCH}`;
    const { rows } = await runWithRetry(database, batch, values);
    for (const row of rows.filter((each) => isDue(table, each, conversion))) {
      await encryptRow(database, table, conversion, row);
      encrypted += 1;
    }
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last !== undefined);
  return encrypted;
}

/** Replaces record and keys unless the record changed since it was read. Then it reads the row again. */
async function encryptRow(database: Database, each: Table, conversion: Conversion, row: Row): Promise<void> {
  const { table, key, kind, isVersioned, links = {}, texts = {}, emptied } = each;
  const { from, to } = conversion;
  const before = bytesOf(row, key);
  const version = isVersioned && { version: numberOf(row, "version") };
  const id = idOf(each);
  const columns = [key, ...Object.keys(links), ...Object.keys(texts), "record"]
    .map((column) => `${column} = ?`)
    .join(", ");
  const emptying = emptied === undefined ? "" : `, ${emptied} = null`;
  // Compared with coalesce, because null equals nothing.
  const same = ["record", ...Object.keys(texts)].map((column) => `and coalesce(${column}, '') = ?`).join(" ");
  const update = `update vaspkit_${table} set ${columns}${emptying} where (${id.columns}) = (${id.placeholders}) ${same}`;
  let isStale = false;
  await retryOnFault(async () => {
    const select = `${selectFrom(each)} where (${id.columns}) = (${id.placeholders})`;
    const { rows } = isStale ? await database.run(select, id.valuesOf(row)) : { rows: [row] };
    isStale = true;
    const [now] = rows;
    if (now === undefined || !isDue(each, now, conversion)) return;
    const record = textOf(now, "record");
    // The keys of encrypted records are digests already, which a change of the caller's key keeps.
    const digest = (of: KeyKind, plain: Uint8Array) =>
      keyIdOf(record) === undefined ? to.storedKey(of, plain) : plain;
    const after = digest(kind, before);
    const linked = Object.entries(links).map(([column, of]) =>
      now[column] === null ? null : digest(of, bytesOf(now, column)),
    );
    const encrypt = (of: EncryptedTable, text: string): string =>
      to.encode({ table: of, key: after, ...version }, from.decode({ table: of, key: before, ...version }, text));
    const more = Object.entries(texts).map(([column, of]) =>
      now[column] === null ? null : encrypt(of, textOf(now, column)),
    );
    const stored = [record, ...Object.keys(texts).map((column) => (now[column] === null ? "" : textOf(now, column)))];
    const values = [after, ...linked, ...more, encrypt(table, record), ...id.valuesOf(row), ...stored];
    const { changed } = await database.run(update, values);
    if (changed === 0) throw new ConflictError("The record was changed meanwhile.");
  });
}

function selectFrom(each: Table): string {
  const { table, links = {}, texts = {} } = each;
  const columns = [idOf(each).columns, ...Object.keys(links), ...Object.keys(texts), "record"];
  return `select ${columns.join(", ")} from vaspkit_${table}`;
}

/** The primary key of a table, in statements. */
function idOf({ key, isVersioned }: Table): {
  readonly columns: string;
  readonly placeholders: string;
  readonly valuesOf: (row: Row) => readonly SqlValue[];
} {
  if (isVersioned === undefined) return { columns: key, placeholders: "?", valuesOf: (row) => [bytesOf(row, key)] };
  const valuesOf = (row: Row): readonly SqlValue[] => [bytesOf(row, key), numberOf(row, "version")];
  return { columns: `${key}, version`, placeholders: "?, ?", valuesOf };
}

function isDue({ texts = {} }: Table, row: Row, { currentId }: Conversion): boolean {
  const encoded = ["record", ...Object.keys(texts)].filter((column) => row[column] !== null);
  return encoded.some((column) => keyIdOf(textOf(row, column)) !== currentId);
}
