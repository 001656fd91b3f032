/** Sealing what is stored: for the first time, or anew after the key was changed. */
import type { Kysely } from "kysely";
import type { EncryptionOptions } from "../encryption.js";
import { keyringOf } from "../encryption.js";
import { bytesOf, type Database, databaseOf, type Row, textOf } from "./database.js";
import { areRecordsPlain, sealingBy, setRecordsSealed } from "./meta.js";
import { appliedIn } from "./migrate.js";
import { asked, checkSchema } from "./opened.js";
import { RaceLost, retrying } from "./retry.js";
import { keyIdOf, type SealedTable, type Sealing, unsealed } from "./sealing.js";
import { cleanTrigramTable } from "./search-index.js";

/** The columns of each table that seal, and what else a sealed record leaves empty. */
const TABLES = [
  { table: "accounts", key: "account_key", emptied: ", texts = null" },
  { table: "alerts", key: "alert_key", emptied: "" },
  { table: "addresses", key: "address_key", emptied: "" },
] as const satisfies readonly { table: SealedTable; key: string; emptied: string }[];

/** Rows that one statement fetches. */
const BATCH = 500;

/** How records are sealed now: with which key, and from what. */
interface Step {
  readonly currentId: string;
  /** Whether it is the first sealing, or goes on with one that ended in the middle. */
  readonly isFirst: boolean;
  readonly from: Sealing;
  readonly to: Sealing;
}

/**
 * Seals every record with the current key that is not sealed with it: all of a database that was in use without
 * `encryption`, or those that a previous key sealed, which can be forgotten afterwards. What a sudden end leaves undone
 * the next call does.
 *
 * The first sealing needs the database for itself: a storage that is open without the key can read no sealed record, and
 * what it wrote meanwhile would stay readable, which is then refused. A change of keys goes on beside storages that
 * have both keys. What was readable before stays so in free pages, logs and backups, until the database cleans them
 * (`vacuum full`, `vacuum`) or they are deleted.
 *
 * @throws ComplianceError `storage_key_wrong` when a record is sealed with a key that is not given, or is not sealed in a
 * database that was; `storage_not_migrated`, `storage_unavailable`, `configuration_invalid`.
 *
 * @example
 * await encryptRecords(kysely, { key, previousKeys: [keyOfLastYear] }); // { sealed: 120 }
 */
export async function encryptRecords<DB>(
  kysely: Kysely<DB>,
  encryption: EncryptionOptions,
): Promise<{ readonly sealed: number }> {
  const keyring = keyringOf(encryption);
  const database = databaseOf("encryptRecords", kysely);
  const { run } = database;
  const step = await retrying(async (): Promise<Step> => {
    checkSchema(await appliedIn(run));
    const to = await sealingBy(run, keyring);
    const isFirst = await areRecordsPlain(run);
    // A plain record among sealed ones may have been planted, and sealing it would hide that.
    return { currentId: keyring.current.id, isFirst, from: isFirst ? eitherOf(to) : to, to };
  });
  let sealed = 0;
  for (const each of TABLES) sealed += await sealTable(database, each, step);
  // Also where the one that ended in the middle had no record left to seal.
  if (step.isFirst) await retrying(() => cleanTrigramTable(database, "vaspkit_accounts"));
  await retrying(() => setRecordsSealed(run, step.to));
  return { sealed };
}

/** Reads what is sealed already and what is not yet. */
function eitherOf(sealing: Sealing): Sealing {
  return {
    ...sealing,
    read: (place, text) => (keyIdOf(text) === undefined ? unsealed : sealing).read(place, text),
  };
}

async function sealTable(database: Database, { table, key, emptied }: (typeof TABLES)[number], step: Step) {
  const select = `select ${key}, record from vaspkit_${table}`;
  const update = `update vaspkit_${table} set record = ?${emptied} where ${key} = ? and record = ?`;
  const isDue = (row: Row): boolean => keyIdOf(textOf(row, "record")) !== step.currentId;
  const seal = async (row: Row): Promise<void> => {
    const place = { table, key: bytesOf(row, key) };
    let isStale = false;
    await retrying(async () => {
      const { rows } = isStale ? await database.run(`${select} where ${key} = ?`, [place.key]) : { rows: [row] };
      isStale = true;
      const [now] = rows;
      if (now === undefined || !isDue(now)) return;
      const before = textOf(now, "record");
      const { changed } = await database.run(update, [
        step.to.write(place, step.from.read(place, before)),
        place.key,
        before,
      ]);
      if (changed === 0) throw new RaceLost("The record was changed meanwhile.");
    });
  };
  let sealed = 0;
  let last: Row | undefined;
  do {
    const after = last === undefined ? "" : `where ${key} > ?`;
    const values = last === undefined ? [] : [bytesOf(last, key)];
    const { rows } = await asked(database, `${select} ${after} order by ${key} limit ${BATCH}`, values);
    for (const row of rows.filter(isDue)) {
      await seal(row);
      sealed += 1;
    }
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last !== undefined);
  return sealed;
}
