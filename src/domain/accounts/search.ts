/** Search of accounts (§4.5): what is matched, and in which order. */
import type { Account, AccountCategory, AccountType } from "./account.js";

/** A query that a storage answers. `term` is folded (`foldText`). */
export interface AccountQuery {
  readonly term: string;
  readonly account_category?: AccountCategory;
  readonly account_type?: AccountType;
  readonly limit?: number;
}
