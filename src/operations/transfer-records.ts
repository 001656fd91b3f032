/** Stored transfers: reading, reviews, confirmations and their end. */

import type { Actor } from "../domain/actor.js";
import { UNNAMED_PROGRAM } from "../domain/checked-actor.js";
import { conditionsMark, cursorInvalid } from "../domain/cursor.js";
import { isKey } from "../domain/input/text-rules.js";
import type { Issue } from "../domain/issue.js";
import { bare, own } from "../domain/own.js";
import type { CursorPage } from "../domain/page.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { timeAfter, toDay, toIsoOffset } from "../domain/timestamp.js";
import type { TransferReview } from "../domain/transfers/decision.js";
import type {
  TransferAllRequest,
  TransferConfirmRequest,
  TransferListQuery,
  TransferListRequest,
  TransferReviewRequest,
} from "../domain/transfers/decision-request.js";
import { parseConfirm, parseTransferList, parseTransferReview } from "../domain/transfers/parse-decision.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import {
  countsFrom,
  executedVersions,
  isPermittedAt,
  linkedEffectsOf,
  newestOf,
  type TransferConfirmation,
  type TransferRecord,
  type TransferVersion,
  usesOf,
  versionAt,
  withConfirmation,
  withReview,
} from "../domain/transfers/record.js";
import type { AuditEvent, Auditor } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import type { TransferPruning, TransferRepository, TransferSideEffects } from "../ports/transfers.js";
import { actorOf, invalidArgument, readOptions } from "./abort.js";
import { allRecords, markedPage } from "./all-records.js";
import { recordCounts } from "./audit-events.js";
import { confirmationEvent, reviewEvent } from "./audit-transfers.js";
import { timeOption } from "./time-option.js";
import {
  alwaysChanged,
  decidedAgain,
  MAX_ROUNDS,
  policyOr,
  transferClosed,
  unknownTransfer,
} from "./transfer-issues.js";
import type { ActorOptions, OperationOptions, UncheckedArgs } from "./types.js";

/** A page of `transfers.list`. `next_cursor` is null on the last one. */
export type TransferPage = CursorPage<TransferRecord>;

/** Options of `transfers.prune`. */
export interface TransferPruneOptions extends ActorOptions {
  /** Transfers that ended before this time are removed: a `Date`, a day or a time with offset. */
  readonly before: Date | string;
}

/** Operations on stored transfers. */
export interface TransferRecordOperations {
  /**
   * Finds a decided transfer.
   *
   * @param transfer_id - the identifier that you gave it
   * @returns The record with all decisions, reviews and confirmations; or undefined.
   */
  retrieve(transfer_id: string): Promise<TransferRecord | undefined>;
  /**
   * Lists decided transfers page by page, the newest first.
   *
   * @param query - conditions, size and cursor
   * @returns The page, or every issue of the query.
   * @example
   * const waiting = await compliance.transfers.list({ decision: "suspend", state: "open" });
   */
  list(query?: TransferListRequest): Promise<Result<TransferPage>>;
  /** Lists with a query of type `unknown` or `any`, such as parsed URL parameters. */
  list<T>(...args: UncheckedArgs<T>): Promise<Result<TransferPage>>;
  /**
   * Returns all transfers that match a query, the newest first, page by page.
   *
   * @throws ComplianceError while iterating: `storage_…`, `aborted`, `invalid_input` for a wrong query or wrong options.
   * @example
   * for await (const transfer of compliance.transfers.all({ executed_without_permission: true })) report(transfer);
   */
  all(query?: TransferAllRequest, options?: OperationOptions): AsyncIterable<TransferRecord>;
  /** Returns all transfers that match a query of type `unknown` or `any`. */
  all<T>(...args: UncheckedArgs<T, [options?: OperationOptions]>): AsyncIterable<TransferRecord>;
  /**
   * Records what an officer decided about a suspended transfer. It counts for this content only, for
   * `policy.decisionMaxAgeMs`. The overridden reasons are recorded.
   *
   * @param transfer_id - the identifier that you gave it
   * @param review - the decision, and why
   * @param options - the officer: an actor of the kind `"person"`
   * @returns The record; or every issue: `unknown_transfer`, `transfer_closed`, `transfer_not_suspended`,
   *   `changed_meanwhile`; `not_allowed` for an execution before the counterparty named the address.
   * @throws ComplianceError `invalid_input` without a person, `storage_…`.
   * @example
   * const actor = { id: "u-17", role: "compliance officer", kind: "person" } as const;
   * await compliance.transfers.review("W-1", { decision: "execute", note: "Wallet verified by video" }, { actor });
   */
  review(
    transfer_id: string,
    review: TransferReviewRequest,
    options: Required<ActorOptions>,
  ): Promise<Result<TransferRecord>>;
  /** Records a review of type `unknown` or `any`, such as a request body. */
  review<T>(
    transfer_id: string,
    ...args: UncheckedArgs<T, [options: Required<ActorOptions>]>
  ): Promise<Result<TransferRecord>>;
  /**
   * Records what became of a transfer, and closes it. An execution is always recorded, also of a closed transfer. It is about
   * the version that was there at `executed_at`: its uses of addresses and its amount count. If no decision or review
   * permitted it at that time, it is marked `executed_without_permission`.
   *
   * @param transfer_id - the identifier that you gave it
   * @param confirmation - the outcome, and when it happened
   * @param options - who reports it
   * @returns The record; or every issue: `unknown_transfer`, `transfer_closed`.
   * @throws ComplianceError `not_configured` without `policy`, `storage_…`. After `storage_outcome_unknown`, repeat the call
   *   with the same `transaction_hash`: a confirmation that the first call stored is not stored again. Without a hash, retrieve
   *   the transfer first.
   * @example
   * await compliance.transfers.confirm("W-1", { outcome: "executed", transaction_hash });
   */
  confirm(
    transfer_id: string,
    confirmation: TransferConfirmRequest,
    options?: ActorOptions,
  ): Promise<Result<TransferRecord>>;
  /** Records a confirmation of type `unknown` or `any`, such as a request body. */
  confirm<T>(transfer_id: string, ...args: UncheckedArgs<T, [options?: ActorOptions]>): Promise<Result<TransferRecord>>;
  /**
   * Removes transfers that ended before a time and whose `policy.retentionMs` is over. A transfer ends with its last
   * confirmation, or with a rejection. One stays while `audit.hold` keeps it, or one of its accounts.
   *
   * @param options - the time
   * @returns How many were removed, and how many stay because of holds.
   * @throws ComplianceError `not_configured` without `policy`, `invalid_input` without a valid time, `storage_…`.
   */
  prune(options: TransferPruneOptions): Promise<TransferPruning>;
}

