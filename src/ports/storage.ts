/**
 * Interfaces of a storage. `storageConformance` of `vaspkit/testing` checks the sentences of these comments.
 *
 * Every storage keeps four promises. It copies records in and out, so that a change of a caller's object changes nothing
 * that is stored. A method that stores resolves once the change is durable. When it rejects, nothing of the change is
 * visible, now or later, unless the code is `storage_outcome_unknown`. Every failure is a ComplianceError with a code that
 * begins with `storage_`.
 *
 * `storage_outcome_unknown` is for a storage that may lose the response to a change: the whole change may have been stored,
 * may be stored later, or not at all. The operations then expect a repeated call. They recognize an account by the time of
 * its creation, and a screening by its entries. Alerts and VASP records are the same under the same id.
 *
 * A method with a `recording` stores its change and the record of the audit trail in one step. If it changes nothing, it
 * stores no record.
 */
import type { Account } from "../domain/accounts/account.js";
import type { AccountListQuery } from "../domain/accounts/list.js";
import type { AccountQuery } from "../domain/accounts/search.js";
import type {
  AddressListQuery,
  AddressUpdate,
  LinkedAddress,
  StoredAddress,
  StoredAddressHistory,
} from "../domain/addresses/address.js";
import type { Alert, AlertListQuery, AlertReview, StoredAlert } from "../domain/alerts/alert.js";
import type { Chain } from "../domain/chains/chain.js";
import type { AsyncDisposal } from "../domain/disposal.js";
import type { CursorPage, Page } from "../domain/page.js";
import type { LinkedEvaluation, LinkedTransaction } from "../domain/thresholds/linked.js";
import type { VaspListQuery } from "../domain/vasps/list.js";
import type { VaspSyncCounts, VaspSyncEntry, VaspSyncRemoval } from "../domain/vasps/sync.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import type { AuditRecording, AuditRepository } from "./audit.js";
import type { ExchangeRepository } from "./exchanges.js";
import type { Held, HoldRepository } from "./holds.js";
import type { OwnershipRepository } from "./ownership.js";
import type { TransferRepository } from "./transfers.js";

/** Stores accounts (§2.2). */
export interface AccountRepository {
  /**
   * Stores the account unless its reference_id is taken. Atomic: of two concurrent inserts one returns "taken".
   *
   * @returns Whether the account was stored.
   */
  insert(account: Account, recording?: AuditRecording): Promise<"inserted" | "taken">;
  /**
   * Stores the account, in place of the one with its reference_id. `created` and `last_modified` are the time of the call.
   * A replaced account keeps its `created`, and `last_modified` always becomes later (`replaceAccount`). After the end of
   * the year 9999 none is later: it rejects with `configuration_invalid`. With
   * `ifLastModified`, nothing is stored unless the stored account has exactly this `last_modified`. Atomic: of two
   * concurrent calls with the same `ifLastModified` one stores.
   *
   * @returns The stored account and whether it is new; or "changed_meanwhile", and nothing was stored.
   */
  put(account: Account, ifLastModified?: string, recording?: AuditRecording): Promise<AccountPut | "changed_meanwhile">;
  /**
   * Removes the account with that reference_id and unlinks all addresses that are linked to this id, in one step. The
   * addresses stay stored. A concurrent link is unlinked too, or refused. Afterwards the id can be used again. Nothing changes
   * while a hold on the account or on one of its transfers is in force.
   *
   * @param today - the current day, UTC: YYYY-MM-DD
   * @returns Whether the account was stored; or until when it is held.
   */
  remove(reference_id: string, today: string, recording?: AuditRecording): Promise<boolean | Held>;
  /**
   * Finds the account with that reference_id.
   *
   * @returns The account, or undefined.
   */
  find(reference_id: string): Promise<Account | undefined>;
  /**
   * Searches accounts. `term` is folded and squeezed (`foldText`, `squeezeText`), as the searched texts must be.
   *
   * @returns At most `limit` matches, best first, ties by reference_id in code units.
   */
  search(query: AccountQuery): Promise<readonly Account[]>;
  /**
   * Lists accounts by `created` or `last_modified`. Accounts of equal time are in one fixed order. A descending list is
   * the reverse of the ascending one. A cursor names a position in the order: accounts that are added, removed or changed
   * between two pages neither skip nor repeat others.
   *
   * @returns One page. `next_cursor` is null on the last one. Or undefined if the cursor is not of a list in this order.
   */
  list(query: AccountListQuery): Promise<CursorPage<Account> | undefined>;
}

