/** Travel-rule alerts: recorded first, then delivered (§4.9.3, §6). */
import type { Alert } from "../domain/alerts/alert.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { MAX_PAGE_SIZE, type Page } from "../domain/page.js";
import { parseAlertList } from "../domain/query.js";
import { type Result, succeeded } from "../domain/result.js";
import type { AlertSink } from "../ports/alert-sink.js";
import type { AlertRepository } from "../ports/storage.js";

/** One page of alerts, the newest first. */
export type AlertPage = Page<Alert>;

/** `{ page?, size?, delivered? }`: `delivered: false` lists the alerts that the sink has not taken. */
export function listAlerts(alerts: AlertRepository): (query?: unknown) => Promise<Result<AlertPage>> {
  return async (query = {}) => {
    const parsed = parseAlertList(query);
    return parsed.ok ? succeeded(await alerts.list(parsed.value)) : parsed;
  };
}

/** Where alerts are recorded and handed over. */
export interface AlertDesk {
  /** Records the alert, unless its alert_id is there, and hands it over. */
  raise(alert: Alert): Promise<void>;
  /** Hands the alert of that id to the sink, if it is there and the sink has not taken it. */
  handOver(alert_id: string): Promise<void>;
  /** Hands every such alert over, the oldest first, and says how many. */
  handOverAll(): Promise<{ readonly delivered: number }>;
}

/**
 * A desk that hands each alert to the sink until the sink has taken it once. A crash between the sink's answer and its
 * record makes a second hand-over possible: a sink tells repeats by `alert_id`. Without a sink, alerts are recorded only.
 */
export function alertDesk(alerts: AlertRepository, sink: AlertSink | undefined): AlertDesk {
  const underWay = new Map<string, Promise<void>>();

  async function deliver(alert_id: string, take: AlertSink): Promise<void> {
    const stored = await alerts.find(alert_id);
    if (stored === undefined || stored.delivered) return;
    try {
      await take(stored.alert);
    } catch (cause) {
      const message =
        "onAlert failed. The alert is stored; evaluate again or call alerts.deliver to hand it over again.";
      throw new ComplianceError("alert_delivery_failed", message, { cause });
    }
    await alerts.markDelivered(alert_id);
  }

  async function handOver(alert_id: string): Promise<void> {
    if (sink === undefined) return;
    const delivery = underWay.get(alert_id) ?? deliver(alert_id, sink).finally(() => underWay.delete(alert_id));
    underWay.set(alert_id, delivery);
    await delivery;
  }

  return {
    handOver,
    raise: async (alert) => {
      // Recorded first: an answer that the caller saw must not lack its alert after a crash (§4.9.3).
      await alerts.insert(alert);
      await handOver(alert.alert_id);
    },
    handOverAll: async () => {
      if (sink === undefined) {
        throw new ComplianceError("not_configured", "alerts.deliver needs the option onAlert of createCompliance.");
      }
      const tried = new Set<string>();
      const failures: ComplianceError[] = [];
      // Again until there is nothing new: alerts that are taken meanwhile move others to earlier pages.
      for (;;) {
        const owed = (await idsOfUndelivered(alerts)).filter((alert_id) => !tried.has(alert_id));
        if (owed.length === 0) break;
        for (const alert_id of owed) {
          tried.add(alert_id);
          await handOver(alert_id).catch((failure: unknown) => {
            if (!isOfTheSink(failure)) throw failure;
            failures.push(failure);
          });
        }
      }
      if (failures.length > 0) throw undelivered(failures, tried.size);
      return { delivered: tried.size };
    },
  };
}

/** A failing sink keeps no other alert back; a failing storage ends it all. */
function isOfTheSink(failure: unknown): failure is ComplianceError {
  return failure instanceof ComplianceError && failure.code === "alert_delivery_failed";
}

function undelivered(failures: readonly ComplianceError[], tried: number): ComplianceError {
  const message = `onAlert failed for ${failures.length} of ${tried} alerts, which stay stored; call alerts.deliver again.`;
  return new ComplianceError("alert_delivery_failed", message, {
    cause: new AggregateError(
      failures.map(({ cause }) => cause),
      "What onAlert threw.",
    ),
  });
}

/** The oldest first. Collected before any is handed over, for that changes the pages. */
async function idsOfUndelivered(alerts: AlertRepository): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await alerts.list({ page, size: MAX_PAGE_SIZE, delivered: false });
    ids.unshift(...items.map(({ alert_id }) => alert_id).reverse());
    if (items.length < MAX_PAGE_SIZE) return ids;
  }
}
