/** The part of a storage that keeps transfers. It keeps the promises of storage.ts, and `storageConformance` checks it too. */
import type { Account } from "../domain/accounts/account.js";
import type { AddressUse, StoredAddress } from "../domain/addresses/address.js";
import type { Chain } from "../domain/chains/chain.js";
import type { Exchange } from "../domain/exchanges/exchange.js";
import type { OwnershipRecord } from "../domain/ownership/proof.js";
import type { CursorPage } from "../domain/page.js";
import type { LinkedUpdate } from "../domain/thresholds/linked.js";
import type { TransferListQuery } from "../domain/transfers/decision-request.js";
import type { TransferRecord } from "../domain/transfers/record.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import type { AuditRecording } from "./audit.js";

/** What a decision about a transfer is made on. */
export interface TransferFactsQuery {
  readonly transfer_id: string;
  readonly accounts: readonly string[];
  readonly vasps: readonly string[];
  /** In canonical form, with the tag beside them. */
  readonly addresses: readonly { readonly chain: Chain; readonly address: string; readonly tag?: string | undefined }[];
  /**
   * The account whose proofs of ownership are found, too.
   *
   * @default none
   */
  readonly proofsOf?: string | undefined;
}

/** What is stored about an address of a transfer. */
export interface AddressFacts {
  /** The record with its newest screening and the account that is linked without a tag; undefined if it is not stored. */
  readonly stored: StoredAddress | undefined;
  /** The account that is linked under the tag of the query; undefined without a tag or a link. */
  readonly tag_account: string | undefined;
  /** Accounts that are linked under any tag, each once, in code units; of more than 100 links any 100. */
  readonly shared_by: readonly string[];
  /** Whether it has 100 current links or more. */
  readonly has_many_links: boolean;
  /**
   * The records with a proof of the account `proofsOf`, in the order of `OwnershipRepository.proofs`: the newest 100 of this
   * account. Empty without `proofsOf`.
   */
  readonly proofs: readonly OwnershipRecord[];
}

/** What is stored, in the order of the query; undefined for each that is not stored. */
export interface TransferFacts {
  readonly transfer: TransferRecord | undefined;
  /** The exchange of the transfer. */
  readonly exchange: Exchange | undefined;
  readonly accounts: readonly (Account | undefined)[];
  readonly vasps: readonly (Vasp | undefined)[];
  readonly addresses: readonly AddressFacts[];
}

/** What a change of a transfer changes besides its record. */
export interface TransferSideEffects {
  /** Accounts that must be stored as they were created. A concurrent `erase` of one sees this change. */
  readonly accounts?: readonly Pick<Account, "reference_id" | "created">[];
  /** Link keys under which the transfer is no linked transaction any more. */
  readonly unlink?: readonly string[];
  /**
   * Changes of linked transactions of the transfer (`updateLinked`), one for each link key. One that is not stored is stored.
   * Otherwise the later time counts, and only amounts in `removed` leave. Their link keys are not among `unlink`.
   */
  readonly linked?: readonly LinkedUpdate[];
  /** Uses of addresses to add. None of them is stored yet. */
  readonly uses?: readonly (AddressUse & { readonly chain: Chain; readonly address: string })[];
}

/** What becomes of the transfers of an account that is erased. */
export interface TransferErasure {
  /** Transfers to remove, of those that were given. Every other one is in `keep`. */
  readonly remove: readonly TransferRecord[];
  /** Transfers that stay: what is stored in place of those that were given, without the account. */
  readonly keep: readonly TransferRecord[];
  /** Subjects whose entries of the audit trail are removed: the column `subject` of each. */
  readonly forget?: readonly string[];
}

/** What an erasure removed. */
export interface ErasureCounts {
  readonly account: boolean;
  readonly links: number;
  /** Challenges to prove ownership, with a proof or without one. */
  readonly challenges: number;
  readonly linked_transactions: number;
  readonly alerts: number;
  readonly uses: number;
  readonly transfers: number;
  readonly kept_transfers: number;
}

/** What `transfers.prune` did. */
export interface TransferPruning {
  /** Transfers that were removed. */
  readonly removed: number;
  /** Transfers that ended early enough, and stay while a hold is in force. */
  readonly held: number;
}

/** Stores transfers with their decisions. */
export interface TransferRepository {
  /**
   * Finds what a decision is made on.
   *
   * @returns All of it, at one moment.
   */
  facts(query: TransferFactsQuery): Promise<TransferFacts>;
  /**
   * Finds the transfer with that id.
   *
   * @returns The record, or undefined.
   */
  find(transfer_id: string): Promise<TransferRecord | undefined>;
  /**
   * Stores the record in place of the one before, with its side effects, in one step. Atomic: of several calls with the same
   * `revision`, one stores.
   *
   * @param record - its `revision` is one more than that of the stored record, or 1
   * @returns "changed_meanwhile" if the stored record has another revision, or must not be there. "unknown_account" if an
   *   account is not stored, or was created at another time: it is the account of somebody else with the same id. If both apply,
   *   any of them. In both cases nothing changes.
   */
  save(
    record: TransferRecord,
    effects?: TransferSideEffects,
    recording?: AuditRecording,
  ): Promise<"saved" | "changed_meanwhile" | "unknown_account">;
  /**
   * Lists the transfers that match all conditions of the query, newest `decided_at` first. Transfers of equal time are in one
   * fixed order. A cursor names a position: transfers that are added, changed or removed between two pages neither skip nor
   * repeat others.
   *
   * @returns One page. `next_cursor` is null where no transfer follows. Or undefined for a text that is no cursor.
   */
  list(query: TransferListQuery): Promise<CursorPage<TransferRecord> | undefined>;
  /**
   * Removes the transfers that ended before that time, and the uses of addresses by any of their versions. A transfer ends with
   * its last confirmation, or, if there is none, with a rejection. One stays while a hold on it, or on one of its stored
   * accounts, is in force. The exchange of a transfer is removed with it, in one step. Afterwards the exchanges that ended
   * before that time are removed if their transfer is not stored.
   *
   * @param today - the current day, UTC: YYYY-MM-DD
   * @param subjectOf - returns the column `subject` of the entries in the audit trail that are removed with a transfer
   * @returns How many transfers were removed, and how many stay because of holds.
   */
  prune(endedBefore: string, today: string, subjectOf?: (transfer_id: string) => string): Promise<TransferPruning>;
  /**
   * Removes an account with its links, challenges, proofs and uses of addresses, in one step. Of its transfers it removes what `choose` returns, with
   * their alerts, uses, linked transactions and exchanges. Kept ones lose their linked transactions. Exchanges with this
   * account and without a stored transfer are removed, too. All others with this account stay without it: `account` is null,
   * and `revision` is one more. Atomic: `choose` has seen every transfer of the account, and the holds.
   *
   * @param choose - receives all transfers of the account, oldest first, and the last day of the holds on them and on
   *   their accounts, or "". Called again after a conflict. When it returns undefined, nothing changes
   * @returns What was removed; or "refused".
   */
  erase(
    reference_id: string,
    choose: (transfers: readonly TransferRecord[], held: string) => TransferErasure | undefined,
    recording?: AuditRecording,
  ): Promise<ErasureCounts | "refused">;
}
