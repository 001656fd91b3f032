/**
 * Where the directories live. These comments are the law: `storageConformance` of vaspkit/testing checks them sentence by
 * sentence, on ours and on yours.
 *
 * Common to all: implementations copy in and out, so that what a caller holds never is what is stored. A method that
 * stores resolves once the change is durable ("acknowledged"); when it rejects, nothing of it is visible, now or later.
 * Every failure is a ComplianceError with a code that begins with `storage_`; after `close` it is `storage_closed`.
 */
import type { Account } from "../domain/accounts/account.js";
import type { AccountQuery } from "../domain/accounts/search.js";
import type { AddressUpdate, StoredAddress } from "../domain/addresses/address.js";
import type { Alert } from "../domain/alerts/alert.js";
import type { AlertListQuery } from "../domain/alerts/list.js";
import type { Chain } from "../domain/chains/chain.js";
import type { Page } from "../domain/page.js";
import type { VaspListQuery } from "../domain/vasps/list.js";
import type { Vasp } from "../domain/vasps/vasp.js";

/** Where accounts live (§2.2). */
export interface AccountRepository {
  /** Stores the account unless its reference_id is taken. Atomic: of two racing inserts one gets "taken". */
  insert(account: Account): Promise<"inserted" | "taken">;
  /** The account of that reference_id. */
  find(reference_id: string): Promise<Account | undefined>;
  /** The matches of the query, best match first, ties by reference_id (code units), at most `limit`. `term` is folded and squeezed (`foldText`, `squeezeText`), and so are the texts it is sought in. */
  search(query: AccountQuery): Promise<readonly Account[]>;
}

/** Where VASP records live (§2.7). */
export interface VaspRepository {
  /**
   * Stores every record of the stream, each replacing the one of its vasp_id. Resolves once all are durable. When the
   * stream fails, nothing of it is stored and the stream's own error comes through. Says how many were new and how
   * many replaced one, be it from before or from earlier in the same stream.
   */
  load(records: AsyncIterable<Vasp>): Promise<{ readonly loaded: number; readonly replaced: number }>;
  /** The record of that vasp_id. */
  find(vasp_id: string): Promise<Vasp | undefined>;
  /** Records whose legal or business name contains the term (folded and squeezed, as they are), best match first, ties by vasp_id (code units). */
  search(term: string): Promise<readonly Vasp[]>;
  /** One page in the order asked for; ties by vasp_id; absent values last in both directions. */
  list(query: VaspListQuery): Promise<Page<Vasp>>;
}

/** Where travel-rule alerts live (§4.9.3). */
export interface AlertRepository {
  /** Stores the alert as not delivered unless its alert_id is taken. Atomic. */
  insert(alert: Alert): Promise<"inserted" | "taken">;
  /** The alert of that id and whether the sink has taken it. */
  find(alert_id: string): Promise<{ readonly alert: Alert; readonly delivered: boolean } | undefined>;
  /** Records that the sink has taken the alert. Of an unknown id: nothing happens. */
  markDelivered(alert_id: string): Promise<void>;
  /** One page, the newest `raised_at` first, ties by alert_id (code units); with `delivered` only those of that state. */
  list(query: AlertListQuery): Promise<Page<Alert>>;
}

/** Where wallet addresses live (§2.8). */
export interface AddressRepository {
  /**
   * Applies the update to the record of its chain and address, or creates the record (`applyAddressUpdate`), and says
   * what is stored then. Atomic: of racing updates none is lost, and one record is left.
   */
  save(update: AddressUpdate): Promise<StoredAddress>;
  /** Links the address to that account, instead of the one before. "unknown": there is no such address, nothing happens. */
  link(chain: Chain, address: string, account_ref_id: string): Promise<"linked" | "unknown">;
  /** The record of that chain and canonical address. */
  find(chain: Chain, address: string): Promise<StoredAddress | undefined>;
  /** The addresses that are linked to that account, the oldest `created` first, ties by chain, then address (code units). */
  ofAccount(account_ref_id: string): Promise<readonly StoredAddress[]>;
}

/** A storage: four repositories that live and close together. */
export interface ComplianceStorage {
  readonly accounts: AccountRepository;
  readonly vasps: VaspRepository;
  readonly alerts: AlertRepository;
  readonly addresses: AddressRepository;
  /** Waits for what is under way and gives everything back. After it every other method rejects with `storage_closed`; closing again does nothing. */
  close(): Promise<void>;
}
