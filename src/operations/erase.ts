/** `accounts.erase`: everything about one account, in one call. */

import { ComplianceError } from "../domain/compliance-error.js";
import { isKey } from "../domain/input/text-rules.js";
import type { Issue } from "../domain/issue.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { timeAfter, toIsoOffset } from "../domain/timestamp.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import { endOf, type TransferRecord } from "../domain/transfers/record.js";
import type { Auditor } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import type { ErasureCounts, TransferErasure, TransferRepository } from "../ports/transfers.js";
import { invalidArgument, readOptions } from "./abort.js";
import { plainEvent } from "./audit-events.js";
import { heldIssue } from "./holds.js";
import type { ActorOptions } from "./types.js";

/** Options of `accounts.erase`. */
export interface EraseOptions extends ActorOptions {
  /**
   * `"transfers"`: transfers whose retention runs stay, without their account, and everything else is removed.
   *
   * @default such a transfer refuses the erasure
   */
  readonly keep?: "transfers" | undefined;
}

/** What `accounts.erase` removed. */
export interface ErasureReport extends ErasureCounts {}

interface Deps {
  readonly transfers: TransferRepository;
  readonly policy: CheckedPolicy | undefined;
  readonly clock: Clock;
  readonly auditor: Auditor | undefined;
}

/** Creates `accounts.erase`. */
export function eraser({ transfers, policy, clock, auditor }: Deps) {
  return async (reference_id: string, options?: EraseOptions): Promise<Result<ErasureReport>> => {
    const kinds = { keep: "checked", actor: "checked" } as const;
    const { given, actor } = readOptions("accounts.erase", options, kinds, "");
    const keep = given.keep;
    if (keep !== undefined && keep !== "transfers") {
      throw invalidArgument('The option keep of accounts.erase must be "transfers", or absent.');
    }
    // A forgotten argument must not look like an erasure.
    if (typeof reference_id !== "string") {
      throw invalidArgument("accounts.erase needs the reference_id of the account as text.");
    }
    if (!isKey(reference_id)) return succeeded(NOTHING);
    const now = toIsoOffset(clock());
    let issue: Issue | undefined;
    const recording = await auditor?.recording(plainEvent({ event: "accounts.erase", actor }, { keep: keep ?? null }));
    const chooseOrRefuse = (found: readonly TransferRecord[], held: string): TransferErasure | undefined => {
      const chosen = choose(found, { reference_id, now, held, policy, mayKeep: keep === "transfers" });
      if (isIssue(chosen)) issue = chosen;
      return isIssue(chosen) ? undefined : { ...chosen, forget: subjectsOf(reference_id, chosen, auditor) };
    };
    const erased = await transfers.erase(reference_id, chooseOrRefuse, recording);
    // The cast: it was refused for an issue.
    return erased === "refused" ? failed([issue as Issue]) : succeeded(erased);
  };
}

const NOTHING: ErasureReport = {
  account: false,
  links: 0,
  challenges: 0,
  linked_transactions: 0,
  alerts: 0,
  uses: 0,
  transfers: 0,
  kept_transfers: 0,
};

/** Returns what the entries of the account and of its removed transfers are found by. */
function subjectsOf(
  reference_id: string,
  { remove }: TransferErasure,
  auditor: Auditor | undefined,
): readonly string[] {
  if (auditor === undefined) return [];
  const transfers = remove.map(({ transfer_id }) => ({ kind: "transfer", id: transfer_id }) as const);
  return [{ kind: "account", id: reference_id } as const, ...transfers].map(auditor.lookupOf);
}

function isIssue(chosen: TransferErasure | Issue): chosen is Issue {
  return Object.hasOwn(chosen, "code");
}

const DAY = "YYYY-MM-DD".length;

interface Terms {
  readonly reference_id: string;
  readonly now: string;
  /** The last day of the holds; "" without one. */
  readonly held: string;
  readonly policy: CheckedPolicy | undefined;
  readonly mayKeep: boolean;
}

/**
 * Decides what becomes of each transfer, or why nothing may be erased.
 *
 * @throws ComplianceError `not_configured` if the retention of a transfer is unknown
 */
function choose(
  found: readonly TransferRecord[],
  { reference_id, now, held, policy, mayKeep }: Terms,
): TransferErasure | Issue {
  if (held >= now.slice(0, DAY)) return heldIssue(held);
  if (found.length > 0 && policy === undefined) {
    const message =
      "accounts.erase needs the option policy of createCompliance: the account has decided transfers. Add it.";
    throw new ComplianceError("not_configured", message);
  }
  const ends = found.map((record) => {
    const end = endOf(record);
    return {
      record,
      until: end === undefined || policy === undefined ? undefined : timeAfter(end, policy.retentionMs),
    };
  });
  if (ends.some(({ until }) => until === undefined)) return transferOpen();
  // Open transfers are excluded. All times have one form, so their texts order by time.
  const running = ends.filter(({ until }) => String(until) > now);
  const last = running
    .map(({ until }) => String(until))
    .sort()
    .at(-1);
  if (last !== undefined && !mayKeep) return retentionRunning(last);
  const kept = new Set(running.map(({ record }) => record));
  return {
    remove: found.filter((record) => !kept.has(record)),
    keep: [...kept].map((record) => ({
      ...record,
      accounts: record.accounts.filter((account) => account !== reference_id),
      revision: record.revision + 1,
    })),
  };
}

function transferOpen(): Issue {
  const message = "The account has an open transfer; confirm or cancel it with transfers.confirm first.";
  return { code: "transfer_open", path: "", clause: "2.2", message };
}

function retentionRunning(until: string): Issue {
  const day = until.slice(0, DAY);
  const message =
    'The retention of a transfer of the account is not over; wait until params.until, or pass keep: "transfers".';
  return { code: "retention_running", path: "", clause: "2.2", params: { until: day }, message };
}
