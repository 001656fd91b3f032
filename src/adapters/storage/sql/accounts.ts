/** The accounts (§2.2), a row each. */
import type { Account } from "../../../domain/accounts/account.js";
import { type AccountQuery, searchAccounts, searchTextsOf } from "../../../domain/accounts/search.js";
import type { AccountRepository } from "../../../ports/storage.js";
import type { RunWhileOpen } from "../closable.js";
import { bytesOf, type Row, type SqlValue, textOf } from "./database.js";
import { insertOnce, newToken } from "./insert.js";
import { keyOf } from "./keys.js";
import { asked, type Opened } from "./opened.js";
import { recordOf } from "./records.js";
import { matchesByScan, searchOf } from "./search.js";
import { isWellFormed, markedTexts } from "./search-texts.js";

const INSERT = `insert into vaspkit_accounts (account_key, account_type, account_category, record, texts, token)
  values (?, ?, ?, ?, ?, ?) on conflict (account_key) do nothing`;
const IS_OWN = "select 1 as found from vaspkit_accounts where account_key = ? and token = ?";
const FIND = "select account_key, record from vaspkit_accounts where account_key = ?";

/** The repository of accounts in an opened database. */
export function accountRepository(opened: () => Promise<Opened>, run: RunWhileOpen): AccountRepository {
  return {
    insert: (account) =>
      run(async () => {
        // What the caller holds is read before the first await.
        const json = JSON.stringify(account);
        const copy = recordOf<Account>(json);
        const { database, sealing } = await opened();
        const place = { table: "accounts", key: keyOf(copy.reference_id) } as const;
        const texts = sealing.isOn ? null : markedTexts(searchTextsOf(copy));
        const { account_type, account_category } = copy;
        const record = sealing.write(place, json);
        const token = newToken();
        const values = [place.key, account_type, account_category, record, texts, token];
        return insertOnce(database, { insert: INSERT, values, isOwn: IS_OWN, key: place.key, token });
      }),
    find: (reference_id) =>
      run(async () => {
        const here = await opened();
        const { rows } = await asked(here.database, FIND, [keyOf(reference_id)]);
        return rows.map((row) => accountOf(here, row))[0];
      }),
    search: (given) =>
      run(async () => {
        const query = { ...given };
        return search(await opened(), query);
      }),
  };
}

async function search(here: Opened, query: AccountQuery): Promise<readonly Account[]> {
  if (query.term === "") return [];
  const { conditions, values } = filtersOf(query);
  // Sealed records have no texts that the database could look into; and half of a surrogate pair is no text to it.
  if (here.sealing.isOn || !isWellFormed(query.term)) {
    const scan = { table: "vaspkit_accounts", key: "account_key", conditions, values } as const;
    const matches = await matchesByScan(here.database, scan, query.term, (row) => {
      const record = accountOf(here, row);
      return { id: record.reference_id, record, texts: searchTextsOf(record) };
    });
    return searchAccounts(matches, query);
  }
  const { term, limit } = query;
  const wanted = { table: "vaspkit_accounts", key: "account_key", conditions, values } as const;
  const { rows } = await searchOf(here, { ...wanted, term, ...(limit !== undefined && { limit }) });
  return rows.map((row) => accountOf(here, row));
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

function accountOf({ sealing }: Opened, row: Row): Account {
  return recordOf<Account>(
    sealing.read({ table: "accounts", key: bytesOf(row, "account_key") }, textOf(row, "record")),
  );
}
