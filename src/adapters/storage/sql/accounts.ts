/** Accounts (§2.2), one row each. */
import type { Account } from "../../../domain/accounts/account.js";
import { type AccountQuery, searchAccounts, searchTextsOf } from "../../../domain/accounts/search.js";
import { bare } from "../../../domain/own.js";
import type { AccountRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { bytesOf, type Row, recordOf, runWithRetry, type SqlValue, textOf } from "./database.js";
import { keyOf } from "./keys.js";
import type { OpenDatabase } from "./open.js";
import { indexedTexts, isWellFormed, searchByScan, searchByText } from "./search.js";
import { insertOnce } from "./writes.js";

const INSERT = `insert into vaspkit_accounts (account_key, account_type, account_category, record, texts, token)
  values (?, ?, ?, ?, ?, ?) on conflict (account_key) do nothing`;
const IS_OWN = "select 1 as found from vaspkit_accounts where account_key = ? and token = ?";
const FIND = "select account_key, record from vaspkit_accounts where account_key = ?";

/** Returns the repository of accounts in a database. */
export function accountRepository(open: () => Promise<OpenDatabase>, run: RunWhileOpen): AccountRepository {
  return {
    insert: (account) =>
      run(async () => {
        // Copied before the first await, because the caller may change the account afterwards.
        const json = JSON.stringify(account);
        const copy = recordOf<Account>(json);
        const { database, codec } = await open();
        const ref = { table: "accounts", key: codec.storedKey("account", keyOf(copy.reference_id)) } as const;
        const texts = codec.encrypts ? null : indexedTexts(searchTextsOf(copy));
        const { account_type, account_category } = copy;
        const row = [ref.key, account_type, account_category, codec.encode(ref, json), texts] as const;
        return insertOnce(database, { insert: INSERT, isOwn: IS_OWN, row });
      }),
    find: (reference_id) =>
      run(async () => {
        const db = await open();
        const key = db.codec.storedKey("account", keyOf(reference_id));
        const { rows } = await runWithRetry(db.database, FIND, [key]);
        return rows.map((row) => accountOf(db, row)).at(0);
      }),
    search: (given) =>
      run(async () => {
        const query = bare(given);
        return search(await open(), query);
      }),
  };
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

function accountOf({ codec }: OpenDatabase, row: Row): Account {
  return recordOf<Account>(
    codec.decode({ table: "accounts", key: bytesOf(row, "account_key") }, textOf(row, "record")),
  );
}
