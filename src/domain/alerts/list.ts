/** Order of the alert listing (§4.9.3). */
import type { PageQuery } from "../page.js";
import { compareText } from "../text.js";
import type { Alert } from "./alert.js";

/** Which page of the alerts; with `delivered` only those that the sink has taken, or has not. */
export interface AlertListQuery extends PageQuery {
  readonly delivered?: boolean;
}

/**
 * The newest `raised_at` first, ties by alert_id in code units (§4.9.3), in an array of its own. `raised_at` has one
 * form, so its text orders by time.
 *
 * @example
 * pageOf(sortAlerts(alerts), { page: 1, size: 50 });
 */
export function sortAlerts(alerts: Iterable<Alert>): Alert[] {
  return [...alerts].sort(compareAlerts);
}

/** The order of {@link sortAlerts}. */
export function compareAlerts(a: Alert, b: Alert): number {
  return compareText(b.raised_at, a.raised_at) || compareText(a.alert_id, b.alert_id);
}
