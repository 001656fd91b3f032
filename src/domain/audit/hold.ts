/** Holds: accounts and transfers that must stay. */
import type { Actor } from "../actor.js";
import type { AuditSubject } from "./record.js";

/** What a hold may be about. */
export interface HoldSubject extends AuditSubject {
  /** `"account"`: the account and its transfers. `"transfer"`: the transfer and its accounts. */
  readonly kind: "account" | "transfer";
}

/** Request of `audit.hold`. */
export interface AuditHoldRequest {
  /** Why, in one line. It is stored, and encrypted in the record of the trail. */
  readonly reason: string;
  /**
   * The last day of the hold, UTC: `2027-06-30`. Not before today.
   *
   * @default until `audit.release`
   */
  readonly until?: string | undefined;
}

/** A subject, as it is read. */
export interface HoldSubjectFields {
  readonly subject: HoldSubject;
}

/** A hold in force, or one that ended with its last day. A released one is not stored any more. */
export interface AuditHold extends AuditHoldRequest, HoldSubjectFields {
  readonly hold_id: string;
  /** When it was set: ISO 8601 with offset, milliseconds, UTC. */
  readonly created: string;
  /** Who set it. */
  readonly actor: Actor;
}

/** After every day that a hold may name. It stands for a hold without a last day. */
export const NO_LAST_DAY = "9999-12-31";

/** Returns the last day of a hold, as stored records have it. */
export function lastDayOf({ until = NO_LAST_DAY }: Pick<AuditHold, "until">): string {
  return until;
}
