/** Travel-rule alerts: stored first, delivered afterwards (§4.9.3, §6). */
import type { Alert } from "../domain/alerts/alert.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { MAX_PAGE_SIZE, type Page } from "../domain/page.js";
import { parseAlertList } from "../domain/query.js";
import type { AlertListRequest } from "../domain/requests.js";
import { type Result, succeeded } from "../domain/result.js";
import type { AlertSink } from "../ports/alert-sink.js";
import type { AlertRepository } from "../ports/storage.js";
import { type Abort, readOptions, throwIfAborted, unlessAborted } from "./abort.js";
import type { OperationOptions, UncheckedArgs } from "./types.js";

/** One page of alerts, newest first. */
export type AlertPage = Page<Alert>;

/** Result of `alerts.deliver`. */
export interface DeliveryReport {
  /** Number of alerts delivered by this call. */
  readonly delivered: number;
}

/** Operations on alerts. */
export interface AlertOperations {
  /**
   * Lists stored alerts page by page, newest first (§4.9.3).
   *
   * @param query - page and size; `delivered: false` lists the alerts that still have to be delivered to `onAlert`
   * @returns The page, empty when it is past the end; or every issue of the query.
   */
  list(query?: AlertListRequest): Promise<Result<AlertPage>>;
  /** Lists with a query of type `unknown` or `any`, such as parsed URL parameters (§4.9.3). */
  list<T>(...args: UncheckedArgs<T>): Promise<Result<AlertPage>>;
  /**
   * Delivers pending alerts to `onAlert`, oldest first. A failure does not stop the rest.
   *
   * @param options - after an abort no further alert is delivered; those not yet delivered stay pending
   * @returns How many alerts were delivered.
   * @throws ComplianceError `alert_delivery_failed` at the end, when `onAlert` failed for one or more alerts; its cause
   *   has the errors. `not_configured` without `onAlert`, `aborted`, `storage_…`.
   */
  deliver(options?: OperationOptions): Promise<DeliveryReport>;
}

/** Creates the operations on alerts. */
export function alertOperations(alerts: AlertRepository, dispatcher: AlertDispatcher): AlertOperations {
  return {
    list: async (query: unknown = {}) => {
      const parsed = parseAlertList(query);
      return parsed.ok ? succeeded(await alerts.list(parsed.value)) : parsed;
    },
    deliver: async (options) => {
      const consequence = "Alerts that were not delivered stay pending; call alerts.deliver again.";
      const { abort } = readOptions("alerts.deliver", options, { signal: "signal" }, consequence);
      return dispatcher.deliverPending(abort);
    },
  };
}

/** Stores alerts and delivers them to the sink. */
export interface AlertDispatcher {
  /** Stores the alert unless its alert_id is taken, and delivers it. */
  raise(alert: Alert, abort: Abort): Promise<void>;
  /** Delivers the alert of that id if it is stored and pending. Absent without a sink. */
  readonly deliver?: (alert_id: string, abort: Abort) => Promise<void>;
  /** Delivers every pending alert, oldest first. */
  deliverPending(abort: Abort): Promise<DeliveryReport>;
}

/**
 * Creates a dispatcher that delivers each alert once. A crash between the delivery and its record in the storage leads to
 * a second delivery, so a sink recognizes repeats by `alert_id`. Without a sink, alerts are only stored.
 */
export function createAlertDispatcher(alerts: AlertRepository, sink: AlertSink | undefined): AlertDispatcher {
  const inProgress = new Map<string, Promise<void>>();

  async function deliverTo(send: AlertSink, alert_id: string): Promise<void> {
    const stored = await alerts.find(alert_id);
    if (stored === undefined || stored.delivered) return;
    try {
      await send(stored.alert);
    } catch (cause) {
      const message =
        "onAlert failed. The alert is stored and stays pending. Evaluate again, or call alerts.deliver, to deliver it again.";
      throw new ComplianceError("alert_delivery_failed", message, { cause });
    }
    await alerts.markDelivered(alert_id);
  }

  const deliver = sink && ((alert_id: string, abort: Abort) => deliverOnce(sink, alert_id, abort));

  async function deliverOnce(send: AlertSink, alert_id: string, abort: Abort): Promise<void> {
    throwIfAborted(abort);
    const delivery = inProgress.get(alert_id) ?? deliverTo(send, alert_id).finally(() => inProgress.delete(alert_id));
    inProgress.set(alert_id, delivery);
    await unlessAborted(() => delivery, abort);
  }

  return {
    ...(deliver && { deliver }),
    raise: async (alert, abort) => {
      // Stored first: after a crash, a result that the caller saw must not lack its alert (§4.9.3).
      await unlessAborted(() => alerts.insert(alert), abort);
      if (deliver) await deliver(alert.alert_id, abort);
    },
    deliverPending: async (abort) => {
      throwIfAborted(abort);
      if (deliver === undefined) {
        const message = "alerts.deliver needs the option onAlert of createCompliance. Add it.";
        throw new ComplianceError("not_configured", message);
      }
      const tried = new Set<string>();
      const failures: ComplianceError[] = [];
      // Repeated until nothing is new, because a delivery moves other alerts to earlier pages.
      for (;;) {
        const pending = (await unlessAborted(() => pendingIds(alerts), abort)).filter(
          (alert_id) => !tried.has(alert_id),
        );
        if (pending.length === 0) break;
        for (const alert_id of pending) {
          tried.add(alert_id);
          await deliver(alert_id, abort).catch((failure: unknown) => {
            if (!isDeliveryFailure(failure)) throw failure;
            failures.push(failure);
          });
        }
      }
      if (failures.length > 0) throw deliveryFailed(failures, tried.size);
      return { delivered: tried.size };
    },
  };
}

/** A failure of the sink does not stop other deliveries; a failure of the storage or an abort does. */
function isDeliveryFailure(failure: unknown): failure is ComplianceError {
  return failure instanceof ComplianceError && failure.code === "alert_delivery_failed";
}

function deliveryFailed(failures: readonly ComplianceError[], tried: number): ComplianceError {
  const message = `onAlert failed for ${failures.length} of ${tried} alerts. They stay pending; call alerts.deliver again.`;
  const causes = failures.map(({ cause }) => cause);
  return new ComplianceError("alert_delivery_failed", message, {
    cause: new AggregateError(causes, "Errors of onAlert."),
  });
}

/** Returns the ids of all pending alerts, oldest first. They are collected first, because a delivery changes the pages. */
async function pendingIds(alerts: AlertRepository): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await alerts.list({ page, size: MAX_PAGE_SIZE, delivered: false });
    ids.unshift(...items.map(({ alert_id }) => alert_id).reverse());
    if (items.length < MAX_PAGE_SIZE) return ids;
  }
}