/** A stored account, and whether none had its reference_id before. */
export interface AccountPut {
  readonly account: Account;
  readonly is_new: boolean;
}

/** Stores VASP records (§2.7). */
export interface VaspRepository {
  /**
   * Stores every record of the stream, replacing by vasp_id. Resolves once all are durable. When the stream fails,
   * nothing of it is stored and its own error is passed on.
   *
   * @returns How many records are new, and how many replaced one. Duplicates within the stream count as replaced.
   */
  load(records: AsyncIterable<Vasp>): Promise<{ readonly loaded: number; readonly replaced: number }>;
  /**
   * Makes the directory equal to a register, in one step: stores every record of the stream and removes what the stream
   * does not contain. An entry without a record keeps what is stored under its vasp_id. Of several entries with one
   * vasp_id, the last with a record counts. Reads the stream to its end first. When it fails, nothing changes and its own
   * error is passed on.
   *
   * @param isAllowed - called with how many records are stored and would be removed, perhaps again after a failure; when
   *   it returns false, nothing changes
   * @returns How many records are new, have another content, are the same, and were removed; or "refused".
   */
  sync(
    entries: AsyncIterable<VaspSyncEntry>,
    isAllowed: (removal: VaspSyncRemoval) => boolean,
  ): Promise<VaspSyncCounts | "refused">;
  /**
   * Removes the record with that vasp_id. Atomic: of two concurrent calls one returns true.
   *
   * @returns Whether it was stored.
   */
  remove(vasp_id: string, recording?: AuditRecording): Promise<boolean>;
  /**
   * Finds the record with that vasp_id.
   *
   * @returns The record, or undefined.
   */
  find(vasp_id: string): Promise<Vasp | undefined>;
  /**
   * Searches legal and trade names. `term` is folded and squeezed, as the names must be.
   *
   * @returns At most `limit` matches, best first, ties by vasp_id in code units.
   */
  search(term: string, limit?: number): Promise<readonly Vasp[]>;
  /**
   * Lists records in the requested order.
   *
   * @returns One page; ties by vasp_id, absent values last in both directions.
   */
  list(query: VaspListQuery): Promise<Page<Vasp>>;
  /**
   * Lists records in an order of the storage, which never changes. The vasp_id names a position in it: records that are
   * added, changed or removed between two calls neither skip nor repeat others.
   *
   * @param vasp_id - only records after the one with this id, which may be removed by now; absent: from the first one
   * @returns At most `limit` records; fewer only if no other follows.
   */
  after(vasp_id: string | undefined, limit: number): Promise<readonly Vasp[]>;
}

/** Which pending alerts to lease, and how long. Times are as in `raised_at`. */
export interface AlertLeaseQuery {
  /** The most alerts, 1 or more. */
  readonly limit: number;
  /** The current time. A lease that ends then, or before, has expired. */
  readonly now: string;
  /** When the leases end. */
  readonly until: string;
  /** The latest end of a lease. One that ends later was taken by a clock that is wrong, and has expired. */
  readonly latest: string;
  /** Only this alert. */
  readonly alert_id?: string | undefined;
  /**
   * Only alerts whose round is lower, and the round that they get. By default any alert, and a new round: one more than the
   * highest round of a pending alert.
   */
  readonly round?: number | undefined;
}

/** A leased alert. */
export interface AlertLease {
  readonly alert: Alert;
  /** Identifies the lease. No two leases of an alert have the same text. */
  readonly lease: string;
  /** The round of the lease. With it, a next call continues after the leased alerts. */
  readonly round: number;
}

