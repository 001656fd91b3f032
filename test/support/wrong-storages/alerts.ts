/** Wrong storages of alerts. */
import type { Alert } from "../../../src/domain/alerts/alert.js";
import { altered, elsewhere, type WrongStorage } from "./altered.js";

const ALL = { page: 1, size: 1000 };

function sortedAlerts(compare: (a: Alert, b: Alert) => number): WrongStorage["subject"] {
  return altered(({ alerts }) => ({
    alerts: {
      list: async ({ page, size, ...state }) => {
        const { items, pagination, next_cursor } = await alerts.list({ ...state, ...ALL });
        const sorted = [...items].sort((a, b) => compare(a.alert, b.alert)).slice((page - 1) * size, page * size);
        return { items: sorted, pagination: { ...pagination, page, size }, next_cursor };
      },
    },
  }));
}

export const wrongAlertStorages: readonly WrongStorage[] = [
  {
    check: "an alert is stored as pending unless its alert_id is taken",
    fault: "alerts stored as delivered",
    subject: altered(({ alerts }) => ({
      alerts: {
        insert: async (alert) => {
          const outcome = await alerts.insert(alert);
          await alerts.markDelivered(alert.alert_id);
          return outcome;
        },
      },
    })),
  },
  {
    check: "alert ids are compared by code units",
    fault: "ids without regard to case",
    subject: altered(({ alerts }) => ({
      alerts: {
        insert: async (alert) => {
          const { items } = await alerts.list(ALL);
          const isTaken = items.some((each) => each.alert.alert_id.toLowerCase() === alert.alert_id.toLowerCase());
          return isTaken ? "taken" : alerts.insert(alert);
        },
      },
    })),
  },
  {
    check: "concurrent inserts of one alert_id store one alert",
    fault: "a read and then a write",
    subject: altered(({ alerts }) => ({
      alerts: {
        insert: async (alert) => {
          const there = await alerts.find(alert.alert_id);
          await elsewhere();
          if (there === undefined) await alerts.insert(alert);
          return there === undefined ? "inserted" : "taken";
        },
      },
    })),
  },
  {
    check: "a delivery is stored, and ignored for an unknown alert",
    fault: "a delivery that is not stored",
    subject: altered(() => ({ alerts: { markDelivered: async () => undefined } })),
  },
  {
    check: "a delivery is stored, and ignored for an unknown alert",
    fault: "an error for an unknown alert",
    subject: altered(({ alerts }) => ({
      alerts: {
        markDelivered: async (id) => {
          if ((await alerts.find(id)) === undefined) throw new Error("There is no such alert.");
          await alerts.markDelivered(id);
        },
      },
    })),
  },
  {
    check: "alert lists filter by delivery",
    fault: "false treated as absent",
    subject: altered(({ alerts }) => ({
      alerts: { list: ({ delivered, ...page }) => alerts.list(delivered ? { ...page, delivered } : page) },
    })),
  },
  {
    check: "alert lists filter by delivery",
    fault: "a total of all states",
    subject: altered(({ alerts }) => ({
      alerts: {
        list: async ({ page, size, delivered }) => {
          const all = await alerts.list({ page, size });
          return delivered === undefined
            ? all
            : { ...all, items: (await alerts.list({ page, size, delivered })).items };
        },
      },
    })),
  },
  {
    check: "alert lists are newest first, ties by alert_id",
    fault: "the oldest first",
    subject: sortedAlerts((a, b) => (a.raised_at < b.raised_at ? -1 : 1)),
  },
  {
    check: "alert lists are newest first, ties by alert_id",
    fault: "ties in the order of a locale",
    subject: sortedAlerts(
      (a, b) => b.raised_at.localeCompare(a.raised_at, "en") || a.alert_id.localeCompare(b.alert_id, "en"),
    ),
  },
  {
    check: "every alert list agrees with the reference model",
    fault: "pages that overlap by one",
    subject: altered(({ alerts }) => ({
      alerts: {
        list: async (query) => {
          const { items } = await alerts.list({ ...query, ...ALL });
          const start = Math.max(0, (query.page - 1) * query.size - (query.page > 1 ? 1 : 0));
          return { ...(await alerts.list(query)), items: items.slice(start, start + query.size) };
        },
      },
    })),
  },
];
