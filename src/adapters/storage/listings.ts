/** Sorted listings of accounts, VASPs (§4.8) and alerts (§4.9.3): created when first needed, kept sorted afterwards. */
import type { Account } from "../../domain/accounts/account.js";
import { type AccountSort, compareAccounts } from "../../domain/accounts/list.js";
import type { StoredAddress } from "../../domain/addresses/address.js";
import {
  type Alert,
  type AlertFilter,
  type AlertPlace,
  type AlertReview,
  compareAlerts,
  sortAlerts,
} from "../../domain/alerts/alert.js";
import { bare, own } from "../../domain/own.js";
import { compareText } from "../../domain/text.js";
import { compareVasps, sortVasps, type VaspSort } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { type LazyList, lazyList, type SortedList, sortedList } from "./sorted-list.js";

/** An alert and its state. */
export interface AlertRow {
  readonly alert: Alert;
  readonly delivered: boolean;
  /** Absent before the first review. */
  readonly reviews?: readonly AlertReview[];
  /** The round of its last delivery that failed; absent for none. */
  readonly round?: number;
}

interface VaspRecord {
  readonly record: Vasp;
}

export interface VaspListings {
  /** Returns all records in this order. */
  inOrder(sort: VaspSort | undefined): SortedList<Vasp>;
  /** Must be called before `rows` rows are put or removed. Drops the listings if sorting again costs less than updating them. */
  prepareFor(rows: number): void;
  /** Must be called after `row` was put into the table, in the place of `before`. */
  put(row: VaspRecord, before: VaspRecord | undefined): void;
  /** Must be called after `row` was removed from the table. */
  remove(row: VaspRecord): void;
}

/** Each listing takes about eight bytes per record. The least recently used one is dropped. */
const MAX_VASP_LISTINGS = 8;
/** A load drops the listings if it has more rows than this, and than this share of the table. */
const LARGE_LOAD = { rows: 1000, share: 1 / 64 };

/** Returns the listings of `rows`. */
export function vaspListings(rows: ReadonlyMap<string, VaspRecord>): VaspListings {
  // The least recently used one first.
  const listings = new Map<string, SortedList<Vasp>>();
  return {
    inOrder: (sort) => {
      const key = sort === undefined ? "" : `${sort.descending ? "-" : ""}${sort.field}`;
      const records = (): Vasp[] => Array.from(rows.values(), ({ record }) => record);
      const listing = listings.get(key) ?? sortedList(sortVasps(records(), sort), compareVasps(sort));
      listings.delete(key);
      listings.set(key, listing);
      const [oldest] = listings.keys();
      if (listings.size > MAX_VASP_LISTINGS && oldest !== undefined) listings.delete(oldest);
      return listing;
    },
    prepareFor: (count) => {
      if (count > Math.max(LARGE_LOAD.rows, rows.size * LARGE_LOAD.share)) listings.clear();
    },
    put: (row, before) => {
      for (const listing of listings.values()) {
        if (before !== undefined) listing.remove(before.record);
        listing.add(row.record);
      }
    },
    remove: ({ record }) => {
      for (const listing of listings.values()) listing.remove(record);
    },
  };
}

/** Which states of alerts a listing has. */
type AlertCondition = Pick<AlertFilter, "delivered" | "reviewed">;

export interface AlertListings {
  /** Returns the alerts in these states. */
  inOrder(condition: AlertCondition): SortedList<Alert, AlertPlace>;
  /** Returns the pending alerts in the order of leases. */
  pending(): SortedList<PendingAlert>;
  /** Returns the alerts of a transaction in these states. */
  ofTransaction(transaction_id: string, condition: AlertCondition): SortedList<Alert, AlertPlace>;
  /** Must be called after `row` was put into the table, in the place of `before`. */
  put(row: AlertRow, before: AlertRow | undefined): void;
  /** Must be called after `row` was removed from the table. */
  remove(row: AlertRow): void;
}

/** A pending alert with what orders its leases. */
interface PendingAlert extends AlertPlace {
  readonly round: number;
}

/** Lowest round first, then oldest. */
function comparePending(a: PendingAlert, b: PendingAlert): number {
  return a.round - b.round || -compareAlerts(a, b);
}

function isPending({ delivered }: AlertRow): boolean {
  return !delivered;
}

function pendingOf(row: AlertRow): PendingAlert {
  const { alert_id, raised_at } = row.alert;
  return { alert_id, raised_at, round: own(row, "round") ?? 0 };
}

interface AlertList {
  readonly accepts: (row: AlertRow) => boolean;
  readonly list: SortedList<Alert, AlertPlace>;
}