interface Deps {
  readonly policy: CheckedPolicy | undefined;
  readonly transfers: TransferRepository;
  readonly clock: Clock;
  readonly auditor: Auditor | undefined;
}

/** Creates the operations on stored transfers. */
export function transferRecordOperations(deps: Deps): TransferRecordOperations {
  const { policy, transfers, clock, auditor } = deps;
  const all = {
    operation: "transfers.all",
    parse: (query: unknown) => parseTransferList(query, "all"),
    page: (query: TransferListQuery) => list(transfers, query),
  };
  return {
    retrieve: async (transfer_id) => (isKey(transfer_id) ? transfers.find(transfer_id) : undefined),
    list: async (query: unknown = {}) => {
      const parsed = parseTransferList(query);
      if (!parsed.ok) return parsed;
      const page = await list(transfers, parsed.value);
      return page === undefined ? failed([cursorInvalid("4.8")]) : succeeded(page);
    },
    all: (query?: unknown, options?: OperationOptions) => allRecords(all, query, options),
    review: async (transfer_id: string, input: unknown, options?: ActorOptions) => {
      const actor = personOf(options);
      const parsed = parseTransferReview(input);
      if (!parsed.ok) return parsed;
      const reviewed_at = toIsoOffset(clock());
      return change(
        deps,
        transfer_id,
        (stored) => reviewing(stored, parsed.value, { actor, reviewed_at }),
        reviewEvent,
      );
    },
    confirm: async (transfer_id: string, input: unknown, options?: ActorOptions) => {
      const actor = actorOf("transfers.confirm", options) ?? UNNAMED_PROGRAM;
      const { decisionMaxAgeMs } = policyOr(policy, "transfers.confirm");
      const confirmed_at = toIsoOffset(clock());
      const parsed = parseConfirm(input, confirmed_at);
      if (!parsed.ok) return parsed;
      const given = { ...parsed.value, confirmed_at, actor };
      return change(deps, transfer_id, (stored) => confirming(stored, given, decisionMaxAgeMs), confirmationEvent);
    },
    prune: async (options) => {
      const kinds = { before: "checked", actor: "checked" } as const;
      const { given, actor } = readOptions("transfers.prune", options, kinds, "Transfers may have been removed.");
      const before = timeOption("transfers.prune", "before", given.before);
      const { retentionMs } = policyOr(policy, "transfers.prune");
      const now = clock();
      const kept = timeAfter(toIsoOffset(now), -retentionMs);
      const isRetained = kept < before;
      const subjectOf = auditor && ((id: string) => auditor.lookupOf({ kind: "transfer", id }));
      return recordCounts(auditor, { event: "transfers.prune", actor }, () =>
        transfers.prune(isRetained ? kept : before, toDay(now), subjectOf),
      );
    },
  };
}

function personOf(options: ActorOptions | undefined): Actor {
  const actor = actorOf("transfers.review", options);
  if (actor?.kind === "person") return actor;
  throw invalidArgument('transfers.review needs the option actor: { id, role, kind: "person" }, the officer.');
}

