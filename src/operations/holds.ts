/** Holds: `audit.hold`, `audit.release` and `audit.holds`. */

import { type AuditHold, type AuditHoldRequest, type HoldSubject, NO_LAST_DAY } from "../domain/audit/hold.js";
import { randomHex } from "../domain/audit/keys.js";
import { UNNAMED_PROGRAM } from "../domain/checked-actor.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { isKey } from "../domain/input/text-rules.js";
import type { Issue } from "../domain/issue.js";
import { bare, own } from "../domain/own.js";
import { parseHold } from "../domain/query.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toDay, toIsoOffset } from "../domain/timestamp.js";
import type { Auditor } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import type { Held, HoldRepository } from "../ports/holds.js";
import { actorOf, readOptions } from "./abort.js";
import { eachRecord } from "./all-records.js";
import { holdEvent } from "./audit-events.js";
import { unknownTransfer } from "./transfer-issues.js";
import type { ActorOptions, OperationOptions, UncheckedArgs } from "./types.js";

/** Operations on holds. Each throws `not_configured` without the option `audit`. */
export interface HoldOperations {
  /**
   * Keeps an account with its transfers, or a transfer with its accounts. While the hold is in force, `accounts.erase` and
   * `accounts.remove` are refused, and `transfers.prune` leaves what it is about. Holds add up: a later one never shortens an
   * earlier one.
   *
   * @param subject - the `reference_id` of a stored account, or the `transfer_id` of a decided transfer
   * @param hold - why, and until when
   * @param options - who sets it
   * @returns The hold; or every issue: `unknown_account`, `unknown_transfer`.
   * @throws ComplianceError `not_configured`, `storage_…`.
   * @example
   * const subject = { kind: "transfer", id: "W-1" } as const;
   * const { hold_id } = unwrap(await compliance.audit.hold(subject, { reason: "Court order 12/2026" }, { actor }));
   */
  hold(subject: HoldSubject, hold: AuditHoldRequest, options?: ActorOptions): Promise<Result<AuditHold>>;
  /** Sets a hold of type `unknown` or `any`, such as a request body. */
  hold<T>(subject: HoldSubject, ...args: UncheckedArgs<T, [options?: ActorOptions]>): Promise<Result<AuditHold>>;
  /**
   * Ends a hold. The other holds of its subject stay in force.
   *
   * @param hold_id - of the hold
   * @param options - who ends it
   * @returns Whether it was stored.
   * @throws ComplianceError `not_configured`, `storage_…`.
   */
  release(hold_id: string, options?: ActorOptions): Promise<boolean>;
  /**
   * Returns all holds that were not released, oldest first, also those whose last day is over.
   *
   * @param options - after an abort the iteration throws `aborted`
   * @returns The holds. Each iteration begins again.
   * @throws ComplianceError while iterating: `not_configured`, `storage_…`, `aborted`.
   * @example
   * for await (const { hold_id, subject, until } of compliance.audit.holds()) show(hold_id, subject.kind, until);
   */
  holds(options?: OperationOptions): AsyncIterable<AuditHold>;
}

interface Deps {
  /** @throws ComplianceError `not_configured` */
  readonly auditorOf: (operation: string) => Auditor;
  readonly holds: HoldRepository;
  readonly clock: Clock;
}

/** Creates the operations on holds. */
export function holdOperations(deps: Deps): HoldOperations {
  const { auditorOf, holds, clock } = deps;
  return {
    hold: (subject: HoldSubject, input: unknown, options?: ActorOptions) => hold(deps, { subject, input, options }),
    release: async (hold_id, options) => {
      const auditor = auditorOf("audit.release");
      const actor = actorOf("audit.release", options);
      const stored = isKey(hold_id) ? await holds.find(hold_id) : undefined;
      if (stored === undefined) return false;
      const event = holdEvent({ event: "audit.release", actor }, stored.subject, { hold_id });
      return holds.release(hold_id, await auditor.recording(event));
    },
    holds: (options) => ({ [Symbol.asyncIterator]: () => allHolds({ auditorOf, holds, clock }, options) }),
  };
}

interface Given {
  readonly subject: unknown;
  readonly input: unknown;
  readonly options: ActorOptions | undefined;
}

async function hold({ auditorOf, holds, clock }: Deps, { subject, input, options }: Given): Promise<Result<AuditHold>> {
  const auditor = auditorOf("audit.hold");
  const actor = actorOf("audit.hold", options) ?? UNNAMED_PROGRAM;
  const now = clock();
  const parsed = parseHold(subject, input, toDay(now));
  if (!parsed.ok) return parsed;
  const given = bare(parsed.value);
  const until = own(given, "until");
  const stored: AuditHold = {
    hold_id: randomHex(),
    subject: given.subject,
    reason: given.reason,
    ...(until !== undefined && { until }),
    created: toIsoOffset(now),
    actor,
  };
  const { hold_id, reason } = stored;
  const event = holdEvent({ event: "audit.hold", actor }, given.subject, { hold_id, until: until ?? null }, reason);
  const outcome = await holds.add(stored, await auditor.recording(event));
  return outcome === "held" ? succeeded(stored) : failed([unknownSubject(given.subject)]);
}

async function* allHolds(
  { auditorOf, holds }: Deps,
  options: OperationOptions | undefined,
): AsyncGenerator<AuditHold, void> {
  const { abort } = readOptions("audit.holds", options, { signal: "signal" }, "The holds are incomplete.");
  auditorOf("audit.holds");
  const open = () => ({
    abort,
    page: (cursor: string | undefined) => holds.list({ size: PAGE, ...(cursor !== undefined && { cursor }) }),
  });
  yield* eachRecord(open);
}

/** Holds that are read at once. */
const PAGE = 100;

function unknownSubject({ kind }: HoldSubject): Issue {
  const place = { path: "/subject/id", clause: "8" } as const;
  if (kind === "transfer") return { ...unknownTransfer(), ...place };
  const message = "No stored account has this reference_id; use that of a stored one.";
  return { code: "unknown_account", ...place, message };
}

/** Returns the issue of an erasure that a hold refuses. */
export function heldIssue(held: string): Issue {
  return {
    code: "held",
    path: "",
    clause: "2.2",
    ...(held !== NO_LAST_DAY && { params: { until: held } }),
    message:
      "The account, or one of its transfers, is on hold; release it with audit.release, or wait for the end of the hold.",
  };
}

/** @throws ComplianceError `held` if a hold refused the removal */
export function isRemoved(removed: boolean | Held): boolean {
  if (typeof removed === "boolean") return removed;
  const message = `${sentenceOf(removed.held)} Nothing was removed. Release the holds with audit.release first.`;
  throw new ComplianceError("held", message);
}

/** A day of a hold is not personal. */
function sentenceOf(held: string): string {
  const until = held === NO_LAST_DAY ? "without a last day" : `until the end of ${held}`;
  return `The account, or one of its transfers, is on hold ${until}.`;
}
