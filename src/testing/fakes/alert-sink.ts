/** An `onAlert` that keeps what it gets. */
import type { Alert } from "../../domain/alerts/alert.js";
import { type AlertSinkFault, createScript, delay, delayOf, type Scripted } from "./script.js";

/** An `onAlert` for tests: give it to `createCompliance` as it is. */
export interface FakeAlertSink extends Scripted<AlertSinkFault> {
  (alert: Alert): Promise<void>;
  /** The alerts that it has taken, in the order in which it took them; it grows. */
  readonly alerts: readonly Alert[];
  /** The alerts that it was given, taken or not; it grows. */
  readonly asked: readonly Alert[];
}

export function fakeAlertSink(): FakeAlertSink {
  const { script, next } = createScript<AlertSinkFault>(
    "alertSink",
    (fault) => (fault === "reject" ? { kind: "reject", code: "alert_delivery_failed" } : delayOf(fault)),
    '"none", "hang", "reject" or { slow: milliseconds }',
  );
  const alerts: Alert[] = [];
  const asked: Alert[] = [];
  const take = async (alert: Alert): Promise<void> => {
    asked.push(alert);
    const fault = next();
    // No ComplianceError: a sink throws whatever its queue or its database throws.
    if (fault.kind === "reject") throw new Error("The fake alert sink refuses the alert, as its script says.");
    await delay(fault, "fake alert sink");
    alerts.push(alert);
  };
  return Object.assign(take, { alerts, asked, script });
}