/** Stores travel-rule alerts (§4.9.3). */
export interface AlertRepository {
  /**
   * Stores the alert as pending unless its alert_id is taken. Atomic.
   *
   * @returns Whether the alert was stored.
   */
  insert(alert: Alert, recording?: AuditRecording): Promise<"inserted" | "taken">;
  /**
   * Finds the alert with that id.
   *
   * @returns The alert and its state, or undefined.
   */
  find(alert_id: string): Promise<StoredAlert | undefined>;
  /**
   * Takes leases of pending alerts whose lease is free or has expired. Atomic: of concurrent calls, one gets the lease of
   * an alert, also on other instances of the same database. The end of the process may end it. A released alert has the
   * round of its lease. An alert that was not leased yet has round 0. So alerts that always fail do not hold up others.
   *
   * @returns At most `limit` alerts with their leases. Those of the lowest rounds are chosen, and in one round the oldest.
   *   The answer has the oldest `raised_at` first, ties in any fixed order.
   */
  lease(query: AlertLeaseQuery): Promise<readonly AlertLease[]>;
  /**
   * Ends a lease before its time. The alert keeps the round of the lease. A lease that was replaced by another, and one of
   * an unknown alert, are ignored.
   */
  release(alert_id: string, lease: string): Promise<void>;
  /**
   * Records that the alert was delivered under this lease. The lease may have expired, or been released. One that was
   * replaced by another, and one of an alert that was removed since, are ignored: the id can be that of a new alert.
   */
  markDelivered(alert_id: string, lease: string): Promise<void>;
  /**
   * Adds a review to those of the alert. Atomic: of concurrent reviews none is lost.
   *
   * @returns The alert with all its reviews, or undefined for an unknown id.
   */
  review(alert_id: string, review: AlertReview, recording?: AuditRecording): Promise<StoredAlert | undefined>;
  /**
   * Lists the alerts that match all conditions of the query, newest `raised_at` first. Alerts of equal time are in one fixed
   * order. A cursor names a position in this order: alerts that are added, changed or removed between two pages neither skip nor
   * repeat others.
   *
   * @returns One page. `next_cursor` is null where no alert follows. Or undefined for a text that is no cursor.
   */
  list(query: AlertListQuery): Promise<CursorPage<StoredAlert> | undefined>;
  /**
   * Removes the alerts that are delivered, have a review, and were raised before that time. With `includeUndelivered`, it
   * also removes pending alerts that have a review.
   *
   * @returns How many were removed.
   */
  prune(before: string, includeUndelivered?: boolean): Promise<number>;
}

/** Stores wallet addresses (§2.8). */
export interface AddressRepository {
  /**
   * Applies the update to the record with its chain and address, or creates the record (`applyAddressUpdate`). Keeps a
   * screening or a link that the update replaces. Atomic: of concurrent updates none is lost, and one record is left. Costs
   * the same however many screenings and links the address has.
   *
   * An update with `account_ref_id` links the address under its tag, or without one (`linkChangeOf`). If no account has this
   * reference_id, nothing of the update is stored. The same step that stores the link decides this, so a link never outlives
   * its account. Of a link and a concurrent `accounts.remove`, the second one finds what the first one did. If another
   * account is linked under that tag and `relink` is not true, nothing of the update is stored either.
   *
   * @returns The stored record, with its newest screening. Or "unknown_account". Or "linked_elsewhere".
   */
  save(
    update: AddressUpdate,
    recording?: AuditRecording,
  ): Promise<StoredAddress | "linked_elsewhere" | "unknown_account">;
  /**
   * Does what `save` does, but creates no record.
   *
   * @returns What `save` returns. Or "unknown" when the address is not stored; then nothing changes.
   */
  update(
    update: AddressUpdate,
    recording?: AuditRecording,
  ): Promise<StoredAddress | "linked_elsewhere" | "unknown_account" | "unknown">;
  /**
   * Removes the record with that chain and canonical address, all its screenings and uses, and all its links, current and
   * past.
   *
   * @returns Whether there was a record.
   */
  remove(chain: Chain, address: string, recording?: AuditRecording): Promise<boolean>;
  /**
   * Finds the record with that chain and canonical address.
   *
   * @returns The record with its newest screening, or undefined. Costs the same however many screenings there are.
   */
  find(chain: Chain, address: string): Promise<StoredAddress | undefined>;
  /**
   * Finds the account that is linked to an address under that tag, or without a tag.
   *
   * @returns Its reference id, or undefined. Costs the same however many links the address has.
   */
  accountOf(chain: Chain, address: string, tag?: string): Promise<string | undefined>;
  /**
   * Finds the addresses that are linked to an account, under any tag or without one.
   *
   * @returns The records with their newest screenings and the account's tags, each record once. Oldest `created` first, ties
   *   by chain, then address, in code units.
   */
  ofAccount(account_ref_id: string): Promise<readonly LinkedAddress[]>;
  /**
   * Finds the record with that chain and canonical address, and all its screenings and links at the same moment.
   *
   * @returns The record with its screenings, oldest first, and its links (`sortLinks`). Or undefined.
   */
  history(chain: Chain, address: string): Promise<StoredAddressHistory | undefined>;
  /**
   * Lists the records with their newest screenings in an order of the storage, which never changes. With `chain` only those
   * of that chain.
   *
   * @returns One page; undefined for a cursor that the storage did not write for such a list. A page may have fewer records
   *   than `size` only if it is the last. Costs the same for every page.
   */
  list(query: AddressListQuery): Promise<CursorPage<StoredAddress> | undefined>;
}

