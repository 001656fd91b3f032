/** Pages of a list that has cursors. */
import type { Account } from "../../domain/accounts/account.js";
import type { AccountListQuery } from "../../domain/accounts/list.js";
import type { AlertFilter, StoredAlert } from "../../domain/alerts/alert.js";
import type { CursorPage } from "../../domain/page.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { AccountRepository, AlertRepository, VaspRepository } from "../../ports/storage.js";
import { Violation } from "../check.js";
import { byCodeUnits } from "./model.js";

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

/** Returns every alert that matches, from pages of this size, in the order of the storage. */
export async function listedAlerts(
  { list }: Pick<AlertRepository, "list">,
  filter: AlertFilter = {},
  size = 1_000,
): Promise<readonly StoredAlert[]> {
  const pages = await pagesOf((cursor) => list({ ...filter, size, ...(cursor !== undefined && { cursor }) }), { size });
  return pages.flat();
}

/** Returns the same, those of equal time by alert_id: a storage may have another fixed order. */
export async function allAlerts(...given: Parameters<typeof listedAlerts>): Promise<readonly StoredAlert[]> {
  return withOrderedTies(
    await listedAlerts(...given),
    ({ alert }) => alert.raised_at,
    ({ alert }) => alert.alert_id,
  );
}

/** Returns the listed records, those of equal time that follow each other by id. */
export function withOrderedTies<T>(listed: readonly T[], timeOf: (item: T) => string, idOf: (item: T) => string): T[] {
  const groups: T[][] = [];
  for (const item of listed) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    if (group !== undefined && first !== undefined && timeOf(first) === timeOf(item)) group.push(item);
    else groups.push([item]);
  }
  return groups.flatMap((group) => group.sort((a, b) => byCodeUnits(idOf(a), idOf(b))));
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
