/** The repository of accounts in tables. */
import type { Account } from "../../domain/accounts/account.js";
import { accountPage, replaceAccount } from "../../domain/accounts/list.js";
import { type AccountQuery, accountFilter } from "../../domain/accounts/search.js";
import { unlinkAddress } from "../../domain/addresses/record.js";
import type { Cursors } from "../../domain/cursor.js";
import { bare, own } from "../../domain/own.js";
import type { AccountPut, AccountRepository } from "../../ports/storage.js";
import type { RunWhileOpen } from "./closable.js";
import { copyIfAny, copyOf, keptCopyOf } from "./copy.js";
import { type Change, type TableHost, withSorted } from "./table-host.js";
import { type AccountRow, type AddressRow, accountRow, type Lookup } from "./tables.js";

/** Returns the repository of the accounts of `host`. Arguments are copied before the first await. */
export function accountRepository(host: TableHost, runWhileOpen: RunWhileOpen, cursors: Cursors): AccountRepository {
  return {
    insert: (account: Account) =>
      runWhileOpen(async () => {
        const row = accountRow(keptCopyOf(account));
        return host.change(({ accounts }) =>
          accounts.get(row.id) === undefined
            ? { result: "inserted", rows: { accounts: new Map([[row.id, row]]) } }
            : { result: "taken" },
        );
      }),
    put: (account, ifLastModified) =>
      runWhileOpen(async () => {
        const row = accountRow(keptCopyOf(account));
        return copyOf(await host.change(({ accounts }) => accountPut(accounts.get(row.id), row, ifLastModified)));
      }),
    remove: (reference_id) => runWhileOpen(() => host.change((rows) => accountRemoval(rows, reference_id))),
    find: (reference_id) =>
      runWhileOpen(async () => copyIfAny((await host.tables()).accounts.get(reference_id)?.record)),
    search: (query: AccountQuery) =>
      runWhileOpen(async () => {
        const given = bare(query);
        const { accountSearch } = await host.tables();
        return copyOf(accountSearch.search(given.term, { limit: given.limit, accepts: accountFilter(given) }));
      }),
    list: (query) =>
      runWhileOpen(async () => {
        const given = bare(query);
        const { sorted } = await withSorted(host, ({ accountListings }) => accountListings.of(given.sort));
        return copyIfAny(accountPage(sorted, given, cursors));
      }),
  };
}

function accountPut(
  stored: AccountRow | undefined,
  row: AccountRow,
  ifLastModified: string | undefined,
): Change<AccountPut | "changed_meanwhile"> {
  if (ifLastModified !== undefined && stored?.record.last_modified !== ifLastModified) {
    return { result: "changed_meanwhile" };
  }
  const account = stored === undefined ? row.record : keptCopyOf(replaceAccount(stored.record, row.record));
  // A new row each time, because tables keep rows and write to them.
  const rows = { accounts: new Map([[row.id, { ...row, record: account }]]) };
  return { result: { account, is_new: stored === undefined }, rows };
}

function accountRemoval(rows: Lookup, reference_id: string): Change<boolean> {
  const { accounts, addresses, addressesOf } = rows;
  if (accounts.get(reference_id) === undefined) return { result: false };
  const unlinked = new Map<string, AddressRow>();
  for (const id of addressesOf.get(reference_id) ?? []) {
    const row = addresses.get(id);
    if (row === undefined || own(row.stored, "account_ref_id") !== reference_id) continue;
    unlinked.set(id, { ...row, stored: unlinkAddress(row.stored) });
  }
  const removed = new Map([[reference_id, undefined]]);
  return { result: true, rows: { accounts: removed, addresses: unlinked, links: linksOf(rows, reference_id) } };
}

/** Returns the removal of all links of the account, current and past. */
function linksOf({ links, linksOfAccount }: Lookup, reference_id: string): ReadonlyMap<string, undefined> {
  const ids = [...(linksOfAccount.get(reference_id) ?? [])];
  const removed = ids.filter((id) => links.get(id)?.link.account_ref_id === reference_id);
  return new Map(removed.map((id) => [id, undefined]));
}
