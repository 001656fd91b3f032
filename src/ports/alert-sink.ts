/** Where a travel-rule alert goes besides the storage. */
import type { Alert } from "../domain/alerts/alert.js";

/** Takes an alert for review. Rejecting or throwing makes `rules.evaluate` reject with `alert_delivery_failed`. */
export type AlertSink = (alert: Alert) => void | Promise<void>;
