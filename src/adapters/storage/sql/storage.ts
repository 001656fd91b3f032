/** A storage in an SQL database, through the caller's Kysely instance. */
import type { Kysely } from "kysely";
import { checkedOptions } from "../../../domain/options.js";
import type { DisposableStorage } from "../../../ports/storage.js";
import { type EncryptionOptions, encryptedCursors, keyringOf } from "../encryption.js";
import { storageOf } from "../repositories/storage.js";
import { databaseOf } from "./database.js";
import { encryptedEngine } from "./encrypted.js";
import { keyMissing } from "./encryption.js";
import { sqlEngine } from "./engine.js";
import { openOnce } from "./open.js";

/** Options for {@link sqlStorage}. */
export interface SqlStorageOptions {
  /**
   * Encrypts the records of accounts, alerts, addresses and linked transactions. Their keys become digests with a secret
   * key. A search for accounts then decrypts every record.
   *
   * What stays readable: times and delivery of alerts, account types and categories, and which address belongs to which row
   * of an account. Also the times of linked transactions, and which have one link key. So do VASP records, which are a public
   * register.
   * @default undefined
   */
  readonly encryption?: EncryptionOptions | undefined;
}

/**
 * Returns a storage in a database that {@link migrate} has prepared. It is PostgreSQL (`pg`, PGlite or another driver of its
 * protocol), SQLite (`better-sqlite3`), or MySQL (`mysql2`; MariaDB, also as a cluster). Any number of processes may use
 * the database at once. The first operation checks the database. `close` waits for running calls and leaves the
 * caller's Kysely instance open.
 *
 * An acknowledged change is committed. On SQLite, `pragma synchronous` is raised to full. On PostgreSQL, commits are
 * durable unless the server has `synchronous_commit` or `fsync` off. On MySQL, `innodb_flush_log_at_trx_commit` must be 1.
 *
 * Serialization failures, a busy database and broken connections are retried for some seconds, and a retried write takes
 * effect once.
 *
 * Do not enable Kysely's `log`: it prints the values of statements, which are personal data. Add a listener for "error" to a
 * `pg` pool and, in its event "connect", to each client. Without them a broken connection ends the Node process.
 *
 * @param kysely an instance for PostgreSQL, SQLite or MySQL, not a transaction and not `withSchema(…)`.
 * @param options see {@link SqlStorageOptions}.
 * @returns the storage. Its methods reject with a `ComplianceError`: `storage_not_migrated`, `storage_unavailable`,
 * `storage_outcome_unknown`, `storage_read_only`, `storage_key_wrong`, `storage_corrupt`, `storage_closed`, or
 * `configuration_invalid` if the driver changes values. The `cause` contains the code that the database reported and
 * nothing else.
 * @throws ComplianceError `configuration_invalid` for invalid options and for other instances.
 *
 * @example
 * const kysely = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) });
 * await migrate(kysely);
 * const compliance = createCompliance({ storage: sqlStorage(kysely) });
 */
export function sqlStorage<DB>(kysely: Kysely<DB>, options: SqlStorageOptions = {}): DisposableStorage {
  const { encryption } = checkedOptions("sqlStorage", options, { encryption: "checked" });
  const keyring = encryption === undefined ? undefined : keyringOf(encryption);
  const open = openOnce(databaseOf("sqlStorage", kysely), keyring);
  const engine = sqlEngine(open);
  if (keyring === undefined) return storageOf(engine);
  const codecOf = async () => {
    const { codec } = await open();
    if (codec === undefined) throw keyMissing();
    return codec;
  };
  return storageOf(encryptedEngine(engine, codecOf), { cursors: encryptedCursors(keyring) });
}
