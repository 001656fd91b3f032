/** Accounts in the order of their times, and the times of a replaced account. */

import { ComplianceError } from "../compliance-error.js";
import { type Cursors, plainCursors } from "../cursor.js";
import type { CursorPage } from "../page.js";
import { compareText } from "../text.js";
import { laterThan } from "../timestamp.js";
import type { Account } from "./account.js";

/** Order of an account list. With `-` before it: newest first. */
export type AccountSort = "created" | "-created" | "last_modified" | "-last_modified";

/** The sorted property of an order. */
export type AccountTime = "created" | "last_modified";

/** An account list for a storage. */
export interface AccountListQuery {
  /** The most accounts of the page. */
  readonly size: number;
  /** The cursor of the page before; absent for the first page. */
  readonly cursor?: string | undefined;
  readonly sort: AccountSort;
}

/** Returns the property and the direction of an order. */
export function accountOrder(sort: AccountSort): { readonly time: AccountTime; readonly isDescending: boolean } {
  const time = sort === "created" || sort === "-created" ? "created" : "last_modified";
  return { time, isDescending: sort.startsWith("-") };
}

/** Returns the name of the listing in cursors. */
export function accountListing(sort: AccountSort): string {
  return `accounts ${sort}`;
}

/**
 * Returns the comparison function of an order. Ties are in the order of reference ids in code units, reversed like the
 * times.
 *
 * @param sort - the order
 * @returns a function for `sort`, which also compares with the position in a cursor
 * @example
 * [...accounts].sort(compareAccounts("-created")); // newest first
 */
export function compareAccounts(sort: AccountSort): (a: AccountPosition, b: AccountPosition) => number {
  const { time, isDescending } = accountOrder(sort);
  // The times have one form, so their texts order by time.
  const compare = (a: AccountPosition, b: AccountPosition): number =>
    compareText(a[time], b[time]) || compareText(a.reference_id, b.reference_id);
  return isDescending ? (a, b) => compare(b, a) : compare;
}

/** The properties that decide about the place of an account in a list. */
export type AccountPosition = Pick<Account, AccountTime | "reference_id">;

/** Accounts in an order, from which a page is taken. */
interface OrderedAccounts {
  /** Returns the first items for which the condition holds, at most `count`. It holds from one item to the end. */
  from(holds: (account: Account) => boolean, count: number): readonly Account[];
}

/** Returns the page of a list. Undefined if the cursor is not of a list in this order. */
export function accountPage(
  accounts: OrderedAccounts,
  { size, cursor, sort }: AccountListQuery,
  cursors: Cursors,
): CursorPage<Account> | undefined {
  const listing = accountListing(sort);
  const [time, reference_id] = cursor === undefined ? [] : (cursors.read(listing, cursor, 2) ?? []);
  const isFirst = time === undefined || reference_id === undefined;
  if (isFirst && cursor !== undefined) return undefined;
  const compare = compareAccounts(sort);
  const follows = (account: Account): boolean =>
    isFirst || compare(account, { created: time, last_modified: time, reference_id }) > 0;
  // One more shows whether there is a next page.
  const found = accounts.from(follows, size + 1);
  const items = found.slice(0, size);
  const last = items.at(-1);
  const isLast = found.length <= size || last === undefined;
  const position = last && [last[accountOrder(sort).time], last.reference_id];
  return { items, next_cursor: isLast || !position ? null : cursors.write(listing, position) };
}

/**
 * Returns the account to store in place of a stored one: `created` is kept, and `last_modified` becomes later.
 *
 * @param stored - the account to replace
 * @param account - the new content; both times are the time of the call
 * @returns a new account. If the time of the call is not later than the stored `last_modified`, the new one is a
 *   millisecond later than that
 * @throws ComplianceError `configuration_invalid` if the stored `last_modified` is the end of the year 9999
 * @example
 * replaceAccount(stored, account).last_modified > stored.last_modified; // true
 */
export function replaceAccount(stored: Account, account: Account): Account {
  const { created } = stored;
  const last_modified = laterThan(stored.last_modified, account.last_modified);
  if (last_modified !== undefined) return { ...account, created, last_modified };
  throw new ComplianceError(
    "configuration_invalid",
    "The stored account has the last possible last_modified, the end of the year 9999. Correct the clock, remove the " +
      "account, and create it again.",
  );
}

/**
 * Returns one page of the list of these accounts. It sorts them each time, so it is for short lists.
 *
 * @param accounts - all accounts
 * @param query - size, cursor and order
 * @returns the page, or undefined if the cursor is not of a list in this order
 * @example
 * pageOfAccounts(accounts.values(), { size: 50, sort: "created" })?.next_cursor;
 */
export function pageOfAccounts(accounts: Iterable<Account>, query: AccountListQuery): CursorPage<Account> | undefined {
  const sorted = [...accounts].sort(compareAccounts(query.sort));
  const from: OrderedAccounts["from"] = (holds, count) => sorted.filter(holds).slice(0, count);
  return accountPage({ from }, query, plainCursors);
}
