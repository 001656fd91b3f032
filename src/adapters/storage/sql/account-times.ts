/**
 * The times of accounts in columns of their own, for lists.
 *
 * Rows of an earlier version have none. `migrate` fills them in, except in an encrypted database, because it has no key.
 * There the first list does, and every list of a database to which processes of the earlier version still write. A row is
 * filled in at most once and never after another write, so an interrupted run is continued by the next one.
 */
import type { Account } from "../../../domain/accounts/account.js";
import { bytesOf, type Database, type Row, recordOf, type SqlValue, textOf } from "./database.js";
import type { RecordCodec } from "./encryption.js";
import { keyOf } from "./keys.js";

const FIND = "select 1 as found from vaspkit_accounts where created is null limit 1";
/** Rows in one statement. */
const BATCH = 500;
const READ = `select account_key, token, record from vaspkit_accounts where created is null
  order by account_key limit ${BATCH}`;

/** Returns the content of a column for a time. */
export function timeKey(account: Account, time: "created" | "last_modified"): Uint8Array {
  // A record that another program stored may lack it. Its row must not stay without a time.
  return keyOf(`${account[time]}`);
}

/** Fills in the times of every row without them. Idempotent, and without retries of its own. */
export async function fillAccountTimes(database: Database, codec: RecordCodec): Promise<void> {
  const { run } = database;
  while ((await run(FIND)).rows.length > 0) {
    const { rows } = await run(READ);
    if (rows.length > 0) await run(fillStatement(database, rows), valuesOf(rows, codec));
  }
}

/** Leaves rows that were written since they were read: their token differs, and they have their times. */
function fillStatement({ dialect: { bytesType } }: Database, rows: readonly Row[]): string {
  const value = `cast(? as ${bytesType})`;
  const values = rows.map(() => `(${Array(COLUMNS.length).fill(value).join(", ")})`).join(", ");
  return `with filled (${COLUMNS.join(", ")}) as (values ${values})
    update vaspkit_accounts set created = filled.created_at, last_modified = filled.modified_at from filled
      where vaspkit_accounts.account_key = filled.of_account and vaspkit_accounts.token = filled.of_token
        and vaspkit_accounts.created is null`;
}

const COLUMNS = ["of_account", "of_token", "created_at", "modified_at"] as const;

function valuesOf(rows: readonly Row[], codec: RecordCodec): readonly SqlValue[] {
  return rows.flatMap((row) => {
    const key = bytesOf(row, "account_key");
    const account = recordOf<Account>(codec.decode({ table: "accounts", key }, textOf(row, "record")));
    return [key, bytesOf(row, "token"), timeKey(account, "created"), timeKey(account, "last_modified")];
  });
}
