/** Order of the alert listing (§4.9.3). */
import type { PageQuery } from "../page.js";
import { compareText } from "../text.js";
import type { Alert } from "./alert.js";

/** Which page of the alerts; with `delivered` only those that the sink has taken, or has not. */
export interface AlertListQuery extends PageQuery {
  readonly delivered?: boolean;
}

/** The newest `raised_at` first, ties by alert_id in code units. `raised_at` has one form, so its text orders by time. */
export function sortAlerts(alerts: Iterable<Alert>): Alert[] {
  return [...alerts].sort((a, b) => compareText(b.raised_at, a.raised_at) || compareText(a.alert_id, b.alert_id));
}
