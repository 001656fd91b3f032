/** Accounts in the order of their times, and the times of a replaced account. */

import { ComplianceError } from "../compliance-error.js";
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
