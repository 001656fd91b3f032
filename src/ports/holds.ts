/** The part of a storage that keeps holds. It keeps the promises of storage.ts, and `storageConformance` checks it too. */
import type { AuditHold } from "../domain/audit/hold.js";
import type { CursorPage } from "../domain/page.js";
import type { AuditRecording } from "./audit.js";

/** Which holds to list. */
export interface HoldListQuery {
  readonly size: number;
  readonly cursor?: string | undefined;
}

/**
 * Why a record stays. A hold on an account keeps it and its transfers, and a hold on a transfer keeps it and its accounts, until
 * the end of its last day.
 */
export interface Held {
  /** The last day of the hold that ends last; 9999-12-31 without one. */
  readonly held: string;
}

/** Stores holds. */
export interface HoldRepository {
  /**
   * Stores the hold. Its id is not stored yet. Atomic: a concurrent removal or erasure of the subject sees the hold, or
   * happened before.
   *
   * @returns "unknown_subject" if the account or the transfer is not stored, and nothing changes.
   */
  add(hold: AuditHold, recording?: AuditRecording): Promise<"held" | "unknown_subject">;
  /**
   * Finds the hold with that id.
   *
   * @returns The hold, or undefined. Those of a subject that was removed are removed with it.
   */
  find(hold_id: string): Promise<AuditHold | undefined>;
  /**
   * Removes the hold. The other holds of its subject stay in force. Atomic: of concurrent calls one returns true.
   *
   * @returns Whether it was stored.
   */
  release(hold_id: string, recording?: AuditRecording): Promise<boolean>;
  /**
   * Lists all holds, oldest first; those of equal `created` in one fixed order. A cursor names a position.
   *
   * @returns One page; undefined for a text that is no cursor of such a list.
   */
  list(query: HoldListQuery): Promise<CursorPage<AuditHold> | undefined>;
}