/** Which linked transactions to find. Times are as in `time` of a transaction. */
export interface LinkedQuery {
  readonly link_key: string;
  /** The earliest time. */
  readonly from: string;
  /** The latest time. */
  readonly to: string;
  /** The most transactions, 1 or more. */
  readonly limit: number;
}

/** Stores linked transactions, for the rule LINKED_TRANSACTIONS_BY_COUNTRY. */
export interface LinkedTransactionRepository {
  /**
   * Adds the evaluation to the transaction with its link_key and transaction_id, or stores a new one (`addLinkedAmount`).
   * No amount is removed. Nothing changes if that transaction has this amount, and its time stays. Atomic: of concurrent calls
   * no amount is lost. Once it resolves, every `within` that is called later finds the transaction, also on other instances of
   * the same database.
   *
   * @param movesTime - whether the transaction takes the time of the evaluation if that is later
   * @returns The stored transaction.
   */
  add(evaluation: LinkedEvaluation, movesTime?: boolean): Promise<LinkedTransaction>;
  /**
   * Finds the transactions of a link key whose `time` is from `from` to `to`, both included. Costs the same however many
   * others are stored.
   *
   * @returns All of them, oldest first, ties by transaction_id in code units (`sortLinked`). If there are more than `limit`,
   *   any `limit` of them in that order.
   */
  within(query: LinkedQuery): Promise<readonly LinkedTransaction[]>;
  /**
   * Removes all transactions of a link key. One that is added at the same time is removed too, or stored afterwards.
   *
   * @returns How many were removed.
   */
  remove(link_key: string): Promise<number>;
  /**
   * Removes the transactions whose `time` is before that time.
   *
   * @returns How many were removed.
   */
  prune(before: string): Promise<number>;
}

/** A storage of all directories. `vaspkit/storage` has helpers to write one. */
export interface ComplianceStorage {
  /** Accounts. */
  readonly accounts: AccountRepository;
  /** VASP records. */
  readonly vasps: VaspRepository;
  /** Travel-rule alerts. */
  readonly alerts: AlertRepository;
  /** Wallet addresses. */
  readonly addresses: AddressRepository;
  /** Linked transactions. */
  readonly linked: LinkedTransactionRepository;
  /** Transfers with their decisions. */
  readonly transfers: TransferRepository;
  readonly ownership: OwnershipRepository;
  /** The audit trail. */
  readonly audit: AuditRepository;
  /** Holds. */
  readonly holds: HoldRepository;
  /** Exchanges of messages about transfers. */
  readonly exchanges: ExchangeRepository;
  /**
   * Erases what removed records left in the storage's own files and indexes. Changes no record. Other calls may be made
   * meanwhile. A storage that keeps nothing of removed records resolves at once.
   */
  compact(): Promise<void>;
  /**
   * Waits for running operations, also those that fail, and releases all resources. From the call on, every other method
   * rejects with `storage_closed`, also if closing fails. Concurrent calls share one attempt. After a failure the next call
   * tries again. After a success it does nothing.
   */
  close(): Promise<void>;
}

/** A storage that `await using` closes. */
export interface DisposableStorage extends ComplianceStorage, AsyncDisposal {}
