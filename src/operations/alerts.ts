/** Travel-rule alerts: stored first, delivered and reviewed afterwards (§4.9.3, §6). */
import {
  type AlertFilter,
  type AlertListQuery,
  type AlertRecord,
  type AlertReview,
  type AlertReviewRequest,
  alertRecordOf,
  type StoredAlert,
} from "../domain/alerts/alert.js";
import { conditionsMark, cursorInvalid } from "../domain/cursor.js";
import { isKey } from "../domain/input/text-rules.js";
import type { Issue } from "../domain/issue.js";
import { bare } from "../domain/own.js";
import type { CursorPage } from "../domain/page.js";
import { parseAlertList, parseAlertReview } from "../domain/query.js";
import type { AlertAllRequest, AlertListRequest } from "../domain/requests.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { Auditor } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import type { AlertRepository } from "../ports/storage.js";
import { actorOf, checkedCount, readOptions } from "./abort.js";
import type { AlertDispatcher, DeliveryReport } from "./alert-dispatcher.js";
import { allRecords, markedPage } from "./all-records.js";
import { alertReviewEvent, recordRemoval } from "./audit-events.js";
import { timeOption } from "./time-option.js";
import type { ActorOptions, ChangeOptions, OperationOptions, UncheckedArgs } from "./types.js";
import { unknownOutcomes } from "./unknown-outcome.js";

/** One page of alerts, newest first, each with its state. */
export type AlertPage = CursorPage<AlertRecord>;

/** Options of `alerts.prune`. */
export interface AlertPruneOptions extends ActorOptions {
  /**
   * Only alerts raised before this time: a `Date`, a day, `2026-11-22`, or a time with offset, `2026-11-22T08:00:00Z`.
   */
  readonly before: string | Date;
  /**
   * Set `true` to remove reviewed alerts that were not delivered, too. Use it without `onAlert`, which delivers alerts. A
   * sink that is configured later does not receive them.
   *
   * @default false
   */
  readonly includeUndelivered?: boolean | undefined;
}

