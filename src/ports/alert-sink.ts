/** Delivery of travel-rule alerts. */
import type { Alert } from "../domain/alerts/alert.js";

/**
 * Receives an alert for review. `rules.evaluate` waits for it, and rejects with `alert_delivery_failed` when it throws.
 * Give it a time-out of its own. It must not evaluate the same transaction, which would wait for itself.
 */
export type AlertSink = (alert: Alert) => void | Promise<void>;
