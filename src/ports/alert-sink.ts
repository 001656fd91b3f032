/** Where a travel-rule alert goes besides the storage. */
import type { Alert } from "../domain/alerts/alert.js";

/**
 * Takes an alert for review. Rejecting or throwing makes `rules.evaluate` reject with `alert_delivery_failed`. It is
 * waited for: give it a time-out of its own, and never evaluate the same transaction within it, which would wait for itself.
 */
export type AlertSink = (alert: Alert) => void | Promise<void>;