/** Options of `alerts.deliver`. */
export interface AlertDeliveryOptions extends ChangeOptions {
  /**
   * The most alerts to try, 1 or more.
   *
   * @default no limit
   */
  readonly limit?: number | undefined;
  /**
   * The most concurrent calls of `onAlert`, 1 to 1000.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined;
}

/** Operations on alerts. */
export interface AlertOperations {
  /**
   * Finds an alert (§4.9.3).
   *
   * @param alert_id - its id, from a result of `rules.evaluate` or a list
   * @returns The alert with its state, or undefined when none has this id.
   */
  retrieve(alert_id: string): Promise<AlertRecord | undefined>;
  /**
   * Lists stored alerts page by page, newest first (§4.9.3). A cursor stays valid when alerts are added, changed or
   * removed: an alert that stays in the list is listed exactly once.
   *
   * @param query - size, cursor and conditions
   * @returns The page. `next_cursor` is null on the last one. Or every issue of the query.
   * @example
   * const queue = unwrap(await compliance.alerts.list({ reviewed: false, size: 100 }));
   * if (queue.next_cursor !== null) await compliance.alerts.list({ reviewed: false, cursor: queue.next_cursor });
   */
  list(query?: AlertListRequest): Promise<Result<AlertPage>>;
  /** Lists with a query of type `unknown` or `any`, such as parsed URL parameters (§4.9.3). */
  list<T>(...args: UncheckedArgs<T>): Promise<Result<AlertPage>>;
  /**
   * Returns all alerts that match, newest first, page by page. Each alert that matches from the first page to the last is
   * yielded exactly once.
   *
   * @param query - the conditions of `list`
   * @param options - after an abort the iteration throws `aborted`
   * @returns The alerts. Each iteration begins again.
   * @throws ComplianceError while iterating: `storage_…`, `aborted`, `invalid_input` for a wrong query, with its issues, or
   *   wrong options.
   * @example
   * for await (const { alert_id } of compliance.alerts.all({ reviewed: false })) queue.push(alert_id);
   */
  all(query?: AlertAllRequest, options?: OperationOptions): AsyncIterable<AlertRecord>;
  /** Returns all alerts that match a query of type `unknown` or `any`, such as parsed URL parameters. */
  all<T>(...args: UncheckedArgs<T, [options?: OperationOptions]>): AsyncIterable<AlertRecord>;
  /**
   * Delivers pending alerts to `onAlert`, each once. Alerts that were not tried yet come first, oldest first, then those
   * whose last failure is longest ago. So with `limit`, alerts that always fail do not hold up others. A failure does not
   * stop the rest. Alerts that another process is delivering are left to it.
   *
   * First it waits for the deliveries that are running in this process, such as those that `rules.evaluate` started. So do
   * not await it in `onAlert`.
   *
   * @param options - limits, who acts, and a signal; after an abort no further alert is delivered, and those not yet delivered stay pending
   * @returns How many alerts were delivered, how many failed, and the failures of `onAlert`.
   * @throws ComplianceError `not_configured` without `onAlert`, `invalid_input`, `aborted`, `storage_…`.
   * @example
   * const { failures } = await compliance.alerts.deliver({ limit: 1000 });
   * for (const { alert_id, error } of failures) log.warn({ alert_id, code: error.code });
   */
  deliver(options?: AlertDeliveryOptions): Promise<DeliveryReport>;
  /**
   * Records a review of an alert (§4.9.3). Earlier reviews stay.
   *
   * @param alert_id - its id
   * @param review - outcome, reviewer and reasons
   * @param options - who acts; the review then has it, beside what `by` says
   * @returns The alert with all its reviews; or every issue of the review, `unknown_alert` when no alert has this id.
   * @throws ComplianceError `storage_…`. After `storage_outcome_unknown`, repeat the call with the same input: a review
   *   that the first call stored is not stored again.
   * @example
   * await compliance.alerts.review(alert_id, { outcome: "dismissed", by: "j.doe", note: "Own transfer, same owner" });
   */
  review(alert_id: string, review: AlertReviewRequest, options?: ActorOptions): Promise<Result<AlertRecord>>;
  /** Records a review of type `unknown` or `any`, such as a request body (§4.9.3). */
  review<T>(alert_id: string, ...args: UncheckedArgs<T, [options?: ActorOptions]>): Promise<Result<AlertRecord>>;
  /**
   * Removes alerts that are delivered, have a review, and were raised before a time. Evaluating such a transaction again
   * raises its alert again. Without `onAlert` no alert is delivered: pass `includeUndelivered: true` to remove reviewed
   * alerts.
   *
   * @param options - the time, whether undelivered alerts are removed, and who acts
   * @returns How many alerts were removed. If a connection broke, it includes those that another call removed meanwhile.
   * @throws ComplianceError `invalid_input` without a valid time, `storage_…`. After `storage_outcome_unknown`, repeat the
   *   call: it removes the rest, and its result does not include what the first call removed.
   */
  prune(options: AlertPruneOptions): Promise<number>;
}

interface Deps {
  readonly alerts: AlertRepository;
  readonly dispatcher: AlertDispatcher;
  readonly clock: Clock;
  readonly auditor: Auditor | undefined;
}

/** Creates the operations on alerts. */
export function alertOperations({ alerts, dispatcher, clock, auditor }: Deps): AlertOperations {
  const review = reviewOnce(alerts, auditor);
  const all = {
    operation: "alerts.all",
    parse: (query: unknown) => parseAlertList(query, "all"),
    page: (query: AlertListQuery) => list(alerts, query),
  };
  return {
    retrieve: async (alert_id) => {
      const found = isKey(alert_id) ? await alerts.find(alert_id) : undefined;
      return found && alertRecordOf(found);
    },
    list: async (query: unknown = {}) => {
      const parsed = parseAlertList(query);
      if (!parsed.ok) return parsed;
      const page = await list(alerts, parsed.value);
      return page === undefined ? failed([cursorInvalid("8")]) : succeeded(page);
    },
    all: (query?: unknown, options?: OperationOptions) => allRecords(all, query, options),
    review: async (alert_id: string, input: unknown, options?: ActorOptions) => {
      const actor = actorOf("alerts.review", options);
      const reviewed_at = toIsoOffset(clock());
      const parsed = parseAlertReview(input);
      if (!parsed.ok) return parsed;
      if (!isKey(alert_id)) return failed([unknownAlert()]);
      const given = { ...parsed.value, reviewed_at, ...(actor !== undefined && { actor }) };
      const reviewed = await review(alert_id, given);
      return reviewed === undefined ? failed([unknownAlert()]) : succeeded(alertRecordOf(reviewed));
    },
    prune: async (options) => {
      const kinds = { before: "checked", includeUndelivered: "boolean", actor: "checked" } as const;
      const { given, actor } = readOptions("alerts.prune", options, kinds, "Alerts may have been removed.");
      const before = timeOption("alerts.prune", "before", given.before);
      return recordRemoval(auditor, { event: "alerts.prune", actor }, () =>
        alerts.prune(before, given.includeUndelivered),
      );
    },
    deliver: async (options) => {
      const consequence = "Alerts that were not delivered stay pending; call alerts.deliver again.";
      const { abort, given } = readOptions("alerts.deliver", options, deliveryOptionKinds, consequence);
      const { limit = Number.POSITIVE_INFINITY, concurrency = DEFAULT_CONCURRENCY } = given;
      return dispatcher.deliverPending(
        {
          limit: limit === Number.POSITIVE_INFINITY ? limit : checkedCount("alerts.deliver", "limit", limit),
          concurrency: checkedCount("alerts.deliver", "concurrency", concurrency, MAX_CONCURRENCY),
        },
        abort,
      );
    },
  };
}

function unknownAlert(): Issue {
  const message = "No stored alert has this alert_id; use one of rules.evaluate or alerts.list.";
  return { code: "unknown_alert", path: "", clause: "4.9", message };
}

/** Returns one page; undefined for a text that is no cursor of a list with these conditions. */
async function list(alerts: AlertRepository, query: AlertListQuery): Promise<AlertPage | undefined> {
  const page = await markedPage(query, markOf(query), (given) => alerts.list(given));
  return page && { ...page, items: page.items.map(alertRecordOf) };
}

/** Returns the mark of the conditions. A cursor begins with it, because it belongs to a list with these conditions. */
export function markOf(query: AlertFilter): string {
  const { transaction_id, delivered, reviewed, from, to } = bare(query);
  return conditionsMark([transaction_id, delivered, reviewed, from, to]);
}

/**
 * Returns a function that adds a review. A repeated call after an unknown outcome finds its own review by its time, and
 * adds no second one.
 */
function reviewOnce(
  alerts: AlertRepository,
  auditor: Auditor | undefined,
): (alert_id: string, review: AlertReview) => Promise<StoredAlert | undefined> {
  const attempts = unknownOutcomes<string>();
  return async (alert_id, review) => {
    const { outcome, by, note, actor } = bare(review);
    const key = JSON.stringify([alert_id, outcome, by, note, actor]);
    const earlier = attempts.isEmpty() ? undefined : attempts.take(key);
    const given = earlier === undefined ? review : { ...review, reviewed_at: earlier };
    return attempts.store(
      key,
      given.reviewed_at,
      async () => {
        const stored = earlier === undefined ? undefined : await alerts.find(alert_id);
        const isStored = stored?.reviews.some((each) => JSON.stringify(each) === JSON.stringify(given));
        if (isStored) return stored;
        const reviewed = auditor && (stored ?? (await alerts.find(alert_id)));
        const recording = reviewed && (await auditor?.recording(alertReviewEvent(reviewed, given)));
        return alerts.review(alert_id, given, recording);
      },
      earlier !== undefined,
    );
  };
}

const deliveryOptionKinds = { signal: "signal", actor: "checked", limit: "checked", concurrency: "checked" } as const;
const DEFAULT_CONCURRENCY = 4;
const MAX_CONCURRENCY = 1000;
