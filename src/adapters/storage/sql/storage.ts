/** Storage in an SQL database, through the caller's Kysely. */
import type { Kysely } from "kysely";
import { withAsyncDispose } from "../../../domain/disposal.js";
import { checkedOptions } from "../../../domain/options.js";
import type { DisposableStorage } from "../../../ports/storage.js";
import { closable } from "../closable.js";
import type { EncryptionOptions } from "../encryption.js";
import { keyringOf } from "../encryption.js";
import { accountRepository } from "./accounts.js";
import { addressRepository } from "./addresses.js";
import { alertRepository } from "./alerts.js";
import { databaseOf } from "./database.js";
import { opening } from "./opened.js";
import { vaspRepository } from "./vasps.js";

/** How an SQL storage keeps records. */
export interface SqlStorageOptions {
  /**
   * Seals the records of accounts, alerts and addresses, with the texts that accounts are searched by. Keys, reference
   * ids, chains, addresses, links, times of alerts, types and categories stay readable, for the database finds rows by
   * them; VASPs are a public register. A search of accounts then opens every record.
   */
  readonly encryption?: EncryptionOptions;
}

/**
 * A storage in a database that {@link migrate} has prepared: PostgreSQL (`pg`, PGlite, or whatever speaks its protocol) or
 * SQLite (`better-sqlite3`). Returns at once; the first call of a method looks at the database. Any number of
 * processes may use the database at once. `close` waits for what is under way and leaves the Kysely instance, which is the
 * caller's, open.
 *
 * What is acknowledged is committed. On SQLite `pragma synchronous` is set to full where it is less, so that it is on disk
 * then; on PostgreSQL that is so unless the server has `synchronous_commit` or `fsync` off. Serialization failures, a busy
 * database and broken connections are tried again for some seconds; a write that is tried again takes effect once.
 * Kysely's own `log` shows the values of statements, which are personal data. A pool of `pg` needs a listener for "error"
 * on itself and, by its event "connect", on each client: without them Node ends the process when a connection breaks.
 *
 * Throws `configuration_invalid` for options and instances that cannot serve. Its methods reject with a
 * `ComplianceError`: `storage_not_migrated`, `storage_unavailable`, `storage_read_only`, `storage_key_wrong`,
 * `storage_corrupt`, `storage_closed`. Its `cause` has the `code` that the database reported, and nothing else of it.
 *
 * @example
 * const kysely = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) });
 * await migrate(kysely);
 * const compliance = createCompliance({ storage: sqlStorage(kysely) });
 */
export function sqlStorage<DB>(kysely: Kysely<DB>, options: SqlStorageOptions = {}): DisposableStorage {
  const { encryption } = checkedOptions("sqlStorage", options, { encryption: "checked" });
  const keyring = encryption === undefined ? undefined : keyringOf(encryption);
  const opened = opening(databaseOf("sqlStorage", kysely), keyring);
  const { runWhileOpen: run, close } = closable(async () => undefined);
  return withAsyncDispose({
    accounts: accountRepository(opened, run),
    vasps: vaspRepository(opened, run),
    alerts: alertRepository(opened, run),
    addresses: addressRepository(opened, run),
    close,
  });
}