/** Returns the listings of `rows`. */
export function alertListings(rows: ReadonlyMap<string, AlertRow>): AlertListings {
  const lists = new Map<string, AlertList>();
  /** The ids of the alerts of each transaction. Undefined until they are needed. */
  let transactions: Map<string, Set<string>> | undefined;
  let pending: SortedList<PendingAlert> | undefined;
  const listOf = (all: Iterable<AlertRow>, accepts: AlertList["accepts"]): SortedList<Alert, AlertPlace> => {
    const accepted = [...all].filter(accepts);
    return sortedList(sortAlerts(accepted.map(({ alert }) => alert)), compareAlerts);
  };
  const addTo = (ids: Map<string, Set<string>>, { alert_id, transaction_id }: Alert): void => {
    ids.set(transaction_id, (ids.get(transaction_id) ?? new Set()).add(alert_id));
  };
  return {
    inOrder: (condition) => {
      const { delivered, reviewed } = bare(condition);
      const key = `${delivered} ${reviewed}`;
      const accepts = acceptsState({ delivered, reviewed });
      const { list } = lists.get(key) ?? { list: listOf(rows.values(), accepts) };
      lists.set(key, { accepts, list });
      return list;
    },
    pending: () => {
      const sorted = (): PendingAlert[] => [...rows.values()].filter(isPending).map(pendingOf).sort(comparePending);
      pending ??= sortedList(sorted(), comparePending);
      return pending;
    },
    ofTransaction: (transaction_id, condition) => {
      if (transactions === undefined) {
        transactions = new Map();
        for (const { alert } of rows.values()) addTo(transactions, alert);
      }
      const found = [...(transactions.get(transaction_id) ?? [])].map((id) => rows.get(id));
      return listOf(
        found.filter((row) => row !== undefined),
        acceptsState(condition),
      );
    },
    put: (row, before) => {
      if (transactions !== undefined) addTo(transactions, row.alert);
      if (before !== undefined) pending?.remove(pendingOf(before));
      if (isPending(row)) pending?.add(pendingOf(row));
      for (const { accepts, list } of lists.values()) {
        if (before !== undefined && accepts(before)) list.remove(before.alert);
        if (accepts(row)) list.add(row.alert);
      }
    },
    remove: (row) => {
      const { alert_id, transaction_id } = row.alert;
      const ids = transactions?.get(transaction_id);
      ids?.delete(alert_id);
      if (ids?.size === 0) transactions?.delete(transaction_id);
      pending?.remove(pendingOf(row));
      for (const { accepts, list } of lists.values()) if (accepts(row)) list.remove(row.alert);
    },
  };
}

export interface AccountListings {
  /** Returns the listing of all accounts in this order. */
  of(sort: AccountSort): LazyList<Account>;
  /** Must be called after `row` was put into the table, in the place of `before`. */
  put(row: AccountRecord, before: AccountRecord | undefined): void;
  /** Must be called after `row` was removed from the table. */
  remove(row: AccountRecord): void;
}

interface AccountRecord {
  readonly record: Account;
}

/** Returns the listings of `rows`. */
export function accountListings(rows: ReadonlyMap<string, AccountRecord>): AccountListings {
  const listings = new Map<AccountSort, LazyList<Account>>();
  return {
    of: (sort) => {
      const records = (): Account[] => Array.from(rows.values(), ({ record }) => record);
      const listing = listings.get(sort) ?? lazyList(records, compareAccounts(sort));
      listings.set(sort, listing);
      return listing;
    },
    put: (row, before) => {
      for (const listing of listings.values()) {
        if (before !== undefined) listing.remove(before.record);
        listing.add(row.record);
      }
    },
    remove: ({ record }) => {
      for (const listing of listings.values()) listing.remove(record);
    },
  };
}

function acceptsState(condition: AlertCondition): (row: AlertRow) => boolean {
  const { delivered, reviewed } = bare(condition);
  return (row) =>
    (delivered === undefined || row.delivered === delivered) &&
    (reviewed === undefined || (own(row, "reviews") !== undefined) === reviewed);
}

interface StoredRow {
  readonly stored: Pick<StoredAddress, "chain" | "address">;
}

/** The ids of the addresses, sorted in code units. */
export interface AddressListing {
  readonly ids: LazyList<string>;
  /** Must be called after `row` was put into the table, in the place of `before`. */
  put(row: StoredRow, before: StoredRow | undefined): void;
  /** Must be called after `row` was removed from the table. */
  remove(row: StoredRow): void;
}

/** Returns the listing of the ids of `rows`. */
export function addressListing(rows: ReadonlyMap<string, StoredRow>): AddressListing {
  const ids = lazyList(() => [...rows.keys()], compareText);
  const idOf = ({ stored }: StoredRow): string => `${stored.chain} ${stored.address}`;
  return {
    ids,
    put: (row, before) => {
      if (before === undefined) ids.add(idOf(row));
    },
    remove: (row) => ids.remove(idOf(row)),
  };
}
