/** Accounts (§2.2), one row each. */
import type { Account } from "../../../domain/accounts/account.js";
import { type AccountListQuery, accountListing, accountOrder } from "../../../domain/accounts/list.js";
import { type AccountQuery, searchAccounts, searchTextsOf } from "../../../domain/accounts/search.js";
import { plainCursors } from "../../../domain/cursor.js";
import { bare } from "../../../domain/own.js";
import type { CursorPage } from "../../../domain/page.js";
import type { AccountRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { keptCopyOf } from "../copy.js";
import { accountKey, accountOf, columnsOf, INSERT, putAccount, removeAccount } from "./account-writes.js";
import { bytesOf, runWithRetry, type SqlValue } from "./database.js";
import type { OpenDatabase } from "./open.js";
import { isWellFormed, searchByScan, searchByText } from "./search.js";
import { insertOnce } from "./writes.js";

const IS_OWN = "select 1 as found from vaspkit_accounts where account_key = ? and token = ?";
const FIND = "select account_key, record from vaspkit_accounts where account_key = ?";

/** Returns the repository of accounts in a database. */
export function accountRepository(open: () => Promise<OpenDatabase>, run: RunWhileOpen): AccountRepository {
  return {
    // Each call copies its argument before the first await, because the caller may change it afterwards.
    insert: (given) =>
      run(async () => {
        const account = keptCopyOf(given);
        const db = await open();
        const key = accountKey(db, account.reference_id);
        return insertOnce(db.database, { insert: INSERT, isOwn: IS_OWN, row: [key, ...columnsOf(db, key, account)] });
      }),
    put: (given, ifLastModified) =>
      run(async () => {
        const account = keptCopyOf(given);
        return putAccount(await open(), account, ifLastModified);
      }),
    remove: (reference_id) => run(async () => removeAccount(await open(), reference_id)),
    find: (reference_id) =>
      run(async () => {
        const db = await open();
        const { rows } = await runWithRetry(db.database, FIND, [accountKey(db, reference_id)]);
        return rows.map((row) => accountOf(db, row)).at(0);
      }),
    search: (given) =>
      run(async () => {
        const query = bare(given);
        return search(await open(), query);
      }),
    list: (given) =>
      run(async () => {
        const query = bare(given);
        return list(await open(), query);
      }),
  };
}

/** An encrypted database has no reference ids in its cursors: its keys are digests. */
async function list(db: OpenDatabase, query: AccountListQuery): Promise<CursorPage<Account> | undefined> {
  const { size, cursor, sort } = query;
  const listing = accountListing(sort);
  const position = cursor === undefined ? [] : plainCursors.read(listing, cursor, 2)?.map(bytesOfHex);
  if (position === undefined || position.some((bytes) => bytes === undefined)) return undefined;
  const { time, isDescending } = accountOrder(sort);
  const [direction, sign] = isDescending ? ["desc", "<"] : ["asc", ">"];
  const after = position.length === 0 ? "" : `where (${time}, account_key) ${sign} (?, ?)`;
  const statement = `select account_key, ${time}, record from vaspkit_accounts ${after}
    order by ${time} ${direction}, account_key ${direction} limit ?`;
  // One more shows whether there is a next page.
  const { rows } = await runWithRetry(db.database, statement, [...position.map((bytes) => bytes ?? null), size + 1]);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const next = last && [time, "account_key"].map((column) => bytesOf(last, column).toString("hex"));
  return {
    items: page.map((row) => accountOf(db, row)),
    next_cursor: next === undefined || rows.length <= size ? null : plainCursors.write(listing, next),
  };
}

function bytesOfHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2})*$/.test(text) ? Buffer.from(text, "hex") : undefined;
}

async function search(db: OpenDatabase, query: AccountQuery): Promise<readonly Account[]> {
  if (query.term === "") return [];
  const filter = { table: "vaspkit_accounts", key: "account_key", ...filtersOf(query) } as const;
  // The database cannot search the texts of encrypted records, nor for a lone surrogate.
  if (db.codec.encrypts || !isWellFormed(query.term)) {
    const matches = await searchByScan(db.database, filter, query.term, (row) => {
      const record = accountOf(db, row);
      return { id: record.reference_id, record, texts: searchTextsOf(record) };
    });
    return searchAccounts(matches, query);
  }
  const { term, limit } = query;
  const { rows } = await searchByText(db, { ...filter, term, limit });
  return rows.map((row) => accountOf(db, row));
}

function filtersOf({ account_category, account_type }: AccountQuery): {
  readonly conditions: readonly string[];
  readonly values: readonly SqlValue[];
} {
  const filters = Object.entries({ account_category, account_type }).filter(([, value]) => value !== undefined);
  return {
    conditions: filters.map(([column]) => `${column} = ?`),
    values: filters.map(([, value]) => value ?? null),
  };
}
