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
 */
import type { Account } from "../domain/accounts/account.js";
import type { AccountQuery } from "../domain/accounts/search.js";
import type { AddressUpdate, StoredAddress, StoredAddressHistory } from "../domain/addresses/address.js";
import type { Alert, AlertListQuery } from "../domain/alerts/alert.js";
import type { Chain } from "../domain/chains/chain.js";
import type { AsyncDisposal } from "../domain/disposal.js";
import type { Page } from "../domain/page.js";
import type { VaspListQuery } from "../domain/vasps/list.js";
import type { Vasp } from "../domain/vasps/vasp.js";

/** Stores accounts (§2.2). */
export interface AccountRepository {
  /**
   * Stores the account unless its reference_id is taken. Atomic: of two concurrent inserts one returns "taken".
   *
   * @returns Whether the account was stored.
   */
  insert(account: Account): Promise<"inserted" | "taken">;
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
   * Finds the record with that vasp_id.
   *
   * @returns The record, or undefined.
   */
  find(vasp_id: string): Promise<Vasp | undefined>;
  /**
   * Searches legal and trade names. `term` is folded and squeezed, as the names must be.
   *
   * @returns The matches, best first, ties by vasp_id in code units.
   */
  search(term: string): Promise<readonly Vasp[]>;
  /**
   * Lists records in the requested order.
   *
   * @returns One page; ties by vasp_id, absent values last in both directions.
   */
  list(query: VaspListQuery): Promise<Page<Vasp>>;
}

/** Stores travel-rule alerts (§4.9.3). */
export interface AlertRepository {
  /**
   * Stores the alert as pending unless its alert_id is taken. Atomic.
   *
   * @returns Whether the alert was stored.
   */
  insert(alert: Alert): Promise<"inserted" | "taken">;
  /**
   * Finds the alert with that id.
   *
   * @returns The alert and whether it was delivered, or undefined.
   */
  find(alert_id: string): Promise<{ readonly alert: Alert; readonly delivered: boolean } | undefined>;
  /** Records that the alert was delivered. An unknown id is ignored. */
  markDelivered(alert_id: string): Promise<void>;
  /**
   * Lists alerts; with `delivered` only those in that state.
   *
   * @returns One page, newest `raised_at` first, ties by alert_id in code units.
   */
  list(query: AlertListQuery): Promise<Page<Alert>>;
}

/** Stores wallet addresses (§2.8). */
export interface AddressRepository {
  /**
   * Applies the update to the record with its chain and address, or creates the record (`applyAddressUpdate`). Keeps a
   * screening that the update replaces. Atomic: of concurrent updates none is lost, and one record is left. Costs the same
   * however many screenings the address has.
   *
   * @returns The stored record, with its newest screening.
   */
  save(update: AddressUpdate): Promise<StoredAddress>;
  /**
   * Links the address to an account, in place of the account before.
   *
   * @returns "unknown" when the address is not stored; then nothing changes.
   */
  link(chain: Chain, address: string, account_ref_id: string): Promise<"linked" | "unknown">;
  /**
   * Finds the record with that chain and canonical address.
   *
   * @returns The record with its newest screening, or undefined. Costs the same however many screenings there are.
   */
  find(chain: Chain, address: string): Promise<StoredAddress | undefined>;
  /**
   * Finds the addresses that are linked to an account.
   *
   * @returns The records with their newest screenings, oldest `created` first, ties by chain, then address, in code units.
   */
  ofAccount(account_ref_id: string): Promise<readonly StoredAddress[]>;
  /**
   * Finds the record with that chain and canonical address, and all its screenings at the same moment.
   *
   * @returns The record with its screenings, oldest first, or undefined.
   */
  history(chain: Chain, address: string): Promise<StoredAddressHistory | undefined>;
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
  /**
   * Waits for running operations and releases all resources. Afterwards every other method rejects with
   * `storage_closed`. Closing again does nothing.
   */
  close(): Promise<void>;
}

/** A storage that `await using` closes. */
export interface DisposableStorage extends ComplianceStorage, AsyncDisposal {}
