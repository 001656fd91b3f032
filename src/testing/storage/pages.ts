/** Pages of a list that has cursors. */
import type { Account } from "../../domain/accounts/account.js";
import type { AccountListQuery } from "../../domain/accounts/list.js";
import type { CursorPage } from "../../domain/page.js";
import type { AccountRepository } from "../../ports/storage.js";
import { Violation } from "../check.js";

/** More than any check stores. */
const MAX_PAGES = 100;

/** Returns the page of this query, whose cursor is valid. */
export async function pageOfAccounts(
  { list }: Pick<AccountRepository, "list">,
  query: AccountListQuery,
): Promise<CursorPage<Account>> {
  const page = await list(query);
  if (page === undefined) throw new Violation("list returned undefined for its own cursor");
  return page;
}

/** Returns every page from this query on. */
export async function allPages(
  accounts: Pick<AccountRepository, "list">,
  query: AccountListQuery,
): Promise<readonly (readonly Account[])[]> {
  const pages: (readonly Account[])[] = [];
  let next: string | null | undefined = query.cursor;
  do {
    const page: CursorPage<Account> = await pageOfAccounts(accounts, { ...query, ...(next && { cursor: next }) });
    pages.push(page.items);
    next = page.next_cursor;
  } while (next !== null && pages.length < MAX_PAGES);
  return pages;
}
