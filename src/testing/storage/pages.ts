/** Pages of a list that has cursors. */
import type { Account } from "../../domain/accounts/account.js";
import type { AccountListQuery } from "../../domain/accounts/list.js";
import type { AlertFilter, StoredAlert } from "../../domain/alerts/alert.js";
import type { CursorPage } from "../../domain/page.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { AccountRepository, AlertRepository, VaspRepository } from "../../ports/storage.js";
import { Violation } from "../check.js";

/** More than any check reads. */
const MAX_PAGES = 1_000;

/** Returns the page of this query, whose cursor is valid. */
export async function pageOfAccounts(
  { list }: Pick<AccountRepository, "list">,
  query: AccountListQuery,
): Promise<CursorPage<Account>> {
  return valid(await list(query), query.size);
}

/** Returns every page from this query on. */
export function allPages(
  { list }: Pick<AccountRepository, "list">,
  query: AccountListQuery,
): Promise<readonly (readonly Account[])[]> {
  return pagesOf((cursor) => list({ ...query, ...(cursor !== undefined && { cursor }) }), query);
}

/** Returns every alert that matches, from pages of this size. */
export async function allAlerts(
  { list }: Pick<AlertRepository, "list">,
  filter: AlertFilter = {},
  size = 1_000,
): Promise<readonly StoredAlert[]> {
  const pages = await pagesOf((cursor) => list({ ...filter, size, ...(cursor !== undefined && { cursor }) }), { size });
  return pages.flat();
}

/** Returns every VASP after this one, from calls of this limit. */
export async function vaspsAfter(
  { after }: Pick<VaspRepository, "after">,
  limit: number,
  from?: string,
): Promise<readonly Vasp[]> {
  const found: Vasp[] = [];
  let last = from;
  for (let calls = 0; ; calls += 1) {
    const next = await after(last, limit);
    if (next.length > limit || calls > MAX_PAGES) throw new Violation("the records after an id do not end");
    found.push(...next);
    if (next.length < limit) return found;
    last = next.at(-1)?.vasp_id;
  }
}

async function pagesOf<T>(
  list: (cursor: string | undefined) => Promise<CursorPage<T> | undefined>,
  { cursor, size }: { readonly cursor?: string | undefined; readonly size: number },
): Promise<readonly (readonly T[])[]> {
  const pages: (readonly T[])[] = [];
  let next: string | null = cursor ?? "";
  while (next !== null) {
    const page: CursorPage<T> = valid(await list(next === "" ? undefined : next), size);
    if (page.items.length === 0 && pages.length > 0) throw new Violation("a page by cursor has no records");
    if (pages.push(page.items) > MAX_PAGES) throw new Violation("the pages by cursor do not end");
    next = page.next_cursor;
  }
  return pages;
}

function valid<T>(page: CursorPage<T> | undefined, size: number): CursorPage<T> {
  if (page === undefined) throw new Violation("list returned undefined for its own cursor");
  if (page.items.length > size) throw new Violation(`a page of ${size} has ${page.items.length} records`);
  return page;
}
