/** Delivery of travel-rule alerts. */
import type { Alert } from "../domain/alerts/alert.js";
import type { ComplianceError } from "../domain/compliance-error.js";
import type { CallerSignal } from "./risk-provider.js";

/** Second argument of {@link AlertSink}. */
export interface AlertDelivery {
  /** Aborts when the delivery no longer counts: after `sinkTimeoutMs`, or when the caller aborts `alerts.deliver`. */
  readonly signal: CallerSignal;
}

/**
 * Receives an alert for review. An alert is delivered when a call returns, or its promise resolves. After a failure the
 * alert stays pending and is delivered again, so recognize repeated alerts by `alert_id`.
 */
export type AlertSink = (alert: Alert, delivery: AlertDelivery) => void | Promise<void>;

/** An alert that could not be delivered. It stays pending. */
export interface AlertFailure {
  /** The alert. */
  readonly alert_id: string;
  /**
   * `alert_delivery_failed`: `onAlert` failed, with its error as `cause`, or exceeded `sinkTimeoutMs`. `storage_…`: the
   * storage failed before or after it. The cause may contain personal data, so log the code only.
   */
  readonly error: ComplianceError;
}

/** Receives failed deliveries. Its own errors are ignored. */
export type AlertErrorListener = (failure: AlertFailure) => void;
