/** The listings of the alerts (§4.9.3): sorted when first asked for, kept in order from then on. */
import type { Alert } from "../../domain/alerts/alert.js";
import { compareAlerts, sortAlerts } from "../../domain/alerts/alert.js";
import { type SortedList, sortedList } from "./sorted-list.js";

/** An alert, and whether the sink has taken it. */
export interface ListedAlert {
  readonly alert: Alert;
  readonly delivered: boolean;
}

/** All alerts, those delivered, those not. */
export interface AlertListings {
  /** The alerts of that state, or all of them, in the order of a listing. */
  inOrder(delivered: boolean | undefined): SortedList<Alert>;
  /** `row` stands in the table now, in the place of `before` if there was one. */
  put(row: ListedAlert, before: ListedAlert | undefined): void;
}

/** The listings of `rows`; none yet. */
export function alertListings(rows: ReadonlyMap<string, ListedAlert>): AlertListings {
  const listings = new Map<boolean | undefined, SortedList<Alert>>();
  return {
    inOrder: (delivered) => {
      const listing = listings.get(delivered) ?? sortedList(sortAlerts(alertsOf(rows, delivered)), compareAlerts);
      listings.set(delivered, listing);
      return listing;
    },
    put: (row, before) => {
      for (const [delivered, listing] of listings) {
        if (before !== undefined && isOf(before, delivered)) listing.remove(before.alert);
        if (isOf(row, delivered)) listing.add(row.alert);
      }
    },
  };
}

function* alertsOf(rows: ReadonlyMap<string, ListedAlert>, delivered: boolean | undefined): Generator<Alert> {
  for (const row of rows.values()) if (isOf(row, delivered)) yield row.alert;
}

function isOf(row: ListedAlert, delivered: boolean | undefined): boolean {
  return delivered === undefined || row.delivered === delivered;
}
