/** Wrong storages of alerts. */
import type { Alert } from "../../../src/domain/alerts/alert.js";
import { altered, elsewhere, type WrongStorage } from "./altered.js";

const ALL = { page: 1, size: 1000 };

function sortedAlerts(compare: (a: Alert, b: Alert) => number): WrongStorage["subject"] {
  return altered(({ alerts }) => ({
    alerts: {
      list: async ({ page, size, ...state }) => {
        const { items, pagination } = await alerts.list({ ...ALL, ...state });
        const sorted = [...items].sort(compare).slice((page - 1) * size, page * size);
        return { items: sorted, pagination: { ...pagination, page, size } };
      },
    },
  }));
}

export const wrongAlertStorages: readonly WrongStorage[] = [
  {
    law: "an alert is stored as not delivered unless its alert_id is taken",
    fault: "alerts that are delivered at once",
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
    law: "alert ids are told apart by every code unit and by nothing else",
    fault: "ids without regard to case",
    subject: altered(({ alerts }) => ({
      alerts: {
        insert: async (alert) => {
          const { items } = await alerts.list(ALL);
          const isTaken = items.some(({ alert_id }) => alert_id.toLowerCase() === alert.alert_id.toLowerCase());
          return isTaken ? "taken" : alerts.insert(alert);
        },
      },
    })),
  },
  {
    law: "of racing inserts of an alert_id one is stored",
    fault: "a look and then a write",
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
    law: "a delivery is recorded for good, and of an unknown alert nothing",
    fault: "a delivery that is forgotten",
    subject: altered(() => ({ alerts: { markDelivered: async () => undefined } })),
  },
  {
    law: "a delivery is recorded for good, and of an unknown alert nothing",
    fault: "a failure over an unknown alert",
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
    law: "alerts are listed by whether they are delivered",
    fault: "false taken for not given",
    subject: altered(({ alerts }) => ({
      alerts: { list: ({ delivered, ...page }) => alerts.list(delivered ? { ...page, delivered } : page) },
    })),
  },
  {
    law: "alerts are listed by whether they are delivered",
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
    law: "alerts are listed newest first, ties by the code units of alert_id",
    fault: "the oldest first",
    subject: sortedAlerts((a, b) => (a.raised_at < b.raised_at ? -1 : 1)),
  },
  {
    law: "alerts are listed newest first, ties by the code units of alert_id",
    fault: "ties in the order of a locale",
    subject: sortedAlerts(
      (a, b) => b.raised_at.localeCompare(a.raised_at, "en") || a.alert_id.localeCompare(b.alert_id, "en"),
    ),
  },
  {
    law: "every list of alerts is that of the plain model",
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