/** Returns one page; undefined for a text that is no cursor of a list with these conditions. */
function list(transfers: TransferRepository, query: TransferListQuery): Promise<TransferPage | undefined> {
  const { decision, state, account_ref_id, executed_without_permission, from, to } = bare(query);
  const mark = conditionsMark([decision, state, account_ref_id, executed_without_permission, from, to]);
  return markedPage(query, mark, (given) => transfers.list(given));
}

/** A change of a record: an issue, nothing because it is there already, or the record with its side effects. */
type Changed =
  | { readonly issue: Issue }
  | { readonly record: TransferRecord; readonly effects?: TransferSideEffects | undefined };

/** Changes a record. After another change it is read again. */
async function change(
  { transfers, auditor }: Deps,
  transfer_id: string,
  changeOf: (stored: TransferRecord) => Changed,
  eventOf: (record: TransferRecord) => AuditEvent,
): Promise<Result<TransferRecord>> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const stored = isKey(transfer_id) ? await transfers.find(transfer_id) : undefined;
    if (stored === undefined) return failed([unknownTransfer()]);
    // Without a prototype, because `in` and missing properties would find those of a polluted one.
    const changed = bare(changeOf(stored));
    if ("issue" in changed) return failed([changed.issue]);
    const { record, effects } = changed;
    if (record === stored) return succeeded(stored);
    const recording = await auditor?.recording(eventOf(record));
    if ((await transfers.save(record, effects, recording)) === "saved") return succeeded(record);
  }
  throw alwaysChanged();
}

function reviewing(
  stored: TransferRecord,
  given: TransferReviewRequest,
  by: Pick<TransferReview, "actor" | "reviewed_at">,
): Changed {
  const { decision, note } = given;
  const version = own(given, "version");
  const newest = newestOf(stored);
  if (stored.state !== "open") return { issue: { ...transferClosed(), path: "" } };
  if (version !== undefined && version !== newest.version) return { issue: decidedAgain("/version") };
  if (newest.decision !== "suspend" || newest.review !== null) return { issue: notSuspended() };
  if (decision === "execute" && own(newest.transfer, "beneficiary_address") === undefined)
    return { issue: unaddressed() };
  const isLeaving = decision === "reject";
  const record = withReview(stored, { decision, note, ...by, overridden: isLeaving ? [] : newest.reasons });
  return { record, effects: linkedEffectsOf(record) };
}

function confirming(
  stored: TransferRecord,
  given: TransferConfirmRequest & {
    readonly executed_at: string;
    readonly confirmed_at: string;
    readonly actor: Actor;
  },
  maxAgeMs: number,
): Changed {
  const { outcome, executed_at } = given;
  const hash = own(given, "transaction_hash");
  const isRepeated = stored.confirmations.some(
    (each) => hash !== undefined && each.outcome === outcome && own(each, "transaction_hash") === hash,
  );
  if (isRepeated) return { record: stored };
  const isExecution = outcome === "executed";
  if (stored.state !== "open" && !isExecution) return { issue: { ...transferClosed(), path: "" } };
  const note = own(given, "note");
  const moment = momentOf(given, stored);
  const version = isExecution ? versionAt(stored, moment) : newestOf(stored);
  const confirmation: TransferConfirmation = {
    outcome,
    version: version.version,
    executed_at,
    confirmed_at: given.confirmed_at,
    ...(hash !== undefined && { transaction_hash: hash }),
    ...(note !== undefined && { note }),
    actor: given.actor,
    executed_without_permission: isExecution && !isPermittedAt(version, stored, moment, maxAgeMs),
  };
  const record = withConfirmation(stored, confirmation);
  const uses = isExecution ? newUses(stored, version, executed_at) : [];
  return { record, effects: { uses, ...linkedEffectsOf(record) } };
}

/** Returns the uses of addresses that an execution adds to those of earlier executions. */
function newUses(stored: TransferRecord, version: TransferVersion, at: string) {
  const placeOf = ({ side, chain, address }: ReturnType<typeof usesOf>[number]) =>
    JSON.stringify([side, chain, address]);
  const earlier = executedVersions(stored).flatMap((each) => usesOf(stored, each, at));
  const places = new Set(earlier.map(placeOf));
  return usesOf(stored, version, at).filter((use) => !places.has(placeOf(use)));
}

/** The stored decision is earlier than now, also if the clock of the process that made it was ahead. */
function momentOf(
  { executed_at, confirmed_at }: Pick<TransferConfirmation, "executed_at" | "confirmed_at">,
  stored: TransferRecord,
): string {
  const from = countsFrom(newestOf(stored));
  return executed_at === confirmed_at && executed_at < from ? from : executed_at;
}

function unaddressed(): Issue {
  const message =
    "Nothing can be executed before the counterparty names the address, which is then screened; reject, or wait.";
  return { code: "not_allowed", path: "/decision", clause: "2.9", message };
}

function notSuspended(): Issue {
  const message = "The newest decision is not suspend, or was reviewed already; decide the transfer again first.";
  return { code: "transfer_not_suspended", path: "", clause: "2.9", message };
}
