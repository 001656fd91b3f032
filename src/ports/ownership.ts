/** The part of a storage that keeps challenges and proofs of ownership. It keeps the promises of storage.ts. */
import type { Chain } from "../domain/chains/chain.js";
import type { OwnershipRecord } from "../domain/ownership/proof.js";
import type { AuditRecording } from "./audit.js";

/** Stores challenges with their tries and proofs. */
export interface OwnershipRepository {
  /**
   * Stores the record in place of the one before. Atomic: of several calls with the same `revision`, one stores. A removal of
   * the account also removes its records.
   *
   * @param record - its `revision` is one more than that of the stored record, or 1
   * @returns "changed_meanwhile" if the stored record has another revision, or must not be there. "unknown_account" if its
   *   account is not stored. "transaction_used" if the transaction of its proof is that of another record, also of a removed one.
   *   Transactions are the same by chain and hash; hex in any case, with 0x or without. In all these cases nothing changes.
   */
  save(
    record: OwnershipRecord,
    recording?: AuditRecording,
  ): Promise<"saved" | "changed_meanwhile" | "unknown_account" | "transaction_used">;
  /**
   * Finds the record with that challenge_id.
   *
   * @returns The record, or undefined.
   */
  find(challenge_id: string): Promise<OwnershipRecord | undefined>;
  /**
   * Finds the records of an address that have a proof, or those of an account for it.
   *
   * @returns Those with the newest proofs, at most 100, newest first. Proofs of equal time are in one fixed order.
   */
  proofs(chain: Chain, address: string, account_ref_id?: string): Promise<readonly OwnershipRecord[]>;
  /**
   * Removes the records without a proof whose `expires` is before that time. Transactions that were a proof of a record
   * stay used until 30 days after its `expires`.
   *
   * @returns How many records were removed.
   */
  prune(expiredBefore: string): Promise<number>;
}
