/** Requests of the listing and search operations (§4.5, §4.6, §4.8). */

import type { AccountType } from "./accounts/account.js";
import type { AccountSort } from "./accounts/list.js";
import type { AuditSubject } from "./audit/record.js";
import type { Chain } from "./chains/chain.js";
import type { Vasp } from "./vasps/vasp.js";

/** Request of `accounts.search` (§4.5). */
export interface AccountSearchRequest {
  /** Text to find in business, legal, first, last, local and full names and in the e-mail address. */
  readonly search_term: string;
  /**
   * Only accounts of this category. A non-customer is called a recipient here and in the results.
   *
   * @default both
   */
  readonly account_category?: "customer" | "recipient" | undefined;
  /**
   * Only accounts of this type.
   *
   * @default both
   */
  readonly account_type?: AccountType | undefined;
  /**
   * Highest number of results, 1 or more.
   *
   * @default no limit
   */
  readonly limit?: number | undefined;
}

/** Request of `accounts.list`. */
export interface AccountListRequest {
  /**
   * Accounts per page, 1 to 1000.
   *
   * @default 50
   */
  readonly size?: number | undefined;
  /**
   * The `next_cursor` of the page before, unchanged. Null requests the first page, as if it were absent.
   *
   * @default the first page
   */
  readonly cursor?: string | null | undefined;
  /**
   * Order of the list. With `-` before it: newest first.
   *
   * @default "created"
   */
  readonly sort?: AccountSort | undefined;
}

/** Conditions of `accounts.all`: the request of `accounts.list` without its page. */
export interface AccountAllRequest extends Omit<AccountListRequest, "size" | "cursor"> {}

/** Request of `vasps.search` (§4.6). */
export interface VaspSearchRequest {
  /** Text to find in the legal and business name. */
  readonly search_term: string;
  /**
   * Highest number of results, 1 or more.
   *
   * @default no limit
   */
  readonly limit?: number | undefined;
}

/** Request of `addresses.list`. */
export interface AddressListRequest<C extends string = Chain> {
  /**
   * Only addresses of this chain.
   *
   * @default all chains
   */
  readonly chain?: C | undefined;
  /**
   * Addresses per page, 1 to 1000.
   *
   * @default 50
   */
  readonly size?: number | undefined;
  /**
   * The `next_cursor` of the page before, unchanged. Null requests the first page, as if it were absent.
   *
   * @default the first page
   */
  readonly cursor?: string | null | undefined;
}

/** Conditions of `addresses.all`: the request of `addresses.list` without its page. */
export interface AddressAllRequest<C extends string = Chain> extends Omit<AddressListRequest<C>, "size" | "cursor"> {}

/** Request of `vasps.list` (§4.8). */
export interface VaspListRequest {
  /**
   * Number of the page, from 1.
   *
   * @default 1
   */
  readonly page?: number | undefined;
  /**
   * VASPs per page, 1 to 1000.
   *
   * @default 50
   */
  readonly size?: number | undefined;
  /**
   * Property to sort by. With `-` before it: in descending order.
   *
   * @default "vasp_id"
   */
  readonly sort?: keyof Vasp | `-${keyof Vasp}` | undefined;
}

/** Conditions of `vasps.all`, which has none: pass `{}` or undefined before the options. */
export type VaspAllRequest = Readonly<Record<string, never>>;

/** Request of `alerts.list`. Times are a `Date`, a day, `2026-11-22`, or a time with offset, `2026-11-22T08:00:00Z`. */
export interface AlertListRequest {
  /**
   * Alerts per page, 1 to 1000.
   *
   * @default 50
   */
  readonly size?: number | undefined;
  /**
   * The `next_cursor` of the page before, unchanged, with the same conditions. Null requests the first page, as if it were
   * absent.
   *
   * @default the first page
   */
  readonly cursor?: string | null | undefined;
  /**
   * Only alerts of this transaction.
   *
   * @default all
   */
  readonly transaction_id?: string | undefined;
  /**
   * Only alerts that were delivered to `onAlert` (true), or only pending ones (false).
   *
   * @default both
   */
  readonly delivered?: boolean | undefined;
  /**
   * Only alerts with a review (true), or only those without one (false).
   *
   * @default both
   */
  readonly reviewed?: boolean | undefined;
  /**
   * Only alerts raised at this time or later.
   *
   * @default no limit
   */
  readonly from?: string | Date | undefined;
  /**
   * Only alerts raised before this time.
   *
   * @default no limit
   */
  readonly to?: string | Date | undefined;
}

/** Conditions of `alerts.all`: the request of `alerts.list` without its page. */
export interface AlertAllRequest extends Omit<AlertListRequest, "size" | "cursor"> {}

/** Request of `audit.list`. Times are a `Date`, a day, `2026-11-22`, or a time with offset, `2026-11-22T08:00:00Z`. */
export interface AuditListRequest {
  /**
   * Records per page, 1 to 1000.
   *
   * @default 50
   */
  readonly size?: number | undefined;
  /**
   * The `next_cursor` of the page before, unchanged, with the same conditions. Null requests the first page, as if it were
   * absent.
   *
   * @default the first page
   */
  readonly cursor?: string | null | undefined;
  /**
   * Only records about this account, transfer or address.
   *
   * @default all
   */
  readonly subject?: AuditSubject | undefined;
  /**
   * Only records of this time or later.
   *
   * @default no limit
   */
  readonly from?: string | Date | undefined;
  /**
   * Only records before this time.
   *
   * @default no limit
   */
  readonly to?: string | Date | undefined;
}

/** Conditions of `audit.all`: the request of `audit.list` without its page. */
export interface AuditAllRequest extends Omit<AuditListRequest, "size" | "cursor"> {}

/** A list request as readers and JSON have it. A cursor that is null and times that are a `Date` are converted before. */
type Converted<T extends AccountListRequest | AddressListRequest | AlertListRequest | AuditListRequest> = Omit<
  T,
  "cursor" | "from" | "to"
>;

/** Request of `accounts.list`. */
export interface AccountListFields extends Converted<AccountListRequest> {
  /** The `next_cursor` of the page before, unchanged. */
  readonly cursor?: string | undefined;
}

/** Request of `addresses.list`. */
export interface AddressListFields extends Converted<AddressListRequest> {
  /** The `next_cursor` of the page before, unchanged. */
  readonly cursor?: string | undefined;
}

/** Request of `alerts.list`. */
export interface AlertListFields extends Converted<AlertListRequest> {
  /** The `next_cursor` of the page before, unchanged, with the same conditions. */
  readonly cursor?: string | undefined;
  /** Only alerts raised at this time or later. */
  readonly from?: string | undefined;
  /** Only alerts raised before this time. */
  readonly to?: string | undefined;
}

/** Request of `audit.list`. */
export interface AuditListFields extends Converted<AuditListRequest> {
  /** The `next_cursor` of the page before, unchanged, with the same conditions. */
  readonly cursor?: string | undefined;
  /** Only records of this time or later. */
  readonly from?: string | undefined;
  /** Only records before this time. */
  readonly to?: string | undefined;
}
