/** Travel-rule alerts: recorded first, then delivered (§4.9.3, §6). */
import type { Alert } from "../domain/alerts/alert.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { Page } from "../domain/page.js";
import { parsePage } from "../domain/query.js";
import { type Result, succeeded } from "../domain/result.js";
import type { AlertSink } from "../ports/alert-sink.js";
import type { AlertRepository } from "../ports/storage.js";

/** One page of alerts, the newest first. */
export type AlertPage = Page<Alert>;

export function listAlerts(alerts: AlertRepository): (query?: unknown) => Promise<Result<AlertPage>> {
  return async (query = {}) => {
    const parsed = parsePage(query);
    return parsed.ok ? succeeded(await alerts.list(parsed.value)) : parsed;
  };
}

/**
 * Records an alert and hands it to the sink until the sink has taken it once. An alert that is raised again is recorded
 * no second time; it is handed over again only if the sink failed before. A crash between the sink's answer and its
 * record makes a second hand-over possible: a sink tells repeats by `alert_id`.
 */
export function raiseAlert(alerts: AlertRepository, sink: AlertSink | undefined): (alert: Alert) => Promise<void> {
  const underWay = new Map<string, Promise<void>>();

  async function deliver(alert_id: string, take: AlertSink): Promise<void> {
    const stored = await alerts.find(alert_id);
    if (stored === undefined || stored.delivered) return;
    try {
      await take(stored.alert);
    } catch (cause) {
      const message = "onAlert failed. The alert is stored; evaluate the transaction again to hand it over again.";
      throw new ComplianceError("alert_delivery_failed", message, { cause });
    }
    await alerts.markDelivered(alert_id);
  }

  return async (alert) => {
    // Recorded first: an answer that the caller saw must not lack its alert after a crash (§4.9.3).
    await alerts.insert(alert);
    if (sink === undefined) return;
    const { alert_id } = alert;
    const delivery = underWay.get(alert_id) ?? deliver(alert_id, sink).finally(() => underWay.delete(alert_id));
    underWay.set(alert_id, delivery);
    await delivery;
  };
}
